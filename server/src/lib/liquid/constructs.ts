/**
 * The `{{ }}` and `{% %}` of a template, as ranges of its source. Found by the engine's own tokenizer, so that exactly what is checked is
 * rendered.
 */
import { TypeGuards } from 'liquidjs'
import { BLOCK_TAGS } from './engine.ts'
import { readTokens } from './tokens.ts'

export interface Construct {
  kind: 'output' | 'tag'
  /** The tag's name; empty for an output. */
  name: string
  /** The text between the delimiters, trimmed. */
  content: string
  begin: number
  end: number
}

/** Lists every construct in source order. Throws the engine's error when a delimiter is never closed. */
export function readConstructs(source: string): Construct[] {
  const found: Construct[] = []
  for (const token of readTokens(source)) {
    const { begin, end } = token
    if (TypeGuards.isTagToken(token)) found.push({ kind: 'tag', name: token.name, content: token.content, begin, end })
    else if (TypeGuards.isOutputToken(token))
      found.push({ kind: 'output', name: '', content: token.content, begin, end })
  }
  return found
}

/** Returns the ranges from opening to closing tag of the blocks with this name, without unclosed ones. */
export function blockRanges(constructs: readonly Construct[], name: string): { begin: number; end: number }[] {
  const ranges: { begin: number; end: number }[] = []
  const closing = BLOCK_TAGS.get(name)
  let begin = -1
  for (const construct of constructs) {
    if (construct.name === name && begin === -1) begin = construct.begin
    if (construct.name === closing && begin !== -1) {
      ranges.push({ begin, end: construct.end })
      begin = -1
    }
  }
  return ranges
}

/**
 * Returns the source at the same length with outputs turned into letters and tags into spaces, for an HTML tokenizer that knows nothing of
 * Liquid: quotes and angle brackets inside a construct are no markup. Comments and captured text never reach the place where they are
 * written, so they become spaces as a whole.
 */
export function maskConstructs(source: string, constructs: readonly Construct[]): string {
  const hidden = [...blockRanges(constructs, 'comment'), ...blockRanges(constructs, 'capture')].sort(
    (a, b) => a.begin - b.begin,
  )
  const pieces: string[] = []
  let at = 0
  const cover = (begin: number, end: number, fill: string): void => {
    if (end <= at) return
    const from = Math.max(begin, at)
    pieces.push(source.slice(at, from), fill.repeat(end - from))
    at = end
  }
  let nextHidden = 0
  for (const construct of constructs) {
    const range = hidden[nextHidden]
    if (range && construct.begin >= range.begin) {
      cover(range.begin, range.end, ' ')
      nextHidden += 1
    }
    cover(construct.begin, construct.end, construct.kind === 'output' ? 'x' : ' ')
  }
  pieces.push(source.slice(at))
  return pieces.join('')
}
