/**
 * Contacts from staged rows of a file (import_row). Rows that match a contact have its id by now, all others the id of the contact to
 * create. Every writer writes contacts in the order of their ids.
 */
import { sql } from 'kysely'
import { withTriggers } from '../../db/distribution/triggers.ts'
import { OWN_COLUMNS } from '../../lib/contact-fields.ts'
import { addMembers } from '../segments/members.ts'
import type { Writer } from './contacts.ts'
import { suppressErasedAddresses } from './erased-addresses.ts'
import { withContactEffects } from './contact-effects.ts'

/** Rows of one import, from `firstRow` to `lastRow`. */
export interface StagedRows {
  applicationId: string
  importId: string
  firstRow: number
  lastRow: number
}

/** What a file may change of a contact, beside merge fields. An empty cell changes nothing. */
const COLUMNS = ['email_key', ...OWN_COLUMNS] as const

const id = sql`coalesce(r.contact_id, r.new_id)`
const names = sql.join(COLUMNS.map(column => sql.ref(column)))
const given = sql.join(
  COLUMNS.map(column => (column === 'is_test' ? sql`coalesce(r.is_test, false)` : sql.ref(`r.${column}`))),
)
const present = sql`(${sql.join(COLUMNS.map(column => sql.ref(`c.${column}`)))}, c.merge_fields)`

/** What a row makes of a contact `c`. `from`: the name of the row's columns in the statement. */
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

/** Whether the row `r` changes the contact `c`. */
export const changesAnything = updated.areAny

/**
 * Creates or updates the contacts of these rows and adds them to the segment. `areAllNew`: no row matches a contact; a key that another
 * contact has taken meanwhile then throws a unique violation (23505). Otherwise matching contacts are updated, except those that a row does
 * not change.
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
  await withTriggers(
    db,
    () => insert.execute(db),
    write => withContactEffects(db, { applicationId, chosen, now }, write),
  )
  await suppressErasedAddresses(db, secrets, applicationId, addressesOf(rows))
  await addMembers(db, { applicationId, segmentId }, chosen)
}

/** Updates the contacts that these rows name by uuid. Returns how many changed. */
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
  const { numAffectedRows } = await withTriggers(
    db,
    () => update.execute(db),
    write => withContactEffects(db, { applicationId, chosen, now }, write),
  )
  await suppressErasedAddresses(db, secrets, applicationId, addressesOf(rows))
  return Number(numAffectedRows ?? 0)
}

function among({ importId, firstRow, lastRow }: StagedRows) {
  return sql`r.import_id = ${importId} and r.row_no between ${firstRow} and ${lastRow}`
}

function addressesOf(rows: StagedRows) {
  return sql`select r.email_key from import_row r where ${among(rows)}
    union select r.phone_number from import_row r where ${among(rows)}`
}
