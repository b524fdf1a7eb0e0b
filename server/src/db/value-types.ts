import pg from 'pg'

type Parser = (text: string) => unknown

/** Numbers of PostgreSQL's own types (pg_type.oid). */
const parsers = new Map<number, Parser>([
  [20, parseInt8],
  [1016, text => parseFlatArray(text, parseInt8)],
  // A day has no time zone: as a Date it would shift with the zone of this machine.
  [1082, text => text],
  [1182, text => parseFlatArray(text, day => day)],
])

/**
 * How values arrive from pg: bigint as number (one that a number cannot hold rejects the query, rather than arriving
 * wrong), date as 'YYYY-MM-DD', timestamptz as Date (±infinity as ±Infinity), numeric as string.
 */
export const valueTypes: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    (format !== 'binary' && parsers.get(oid)) || pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
}

function parseInt8(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`bigint ${text} does not fit a number: select it as text`)
  return value
}

/** One dimension, and elements that need no quoting. */
function parseFlatArray<T>(text: string, parse: (element: string) => T): (T | null)[] {
  const inner = text.slice(1, -1)
  return inner === '' ? [] : inner.split(',').map(element => (element === 'NULL' ? null : parse(element)))
}
