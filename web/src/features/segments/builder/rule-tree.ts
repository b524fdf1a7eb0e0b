/**
 * The tree of a segment's rules while it is edited. Groups and conditions have ids, so that fields keep the focus when
 * nodes move. Pure: every action returns a new tree and leaves the old one for undo.
 */
export const MATCHES = ['all', 'any', 'none'] as const
export type Match = (typeof MATCHES)[number]

export interface Leaf<Condition> {
  id: string
  condition: Condition
}

export interface Group<Condition> {
  id: string
  match: Match
  children: RuleNode<Condition>[]
}

export type RuleNode<Condition> = Leaf<Condition> | Group<Condition>

export type Direction = 'up' | 'down'

export function isGroup<Condition>(node: RuleNode<Condition>): node is Group<Condition> {
  return 'children' in node
}

let lastId = 0

/** An id unique within this visit. */
export function newId(): string {
  lastId += 1
  return `rule-${lastId}`
}

export function leaf<Condition>(condition: Condition): Leaf<Condition> {
  return { id: newId(), condition }
}

export function group<Condition>(match: Match, children: RuleNode<Condition>[]): Group<Condition> {
  return { id: newId(), match, children }
}

/** All conditions, top to bottom. */
export function leavesOf<Condition>(node: RuleNode<Condition>): Leaf<Condition>[] {
  return isGroup(node) ? node.children.flatMap(leavesOf) : [node]
}

/** Number of group levels; 1 for a group without nested groups. */
export function depthOf<Condition>(node: RuleNode<Condition>): number {
  return isGroup(node) ? 1 + Math.max(0, ...node.children.map(depthOf)) : 0
}

export function findNode<Condition>(root: RuleNode<Condition>, id: string): RuleNode<Condition> | undefined {
  if (root.id === id) return root
  if (!isGroup(root)) return undefined
  for (const child of root.children) {
    const found = findNode(child, id)
    if (found) return found
  }
  return undefined
}

export function parentOf<Condition>(root: Group<Condition>, id: string): Group<Condition> | undefined {
  if (root.children.some(child => child.id === id)) return root
  for (const child of root.children) {
    const found = isGroup(child) ? parentOf(child, id) : undefined
    if (found) return found
  }
  return undefined
}

/** How many groups surround a node, including the root. */
export function levelOf<Condition>(root: Group<Condition>, id: string): number {
  const parent = parentOf(root, id)
  return parent === undefined ? 0 : 1 + levelOf(root, parent.id)
}

/** Replaces a node with any number of nodes, or none. */
function replace<Condition>(root: Group<Condition>, id: string, by: RuleNode<Condition>[]): Group<Condition> {
  if (!containsNode(root, id)) return root
  return {
    ...root,
    children: root.children.flatMap(child => {
      if (child.id === id) return by
      return isGroup(child) ? [replace(child, id, by)] : [child]
    }),
  }
}

function containsNode<Condition>(root: Group<Condition>, id: string): boolean {
  return root.children.some(child => child.id === id || (isGroup(child) && containsNode(child, id)))
}

export function changeCondition<Condition>(root: Group<Condition>, id: string, condition: Condition): Group<Condition> {
  return replace(root, id, [{ id, condition }])
}

export function changeMatch<Condition>(root: Group<Condition>, id: string, match: Match): Group<Condition> {
  if (root.id === id) return { ...root, match }
  const found = findNode(root, id)
  return found && isGroup(found) ? replace(root, id, [{ ...found, match }]) : root
}

/** Adds a node at the end of a group, or after one of the group's children. */
export function insert<Condition>(
  root: Group<Condition>,
  parentId: string,
  node: RuleNode<Condition>,
  after?: string,
): Group<Condition> {
  const parent = findNode(root, parentId)
  if (!parent || !isGroup(parent)) return root
  const at = after === undefined ? parent.children.length : parent.children.findIndex(({ id }) => id === after) + 1
  const filled = { ...parent, children: parent.children.toSpliced(at, 0, node) }
  return parent === root ? filled : replace(root, parentId, [filled])
}

