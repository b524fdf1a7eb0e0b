// Finds reads of the dashboard whose failure no person sees: the result is taken without its `error`, and is not handed on whole either.
import { type Node, parseSync } from 'oxc-parser'

const HOOKS = new Set(['useRead', 'useReadPage', 'useLiveAnswer', 'useQuery', 'useQueries'])

/** Comboboxes get `isFetching`, and say that their options are missing. */
const SHOWN_BY = new Set(['error', 'isFetching'])

/** The endpoints that one file reads without looking at the error, in the order of the file. */
export function silentReads(path: string, source: string): string[] {
  const nodes = walk(parseSync(path, source).program)
  return nodes
    .filter(({ node }) => node.type === 'CallExpression' && HOOKS.has(nameOf(node.callee)))
    .filter(read => !isHandedOn(read, nodes))
    .map(({ node }) => endpointOf(source.slice(node.start, node.end)))
}

interface Placed {
  node: Node
  parent: Placed | undefined
}

function walk(root: Node): Placed[] {
  const found: Placed[] = []
  const visit = (value: unknown, parent: Placed | undefined): void => {
    if (Array.isArray(value)) return value.forEach(each => visit(each, parent))
    if (!isNode(value)) return
    const placed = { node: value, parent }
    found.push(placed)
    for (const part of Object.values(value)) visit(part, placed)
  }
  visit(root, undefined)
  return found
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value
}

function nameOf(node: Node): string {
  return node.type === 'Identifier' ? node.name : ''
}

/** Whether the error of a read is taken, or the whole result goes somewhere else. */
function isHandedOn({ node, parent }: Placed, nodes: readonly Placed[]): boolean {
  if (parent === undefined) return false
  const user = parent.node
  switch (user.type) {
    case 'ReturnStatement':
    case 'ArrowFunctionExpression':
      return true
    case 'TSAsExpression':
      return isHandedOn(parent, nodes)
    case 'CallExpression':
      return user.callee !== node && isHandedOn(parent, nodes)
    case 'VariableDeclarator':
      return takesError(user.id, parent, nodes)
    default:
      return false
  }
}

function takesError(into: Node, declared: Placed, nodes: readonly Placed[]): boolean {
  if (into.type === 'ObjectPattern') {
    return into.properties.some(part => part.type === 'RestElement' || nameOf(part.key) === 'error')
  }
  if (into.type !== 'Identifier') return false
  const block = blockOf(declared)
  return nodes.some(({ node, parent }) => {
    if (node.type !== 'Identifier' || node === into || node.name !== into.name) return false
    if (node.start < block.start || node.end > block.end) return false
    const user = parent?.node
    if (user?.type === 'MemberExpression' && user.object === node) return SHOWN_BY.has(nameOf(user.property))
    if (user?.type === 'VariableDeclarator' && parent) return takesError(user.id, parent, nodes)
    return true
  })
}

function blockOf({ node, parent }: Placed): Node {
  return parent === undefined || node.type === 'BlockStatement' ? node : blockOf(parent)
}

/** The first of the product's endpoints in the call's text: they begin like a verb and stand first. */
function endpointOf(text: string): string {
  return /(?:readOptions|keyOf)\((\w+)/.exec(text)?.[1] ?? /\(\s*([\w.[\]]+)/.exec(text)?.[1] ?? text
}
