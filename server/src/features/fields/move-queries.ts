/** SQL that moves the values of a merge field part by part. */
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../db/schema/tables.ts'
import { type FieldKey, withoutField } from './queries.ts'

type Db = Kysely<Tables>

const NIL = '00000000-0000-0000-0000-000000000000'

function theField(db: Db, { applicationId, name }: FieldKey) {
  return db.updateTable('merge_field').where('application_id', '=', applicationId).where('name', '=', name)
}

/** A field that is about to take in another's values; nobody has it yet. */
export async function insertField(
  db: Db,
  { applicationId, name }: FieldKey,
  { type, sample }: { type: string; sample: string | null },
  now: Date,
): Promise<void> {
  const row = { application_id: applicationId, name, type, sample, created_at: now }
  await db.insertInto('merge_field').values(row).execute()
}

export async function markLeaving(db: Db, key: FieldKey, into: string | null, total: number): Promise<void> {
  const state = { is_leaving: true, leaving_into: into, leaving_after: null, leaving_total: total }
  await theField(db, key).set(state).execute()
}

/** Where it goes, and how far everybody was looked at; undefined for a field that stays, or is gone. */
export async function selectLeaving(db: Db, { applicationId, name }: FieldKey) {
  return db
    .selectFrom('merge_field')
    .where('application_id', '=', applicationId)
    .where('name', '=', name)
    .where('is_leaving', '=', true)
    .select(['leaving_into as into', 'leaving_after as after', 'type', 'slot'])
    .executeTakeFirst()
}

export async function keepPlace(db: Db, key: FieldKey, after: string | null): Promise<void> {
  await theField(db, key).set({ leaving_after: after }).execute()
}

/** A field that found no column free takes the one that has become free, to be filled. */
export async function inheritSlot(
  db: Db,
  key: FieldKey,
  { type, slot }: { type: string; slot: number | null },
): Promise<void> {
  if (slot === null) return
  const state = { slot, slot_ready: false }
  await theField(db, key).where('slot', 'is', null).where('type', '=', type).set(state).execute()
}

interface Part {
  into: string | null
  /** The last contact of the part before; null at the beginning. */
  after: string | null
  contacts: number
  now: Date
}

/** Changes the next contacts. Answers the last one that was looked at; null when there are no more. */
export async function movePart(db: Db, key: FieldKey, { into, after, contacts, now }: Part): Promise<string | null> {
  const { rows } = await sql<{ last: string | null }>`
    with part as materialized (
      select contact_id, merge_fields ? ${key.name} as has from contact
      where application_id = ${key.applicationId} and contact_id > ${after ?? NIL} order by contact_id limit ${contacts}
    ), moved as (
      update contact set merge_fields = ${withoutField(key.name, into)}, changed_at = ${now}
      where application_id = ${key.applicationId}
        and contact_id = any(array(select contact_id from part where has)) and merge_fields ? ${key.name}
    )
    select max(contact_id::text) as last from part`.execute(db)
  return rows[0]?.last ?? null
}

/** How many contacts still have a value, up to `most`. */
export async function countLeft(db: Db, { applicationId, name }: FieldKey, most: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from (
      select from contact where application_id = ${applicationId} and merge_fields ? ${name} limit ${most}
    ) as found`.execute(db)
  return rows[0]?.n ?? 0
}
