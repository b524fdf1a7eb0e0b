/** How many rows a query finds, and one page of them. */
import type { SelectQueryBuilder } from 'kysely'

export interface Paging {
  /** 1-based. */
  page: number
  perPage: number
}

/** Which rows a page has. */
export interface RowRange {
  limit: number
  offset: number
}

/** The rows of the page that a call asks for. */
export function rowRangeOf({ page, per_page: limit }: { page: number; per_page: number }): RowRange {
  return { limit, offset: (page - 1) * limit }
}

export async function countRows<DB, TB extends keyof DB>(query: SelectQueryBuilder<DB, TB, object>): Promise<number> {
  const { n } = await query
    .select(eb => eb.fn.countAll<number>().as('n'))
    .$castTo<{ n: number }>()
    .executeTakeFirstOrThrow()
  return n
}

/** One page of the rows that a query selects, and how many `matching`, the query without its columns, finds in all. */
export async function selectPage<DB, TB extends keyof DB, Row, Found, Matched extends keyof Found>(
  rows: SelectQueryBuilder<DB, TB, Row>,
  matching: SelectQueryBuilder<Found, Matched, object>,
  { page, perPage }: Paging,
) {
  const shown = rows.limit(perPage).offset((page - 1) * perPage)
  return { rows: await shown.execute(), total: await countRows(matching) }
}
