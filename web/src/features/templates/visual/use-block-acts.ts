/** Moving, copying and removing a block: the same by buttons and by keys. */
import {
  duplicated,
  insertAt,
  moveTo,
  neighbourOf,
  nodesOf,
  slotNear,
  type Slot,
  stepOf,
  withoutBlock,
} from './model/places.ts'
import { type BlockLook, newBlock, type NewBlock, newBlockLevel } from './model/new-blocks.ts'
import { blocksOf, find, isBlank, type ElementNode } from './mjml/tree.ts'
import { useVisualShared } from './visual-context.ts'
import type { Visual } from './use-visual.ts'

export interface BlockActs {
  up: () => void
  down: () => void
  canUp: boolean
  canDown: boolean
  duplicate: () => void
  remove: () => void
}

export function useBlockActs(id: number): BlockActs {
  const { visual } = useVisualShared()
  const { root } = visual
  const above = stepOf(root, id, -1)
  const below = stepOf(root, id, 1)
  const move = (slot: Slot | undefined) => {
    if (slot) visual.edit(now => moveTo(now, id, slot), { chosen: id })
  }
  return {
    up: () => move(above),
    down: () => move(below),
    canUp: above !== undefined,
    canDown: below !== undefined,
    duplicate: () => {
      const next = duplicated(root, id)
      if (next) visual.edit(() => next.root, { chosen: next.id })
    },
    remove: () => visual.edit(now => withoutBlock(now, id), { chosen: neighbourOf(root, id) }),
  }
}

/** Puts a new block into a place, or where it fits best; gives the id of what was added. */
export function addBlock(visual: Visual, block: NewBlock, look: BlockLook, slot?: Slot): void {
  const { root, chosen } = visual
  const level = newBlockLevel(block)
  const isGroup = block === 'repeat' || block === 'condition'
  const place = slot ?? slotNear(root, level, chosen)
  // Inside of a column a group holds what stands in columns.
  const source = newBlock(block, look)
  const own = isGroup && place.level === 'content' ? withoutSection(source) : source
  const depth = find(root, place.parent)?.path.length ?? 0
  const deeper = place.level === 'row' && level === 'content' ? 2 : 0
  const nodes = nodesOf(own, depth + deeper)
  const next = insertAt(root, nodes, isGroup ? place.level : level, place)
  visual.edit(() => next, { chosen: nodes.find(node => !isBlank(node))?.id ?? null })
}

/** Lines of a group without the section and column around its content. */
function withoutSection(source: string): string {
  const lines = source.split('\n').filter(line => !/^\s*<\/?mj-(?:section|column)>$/.test(line))
  return lines.map(line => line.trim()).join('\n')
}

/** The social links, columns or other parts inside of a block. */
export function partsOf(node: ElementNode): readonly ElementNode[] {
  return blocksOf(node).filter(each => each.kind === 'element')
}
