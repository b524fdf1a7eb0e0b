/** Compares two texts, word by word. */
import { diffArrays } from 'diff'

export interface TextPart {
  text: string
  changed: boolean
}

export interface TextDiff {
  before: TextPart[]
  after: TextPart[]
}

/** Words, runs of whitespace, and single punctuation characters. */
const TOKEN = /\s+|[\p{L}\p{M}\p{N}_]+|[^\s\p{L}\p{M}\p{N}_]/gu

/** More changes than this take too long to compute; the texts then count as entirely different. */
const CHANGES_MAX = 1000

/**
 * Splits both texts into parts. Parts that exist on one side only are `changed`; the parts of a side concatenate to its
 * text.
 */
export function diffText(before: string, after: string): TextDiff {
  const one = before.match(TOKEN) ?? []
  const other = after.match(TOKEN) ?? []
  const changes: Change[] = diffArrays(one, other, { maxEditLength: CHANGES_MAX }) ?? [
    { value: one, removed: true, added: false },
    { value: other, removed: false, added: true },
  ]
  return {
    before: partsOf(changes.filter(({ added }) => !added)),
    after: partsOf(changes.filter(({ removed }) => !removed)),
  }
}

interface Change {
  value: readonly string[]
  added: boolean
  removed: boolean
}

/** Whitespace between two changed words counts as changed too. */
function partsOf(changes: readonly Change[]): TextPart[] {
  const parts: TextPart[] = []
  const isChanged = (index: number) => changes[index]?.added === true || changes[index]?.removed === true
  changes.forEach(({ value }, index) => {
    const text = value.join('')
    const isBridge = /^\s+$/.test(text) && isChanged(index - 1) && isChanged(index + 1)
    const changed = isChanged(index) || isBridge
    const last = parts.at(-1)
    if (last?.changed === changed) last.text += text
    else if (text !== '') parts.push({ text, changed })
  })
  return parts
}
