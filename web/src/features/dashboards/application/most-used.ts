/** What is used most, each a bar. */
export interface Bar {
  name: string
  /** By what they were reached; together they are the bar. */
  parts: readonly number[]
}

const ROWS_MAX = 8
/** The server's name for all that has no name of its own. */
const OTHER = 'other'

export function sumOf({ parts }: Bar): number {
  return parts.reduce((sum, part) => sum + part, 0)
}

/** The first so many by their names; all others, those without a name among them, are one bar at the end. */
export function mostUsed(bars: readonly Bar[]): Bar[] {
  const named = bars.filter(({ name }) => name !== OTHER)
  const others = [...named.slice(ROWS_MAX), ...bars.filter(({ name }) => name === OTHER)]
  const parts = (others[0]?.parts ?? []).map((_, at) => others.reduce((sum, bar) => sum + (bar.parts[at] ?? 0), 0))
  return [...named.slice(0, ROWS_MAX), ...(others.length > 0 ? [{ name: OTHER, parts }] : [])]
}
