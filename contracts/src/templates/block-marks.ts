/** How MJML marks a saved block: `<!-- block:UUID v3 -->` before it and `<!-- /block:UUID -->` after it. Everything else sees comments. */

/** Both marks of every block. */
export const BLOCK_MARKS = /<!-- \/?block:[\da-f-]{36}(?: v\d{1,9})? -->/gi

/** Returns the piece with its marks. */
export function markedBlock(uuid: string, version: number, mjml: string): string {
  return `<!-- block:${uuid} v${version} -->${mjml}<!-- /block:${uuid} -->`
}

/** Returns the source with another version of the block wherever it is used. A block without its closing mark stays as it is. */
export function withBlock(source: string, uuid: string, version: number, mjml: string): string {
  const closing = `<!-- /block:${uuid} -->`
  const pieces: string[] = []
  let at = 0
  for (const { index, 0: mark } of source.matchAll(new RegExp(`<!-- block:${uuid} v\\d{1,9} -->`, 'gi'))) {
    const end = source.indexOf(closing, index + mark.length)
    if (index < at || end === -1) continue
    pieces.push(source.slice(at, index), markedBlock(uuid, version, mjml))
    at = end + closing.length
  }
  return pieces.join('') + source.slice(at)
}

/** Whether a piece has marks inside: blocks cannot be nested. */
export function hasBlockMarks(mjml: string): boolean {
  return /<!-- \/?block:/i.test(mjml)
}
