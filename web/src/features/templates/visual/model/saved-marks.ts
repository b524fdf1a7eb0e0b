/** Which pieces of a mail are saved blocks: groups between the marks of a block and its version. */
import type { Container, MjmlNode } from '../mjml/tree.ts'

/** Which block of the library a piece of a mail is. */
export interface SavedMark {
  uuid: string
  version: number
}

export function savedMark(block: MjmlNode): SavedMark | undefined {
  if (block.kind !== 'group' || block.word !== 'block') return undefined
  const [, uuid, version] = /block:([\da-f-]{36}) v(\d+)/i.exec(block.open.open) ?? []
  return uuid === undefined ? undefined : { uuid: uuid.toLowerCase(), version: Number(version) }
}

/** The outermost saved block around a place. */
export function savedAround(path: readonly MjmlNode[]): Container | undefined {
  return path.find((node): node is Container => savedMark(node) !== undefined)
}

/** Whether it is a saved block, or has one in it. */
export function holdsSaved(node: MjmlNode): boolean {
  return savedMark(node) !== undefined || (node.kind !== 'text' && node.children.some(holdsSaved))
}
