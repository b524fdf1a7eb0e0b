/**
 * Contacts from staged rows of a file (import_row). Those rows that mean a contact have its id by now, all others have that of
 * their contact-to-be. Contacts are written in the order of their ids, by every writer.
 */
import { sql } from 'kysely'
import { OWN_COLUMNS } from '../../lib/contact-fields.ts'
import { addMembers } from '../segments/members.ts'
import type { Writer } from './contacts.ts'
import { keepErasedAway } from './erased-addresses.ts'
import { followed } from './follow-contacts.ts'

/** Rows of one import, from `firstRow` to `lastRow`. */
export interface StagedRows {
  applicationId: string
  importId: string
  firstRow: number
  lastRow: number
}

/** What a file may change of a contact, beside its merge fields. An empty cell changes nothing. */
const COLUMNS = ['email_key', ...OWN_COLUMNS] as const

const id = sql`coalesce(r.contact_id, r.new_id)`
const names = sql.join(COLUMNS.map(column => sql.ref(column)))
const given = sql.join(
  COLUMNS.map(column => (column === 'is_test' ? sql`coalesce(r.is_test, false)` : sql.ref(`r.${column}`))),
)
const present = sql`(${sql.join(COLUMNS.map(column => sql.ref(`c.${column}`)))}, c.merge_fields)`

/** What a contact `c` is to become by a row, whose columns are those of `from`. */
function changesBy(from: 'excluded' | 'r') {
  const merged = COLUMNS.map(column => sql`coalesce(${sql.ref(`${from}.${column}`)}, ${sql.ref(`c.${column}`)})`)
  const fields = sql`c.merge_fields || ${sql.ref(`${from}.merge_fields`)}`
  return {
    set: sql`${sql.join(COLUMNS.map((column, index) => sql`${sql.ref(column)} = ${merged[index]}`))}, merge_fields = ${fields}`,
    areAny: sql`${present} is distinct from (${sql.join(merged)}, ${fields})`,
  }
}

const upserted = changesBy('excluded')
const updated = changesBy('r')

/** Whether the row `r` says anything new of the contact `c`. */
export const changesAnything = updated.areAny

/**
 * Creates the contacts of these rows and puts them into the segment. `areAllNew`: none of the rows means a contact; then a key
 * that has come to belong to a contact throws a unique violation (23505). Otherwise known contacts are changed; rows that say
 * nothing new leave theirs untouched.
 */
export async function writeStaged(
  { db, secrets, now }: Writer,
  rows: StagedRows,
  { segmentId, areAllNew }: { segmentId: string; areAllNew: boolean },
): Promise<void> {
  const { applicationId } = rows
  const chosen = sql`select ${id} from import_row r where ${among(rows)}`
  const insert = sql`
    insert into contact as c (application_id, contact_id, ${names}, merge_fields, added_at, changed_at)
    select ${applicationId}::uuid, ${id}, ${given}, r.merge_fields, ${now}::timestamptz, ${now}::timestamptz
    from import_row r where ${among(rows)} order by 2
    ${areAllNew ? sql`` : sql`on conflict (application_id, contact_id) do update set ${upserted.set}, changed_at = excluded.changed_at where ${upserted.areAny}`}`
  await followed(db, { applicationId, chosen, now }, () => insert.execute(db))
  await keepErasedAway(db, secrets, applicationId, addressesOf(rows))
  await addMembers(db, { applicationId, segmentId }, chosen)
}

/** Changes the contacts that these rows name by uuid. Answers how many were changed. */
export async function updateFromStaged({ db, secrets, now }: Writer, rows: StagedRows): Promise<number> {
  const { applicationId } = rows
  await sql`select 1 from contact c where c.application_id = ${applicationId} and c.contact_id in (
    select r.contact_id from import_row r where ${among(rows)}
  ) order by c.contact_id for update`.execute(db)
  const chosen = sql`select r.contact_id from import_row r where ${among(rows)}`
  const update = sql`
    update contact c set ${updated.set}, changed_at = ${now} from import_row r
    where ${among(rows)} and c.application_id = ${applicationId} and c.contact_id = r.contact_id
      and ${updated.areAny}`
  const { numAffectedRows } = await followed(db, { applicationId, chosen, now }, () => update.execute(db))
  await keepErasedAway(db, secrets, applicationId, addressesOf(rows))
  return Number(numAffectedRows ?? 0)
}

function among({ importId, firstRow, lastRow }: StagedRows) {
  return sql`r.import_id = ${importId} and r.row_no between ${firstRow} and ${lastRow}`
}

function addressesOf(rows: StagedRows) {
  return sql`select r.email_key from import_row r where ${among(rows)}
    union select r.phone_number from import_row r where ${among(rows)}`
}
