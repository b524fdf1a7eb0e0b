/** Reads MJML into a tree. What is not understood is kept as text, so that nothing is ever lost. */
import { BLOCK_MARKS, hasBlockMarks } from '@notifly/contracts/templates/block-marks'
import { Tokenizer } from 'htmlparser2'
import { readAttributes } from './attributes.ts'
import { type Container, type ElementNode, type GroupNode, type MjmlNode, newId, textNode } from './tree.ts'

export const MJML_MAX = 1_000_000
const DEPTH_MAX = 100

/** Tags whose content is text or HTML: it ends at the first closing tag of the same name. */
const WITH_CONTENT = new Set([
  'mj-accordion-text',
  'mj-accordion-title',
  'mj-button',
  'mj-navbar-link',
  'mj-preview',
  'mj-raw',
  'mj-social-element',
  'mj-style',
  'mj-table',
  'mj-text',
  'mj-title',
])

/** Why a source cannot be shown as blocks. */
export interface ParseFault {
  kind: 'tooLong' | 'tooDeep' | 'unclosed' | 'noBody'
  /** From 1. */
  line: number
  tag?: string
}

export type Parsed = { root: ElementNode; fault?: undefined } | { root?: undefined; fault: ParseFault }

/** A whole mail: `<mjml>` with an `<mj-body>`. */
export function parseMjml(source: string): Parsed {
  const parsed = parseNodes(source)
  if (parsed.fault) return parsed
  const mjml = parsed.root.children.find(isTag('mjml'))
  const body = mjml && mjml.kind === 'element' ? mjml.children.find(isTag('mj-body')) : undefined
  return body === undefined ? { fault: { kind: 'noBody', line: 1 } } : parsed
}

const isTag = (tag: string) => (node: MjmlNode) => node.kind === 'element' && node.tag === tag

/** A piece of MJML of our own, as its nodes. */
export function parseBlocks(source: string): readonly MjmlNode[] {
  const nodes = readBlocks(source)
  if (!nodes) throw new Error('A block of ours cannot be read.')
  return nodes
}

/** A piece of MJML as its nodes; undefined for what is not closed. */
export function readBlocks(source: string): readonly MjmlNode[] | undefined {
  return parseNodes(source).root?.children
}

interface Tag {
  kind: 'open' | 'empty' | 'close'
  name: string
  start: number
  /** After its last sign. */
  end: number
}

interface Open {
  node: Omit<ElementNode, 'children' | 'close'>
  children: MjmlNode[]
  start: number
}

function parseNodes(source: string): Parsed {
  if (source.length > MJML_MAX) return { fault: { kind: 'tooLong', line: 1 } }
  const root: Open = { node: elementOf('', ''), children: [], start: 0 }
  const stack: Open[] = [root]
  let at = 0
  const top = () => stack.at(-1) ?? root
  const flush = (until: number) => {
    if (until > at) top().children.push(textNode(source.slice(at, until)))
  }
  const close = (closing: string) => {
    const open = stack.pop()
    if (open) top().children.push({ ...open.node, children: grouped(open.children), close: closing })
  }
  for (const tag of tagsOf(source)) {
    if (tag === 'unclosed') break
    // A closing tag that closes nothing stays as text.
    if (tag.kind === 'close' && !stack.some(open => open.node.tag === tag.name)) continue
    flush(tag.start)
    at = tag.end
    const text = source.slice(tag.start, tag.end)
    if (tag.kind === 'close') {
      const inner = stack.slice(stack.findLastIndex(each => each.node.tag === tag.name) + 1)
      const left = inner.findLast(isMjml)
      if (left) return { fault: unclosed(source, left) }
      while (top().node.tag !== tag.name) close('')
      close(text)
      continue
    }
    const node = elementOf(tag.name, text)
    if (tag.kind === 'empty') {
      top().children.push({ ...node, children: [], close: '' })
      continue
    }
    if (stack.length > DEPTH_MAX) return { fault: { kind: 'tooDeep', line: lineOf(source, tag.start) } }
    if (!WITH_CONTENT.has(tag.name)) {
      stack.push({ node, children: [], start: tag.start })
      continue
    }
    const ending = closingOf(source, tag.name, tag.end)
    if (!ending) return { fault: { kind: 'unclosed', line: lineOf(source, tag.start), tag: tag.name } }
    const content = source.slice(tag.end, ending.start)
    top().children.push({ ...node, content, children: [], close: source.slice(ending.start, ending.end) })
    at = ending.end
  }
  flush(source.length)
  const left = stack.findLast(isMjml)
  if (left) return { fault: unclosed(source, left) }
  while (stack.length > 1) close('')
  return { root: { ...root.node, children: grouped(root.children), close: '' } }
}

