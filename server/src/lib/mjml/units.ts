/** The Liquid of an MJML source in the pieces that MJML must leave alone. */
import type { Construct } from '../liquid/constructs.ts'

export interface Unit {
  begin: number
  end: number
  /** An output, a tag, or a block whose inside is no markup of the document. */
  kind: Construct['kind'] | 'block'
  /** The tag's name; empty for an output. */
  name: string
}

const WHOLE_BLOCKS: ReadonlyMap<string, string> = new Map([
  ['capture', 'endcapture'],
  ['comment', 'endcomment'],
  ['raw', 'endraw'],
])

/** Every construct in source order; comments, captured and raw text are one unit each. */
export function readUnits(constructs: readonly Construct[]): Unit[] {
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

/** The source at the same length with every unit blank. */
export function blankUnits(source: string, units: readonly Unit[]): string {
  const pieces: string[] = []
  let at = 0
  for (const { begin, end } of units) {
    pieces.push(source.slice(at, begin), ' '.repeat(end - begin))
    at = end
  }
  return [...pieces, source.slice(at)].join('')
}
