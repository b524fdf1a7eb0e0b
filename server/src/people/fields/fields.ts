/** The fields of contacts: writers register merge fields, and triggers count how many contacts have each. */
import { sql } from 'kysely'
import { withTriggers } from '../../db/distribution/triggers.ts'
import type { Db } from '../../db/schema/tables.ts'
import { enqueue, longQueue } from '../../jobs/jobs.ts'
import { BUILT_IN_FIELDS } from '../../lib/contact-fields.ts'
import { assignSlots } from './assign-slots.ts'

/** Names of all fields that contacts of this application can have: built-in columns first, then merge fields. */
export async function knownFields(db: Db, applicationId: string): Promise<string[]> {
  return [...Object.keys(BUILT_IN_FIELDS), ...(await selectFieldNames(db, applicationId))]
}

/** Names of merge fields, sorted, without those that are being removed. */
export async function selectFieldNames(db: Db, applicationId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('merge_field')
    .where(eb => eb.and({ application_id: applicationId, is_leaving: false }))
    .select('name')
    .orderBy('name')
    .execute()
  return rows.map(row => row.name)
}

/** A field as a contact or a file has it. */
export interface IncomingField {
  name: string
  type: string
  sample: string | null
}

/**
 * Registers fields before contacts get them, so that their values are counted and stored by type. A field with values of different types
 * becomes text.
 */
export async function noteFields(
  db: Db,
  applicationId: string,
  fields: readonly IncomingField[],
  now: Date,
): Promise<void> {
  if (fields.length === 0) return
  await foldFieldCounts(db, applicationId)
  const names = fields.map(({ name }) => name)
  await withTriggers(
    db,
    () => writeFields(db, applicationId, fields, now),
    write => assignSlots(db, { applicationId, names }, write),
  )
}

function writeFields(db: Db, applicationId: string, fields: readonly IncomingField[], now: Date) {
  return db
    .insertInto('merge_field')
    .values(
      fields.map(({ name, type, sample }) => ({ application_id: applicationId, name, type, sample, created_at: now })),
    )
    .onConflict(conflict =>
      conflict.columns(['application_id', 'name']).doUpdateSet({
        type: sql`case when merge_field.type = excluded.type then merge_field.type else 'text' end`,
        // Keeps its column if the type is the same; otherwise it gets another one at once.
        slot: sql`case when merge_field.type in (excluded.type, 'text') then merge_field.slot end`,
        sample: sql`coalesce(merge_field.sample, excluded.sample)`,
      }),
    )
    .execute()
}

/** Adds up what triggers counted since the last time. Readers add the rest, so figures are always right. */
export async function foldFieldCounts(db: Db, applicationId: string): Promise<void> {
  await sql`
    with folded as (delete from merge_field_delta where application_id = ${applicationId} returning name, n),
    summed as (select name, sum(n)::int as n from folded group by name having sum(n) <> 0)
    update merge_field f set filled = greatest(f.filled + summed.n, 0) from summed
    where f.application_id = ${applicationId} and f.name = summed.name`.execute(db)
}

export interface FieldKey {
  applicationId: string
  name: string
}

function ofField(db: Db, { applicationId, name }: FieldKey) {
  return db.selectFrom('merge_field').where('application_id', '=', applicationId).where('name', '=', name)
}

/** With the count added up so far; undefined if the application has no such field. */
export function selectField(db: Db, key: FieldKey) {
  return ofField(db, key).select(['name', 'type', 'filled', 'is_leaving']).executeTakeFirst()
}

export function lockField(db: Db, key: FieldKey) {
  return ofField(db, key).select(['name', 'type', 'filled', 'sample', 'is_leaving']).forUpdate().executeTakeFirst()
}

/** Whether the values of another field are being moved into this one. */
export async function isMoveTarget(db: Db, { applicationId, name }: FieldKey): Promise<boolean> {
  const row = await db
    .selectFrom('merge_field')
    .where(eb => eb.and({ application_id: applicationId, leaving_into: name }))
    .select('name')
    .executeTakeFirst()
  return row !== undefined
}

/** Renames a field in the registry only. Its values are counted again as they move. */
export async function renameField(db: Db, { applicationId, name }: FieldKey, to: string): Promise<void> {
  await db
    .updateTable('merge_field')
    .set({ name: to, filled: 0 })
    .where(eb => eb.and({ application_id: applicationId, name }))
    .execute()
}

export async function deleteField(db: Db, { applicationId, name }: FieldKey): Promise<void> {
  await db.deleteFrom('merge_field').where('application_id', '=', applicationId).where('name', '=', name).execute()
}

/** A field that receives values of another type becomes text. */
export async function setTextType(db: Db, { applicationId, name }: FieldKey): Promise<void> {
  const update = () =>
    db
      .updateTable('merge_field')
      .set({ type: 'text', slot: sql`case when type = 'text' then slot end` })
      .where(eb => eb.and({ application_id: applicationId, name }))
      .execute()
  await withTriggers(db, update, write => assignSlots(db, { applicationId, names: [name] }, write))
}

