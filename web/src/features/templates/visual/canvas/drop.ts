/** The place between blocks that is nearest to the pointer. */
import { bodyOf } from '../mjml/parse.ts'
import { blocksOf, type Container } from '../mjml/tree.ts'
import { type Block, levelInside, levelOf } from '../model/kinds.ts'
import type { Level } from '../model/levels.ts'
import { savedAround } from '../model/saved-marks.ts'
import { after, blockAt, type Slot } from '../model/places.ts'

/** Where a line shows that the block goes, in the area's own coordinates. */
export interface Line {
  left: number
  top: number
  length: number
  isUpright: boolean
}

export interface Drop {
  slot: Slot
  line: Line
}

interface Pointer {
  root: Parameters<typeof blockAt>[0]
  /** What the blocks are drawn in. */
  area: HTMLElement
  x: number
  y: number
  /** Of what is dragged. */
  level: Level
  /** The block on its way: nothing goes into it. */
  without?: number
  /** It is a saved block, or has one: saved blocks are not inside of each other. */
  isSaved?: boolean
}

export function dropAt(pointer: Pointer): Drop | undefined {
  const { root, area, x, y, level, without } = pointer
  const under = area.ownerDocument.elementFromPoint(x, y)?.closest('[data-block]')
  const id = under instanceof HTMLElement && area.contains(under) ? Number(under.dataset['block']) : null
  const found = blockAt(root, id)
  if (!found) return atEnd(pointer)
  const chain = chainFor(pointer, [...found.path, found.block])
  if (chain.some(container => container.id === without)) return undefined
  return inColumn(pointer, chain) ?? dropNextToBlock(pointer, chain, level) ?? dropNextToBlock(pointer, chain, 'row')
}

/** The containers under the pointer, as far as the block may go into them. */
function chainFor({ isSaved = false }: Pointer, all: readonly Container[]): readonly Container[] {
  const outer = isSaved ? savedAround(all) : undefined
  return outer ? all.slice(0, all.indexOf(outer) + 1) : all
}

/** Into the column under the pointer, where it has no block there. */
function inColumn(pointer: Pointer, chain: readonly Container[]): Drop | undefined {
  const inner = chain.at(-1)
  if (!inner || pointer.level === 'row' || levelInside(chain) !== pointer.level) return undefined
  if (inner.kind === 'group' && blocksOf(inner).length > 0) return undefined
  const blocks = blocksOf(inner)
  const next = blocks.find(block => middleOf(pointer.area, block) > pointer.y)
  if (next) return lineBeside(pointer, next, { parent: inner.id, before: next.id, level: pointer.level }, 'before')
  const last = blocks.at(-1)
  const slot = { parent: inner.id, before: null, level: pointer.level }
  return last ? lineBeside(pointer, last, slot, 'after') : lineBeside(pointer, inner, slot, 'before')
}

function middleOf(area: HTMLElement, block: Block): number {
  const box = boxOf(area, block.id)
  return box ? box.top + box.height / 2 : 0
}

/** Before or after the block of this level around the pointer. */
function dropNextToBlock(pointer: Pointer, chain: readonly Container[], level: Level): Drop | undefined {
  for (let at = chain.length - 1; at > 0; at--) {
    const path = chain.slice(0, at)
    const block = chain[at]
    const parent = path.at(-1)
    if (!block || !parent || levelInside(path) !== level || levelOf(block, path) !== level) continue
    const box = boxOf(pointer.area, block.id)
    if (!box) return undefined
    const isAfter = level === 'column' ? pointer.x > box.left + box.width / 2 : pointer.y > box.top + box.height / 2
    const slot = isAfter ? after(parent, block.id, level) : { parent: parent.id, before: block.id, level }
    return lineBeside(pointer, block, slot, isAfter ? 'after' : 'before')
  }
  return undefined
}

/** Below or above the whole mail. */
function atEnd(pointer: Pointer): Drop | undefined {
  const body = bodyOf(pointer.root)
  const rows = blocksOf(body)
  const next = rows.find(row => middleOf(pointer.area, row) > pointer.y)
  const slot: Slot = { parent: body.id, before: next?.id ?? null, level: 'row' }
  const beside = next ?? rows.at(-1)
  if (beside) return lineBeside(pointer, beside, slot, next ? 'before' : 'after')
  const area = pointer.area.getBoundingClientRect()
  return { slot, line: { left: 24, top: 32, length: area.width - 48, isUpright: false } }
}

function lineBeside(pointer: Pointer, block: Container, slot: Slot, side: 'before' | 'after'): Drop | undefined {
  const box = boxOf(pointer.area, block.id)
  if (!box) return undefined
  const area = pointer.area.getBoundingClientRect()
  const [left, top] = [box.left - area.left, box.top - area.top]
  if (slot.level === 'column') {
    const x = side === 'before' ? left : left + box.width
    return { slot, line: { left: x, top, length: box.height, isUpright: true } }
  }
  return { slot, line: { left, top: side === 'before' ? top : top + box.height, length: box.width, isUpright: false } }
}

/** Of a block, in the area's own coordinates. */
export function boxIn(area: HTMLElement, id: number) {
  const box = boxOf(area, id)
  const { left, top } = area.getBoundingClientRect()
  return box && { left: box.left - left, top: box.top - top, width: box.width, height: box.height }
}

function boxOf(area: HTMLElement, id: number): DOMRect | undefined {
  return area.querySelector(`[data-block="${id}"]`)?.getBoundingClientRect()
}
