/** Attributes of MJML tags: read with their places, and changed one at a time. */
import { replaceLiquid } from '@notifly/contracts/templates/liquid-parts'
import { Tokenizer } from 'htmlparser2'
import type { Attribute, ElementNode } from './tree.ts'

/** Of an opening tag as it is written. */
export function readAttributes(open: string): readonly Attribute[] {
  const attributes: Attribute[] = []
  let name = { start: 0, end: 0 }
  let value: { start: number; end: number } | undefined
  const nothing = () => {}
  new Tokenizer(
    { xmlMode: true, decodeEntities: false },
    {
      onattribname: (start, end) => {
        name = { start, end }
        value = undefined
      },
      onattribdata: (start, end) => {
        value = { start: value?.start ?? start, end }
      },
      onattribend: (_quote, end) => {
        const text = value ? open.slice(value.start, value.end) : ''
        attributes.push({ name: open.slice(name.start, name.end), value: text, start: name.start, end })
      },
      onattribentity: nothing,
      oncdata: nothing,
      onclosetag: nothing,
      oncomment: nothing,
      ondeclaration: nothing,
      onend: nothing,
      onopentagend: nothing,
      onopentagname: nothing,
      onprocessinginstruction: nothing,
      onselfclosingtag: nothing,
      ontext: nothing,
      ontextentity: nothing,
    },
  ).write(open)
  return attributes
}

/** What an attribute says; undefined where it is absent. */
export function attributeOf(node: ElementNode, name: string): string | undefined {
  const found = node.attributes.find(attribute => attribute.name === name)
  return found && decoded(found.value)
}

/** The element with one attribute changed, added, or without it; everything else of its tag stays as it is written. */
export function withAttribute(node: ElementNode, name: string, value: string | undefined): ElementNode {
  if (attributeOf(node, name) === value) return node
  const found = node.attributes.find(attribute => attribute.name === name)
  const written = value === undefined ? '' : `${name}=${quoted(value)}`
  let open: string
  if (found) {
    const from = value === undefined ? blanksBefore(node.open, found.start) : found.start
    open = node.open.slice(0, from) + written + node.open.slice(found.end)
  } else {
    const at = Math.max(node.open.replace(/\/?>$/, '').trimEnd().length, node.attributes.at(-1)?.end ?? 0)
    open = `${node.open.slice(0, at)} ${written}${node.open.slice(at)}`
  }
  return { ...node, open, attributes: readAttributes(open) }
}

function blanksBefore(text: string, at: number): number {
  let from = at
  while (from > 0 && /\s/.test(text.charAt(from - 1))) from--
  return from
}

const NAMED: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  '#39': "'",
  '#34': '"',
}

/** Only what has to be encoded is decoded: other entities are shown as they are written. */
export function decoded(value: string): string {
  return value.replace(/&(amp|lt|gt|quot|apos|#39|#34);/g, (whole, name: string) => NAMED[name] ?? whole)
}

/** As an attribute's value; merge fields stay as they are. */
function quoted(value: string): string {
  let hasQuote = false
  replaceLiquid(value, part => {
    hasQuote ||= part.includes('"')
    return ''
  })
  const quote = hasQuote ? "'" : '"'
  const text = encoded(value, quote)
  return quote + text + quote
}

/** Of everything but Liquid. */
function encoded(value: string, quote: string): string {
  let text = ''
  let at = 0
  const plain = (piece: string) =>
    piece
      .replace(/&(?!#?\w{1,32};)/g, '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll(quote, quote === '"' ? '&quot;' : '&#39;')
  replaceLiquid(value, part => {
    const found = value.indexOf(part, at)
    text += plain(value.slice(at, found)) + part.replaceAll(quote, quote === '"' ? '&quot;' : '&#39;')
    at = found + part.length
    return ''
  })
  return text + plain(value.slice(at))
}
