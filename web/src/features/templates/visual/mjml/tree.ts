/**
 * MJML as a tree that prints as it was written. Every node keeps its own source text, and a change writes the changed piece
 * anew: one attribute, one text, one place among siblings. Trees are never changed in place.
 */

export interface ElementNode {
  kind: 'element'
  id: number
  tag: string
  /** The opening tag as it is written. */
  open: string
  attributes: readonly Attribute[]
  /** What a tag holds that is no MJML: the HTML of a text, say. Undefined where it has children. */
  content: string | undefined
  children: readonly MjmlNode[]
  /** The closing tag as it is written; empty where there is none. */
  close: string
}

/** What stands between elements: blanks, comments, Liquid. */
export interface TextNode {
  kind: 'text'
  id: number
  text: string
}

/** Siblings between two pieces of raw Liquid that belong together, `{% if … %}` and `{% endif %}`, or between the marks of a saved block. */
export interface GroupNode {
  kind: 'group'
  id: number
  /** `for`, `if`, `unless`, `case`, or `block`. */
  word: string
  open: ElementNode
  children: readonly MjmlNode[]
  close: ElementNode
}

export type MjmlNode = ElementNode | TextNode | GroupNode
export type Container = ElementNode | GroupNode

/** An attribute of an opening tag, with its place in the tag's text. */
export interface Attribute {
  name: string
  /** As it is written. */
  value: string
  /** Of the whole attribute. */
  start: number
  end: number
}

let lastId = 0

/** Ids are of this page only: they tell the nodes of a tree apart while it is edited. */
export function newId(): number {
  return ++lastId
}

export function print(node: MjmlNode): string {
  if (node.kind === 'text') return node.text
  if (node.kind === 'group') return print(node.open) + printAll(node.children) + print(node.close)
  return node.open + (node.content ?? printAll(node.children)) + node.close
}

const lengths = new WeakMap<MjmlNode, number>()

/** Of what it prints; known once, since nodes never change. */
function lengthOf(node: MjmlNode): number {
  if (node.kind === 'text') return node.text.length
  const known = lengths.get(node)
  if (known !== undefined) return known
  const inner = node.children.reduce((sum, child) => sum + lengthOf(child), 0)
  const around =
    node.kind === 'group'
      ? lengthOf(node.open) + lengthOf(node.close)
      : node.open.length + (node.content?.length ?? 0) + node.close.length
  lengths.set(node, inner + around)
  return inner + around
}

function printAll(nodes: readonly MjmlNode[]): string {
  return nodes.map(print).join('')
}

/** The node with this id, and the containers around it, outermost first. */
export function find(root: Container, id: number): { node: MjmlNode; path: readonly Container[] } | undefined {
  const path: Container[] = []
  const walk = (node: MjmlNode): MjmlNode | undefined => {
    if (node.id === id) return node
    if (node.kind === 'text') return undefined
    path.push(node)
    for (const child of node.children) {
      const found = walk(child)
      if (found) return found
    }
    path.pop()
    return undefined
  }
  const node = walk(root)
  return node && { node, path }
}

/** The tree with one node replaced; the same tree where nothing changed. */
export function replace<Root extends MjmlNode>(root: Root, id: number, next: (node: MjmlNode) => MjmlNode): Root {
  if (root.id === id) return next(root) as Root
  if (root.kind === 'text') return root
  const children = root.children.map(child => replace(child, id, next))
  return children.every((child, at) => child === root.children[at]) ? root : { ...root, children }
}

/** A copy with ids of its own. */
export function copyOf<Node extends MjmlNode>(node: Node): Node {
  if (node.kind === 'text') return { ...node, id: newId() }
  const children = node.children.map(copyOf)
  if (node.kind === 'element') return { ...node, id: newId(), children }
  return { ...node, id: newId(), children, open: copyOf(node.open), close: copyOf(node.close) }
}

export function isBlank(node: MjmlNode): boolean {
  return node.kind === 'text' && node.text.trim() === ''
}

/** The children that are more than text. */
export function blocksOf(container: Container): readonly (ElementNode | GroupNode)[] {
  return container.children.filter(child => child.kind !== 'text')
}

/**
 * Puts nodes before a sibling, or at the end, each on a line of its own. `depth` is how many containers are around them; what is a
 * single line stays one.
 */
export function insertInto(
  container: Container,
  added: readonly MjmlNode[],
  before: number | null,
  depth: number,
): Container {
  const opened = container.kind === 'element' ? unfolded(container) : container
  const { children } = opened
  const found = children.findIndex(child => child.id === before)
  const at = found === -1 ? endOf(children) : found
  const previous = children[at - 1]
  const hasLine = previous !== undefined && isBlank(previous)
  const line = hasLine && previous.kind === 'text' ? previous.text : `\n${'  '.repeat(depth)}`
  const isLast = found === -1
  const lines = added.flatMap(node => (isLast ? [textNode(line), node] : [node, textNode(line)]))
  const tail = isLast && children.length === at ? [textNode(`\n${'  '.repeat(Math.max(0, depth - 1))}`)] : []
  return { ...opened, children: [...children.slice(0, at), ...lines, ...tail, ...children.slice(at)] }
}

/** `<mj-column />` as `<mj-column></mj-column>`. */
function unfolded(node: ElementNode): ElementNode {
  if (node.close !== '' || node.tag === '') return node
  return { ...node, open: `${node.open.slice(0, -2).trimEnd()}>`, close: `</${node.tag}>` }
}

function endOf(children: readonly MjmlNode[]): number {
  const last = children.findLastIndex(child => !isBlank(child))
  return last + 1
}

export function textNode(text: string): TextNode {
  return { kind: 'text', id: newId(), text }
}

/** Takes a child out, with the blanks before it. */
export function removeFrom(container: Container, id: number): Container {
  const at = container.children.findIndex(child => child.id === id)
  if (at === -1) return container
  const previous = container.children[at - 1]
  const from = previous && isBlank(previous) ? at - 1 : at
  return { ...container, children: [...container.children.slice(0, from), ...container.children.slice(at + 1)] }
}

/** The innermost block at an offset of the printed text; ids from the outside in. */
export function pathAt(root: Container, offset: number): readonly number[] {
  const path: number[] = []
  const walk = (nodes: readonly MjmlNode[], start: number): void => {
    let from = start
    for (const node of nodes) {
      const until = from + lengthOf(node)
      if (offset >= from && offset < until && node.kind !== 'text') {
        path.push(node.id)
        const lead = node.kind === 'group' ? lengthOf(node.open) : node.open.length
        walk(node.children, from + lead)
        return
      }
      from = until
    }
  }
  walk(root.children, root.kind === 'element' ? root.open.length : 0)
  return path
}
