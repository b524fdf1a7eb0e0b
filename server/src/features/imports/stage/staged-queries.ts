/** SQL of rows that are staged for an import: writing them, splitting them into parts, and matching them with contacts. */
import { MERGE_FIELDS_MAX_BYTES } from '@notifly/contracts/contacts/contacts'
import type { Sentence } from '@notifly/contracts/sentences/sentence'
import { type RawBuilder, sql } from 'kysely'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { pipeline } from 'node:stream/promises'
import { countRows } from '../../../db/pages.ts'
import type { Db } from '../../../db/schema/tables.ts'
import { type RejectedPart, complaintOf } from '../read/rows.ts'
import type { StagedRows } from '../../../people/contacts/staged-contacts.ts'
import { STAGING_COLUMNS } from '../read/parse-contact.ts'

/** Copies lines (see stagingLine) into the staging table as they arrive; an error of `lines` undoes everything. */
export async function copyIntoStaging(client: pg.PoolClient, lines: AsyncIterable<Uint8Array>): Promise<void> {
  const copy = client.query(copyFrom(`COPY import_row (${STAGING_COLUMNS.join(', ')}) FROM STDIN`))
  await pipeline(lines, copy)
}

/** The planner knows nothing of rows that this transaction wrote; without this, a large file is matched row by row. */
export async function analyzeStaging(client: pg.PoolClient): Promise<void> {
  await client.query('ANALYZE import_row')
}

export async function deleteStaged(db: Db, importId: string, lines?: number[]): Promise<void> {
  await db
    .deleteFrom('import_row')
    .where('import_id', '=', importId)
    .$if(lines !== undefined, query => query.where(sql<boolean>`row_no = any(${lines}::int[])`))
    .execute()
}

export async function countStaged(db: Db, importId: string): Promise<number> {
  return countRows(db.selectFrom('import_row').where('import_id', '=', importId))
}

/** Returns the next parts with up to `rows` rows each: first and last row, number of rows, and how many match a contact. */
export async function selectNextParts(db: Db, importId: string, { parts, rows }: { parts: number; rows: number }) {
  const { rows: found } = await sql<{ firstRow: number; lastRow: number; rows: number; known: number }>`
    select min(row_no) as "firstRow", max(row_no) as "lastRow", count(*)::int as rows,
      (count(*) filter (where is_known))::int as known
    from (
      select row_no, is_known, (row_number() over (order by row_no) - 1) / ${rows}::int as part
      from import_row where import_id = ${importId} order by row_no limit ${parts * rows}
    ) as next
    group by part order by part`.execute(db)
  return found
}

/** Deletes inserted rows from the staging table. */
export async function deletePart(db: Db, { importId, firstRow, lastRow }: StagedRows): Promise<void> {
  await sql`delete from import_row r
    where r.import_id = ${importId} and r.row_no between ${firstRow} and ${lastRow}`.execute(db)
}

// Matches staged rows with contacts: by uuid, else external_user_id, else email; a row with only a phone number by that, among contacts
// without an email. Keys that belong to different contacts, or an external id for a contact with a different one, are a conflict; of
// several rows of one contact the last counts.

export interface Staged {
  applicationId: string
  importId: string
}

/** Some of the rows: all of them, or only those that matched a contact when the file was verified. */
export interface StagedPart extends Staged {
  firstRow: number
  lastRow: number
  which: 'all' | 'known'
}

/**
 * A common table expression `judged`: row_no, match_id (null for a new contact) and match_test of the contact; blame (null, the key that
 * belongs to another contact, or the size) with that contact's key and the value to blame; doubled.
 */
