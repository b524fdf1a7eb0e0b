/**
 * Renames, merges and deletes merge fields. Every contact may have a value: few values are changed at once, many by a job, part by part
 * (see move.ts), so that no writer of contacts has to wait.
 */
import { sentence } from '@notifly/contracts/sentences/sentence'
import { lockContacts } from '../../people/contacts/contact-total.ts'
import { withinListLimit } from '../../db/fair-places.ts'
import { renameInRules } from '../../people/rules/rename-field.ts'
import type { Db } from '../../db/schema/tables.ts'
import * as fields from '../../people/fields/fields.ts'
import { moveValues, removeValues } from '../../people/fields/values.ts'
import { invalidField, orNotFound } from '../../lib/app-error.ts'
import { BUILT_IN_FIELDS } from '../../lib/contact-fields.ts'
import { beginMoving, fieldMovingError } from './move.ts'
import { refuseUsed, usesOf } from './uses.ts'

interface FieldChange extends fields.FieldKey {
  /** The new name, or the field that takes the values in; null: they go away. */
  into: string | null
}

/** Values of more contacts are changed in the background. */
const AT_ONCE = 10_000

/** A name that templates can use, and no keyword of Liquid. */
const FORM = /^[\p{Ll}\p{Lo}\p{M}_][\p{Ll}\p{Lo}\p{M}\p{N}_]{0,99}$/u
const WORDS_OF_LIQUID = new Set([
  'true',
  'false',
  'nil',
  'null',
  'empty',
  'blank',
  'and',
  'or',
  'not',
  'contains',
  'forloop',
])

/**
 * Checks the change and makes it, or starts the job, in the caller's transaction. Throws notFound, conflict with FieldUse, or at
 * `new_name`.
 */
export async function renameMergeField(db: Db, key: fields.FieldKey, to: string, now: Date): Promise<void> {
  if (!FORM.test(to) || WORDS_OF_LIQUID.has(to) || Object.hasOwn(BUILT_IN_FIELDS, to)) {
    throw invalidField('new_name', sentence('mergeFields.form'))
  }
  const field = await demandField(db, key)
  if ((await fields.selectField(db, { ...key, name: to })) !== undefined) {
    throw invalidField('new_name', sentence('mergeFields.exists'))
  }
  refuseUsed(await withinListLimit(db, () => usesOf(db, key)), { segmentsFollow: true })
  await changeSoon(db, { ...key, into: to }, field.filled, now)
}

/** The same for moving values to a field that exists. Throws at `into`. */
export async function joinMergeFields(db: Db, key: fields.FieldKey, into: string, now: Date): Promise<void> {
  const field = await demandField(db, key)
  const other = into === key.name ? undefined : await fields.selectField(db, { ...key, name: into })
  if (other === undefined) throw invalidField('into', sentence('mergeFields.other'))
  await refuseMoving(db, { ...key, name: into }, other.is_leaving)
  refuseUsed(await withinListLimit(db, () => usesOf(db, key)), { segmentsFollow: true })
  await changeSoon(db, { ...key, into }, field.filled, now)
}

/** The same for deleting a field with its values; rules of segments prevent that, too. */
export async function deleteMergeField(db: Db, key: fields.FieldKey, now: Date): Promise<void> {
  const field = await demandField(db, key)
  refuseUsed(await withinListLimit(db, () => usesOf(db, key)), { segmentsFollow: false })
  await changeSoon(db, { ...key, into: null }, field.filled, now)
}

async function demandField(db: Db, key: fields.FieldKey) {
  await fields.foldFieldCounts(db, key.applicationId)
  const field = orNotFound(await fields.lockField(db, key))
  await refuseMoving(db, key, field.is_leaving)
  return field
}

async function refuseMoving(db: Db, key: fields.FieldKey, isLeaving: boolean): Promise<void> {
  if (!isLeaving && !(await fields.isMoveTarget(db, key))) return
  throw fieldMovingError()
}

async function changeSoon(db: Db, change: FieldChange, filled: number, now: Date): Promise<void> {
  await (filled <= AT_ONCE ? applyChange(db, change, now) : beginMoving(db, change, filled, now))
}

// The registry first: as the values move, they are counted and put into columns by what it says then.
async function applyChange(db: Db, change: FieldChange, now: Date): Promise<void> {
  const { into, ...key } = change
  await lockContacts(db, key.applicationId)
  await fields.foldFieldCounts(db, key.applicationId)
  const field = await fields.lockField(db, key)
  if (field === undefined) return
  if (into === null) {
    await fields.deleteField(db, key)
    return removeValues(db, key, now)
  }
  const other = await fields.lockField(db, { ...key, name: into })
  if (other === undefined) await fields.renameField(db, key, into)
  else {
    await fields.deleteField(db, key)
    if (other.type !== field.type) await fields.setTextType(db, { ...key, name: into })
  }
  await moveValues(db, key, into, now)
  await renameInRules(db, key.applicationId, key.name, into)
  await fields.foldFieldCounts(db, key.applicationId)
  await fields.requestFieldSlots(db, key.applicationId)
}