/** Removes a node, and each surrounding group that becomes empty, except the root. */
export function remove<Condition>(root: Group<Condition>, id: string): Group<Condition> {
  const parent = parentOf(root, id)
  const without = replace(root, id, [])
  return parent && parent.id !== root.id && parent.children.length === 1 ? remove(without, parent.id) : without
}

/** Wraps a node in a new group. */
export function wrap<Condition>(root: Group<Condition>, id: string): Group<Condition> {
  const node = findNode(root, id)
  const parent = parentOf(root, id)
  if (!node || !parent) return root
  return replace(root, id, [group(parent.match === 'any' ? 'all' : 'any', [node])])
}

/** Replaces a group with its children. */
export function unwrap<Condition>(root: Group<Condition>, id: string): Group<Condition> {
  const node = findNode(root, id)
  return node && isGroup(node) && node !== root ? replace(root, id, node.children) : root
}

/** Inserts a copy with new ids right below, and returns its id. */
export function duplicate<Condition>(root: Group<Condition>, id: string): { root: Group<Condition>; id: string } {
  const node = findNode(root, id)
  const parent = parentOf(root, id)
  if (!node || !parent) return { root, id }
  const copy = withNewIds(node)
  return { root: insert(root, parent.id, copy, id), id: copy.id }
}

export function withNewIds<Condition>(node: RuleNode<Condition>): RuleNode<Condition> {
  return isGroup(node) ? { ...node, id: newId(), children: node.children.map(withNewIds) } : { ...node, id: newId() }
}

/**
 * Moves a node one step up or down. It enters a neighbouring group, and leaves its own group at the edge. The tree is
 * returned unchanged if the node can't move, or if groups would be nested deeper than `depthMax`.
 */
export function move<Condition>(
  root: Group<Condition>,
  id: string,
  direction: Direction,
  depthMax: number,
): Group<Condition> {
  const node = findNode(root, id)
  const parent = parentOf(root, id)
  if (!node || !parent) return root
  const at = parent.children.indexOf(node)
  const neighbour = parent.children[at + (direction === 'up' ? -1 : 1)]
  const moved = neighbour ? moveInside(root, parent, at, direction) : leaveGroup(root, parent, node, direction)
  return depthOf(moved) > depthMax ? swap(root, parent, at, direction) : moved
}

function moveInside<Condition>(
  root: Group<Condition>,
  parent: Group<Condition>,
  at: number,
  direction: Direction,
): Group<Condition> {
  const node = parent.children[at]
  const neighbour = parent.children[at + (direction === 'up' ? -1 : 1)]
  if (!node || !neighbour || !isGroup(neighbour)) return swap(root, parent, at, direction)
  const children = direction === 'up' ? [...neighbour.children, node] : [node, ...neighbour.children]
  const rest = parent.children
    .filter(child => child !== node)
    .map(child => (child === neighbour ? { ...neighbour, children } : child))
  return put(root, { ...parent, children: rest })
}

function swap<Condition>(
  root: Group<Condition>,
  parent: Group<Condition>,
  at: number,
  direction: Direction,
): Group<Condition> {
  const to = at + (direction === 'up' ? -1 : 1)
  const [one, other] = [parent.children[at], parent.children[to]]
  if (!one || !other) return root
  return put(root, { ...parent, children: parent.children.with(at, other).with(to, one) })
}

function leaveGroup<Condition>(
  root: Group<Condition>,
  parent: Group<Condition>,
  node: RuleNode<Condition>,
  direction: Direction,
): Group<Condition> {
  if (parent.id === root.id) return root
  const rest = parent.children.filter(child => child !== node)
  const emptied = rest.length === 0 ? [] : [{ ...parent, children: rest }]
  return replace(root, parent.id, direction === 'up' ? [node, ...emptied] : [...emptied, node])
}

function put<Condition>(root: Group<Condition>, changed: Group<Condition>): Group<Condition> {
  return changed.id === root.id ? changed : replace(root, changed.id, [changed])
}