function judged({ applicationId, importId }: Staged, bound: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    matched as materialized (
      select r.row_no, r.email, r.external_user_id, r.contact_id as given_id,
        u.contact_id as by_uuid, x.contact_id as by_external, e.contact_id as by_email,
        coalesce(u.contact_id, x.contact_id, e.contact_id, p.contact_id) as match_id,
        coalesce(u.is_test, x.is_test, e.is_test, p.is_test) as match_test,
        case when u.contact_id is not null then u.external_user_id
          when x.contact_id is not null then x.external_user_id else e.external_user_id end as match_external,
        coalesce(x.email, x.contact_id::text) as external_owner,
        coalesce(e.external_user_id, e.contact_id::text) as email_owner,
        ${growsTooLarge(MATCHED_FIELDS, sql`r.merge_fields`)} as is_too_large
      from import_row r
      left join lateral (${lookUp(applicationId, sql`c.contact_id = r.contact_id`)}) as u on true
      left join lateral (${lookUp(applicationId, sql`c.external_user_id = r.external_user_id`)}) as x on true
      left join lateral (${lookUp(applicationId, sql`c.email_key = r.email_key`)}) as e on true
      left join lateral (${lookUp(
        applicationId,
        sql`c.phone_number = r.phone_number and c.email_key is null
          and coalesce(r.contact_id::text, r.external_user_id, r.email_key) is null`,
      )}) as p on true
      where r.import_id = ${importId} ${bound}
    ), blamed as (
      select row_no, match_id, match_test, email, external_user_id, external_owner, email_owner, given_id, match_external,
        case
          when by_external <> match_id then 'external'
          when by_email <> match_id then 'email'
          when given_id is not null and match_id <> given_id then
            case when by_external is not null then 'external' else 'email' end
          when match_external <> external_user_id then case when by_uuid is not null then 'uuid' else 'email' end
          when is_too_large then 'size'
        end as blame
      from matched
    ), judged as materialized (
      select row_no, match_id, match_test, blame,
        case blame when 'external' then external_owner when 'email' then email_owner when 'uuid' then match_external end
          as owner,
        case blame when 'external' then external_user_id when 'email' then email when 'uuid' then given_id::text end
          as blamed_value,
        blame is null and match_id is not null
          and row_no < max(row_no) filter (where blame is null) over (partition by match_id) as doubled
      from blamed
    )`
}

/** Whether a row makes a contact's merge fields too large. A contact that is already too large accepts rows that add nothing. */
export function growsTooLarge(present: RawBuilder<unknown>, given: RawBuilder<unknown>): RawBuilder<boolean> {
  const bytes = sql`octet_length((${present} || ${given})::text)`
  return sql<boolean>`(${bytes} > ${MERGE_FIELDS_MAX_BYTES}::int and ${bytes} > octet_length(${present}::text))`
}

const MATCHED_FIELDS = sql`coalesce(u.merge_fields, x.merge_fields, e.merge_fields, p.merge_fields)`

/** Looks up one contact by one of its keys. The limit makes it an index lookup, whatever the statistics say. */
function lookUp(applicationId: string, condition: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`select c.contact_id, c.external_user_id, c.email, c.is_test, c.merge_fields from contact c
    where c.application_id = ${applicationId} and ${condition} limit 1`
}

export interface Conflict {
  line: number
  /** Null if the size is to blame, not a key. */
  column: 'email' | 'external_user_id' | 'uuid' | null
  value: string
  reason: Sentence
}

export interface StagedCheck {
  newUsers: number
  updatedUsers: number
  doubled: number
  conflicts: Conflict[]
}

interface JudgedRow {
  row_no: number | null
  blame: RejectedPart | null
  owner: string | null
  blamed_value: string | null
  new_users: number
  updated_users: number
  doubled: number
}

/**
 * Removes rows from the staging table that conflict with contacts or repeat one, and marks rows that match a contact. Returns what remains.
 */
export async function checkStaged(db: Db, staged: Staged): Promise<StagedCheck> {
  const row = sql`import_row.import_id = ${staged.importId} and import_row.row_no = judged.row_no`
  const { rows } = await sql<JudgedRow>`
    with ${judged(staged, sql``)}, removed as (
      delete from import_row using judged where ${row} and (judged.blame is not null or judged.doubled)
    ), marked as (
      update import_row set is_known = true from judged
      where ${row} and judged.match_id is not null and judged.blame is null and not judged.doubled
    )
    select null as row_no, null as blame, null as owner, null as blamed_value,
      count(*) filter (where blame is null and match_id is null)::int as new_users,
      count(*) filter (where blame is null and match_id is not null and not doubled)::int as updated_users,
      count(*) filter (where doubled)::int as doubled
    from judged
    union all
    select row_no, blame, owner, blamed_value, 0, 0, 0 from judged where blame is not null`.execute(db)
  const counts = rows.find(row => row.row_no === null)
  return {
    newUsers: counts?.new_users ?? 0,
    updatedUsers: counts?.updated_users ?? 0,
    doubled: counts?.doubled ?? 0,
    conflicts: rows.flatMap(conflictOf),
  }
}

const BLAMED_COLUMN = { external: 'external_user_id', email: 'email', uuid: 'uuid', size: null } as const

function conflictOf({ row_no: line, blame, owner, blamed_value: value }: JudgedRow): Conflict[] {
  if (line === null || blame === null) return []
  return [{ line, column: BLAMED_COLUMN[blame], value: value ?? '', reason: complaintOf(blame, owner ?? '') }]
}

/** Whether the application has any contacts; without, there is nothing to match rows with. */
export async function hasContacts(db: Db, applicationId: string): Promise<boolean> {
  const found = await db
    .selectFrom('contact')
    .where('application_id', '=', applicationId)
    .select('contact_id')
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/**
 * Sets the contact's id on rows that match one, and removes rows that conflict with contacts since the file was verified. Returns how many
 * were removed. Also sets is_test, which every contact has.
 */
export async function identifyStaged(db: Db, part: StagedPart): Promise<number> {
  const { importId, firstRow, lastRow, which } = part
  const bound = sql`and r.row_no between ${firstRow} and ${lastRow} ${which === 'known' ? sql`and r.is_known` : sql``}`
  const row = sql`import_row.import_id = ${importId} and import_row.row_no = judged.row_no`
  const { rows } = await sql<{ removed: number }>`
    with ${judged(part, bound)}, removed as (
      delete from import_row using judged where ${row} and (judged.blame is not null or judged.doubled)
      returning judged.blame
    ), identified as (
      update import_row set contact_id = judged.match_id, is_test = coalesce(import_row.is_test, judged.match_test)
      from judged
      where ${row} and judged.match_id is not null and judged.blame is null and not judged.doubled
    )
    select count(blame)::int as removed from removed`.execute(db)
  return rows[0]?.removed ?? 0
}
