/** Replaces Liquid with words that MJML leaves alone, wherever it moves them. */
import type { Unit } from './units.ts'

export interface Masked {
  text: string
  /** Converts an offset of the source to one in the masked text. */
  offsetOf(sourceOffset: number): number
  restore(html: string): Restored
}

export interface Restored {
  html: string
  /** The units in the masked text, in order. */
  places: { begin: number; end: number; unit: Unit }[]
}

/** `isBetween`: the unit is between elements, where only a comment passes through. Marks of blocks are removed: only editors need them. */
export function maskLiquid(source: string, units: readonly Unit[], isBetween: (unit: Unit) => boolean): Masked {
  const word = unusedWord(source)
  const pieces: string[] = []
  const shifts: { begin: number; shift: number }[] = []
  let at = 0
  let length = 0
  for (const [no, unit] of units.entries()) {
    const token = unit.kind === 'mark' ? '' : isBetween(unit) ? `<!--${word}${no}c-->` : `${word}${no}x`
    pieces.push(source.slice(at, unit.begin), token)
    length += unit.begin - at + token.length
    at = unit.end
    shifts.push({ begin: unit.end, shift: length - unit.end })
  }
  pieces.push(source.slice(at))
  return {
    text: pieces.join(''),
    offsetOf: offset => offset + (shifts.findLast(({ begin }) => begin <= offset)?.shift ?? 0),
    restore: html => restore(html, new RegExp(`<!--${word}(\\d+)c-->|${word}(\\d+)x`, 'g'), source, units),
  }
}

/** Only letters: they are valid as text, as an address, as a colour and in a style. */
function unusedWord(source: string): string {
  let word = 'zqliquid'
  while (source.includes(word)) word += 'q'
  return word
}

function restore(html: string, tokens: RegExp, source: string, units: readonly Unit[]): Restored {
  const pieces: string[] = []
  const places: Restored['places'] = []
  let at = 0
  let length = 0
  for (const { 0: token, 1: between, 2: inside, index } of html.matchAll(tokens)) {
    const unit = units[Number(between ?? inside)]
    if (unit === undefined) continue
    pieces.push(html.slice(at, index), source.slice(unit.begin, unit.end))
    length += index - at
    places.push({ begin: length, end: length + unit.end - unit.begin, unit })
    length += unit.end - unit.begin
    at = index + token.length
  }
  pieces.push(html.slice(at))
  return { html: pieces.join(''), places }
}