/** HTML may leave its tags open; MJML may not. */
function isMjml({ node }: Open): boolean {
  return node.tag.startsWith('mj')
}

function unclosed(source: string, { node, start }: Open): ParseFault {
  return { kind: 'unclosed', line: lineOf(source, start), tag: node.tag }
}

function elementOf(tag: string, open: string) {
  return { kind: 'element', id: newId(), tag, open, attributes: readAttributes(open), content: undefined } as const
}

function lineOf(source: string, offset: number): number {
  let line = 1
  for (let at = source.indexOf('\n'); at !== -1 && at < offset; at = source.indexOf('\n', at + 1)) line++
  return line
}

/** The closing tag of content that begins at an offset. */
function closingOf(source: string, name: string, from: number): { start: number; end: number } | undefined {
  const begins = `</${name}`
  for (let start = source.indexOf(begins, from); start !== -1; start = source.indexOf(begins, start + 1)) {
    const end = source.indexOf('>', start)
    if (end === -1) return undefined
    if (source.slice(start + begins.length, end).trim() === '') return { start, end: end + 1 }
  }
  return undefined
}

/** All tags of MJML in their order; what is inside of texts and comments is none. */
function* tagsOf(source: string): Generator<Tag | 'unclosed'> {
  let from = 0
  while (from < source.length) {
    const { tags, next } = tagsFrom(source, from)
    yield* tags
    from = next
  }
}

/** The tags from an offset to the end, or to the next content that is no MJML. */
function tagsFrom(source: string, from: number): { tags: readonly Tag[]; next: number } {
  const tags: Tag[] = []
  let next = source.length
  let name = { text: '', start: 0 }
  const opened = (kind: 'open' | 'empty', end: number) => {
    tags.push({ kind, name: name.text, start: name.start, end: from + end + 1 })
  }
  const nothing = () => {}
  const tokenizer = new Tokenizer(
    { xmlMode: true, decodeEntities: false },
    {
      onopentagname: (start, end) => {
        name = { text: source.slice(from + start, from + end), start: from + start - 1 }
      },
      onopentagend: end => {
        opened('open', end)
        if (!WITH_CONTENT.has(name.text)) return
        next = closingOf(source, name.text, from + end + 1)?.end ?? source.length
        tokenizer.pause()
      },
      onselfclosingtag: end => opened('empty', end),
      onclosetag: (start, end) => {
        const until = source.indexOf('>', from + end)
        tags.push({
          kind: 'close',
          name: source.slice(from + start, from + end),
          start: source.lastIndexOf('<', from + start),
          end: until === -1 ? source.length : until + 1,
        })
      },
      onattribdata: nothing,
      onattribend: nothing,
      onattribentity: nothing,
      onattribname: nothing,
      oncdata: nothing,
      oncomment: nothing,
      ondeclaration: nothing,
      onend: nothing,
      onprocessinginstruction: nothing,
      ontext: nothing,
      ontextentity: nothing,
    },
  )
  tokenizer.write(source.slice(from))
  return { tags, next }
}

const OPENS = /^\s*\{%-?\s*(for|if|unless|case)\b[^%]*%\}\s*$/
const CLOSES = /^\s*\{%-?\s*end(for|if|unless|case)\s*-?%\}\s*$/

