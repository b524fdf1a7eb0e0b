/** SQL of exports: reads contacts in pieces, in the order of their ids, so that memory stays constant. */
import { sql } from 'kysely'
import type { Db } from '../../db/schema/tables.ts'
import { CONTACT_FIELD_COLUMNS, type ContactFieldsRow } from '../../lib/contact-fields.ts'
import { type ContactFilter, contactMatches } from './queries.ts'

export interface ExportRow extends ContactFieldsRow {
  added_at: Date
}

export interface ExportPiece {
  rows: ExportRow[]
  isLast: boolean
}

const COLUMNS = sql.join([...CONTACT_FIELD_COLUMNS, 'added_at'].map(column => sql.ref(`c.${column}`)))

/** Limit for the merge fields of one piece: contacts may be large. */
const PIECE_BYTES = 16 * 1_048_576

/**
 * The next contacts after an id, `limit` of them or as many as fit a piece, and whether they are the last; null starts at the beginning.
 */
export async function selectContactsAfter(
  db: Db,
  filter: ContactFilter,
  afterId: string | null,
  limit: number,
): Promise<ExportPiece> {
  const after = afterId === null ? sql`true` : sql`c.contact_id > ${afterId}`
  const { rows } = await sql<ExportRow & { found: number }>`
    with found as materialized (
      select c.contact_id, octet_length(c.merge_fields::text) as bytes from contact c
      where ${contactMatches(filter)} and ${after} order by c.contact_id limit ${limit}
    ), piece as (
      select contact_id, count(*) over ()::int as found, row_number() over in_order as n, sum(bytes) over in_order as bytes
      from found window in_order as (order by contact_id)
    )
    select ${COLUMNS}, piece.found from piece
    join contact c on c.application_id = ${filter.applicationId} and c.contact_id = piece.contact_id
    where piece.n = 1 or piece.bytes <= ${PIECE_BYTES} order by c.contact_id`.execute(db)
  const found = rows[0]?.found ?? 0
  return { rows, isLast: found < limit && rows.length === found }
}
