/** Splits the Liquid of an MJML source into the pieces that MJML must leave alone. */
import { BLOCK_MARKS } from '@notifly/contracts/templates/block-marks'
import type { Construct } from '../liquid/constructs.ts'

export interface Unit {
  begin: number
  end: number
  /** An output, a tag, a block without markup of the document inside, or the mark of a saved block. */
  kind: Construct['kind'] | 'block' | 'mark'
  /** The tag's name; empty for an output. */
  name: string
}

const WHOLE_BLOCKS: ReadonlyMap<string, string> = new Map([
  ['capture', 'endcapture'],
  ['comment', 'endcomment'],
  ['raw', 'endraw'],
])

/** Returns every construct and mark in source order; comments, captured and raw text are one unit each. */
export function readUnits(source: string, constructs: readonly Construct[]): Unit[] {
  const units = liquidUnits(constructs)
  const marks: Unit[] = [...source.matchAll(BLOCK_MARKS)].map(({ index, 0: mark }) => ({
    kind: 'mark',
    name: '',
    begin: index,
    end: index + mark.length,
  }))
  if (marks.length === 0) return units
  const all = [...units, ...marks].sort((a, b) => a.begin - b.begin)
  let end = 0
  return all.filter(unit => {
    const isInside = unit.begin < end
    end = Math.max(end, unit.end)
    return !isInside
  })
}

function liquidUnits(constructs: readonly Construct[]): Unit[] {
  const units: Unit[] = []
  let open: { begin: number; name: string; closing: string } | undefined
  for (const { kind, name, begin, end } of constructs) {
    if (open !== undefined) {
      if (name !== open.closing) continue
      units.push({ kind: 'block', name: open.name, begin: open.begin, end })
      open = undefined
      continue
    }
    const closing = WHOLE_BLOCKS.get(name)
    if (closing === undefined) units.push({ kind, name, begin, end })
    else open = { begin, name, closing }
  }
  return units
}

/** Returns the source at the same length with every unit blanked. */
export function blankUnits(source: string, units: readonly Unit[]): string {
  const pieces: string[] = []
  let at = 0
  for (const { begin, end } of units) {
    pieces.push(source.slice(at, begin), ' '.repeat(end - begin))
    at = end
  }
  return [...pieces, source.slice(at)].join('')
}
