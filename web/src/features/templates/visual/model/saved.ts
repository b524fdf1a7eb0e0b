/** Saved blocks in a mail: groups between the marks of a block and its version. */
import { BLOCK_MARKS, markedBlock } from '@notifly/contracts/templates/block-marks'
import { groupNode, markNode, readBlocks } from '../mjml/parse.ts'
import { type Container, type ElementNode, isBlank, type MjmlNode, print, replace } from '../mjml/tree.ts'
import { type Block, levelInside, levelOf } from './kinds.ts'
import type { Level } from './levels.ts'
import { holdsSaved, savedAround, type SavedMark, savedMark } from './saved-marks.ts'
import { after, blockAt, indented, type Slot, slotNear } from './places.ts'

/** What is put into a mail. */
export interface SavedPiece extends SavedMark {
  mjml: string
}

/** Whether it can become a saved block: whole rows, and what stands in columns, but for parts of other saved blocks. */
export function isSavable(block: Block, path: readonly Container[]): boolean {
  const level = levelOf(block, path)
  if (level === 'column' || levelInside(path) !== level) return false
  return savedAround(path) === undefined && !holdsSaved(block)
}

/** As it stands at the beginning of a line of its own. */
export function sourceOf(nodes: readonly MjmlNode[]): string {
  const [first = '', ...lines] = nodes.map(print).join('').trim().split('\n')
  const depths = lines.filter(line => line.trim() !== '').map(line => line.length - line.trimStart().length)
  const depth = Math.min(...depths, 200)
  return [first, ...lines.map(line => line.slice(Math.min(depth, line.length - line.trimStart().length)))].join('\n')
}

/** Whether two sources differ in more than how deep their lines are. */
export function isSameSource(one: string, other: string): boolean {
  const flat = (source: string) => source.trim().replace(/\n[ \t]*/g, '\n')
  return flat(one) === flat(other)
}

/** The mail with marks around one of its blocks. */
export function asSaved(root: ElementNode, id: number, { uuid, version }: SavedMark): ElementNode {
  return replace(root, id, node => groupOf({ uuid, version }, [node]))
}

function groupOf({ uuid, version }: SavedMark, children: readonly MjmlNode[]): MjmlNode {
  const [open = '', close = ''] = markedBlock(uuid, version, '').match(BLOCK_MARKS) ?? []
  return groupNode('block', markNode(open), children, markNode(close))
}

/** The mail with another version of the saved block wherever it has the block; undefined where that cannot be read. */
export function withVersion(root: ElementNode, piece: SavedPiece): ElementNode | undefined {
  const walk = (node: MjmlNode, depth: number): MjmlNode | undefined => {
    if (node.kind === 'text') return node
    if (savedMark(node)?.uuid === piece.uuid) {
      const children = readBlocks(indented(piece.mjml, Math.max(0, depth - 1)))
      return children && { ...groupOf(piece, children), id: node.id }
    }
    const children = node.children.map(child => walk(child, depth + 1))
    if (children.includes(undefined)) return undefined
    const isSame = children.every((child, at) => child === node.children[at])
    return isSame ? node : { ...node, children: children as readonly MjmlNode[] }
  }
  return walk(root, 0) as ElementNode | undefined
}

/** The mail with what is in a saved block as its own. */
export function withoutMark(root: ElementNode, id: number): ElementNode {
  const found = blockAt(root, id)
  const parent = found?.path.at(-1)
  if (!found || !parent) return root
  return replace(root, parent.id, node =>
    node.kind === 'text'
      ? node
      : { ...node, children: node.children.flatMap(child => (child.id === id ? found.block.children : [child])) },
  )
}

/** Where a saved block goes: near what is chosen, but into no other saved block. */
export function slotForSaved(root: ElementNode, level: Level, chosen: number | null): Slot {
  const found = blockAt(root, chosen)
  const path = found ? [...found.path, found.block] : []
  const outer = savedAround(path)
  if (!outer) return slotNear(root, level, chosen)
  const parents = path.slice(0, path.indexOf(outer))
  const parent = parents.at(-1)
  const around = levelInside(parents)
  if (parent && (around === level || around === 'row')) return after(parent, outer.id, around)
  return slotNear(root, level, parent?.id ?? null)
}

/** The block as it goes into a place of the mail; undefined where its source cannot be read. */
export function savedNode(root: ElementNode, piece: SavedPiece, level: Level, slot: Slot): MjmlNode | undefined {
  const parent = blockAt(root, slot.parent)
  const deeper = slot.level === 'row' && level === 'content' ? 2 : 0
  const nodes = readBlocks(indented(piece.mjml, (parent?.path.length ?? 0) + deeper))
  return nodes?.some(node => !isBlank(node)) ? groupOf(piece, nodes) : undefined
}
