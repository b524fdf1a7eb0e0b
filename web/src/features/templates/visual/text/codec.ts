/** HTML of a text to a document of the editor and back. Liquid passes through untouched. */
import { replaceLiquid, withoutLiquid } from '@notifly/contracts/templates/liquid-parts'
import { DOMParser as DocumentParser, DOMSerializer, type Fragment, type Mark, type Node } from 'prosemirror-model'
import { maskStyles } from './mask-styles.ts'
import { blockTag, type Extra, LIQUID_TAG, markTag, type TextSchema } from './schema.ts'

/** Around the number of a piece of Liquid, in the private use area: neither HTML nor the parser minds them. */
const OPEN = '\uE000'
const CLOSE = '\uE001'
const STAND_IN = /\uE000(\d{1,7})\uE001/g

/** The document of a text; its Liquid is chips. */
export function readText(html: string, schema: TextSchema): Node {
  return DocumentParser.fromSchema(schema).parse(elementsOf(html))
}

/** Inert elements: nothing of them is loaded or run. */
function elementsOf(html: string): HTMLElement {
  const pieces: string[] = []
  const marked = replaceLiquid(html.replace(/[\uE000\uE001]/g, ''), piece => {
    pieces.push(piece)
    return `${OPEN}${pieces.length - 1}${CLOSE}`
  })
  const { body } = new DOMParser().parseFromString(`<body>${maskStyles(marked)}`, 'text/html')
  const back = (text: string) => text.replace(STAND_IN, (_, at: string) => pieces[Number(at)] ?? '')
  for (const element of body.querySelectorAll('*')) {
    for (const { name, value } of [...element.attributes]) {
      if (value.includes(OPEN)) element.setAttribute(name, back(value))
    }
  }
  const walker = body.ownerDocument.createTreeWalker(body, NodeFilter.SHOW_TEXT)
  const texts: Text[] = []
  while (walker.nextNode()) texts.push(walker.currentNode as Text)
  for (const text of texts)
    if (text.data.includes(OPEN)) text.replaceWith(...chipsIn(text.data, pieces, body.ownerDocument))
  return body
}

function chipsIn(text: string, pieces: readonly string[], document: Document): (HTMLElement | string)[] {
  return text.split(STAND_IN).map((piece, at) => {
    if (at % 2 === 0) return piece
    const chip = document.createElement(LIQUID_TAG)
    chip.setAttribute('data-source', pieces[Number(piece)] ?? '')
    return chip
  })
}

/** As HTML for a mail. */
export function writeText(doc: Node): string {
  return writeBlocks(doc.content)
}

function writeBlocks(blocks: Fragment): string {
  const all = blocks.content
  return all
    .map((node, at) => {
      const { tag, attributes } = blockTag(node)
      // Two texts without a tag would become one.
      const isBare = (other: Node | undefined) => other !== undefined && blockTag(other).tag === ''
      const own = tag === '' && (isBare(all[at - 1]) || isBare(all[at + 1])) ? 'div' : tag
      const content = node.isTextblock ? writeInline(node) : writeBlocks(node.content)
      return own === '' ? content : `<${own}${attributesText(attributes)}>${content}</${own}>`
    })
    .join('')
}

function writeInline(block: Node): string {
  let html = ''
  let open: readonly Mark[] = []
  const closeTo = (count: number) => {
    for (const mark of open.slice(count).toReversed()) html += `</${markTag(mark).tag}>`
    open = open.slice(0, count)
  }
  block.forEach(node => {
    const shared = open.findIndex((mark, at) => !(node.marks[at]?.eq(mark) ?? false))
    closeTo(shared === -1 ? open.length : shared)
    for (const mark of node.marks.slice(open.length)) {
      const { tag, attributes } = markTag(mark)
      html += `<${tag}${attributesText(attributes)}>`
      open = [...open, mark]
    }
    html += leafText(node)
  })
  closeTo(0)
  return html
}

function leafText(node: Node): string {
  if (node.type.name === 'liquid') return String(node.attrs['source'])
  if (node.type.name === 'hard_break') return '<br />'
  const text = node.text ?? ''
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('\u00A0', '&nbsp;')
}

function attributesText(attributes: Extra): string {
  return Object.entries(attributes)
    .map(([name, value]) => {
      const quote = withoutLiquid(value) !== value && value.includes('"') ? "'" : '"'
      const text = value.replace(/&(?!#?\w{1,32};)/g, '&amp;').replaceAll(quote, quote === '"' ? '&quot;' : '&#39;')
      return ` ${name}=${quote}${text}${quote}`
    })
    .join('')
}

/** Whether a text comes out of the editor as it went in; tables, comments and the like do not. */
export function isEditable(html: string, schema: TextSchema): boolean {
  return signatureOf(html) === signatureOf(writeText(readText(html, schema)))
}

const INLINE = new Set([
  'A',
  'STRONG',
  'B',
  'EM',
  'I',
  'U',
  'SPAN',
  'FONT',
  'SMALL',
  'SUP',
  'SUB',
  'S',
  'CODE',
  'BIG',
  'MARK',
])

/** What a text shows and how: the same for inline elements that are only nested another way around. */
function signatureOf(html: string): string {
  const lines: string[] = []
  const walk = (node: globalThis.Node, blocks: string, inline: readonly string[]) => {
    if (node instanceof Text || !(node instanceof Element)) {
      const text = (node.textContent ?? '').replace(/[ \t\r\n]+/g, ' ')
      if (text.trim() !== '')
        lines.push([blocks, inline.toSorted().join(), colouring(inline), node.nodeType, text.trim()].join('|'))
      return
    }
    const name = nameOf(node)
    if (node.childNodes.length === 0 && !INLINE.has(node.tagName)) lines.push(`${blocks}|${name}`)
    const isInline = INLINE.has(node.tagName)
    for (const child of node.childNodes) {
      walk(child, isInline ? blocks : `${blocks}>${name}`, isInline ? [...inline, name] : inline)
    }
  }
  const body = elementsOf(html)
  for (const child of body.childNodes) walk(child, '', [])
  // Texts beside each other in the same dress are one.
  return lines.join('\n')
}

/** Of two elements that colour a text the inner one wins: their order is a part of the look. */
function colouring(inline: readonly string[]): string {
  return inline.filter(name => name.startsWith('A[') || /(?:style|color|class)=/.test(name)).join()
}

function nameOf(element: Element): string {
  const attributes = [...element.attributes].map(({ name, value }) => `${name}=${value.replace(/\s+/g, '')}`)
  return `${element.tagName}[${attributes.toSorted().join()}]`
}

/** Elements that draw a text in this page: made from the document, so that nothing of the mail's markup is taken over as it is. */
export function drawText(html: string, schema: TextSchema): DocumentFragment {
  const fragment = DOMSerializer.fromSchema(schema).serializeFragment(readText(html, schema).content)
  return fragment as DocumentFragment
}
