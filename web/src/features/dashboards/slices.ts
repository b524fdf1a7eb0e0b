/** Shares as rings draw them: the largest in the colours of series, all others together as the rest. */
import type { Slice } from '../../components/charts/ring-arcs.ts'

const SHOWN = 5
const TONES = [1, 2, 3, 4, 5] as const

export interface NamedCount {
  name: string
  count: number
}

/** The server's name for all that has no name of its own. */
const OTHER = 'other'
const REST = 'others'

/** `wordOf` says a name; `others` is the word for those that have no slice of their own. */
export function slicesOf(counts: readonly NamedCount[], wordOf: (name: string) => string, others: string): Slice[] {
  const named = counts.filter(({ name, count }) => count > 0 && name !== OTHER)
  const own = named.toSorted((one, other) => other.count - one.count).slice(0, SHOWN)
  const sum = (of: readonly NamedCount[]) => of.reduce((total, { count }) => total + count, 0)
  const rest = sum(counts) - sum(own)
  const slices = own.map(({ name, count }, index): Slice => ({
    id: name,
    label: wordOf(name),
    value: count,
    tone: TONES[index] ?? 1,
  }))
  return rest > 0 ? [...slices, { id: REST, label: others, value: rest, tone: 'rest' }] : slices
}

/** The names of a slice, as filters of recipients take them: of the rest, all but those that have slices of their own. */
export function namesIn(slice: string, slices: readonly Slice[]): string {
  if (slice !== REST) return slice
  const named = slices.flatMap(({ id }) => (id === REST ? [] : [id]))
  return named.length === 0 ? OTHER : `-${named.join(',')}`
}
