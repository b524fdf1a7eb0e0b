/** The values of merge fields in all contacts of an application, at once or part by part. */
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/schema/tables.ts'
import { withTriggers } from '../../db/distribution/triggers.ts'
import { withContactEffects } from '../contacts/contact-effects.ts'
import type { FieldKey } from './fields.ts'
import { assignSlots } from './assign-slots.ts'

const NIL = '00000000-0000-0000-0000-000000000000'

/** Moves every value to another field if that is empty there; the others are removed. */
export async function moveValues(db: Db, key: FieldKey, into: string, now: Date): Promise<void> {
  await changeValues(db, key, withoutField(key.name, into), now)
}

/** A contact's fields without this one; its value goes to `into` if that is empty. */
function withoutField(name: string, into: string | null): RawBuilder<unknown> {
  const rest = sql`merge_fields - ${name}::text`
  if (into === null) return rest
  return sql`case when merge_fields ? ${into} then ${rest}
    else jsonb_set(${rest}, array[${into}::text], merge_fields -> ${name}) end`
}

export async function removeValues(db: Db, key: FieldKey, now: Date): Promise<void> {
  await changeValues(db, key, withoutField(key.name, null), now)
}

async function changeValues(db: Db, { applicationId, name }: FieldKey, to: RawBuilder<unknown>, now: Date) {
  const having = sql`application_id = ${applicationId} and merge_fields ? ${name}`
  const chosen = sql`select contact_id from contact where ${having}`
  await withTriggers(
    db,
    () => sql`update contact set merge_fields = ${to}, changed_at = ${now} where ${having}`.execute(db),
    write => withContactEffects(db, { applicationId, chosen, now }, write),
  )
}

interface Part {
  into: string | null
  /** The last contact of the previous part; null at the start. */
  after: string | null
  contacts: number
  now: Date
}

/** Changes the next contacts. Returns the last one that was read; null if there are no more. */
export async function movePart(db: Db, key: FieldKey, { into, after, contacts, now }: Part): Promise<string | null> {
  const part = sql`select contact_id, merge_fields ? ${key.name} as has from contact
    where application_id = ${key.applicationId} and contact_id > ${after ?? NIL} order by contact_id limit ${contacts}`
  const move = sql<{ last: string | null }>`
    with part as materialized (${part}), moved as (
      update contact set merge_fields = ${withoutField(key.name, into)}, changed_at = ${now}
      where application_id = ${key.applicationId}
        and contact_id = any(array(select contact_id from part where has)) and merge_fields ? ${key.name}
    )
    select max(contact_id::text) as last from part`
  const chosen = sql`select contact_id from (${part}) as part where has`
  const { rows } = await withTriggers(
    db,
    () => move.execute(db),
    write => withContactEffects(db, { applicationId: key.applicationId, chosen, now }, write),
  )
  return rows[0]?.last ?? null
}

/** How many contacts still have a value, counted up to `most`. */
export async function countLeft(db: Db, { applicationId, name }: FieldKey, most: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from (
      select 1 from contact where application_id = ${applicationId} and merge_fields ? ${name} limit ${most}
    ) as found`.execute(db)
  return rows[0]?.n ?? 0
}

// Merge fields whose values are being moved to another field, or removed.

function fieldRow(db: Db, { applicationId, name }: FieldKey) {
  return db.updateTable('merge_field').where('application_id', '=', applicationId).where('name', '=', name)
}

/** A field that is about to receive another's values; no contact has it yet. */
export async function insertField(
  db: Db,
  { applicationId, name }: FieldKey,
  { type, sample }: { type: string; sample: string | null },
  now: Date,
): Promise<void> {
  const row = { application_id: applicationId, name, type, sample, created_at: now }
  await withTriggers(
    db,
    () => db.insertInto('merge_field').values(row).execute(),
    write => assignSlots(db, { applicationId, names: [name] }, write),
  )
}

export async function markLeaving(db: Db, key: FieldKey, into: string | null, total: number): Promise<void> {
  const state = { is_leaving: true, leaving_into: into, leaving_after: null, leaving_total: total }
  await fieldRow(db, key).set(state).execute()
}

/** Where its values go, and how many contacts were read; undefined if the field stays, or is gone. */
export async function selectLeaving(db: Db, { applicationId, name }: FieldKey) {
  return db
    .selectFrom('merge_field')
    .where(eb => eb.and({ application_id: applicationId, name, is_leaving: true }))
    .select(['leaving_into as into', 'leaving_after as after', 'type', 'slot'])
    .executeTakeFirst()
}

export async function storeMovePosition(db: Db, key: FieldKey, after: string | null): Promise<void> {
  await fieldRow(db, key).set({ leaving_after: after }).execute()
}

/** Assigns a column that became free to a field without one; it is filled later. */
export async function inheritSlot(
  db: Db,
  key: FieldKey,
  { type, slot }: { type: string; slot: number | null },
): Promise<void> {
  if (slot === null) return
  const state = { slot, slot_ready: false }
  await fieldRow(db, key).where('slot', 'is', null).where('type', '=', type).set(state).execute()
}
