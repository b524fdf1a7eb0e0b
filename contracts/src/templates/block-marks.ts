/**
 * How MJML says that a piece of it is a saved block: `<!-- block:UUID v3 -->` before it and `<!-- /block:UUID -->` behind. To everything
 * else these are comments.
 */

/** Both marks of every block. */
export const BLOCK_MARKS = /<!-- \/?block:[\da-f-]{36}(?: v\d{1,9})? -->/gi

/** The piece with its marks around it. */
export function markedBlock(uuid: string, version: number, mjml: string): string {
  return `<!-- block:${uuid} v${version} -->${mjml}<!-- /block:${uuid} -->`
}

/** The source with another version of a block wherever it has the block. What is not closed is left alone. */
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

/** Whether a piece has marks in it: blocks are not put into each other. */
export function hasBlockMarks(mjml: string): boolean {
  return /<!-- \/?block:/i.test(mjml)
}