/** Puts siblings between `{% if … %}` and `{% endif %}`, and those of a saved block, into groups. */
function grouped(nodes: readonly MjmlNode[]): readonly MjmlNode[] {
  const marked = withMarks(nodes)
  if (marked === nodes && !nodes.some(node => wordOf(node, OPENS))) return nodes
  const stack: { open?: ElementNode; word: string; children: MjmlNode[] }[] = [{ word: '', children: [] }]
  const put = (...added: readonly MjmlNode[]) => stack.at(-1)?.children.push(...added.map(unmarked))
  for (const node of marked) {
    const opens = opening(node)
    const closes = closing(node)
    const top = stack.at(-1)
    if (opens !== undefined && node.kind === 'element' && stack.length < DEPTH_MAX) {
      stack.push({ open: node, word: opens, children: [] })
    } else if (closes !== undefined && node.kind === 'element' && top?.open && top.word === closes) {
      stack.pop()
      put(groupNode(isMark(top.open) ? 'block' : top.word, top.open, top.children, node))
    } else {
      put(node)
    }
  }
  // What is never closed is no group.
  while (stack.length > 1) {
    const open = stack.pop()
    if (open?.open) put(open.open, ...open.children)
  }
  return stack[0]?.children ?? []
}

/** Texts taken apart at the marks of saved blocks; the same siblings where there is none. */
function withMarks(nodes: readonly MjmlNode[]): readonly MjmlNode[] {
  const texts = nodes.map(node => (node.kind === 'text' ? node.text : '')).join('')
  if (!hasBlockMarks(texts)) return nodes
  const marks = texts.match(BLOCK_MARKS) ?? []
  const isPaired = (mark: string) => marks.filter(each => blockIn(each) === blockIn(mark)).length > 1
  return nodes.flatMap((node): readonly MjmlNode[] => {
    if (node.kind !== 'text') return [node]
    const parts: MjmlNode[] = []
    let at = 0
    for (const { index, 0: mark } of node.text.matchAll(BLOCK_MARKS)) {
      if (!isPaired(mark)) continue
      if (index > at) parts.push(textNode(node.text.slice(at, index)))
      parts.push(markNode(mark))
      at = index + mark.length
    }
    return [...parts, ...(at < node.text.length ? [textNode(node.text.slice(at))] : [])]
  })
}

function blockIn(mark: string): string | undefined {
  return /block:[\da-f-]{36}/i.exec(mark)?.[0]
}

/** A mark of a saved block: an element without a name, whose opening tag is the comment. */
export function markNode(mark: string): ElementNode {
  return { ...elementOf('', mark), attributes: [], children: [], close: '' }
}

function isMark(node: MjmlNode): node is ElementNode {
  return node.kind === 'element' && node.tag === ''
}

/** A mark that belongs to nothing is a comment as others are. */
function unmarked(node: MjmlNode): MjmlNode {
  return isMark(node) ? textNode(node.open) : node
}

function opening(node: MjmlNode): string | undefined {
  return isMark(node) && !node.open.startsWith('<!-- /') ? blockIn(node.open) : wordOf(node, OPENS)
}

function closing(node: MjmlNode): string | undefined {
  return isMark(node) && node.open.startsWith('<!-- /') ? blockIn(node.open) : wordOf(node, CLOSES)
}

export function groupNode(
  word: string,
  open: ElementNode,
  children: readonly MjmlNode[],
  close: ElementNode,
): GroupNode {
  return { kind: 'group', id: newId(), word, open, children, close }
}

function wordOf(node: MjmlNode, pattern: RegExp): string | undefined {
  if (node.kind !== 'element' || node.tag !== 'mj-raw' || node.content === undefined) return undefined
  return pattern.exec(node.content)?.[1]
}

/** The body of a mail. */
export function bodyOf(root: Container): ElementNode {
  const mjml = root.children.find(isTag('mjml'))
  const body = mjml?.kind === 'element' ? mjml.children.find(isTag('mj-body')) : undefined
  if (body?.kind !== 'element') throw new Error('A parsed mail has a body.')
  return body
}

/** Its head; undefined where there is none. */
export function headOf(root: Container): ElementNode | undefined {
  const mjml = root.children.find(isTag('mjml'))
  const head = mjml?.kind === 'element' ? mjml.children.find(isTag('mj-head')) : undefined
  return head?.kind === 'element' ? head : undefined
}
