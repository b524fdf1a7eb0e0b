/** The blocks of a mail as the structure shows them, and where problems are in it. */
import type { Problem } from '@notifly/contracts/templates/templates'
import { bodyOf } from '../mjml/parse.ts'
import { blocksOf, type ElementNode, pathAt, print } from '../mjml/tree.ts'
import { type Block, shownChildren } from './kinds.ts'

export interface OutlineItem {
  block: Block
  /** From 1. */
  depth: number
  children: readonly OutlineItem[]
}

const known = new WeakMap<Block, OutlineItem>()

export function outlineOf(root: ElementNode): readonly OutlineItem[] {
  return blocksOf(bodyOf(root)).map(block => itemOf(block, 1))
}

/** The same for the same block: what did not change is not drawn anew. */
function itemOf(block: Block, depth: number): OutlineItem {
  const before = known.get(block)
  if (before?.depth === depth) return before
  const children = shownChildren(block).map(child => itemOf(child, depth + 1))
  const item = { block, depth, children }
  known.set(block, item)
  return item
}

/** One below the other, without those inside of closed ones. */
export function flatOutline(items: readonly OutlineItem[], closed: ReadonlySet<number>): readonly OutlineItem[] {
  return items.flatMap(item => [item, ...(closed.has(item.block.id) ? [] : flatOutline(item.children, closed))])
}

/** Problems of the MJML by the block that shows them. */
export function problemsByBlock(
  root: ElementNode,
  problems: readonly Problem[],
): ReadonlyMap<number, readonly Problem[]> {
  const blockOf = blockFinder(root)
  const found = problems.flatMap(problem => {
    const id = problem.part === 'mjml' ? blockOf(problem) : undefined
    return id === undefined ? [] : [{ id, problem }]
  })
  const groups = Map.groupBy(found, each => each.id)
  return new Map([...groups].map(([id, group]) => [id, group.map(each => each.problem)] as const))
}

interface Place {
  line: number
  column: number
}

/** Finds the innermost block of the structure at places of the source. */
export function blockFinder(root: ElementNode): (place: Place) => number | undefined {
  const shown = new Set(flatOutline(outlineOf(root), new Set()).map(item => item.block.id))
  const source = print(root)
  const starts = [0]
  for (let at = source.indexOf('\n'); at !== -1; at = source.indexOf('\n', at + 1)) starts.push(at + 1)
  return ({ line, column }) => {
    const start = starts[line - 1]
    if (start === undefined) return undefined
    return pathAt(root, Math.min(start + column - 1, source.length - 1)).findLast(id => shown.has(id))
  }
}
