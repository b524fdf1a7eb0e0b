/** Where blocks may be put, and how they come there. */
import { bodyOf, parseBlocks } from '../mjml/parse.ts'
import {
  blocksOf,
  type Container,
  copyOf,
  type ElementNode,
  find,
  insertInto,
  isBlank,
  type MjmlNode,
  removeFrom,
  replace,
} from '../mjml/tree.ts'
import { type Block, kindOf, levelInside, levelOf } from './kinds.ts'
import type { Level } from './levels.ts'
import { holdsSaved, savedAround } from './saved-marks.ts'

/** A place between blocks: before one of them, or at the end. */
export interface Slot {
  parent: number
  before: number | null
  level: Level
}

type Root = ElementNode

/** All places of a level, as they follow in the mail; none inside of the block `without`. */
export function slotsOf(root: Root, level: Level, without?: number): readonly Slot[] {
  const slots: Slot[] = []
  const walk = (path: readonly Container[]) => {
    const container = path.at(-1)
    const inside = levelInside(path)
    if (!container || inside === undefined) return
    const put = (before: number | null) => {
      if (inside === level) slots.push({ parent: container.id, before, level })
    }
    for (const block of blocksOf(container)) {
      put(block.id)
      if (block.id !== without) walk([...path, block])
    }
    put(null)
  }
  walk([...(find(root, bodyOf(root).id)?.path ?? []), bodyOf(root)])
  return slots
}

/** The block with this id and the containers around it. */
export function blockAt(root: Root, id: number | null): { block: Block; path: readonly Container[] } | undefined {
  const found = id === null ? undefined : find(root, id)
  return found && found.node.kind !== 'text' ? { block: found.node, path: found.path } : undefined
}

/** Where a new block of this level goes: after what is chosen, or inside of it. */
export function slotNear(root: Root, level: Level, chosen: number | null): Slot {
  const found = blockAt(root, chosen)
  if (!found) return lastSlot(root, level)
  const around: readonly Container[] = [...found.path, found.block]
  // Inside of the chosen block, where it holds such blocks.
  const own = slotsOf(root, level).filter(slot => isWithin(root, slot.parent, found.block.id))
  const end = own.find(slot => slot.before === null)
  if (end && kindOf(found.block) !== 'footer') return end
  for (let at = around.length - 1; at > 0; at--) {
    const path = around.slice(0, at)
    const child = around[at]
    const parent = path.at(-1)
    if (parent && child && levelInside(path) === level) return after(parent, child.id, level)
  }
  return lastSlot(root, level)
}

function isWithin(root: Root, id: number, outer: number): boolean {
  return id === outer || (find(root, id)?.path.some(container => container.id === outer) ?? false)
}

export function after(parent: Container, id: number, level: Level): Slot {
  const blocks = blocksOf(parent)
  const next = blocks[blocks.findIndex(block => block.id === id) + 1]
  return { parent: parent.id, before: next?.id ?? null, level }
}

/** The end of the mail, above its footer. What goes into columns gets a section of its own there. */
function lastSlot(root: Root, _level: Level): Slot {
  const body = bodyOf(root)
  const last = blocksOf(body).at(-1)
  const before = last && kindOf(last) === 'footer' ? last.id : null
  return { parent: body.id, before, level: 'row' }
}

/** Puts blocks into a place; content between rows gets a section around it. */
export function insertAt(root: Root, blocks: readonly MjmlNode[], level: Level, slot: Slot): Root {
  const found = find(root, slot.parent)
  if (!found) return root
  const depth = found.path.length
  const added = level === slot.level ? blocks : wrapped(blocks, level, depth)
  return replace(root, slot.parent, node => (node.kind === 'text' ? node : insertInto(node, added, slot.before, depth)))
}

/** In a section with one column, on lines of their own. */
function wrapped(blocks: readonly MjmlNode[], level: Level, depth: number): readonly MjmlNode[] {
  const source =
    level === 'column' ? '<mj-section></mj-section>' : '<mj-section>\n  <mj-column></mj-column>\n</mj-section>'
  return parseBlocks(indented(source, depth)).map(node => {
    if (node.kind !== 'element') return node
    if (level === 'column') return insertInto(node, blocks, null, depth + 1)
    const column = blocksOf(node)[0]
    return column ? replace(node, column.id, each => insertInto(each as Container, blocks, null, depth + 2)) : node
  })
}

/** Lines after the first one, as deep as their place is. */
export function indented(source: string, depth: number): string {
  return source.replaceAll('\n', `\n${'  '.repeat(depth)}`)
}

/** Moves a block into a place; to where it stands already changes nothing. */
export function moveTo(root: Root, id: number, slot: Slot): Root {
  const found = blockAt(root, id)
  const parent = found?.path.at(-1)
  if (!found || !parent || slot.before === id || isWithin(root, slot.parent, id)) return root
  if (slot.parent === parent.id && after(parent, id, slot.level).before === slot.before) return root
  const level = levelOf(found.block, found.path)
  if (level !== slot.level && slot.level !== 'row') return root
  const without = replace(root, parent.id, node => (node.kind === 'text' ? node : removeFrom(node, id)))
  return insertAt(without, [found.block], level, slot)
}

/** One place up or down, across columns and sections; undefined where it is the first or the last. */
export function stepOf(root: Root, id: number, step: 1 | -1): Slot | undefined {
  const found = blockAt(root, id)
  const parent = found?.path.at(-1)
  if (!found || !parent) return undefined
  const all = slotsOf(root, levelOf(found.block, found.path), id)
  const slots = holdsSaved(found.block) ? all.filter(slot => !isInSaved(root, slot.parent)) : all
  const own = slots.findIndex(slot => slot.parent === parent.id && slot.before === id)
  // The place after the block is the same as the one before it.
  return slots[step === -1 ? own - 1 : own + 2]
}

/** Saved blocks are not inside of each other. */
function isInSaved(root: Root, id: number): boolean {
  const found = blockAt(root, id)
  return found !== undefined && savedAround([...found.path, found.block]) !== undefined
}

export function withoutBlock(root: Root, id: number): Root {
  const parent = find(root, id)?.path.at(-1)
  return parent ? replace(root, parent.id, node => (node.kind === 'text' ? node : removeFrom(node, id))) : root
}

/** A copy right after the block: the mail with it, and its id. */
export function duplicated(root: Root, id: number): { root: Root; id: number } | undefined {
  const found = blockAt(root, id)
  const parent = found?.path.at(-1)
  if (!found || !parent) return undefined
  const copy = copyOf(found.block)
  const slot = after(parent, id, levelOf(found.block, found.path))
  return { root: insertAt(root, [copy], slot.level, slot), id: copy.id }
}

/** What is chosen once a block is gone: the next one, else the one before, else what was around it. */
export function neighbourOf(root: Root, id: number): number | null {
  const parent = find(root, id)?.path.at(-1)
  if (!parent) return null
  const blocks = blocksOf(parent)
  const at = blocks.findIndex(block => block.id === id)
  const next = blocks[at + 1] ?? blocks[at - 1]
  if (next) return next.id
  return parent.kind === 'element' && parent.tag === 'mj-body' ? null : parent.id
}

/** Blocks of our own, ready to be put in. */
export function nodesOf(source: string, depth: number): readonly MjmlNode[] {
  return parseBlocks(indented(source, depth)).filter(node => !isBlank(node))
}