/** How many contacts new examples are taken from: reading all could take long. */
const LOOKED_AT = 200

/**
 * Replaces the examples of all merge fields with values of the newest contacts, or removes them: whose value an example was is unknown, and
 * the contact may have changed since.
 */
export async function clearSamples(db: Db, applicationId: string): Promise<void> {
  await sql`
    with newest as materialized (
      select merge_fields from contact where application_id = ${applicationId} order by contact_id desc limit ${LOOKED_AT}
    )
    update merge_field f set sample = (
      select n.merge_fields ->> f.name from newest n where n.merge_fields ->> f.name <> '' limit 1)
    where f.application_id = ${applicationId} and f.sample is not null`.execute(db)
}

// Columns of contact_slot for fields of which contacts had values already.

/** Name of the job that fills them; its payload is `{applicationId}`. */
export const FILL_SLOTS = 'merge-fields.fill-slots'

/** Requests that columns are filled, if there are any to fill. */
export async function requestFieldSlots(db: Db, applicationId: string): Promise<void> {
  if ((await selectOpenSlots(db, applicationId)).length === 0) return
  await enqueue(
    db,
    FILL_SLOTS,
    { applicationId },
    { key: `${FILL_SLOTS} ${applicationId}`, queue: longQueue(applicationId) },
  )
}

export interface OpenSlot {
  name: string
  type: string
  slot: number
}

/** Fields whose column is not complete yet. */
export async function selectOpenSlots(db: Db, applicationId: string): Promise<OpenSlot[]> {
  const rows = await db
    .selectFrom('merge_field')
    .where('application_id', '=', applicationId)
    .where('slot', 'is not', null)
    .where('slot_ready', '=', false)
    .select(['name', 'type', 'slot'])
    .execute()
  return rows.map(({ name, type, slot }) => ({ name, type, slot: slot ?? 0 }))
}

/** A point in time between transactions: an id that later transactions exceed, and its time. */
export interface Mark {
  id: string
  at: Date
}

export async function currentTransaction(db: Db): Promise<Mark> {
  const { rows } = await sql<Mark>`select pg_current_xact_id()::text as id, clock_timestamp() as at`.execute(db)
  return rows[0] ?? { id: '0', at: new Date() }
}

/**
 * Whether all transactions that began before the mark have ended: they did not know the new columns. On a cluster the coordinator has no
 * ids of transactions on other machines, but leads them, and knows when they began.
 */
export async function areEarlierDone(db: Db, { id, at }: Mark): Promise<boolean> {
  const { rows } = await sql<{ done: boolean }>`
    select pg_snapshot_xmin(pg_current_snapshot()) >= ${id}::xid8 and (to_regclass('pg_dist_partition') is null or not exists (
      select 1 from pg_stat_activity where datname = current_database() and backend_type = 'client backend'
        and pid <> pg_backend_pid() and xact_start < ${at})) as done`.execute(db)
  return rows[0]?.done === true
}

/** Fills the columns of the next contacts. Returns the last one; undefined if there are no more. */
export async function fillSlots(
  db: Db,
  applicationId: string,
  open: readonly OpenSlot[],
  after: string,
  limit: number,
): Promise<string | undefined> {
  const columns = sql.join(open.map(({ type, slot }) => sql.ref(`${type}_${slot}`)))
  const present = sql.join(open.map(({ type, slot }) => sql.ref(`s.${type}_${slot}`)))
  const values = sql.join(open.map(({ type, slot }) => sql.ref(`c.${type}_${slot}`)))
  // Read separately from the write: on a cluster, a write cannot compute what depends on the session, such as parsing a date.
  const read = sql.join(
    open.map(
      ({ name, type, slot }) =>
        sql`${sql.raw(`field_${type}`)}(merge_fields, ${name}::text) as ${sql.ref(`${type}_${slot}`)}`,
    ),
  )
  const { rows } = await sql<{ last: string | null }>`
    with part as materialized (
      select contact_id, ${read} from contact
      where application_id = ${applicationId} and contact_id > ${after} order by contact_id limit ${limit}
    ), filled as (
      update contact_slot s set (${columns}) = row (${values}) from part c
      where s.application_id = ${applicationId} and s.contact_id = c.contact_id
        and (${present}) is distinct from (${values})
    )
    select max(contact_id::text) as last from part`.execute(db)
  return rows[0]?.last ?? undefined
}

/** Makes the columns available to rules, except those that were reassigned meanwhile. */
export async function openSlots(db: Db, applicationId: string, filled: readonly OpenSlot[]): Promise<void> {
  for (const { name, type, slot } of filled) {
    await db
      .updateTable('merge_field')
      .set({ slot_ready: true })
      .where(eb => eb.and({ application_id: applicationId, name, type, slot }))
      .execute()
  }
}
