/**
 * Moves the values of a field that many contacts have to another field, or deletes them, in the background: a part of the contacts per
 * transaction, resumed after a kill. The registry and the rules of segments change at the start; until the end, rules read both fields as
 * one (see people/rules/field-condition.ts), so that no contact drops out of a segment meanwhile.
 */
import { sentence } from '@notifly/contracts/sentences/sentence'
import { lockContacts } from '../../people/contacts/contact-total.ts'
import { renameInRules } from '../../people/rules/rename-field.ts'
import type { Db } from '../../db/schema/tables.ts'
import * as fields from '../../people/fields/fields.ts'
import * as moving from '../../people/fields/values.ts'
import { countLeft, movePart, moveValues, removeValues } from '../../people/fields/values.ts'
import type { Deps } from '../../http/deps.ts'
import { enqueue, type JobHandlers, longQueue } from '../../jobs/jobs.ts'
import { AppError } from '../../lib/app-error.ts'

/** Why a field cannot be changed now. */
export function fieldMovingError(): AppError {
  return new AppError('conflict', sentence('mergeFields.moving'))
}

/** Name of the job; its payload is a FieldKey. */
const MOVE_FIELD = 'merge-fields.move'

export function mergeFieldJobs(deps: Deps): JobHandlers {
  return { [MOVE_FIELD]: { long: payload => moveInBackground(deps, payload as fields.FieldKey) } }
}

/** Contacts per part: some tenths of a second for which other writers of contacts wait. */
const PART_CONTACTS = 5000
/** Up to this many contacts written meanwhile are moved together with the end. */
const LAST_CONTACTS = 1000

/** Starts the move in the caller's transaction. `into` may be a field that does not exist yet; null: the values are deleted. */
export async function beginMoving(
  db: Db,
  { into, ...key }: fields.FieldKey & { into: string | null },
  filled: number,
  now: Date,
): Promise<void> {
  if (into !== null) await makeRoom(db, key, into, now)
  await moving.markLeaving(db, key, into, filled)
  const options = { key: `${MOVE_FIELD} ${key.applicationId} ${key.name}`, queue: longQueue(key.applicationId) }
  await enqueue(db, MOVE_FIELD, { ...key }, options)
}

async function makeRoom(db: Db, key: fields.FieldKey, into: string, now: Date): Promise<void> {
  const field = await fields.lockField(db, key)
  const other = await fields.lockField(db, { ...key, name: into })
  if (field === undefined) return
  if (other?.is_leaving) throw fieldMovingError()
  if (other === undefined) await moving.insertField(db, { ...key, name: into }, field, now)
  else if (other.type !== field.type) await fields.setTextType(db, { ...key, name: into })
  await renameInRules(db, key.applicationId, key.name, into)
  await fields.requestFieldSlots(db, key.applicationId)
}

/** The job. Does nothing for a field that is gone, or not being moved. */
export async function moveInBackground({ database, clock }: Deps, key: fields.FieldKey): Promise<void> {
  const take = (): Promise<boolean> =>
    database.kysely.transaction().execute(async tx => {
      await lockContacts(tx, key.applicationId)
      return takePart(tx, key, clock.now())
    })
  while (await take());
}

/** Returns false if nothing is left to do. */
async function takePart(tx: Db, key: fields.FieldKey, now: Date): Promise<boolean> {
  const field = await moving.selectLeaving(tx, key)
  if (field === undefined) return false
  const { into } = field
  const after = await movePart(tx, key, { into, after: field.after, contacts: PART_CONTACTS, now })
  await moving.storeMovePosition(tx, key, after)
  if (after !== null) return true
  // All contacts were looked at, but files and people may have filled the field again meanwhile.
  if ((await countLeft(tx, key, LAST_CONTACTS + 1)) > LAST_CONTACTS) return true
  await (into === null ? removeValues(tx, key, now) : moveValues(tx, key, into, now))
  await fields.deleteField(tx, key)
  if (into !== null) {
    await moving.inheritSlot(tx, { ...key, name: into }, field)
    await renameInRules(tx, key.applicationId, key.name, into)
  }
  await fields.foldFieldCounts(tx, key.applicationId)
  await fields.requestFieldSlots(tx, key.applicationId)
  return false
}
