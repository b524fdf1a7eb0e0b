/** Words in place of Liquid while MJML is at work, which leaves them alone wherever it puts them. */
import type { Unit } from './units.ts'

export interface Masked {
  text: string
  /** Where an offset of the source is in it. */
  offsetOf(sourceOffset: number): number
  restore(html: string): Restored
}

export interface Restored {
  html: string
  /** The units that are in it, in its order. */
  places: { begin: number; end: number; unit: Unit }[]
}

/** `isBetween`: the unit is between elements, where only a comment comes through. Marks are for those who edit, and go away. */
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

/** Letters alone: they pass as text, as an address, as a colour and as part of a style. */
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
