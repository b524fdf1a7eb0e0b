/** Merge fields whose values are on their way to another field, or away. */
import type { Db } from '../../db/schema/tables.ts'
import type { FieldKey } from './fields.ts'

function theField(db: Db, { applicationId, name }: FieldKey) {
  return db.updateTable('merge_field').where('application_id', '=', applicationId).where('name', '=', name)
}

/** A field that is about to take in another's values; no contact has it yet. */
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

/** Where it goes, and how many contacts were looked at; undefined for a field that stays, or is gone. */
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
