/** What differs between two texts, word by word. */

export interface TextPart {
  text: string
  changed: boolean
}

export interface TextDiff {
  before: TextPart[]
  after: TextPart[]
}

/** Words, runs of space, and single signs. */
const TOKEN = /\s+|[\p{L}\p{M}\p{N}_]+|[^\s\p{L}\p{M}\p{N}_]/gu

/** The table of the longest common part has at most so many cells; larger middles count as changed whole. */
const CELLS_MAX = 1_000_000

/** Both texts in parts; those that are `changed` are only there. The parts of each side put together are its text. */
export function diffText(before: string, after: string): TextDiff {
  const one = before.match(TOKEN) ?? []
  const other = after.match(TOKEN) ?? []
  const shorter = Math.min(one.length, other.length)
  let start = 0
  while (start < shorter && one[start] === other[start]) start++
  let end = 0
  while (end < shorter - start && one.at(-1 - end) === other.at(-1 - end)) end++

  const oneMiddle = one.slice(start, one.length - end)
  const otherMiddle = other.slice(start, other.length - end)
  const [oneKept, otherKept] = keptTokens(oneMiddle, otherMiddle)
  const flags = (kept: readonly boolean[], count: number) => [
    ...Array<boolean>(start).fill(true),
    ...kept,
    ...Array<boolean>(count).fill(true),
  ]
  return { before: partsOf(one, flags(oneKept, end)), after: partsOf(other, flags(otherKept, end)) }
}

/** Which tokens of each side belong to the longest part that both have in order. */
function keptTokens(one: readonly string[], other: readonly string[]): [boolean[], boolean[]] {
  const oneKept = Array<boolean>(one.length).fill(false)
  const otherKept = Array<boolean>(other.length).fill(false)
  const width = other.length + 1
  if ((one.length + 1) * width > CELLS_MAX) return [oneKept, otherKept]
  const lengths = new Uint32Array((one.length + 1) * width)
  const at = (row: number, column: number) => lengths[row * width + column] ?? 0
  for (let row = one.length - 1; row >= 0; row--) {
    for (let column = other.length - 1; column >= 0; column--) {
      lengths[row * width + column] =
        one[row] === other[column] ? at(row + 1, column + 1) + 1 : Math.max(at(row + 1, column), at(row, column + 1))
    }
  }
  for (let row = 0, column = 0; row < one.length && column < other.length;) {
    if (one[row] === other[column]) {
      oneKept[row++] = true
      otherKept[column++] = true
    } else if (at(row + 1, column) >= at(row, column + 1)) row++
    else column++
  }
  return [oneKept, otherKept]
}

/** Neighbours that fared alike become one part; a space between two changed words is changed with them. */
function partsOf(tokens: readonly string[], kept: readonly boolean[]): TextPart[] {
  const parts: TextPart[] = []
  tokens.forEach((text, index) => {
    const isBridge = /^\s+$/.test(text) && kept[index - 1] === false && kept[index + 1] === false
    const changed = kept[index] === false || isBridge
    const last = parts.at(-1)
    if (last?.changed === changed) last.text += text
    else parts.push({ text, changed })
  })
  return parts
}
