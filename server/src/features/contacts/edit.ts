/** Adds, changes and deletes contacts by hand or by a program, each in the caller's transaction. */
import { type ContactTaken, MERGE_FIELDS_MAX_BYTES } from '@notifly/contracts/contacts/contacts'
import { sentence } from '@notifly/contracts/sentences/sentence'
import { lockContacts } from '../../people/contacts/contact-total.ts'
import type { Db } from '../../db/schema/tables.ts'
import { AppError, invalidField, orNotFound } from '../../lib/app-error.ts'
import { mergeFieldBytes } from '../../lib/contact-fields.ts'
import { uuidv7 } from '../../lib/uuid.ts'
import type { ActContext, CommandContext } from '../approvals/approvals.ts'
import { typeOf } from '../imports/imports.ts'
import { assertFields, assertRoom } from '../quotas/quotas.ts'
import * as people from '../../people/contacts/contacts.ts'
import { noteFields } from '../../people/fields/fields.ts'
import { selectFieldNamesOf } from './field-queries.ts'
import { type ReadFields, readFields, type SentFields } from './contact-values.ts'

/** Adds a contact. Throws invalidInput at the fields, conflict with ContactTaken if another contact has one of its keys. */
export async function createContact(context: CommandContext, sent: SentFields): Promise<{ uuid: string }> {
  const { db, actor, now } = context
  const { applicationId } = actor
  await assertRoom(context, 'contacts')
  const fields = await readSent(db, applicationId, sent, null)
  const values = valuesOf(fields)
  if (![values.email, values.external_user_id, values.phone_number].some(Boolean)) throw nameless()
  await lockContacts(db, applicationId)
  await demandFreeKeys(db, applicationId, values, null)
  const contactId = uuidv7(now)
  const merge = filledOf(fields.merge_fields)
  assertSize(merge, {})
  await admitFields(context, merge)
  const own = { ...values, is_test: values.is_test ?? false }
  await people.createContacts(writer(context), applicationId, [{ contactId, values: own, mergeFields: merge }])
  return { uuid: contactId }
}

/** Changes the fields that were sent. Throws like `createContact`, and notFound. */
export async function updateContact(
  context: CommandContext,
  contactId: string,
  sent: SentFields,
): Promise<{ uuid: string }> {
  const { db, actor } = context
  const key = { applicationId: actor.applicationId, contactId }
  await lockContacts(db, key.applicationId)
  const row = orNotFound(await people.lockContact(db, key))
  const fields = await readSent(db, key.applicationId, sent, row.country)
  const values = valuesOf(fields)
  if (values.is_test === null) values.is_test = false
  const after = { ...row, ...values }
  if (![after.email, after.external_user_id, after.phone_number].some(Boolean)) throw nameless()
  await demandFreeKeys(db, key.applicationId, values, contactId)
  const present = row.merge_fields as Record<string, unknown>
  assertSize(filledOf({ ...present, ...fields.merge_fields }), present)
  await admitFields(context, filledOf(fields.merge_fields))
  const change = { contactId, values, merge: fields.merge_fields ?? {} }
  await people.changeContacts(writer(context), key.applicationId, [change])
  return { uuid: contactId }
}

/** Deletes one contact; its unsubscriptions stay for its addresses. Throws notFound. */
export async function deleteContact({ db, actor, now }: CommandContext, contactId: string): Promise<void> {
  const { applicationId } = actor
  await lockContacts(db, applicationId)
  const deleted = await people.deleteContacts(db, applicationId, [contactId.toLowerCase()], now)
  if (deleted === 0) throw new AppError('notFound')
}

/** Returns the fields as they will be stored. Throws invalidInput. */
export async function readSent(
  db: Db,
  applicationId: string,
  sent: SentFields,
  country: string | null,
): Promise<ReadFields> {
  const names = await selectFieldNamesOf(db, applicationId, Object.keys(sent.merge_fields ?? {}))
  return readFields(sent, name => names.includes(name), country)
}

export function valuesOf({
  merge_fields: _,
  created_on: created,
  updated_on: updated,
  ...values
}: ReadFields): people.ContactValues {
  const moment = (seconds: unknown) => (typeof seconds === 'number' ? new Date(seconds * 1000) : null)
  return {
    ...values,
    ...(created !== undefined && { created_on: moment(created) }),
    ...(updated !== undefined && { updated_on: moment(updated) }),
  }
}

export function filledOf<Value>(merge: Readonly<Record<string, Value | null>> = {}): Record<string, Value> {
  return Object.fromEntries(Object.entries(merge).filter((entry): entry is [string, Value] => entry[1] !== null))
}

/** Throws at the merge fields if they are too large. A contact that is too large already may become smaller step by step. */
export function assertSize(after: Record<string, unknown>, before: Record<string, unknown>): void {
  const bytes = mergeFieldBytes(after)
  if (bytes <= Math.max(MERGE_FIELDS_MAX_BYTES, mergeFieldBytes(before))) return
  throw invalidField('merge_fields', sentence('contacts.size', { kilobytes: MERGE_FIELDS_MAX_BYTES / 1024 }))
}

/** Registers the merge fields of these contacts. Throws quotaReached. */
export async function admitFields(context: ActContext, ...filled: Record<string, string>[]): Promise<void> {
  const byName = new Map<string, { name: string; type: ReturnType<typeof typeOf>; sample: string }>()
  for (const [name, value] of filled.flatMap(each => Object.entries(each))) {
    const known = byName.get(name)
    const type = typeOf(value)
    byName.set(name, { name, sample: value, ...known, type: known && known.type !== type ? 'text' : type })
  }
  const fields = [...byName.values()]
  await assertFields(context, fields)
  await noteFields(context.db, context.actor.applicationId, fields, context.now)
}

export function writer({ deps, db, now }: ActContext): people.Writer {
  return { db, secrets: deps.secrets, now }
}

function nameless(): AppError {
  return invalidField('email', sentence('contacts.nameless'))
}

/** Lets one writer of contacts run at a time, so that a free key stays free until the end of the transaction. */
async function demandFreeKeys(
  db: Db,
  applicationId: string,
  { email, external_user_id: externalId }: people.ContactValues,
  contactId: string | null,
): Promise<void> {
  const keys = [
    ['email', 'email_key', typeof email === 'string' ? email.toLowerCase() : null],
    ['external_user_id', 'external_user_id', externalId],
  ] as const
  for (const [field, column, value] of keys) {
    const owner = typeof value === 'string' ? await people.ownerOf(db, applicationId, column, value) : undefined
    if (owner !== undefined && owner.contact_id !== contactId) throw taken(field, owner)
  }
}

type Owner = Pick<
  NonNullable<Awaited<ReturnType<typeof people.ownerOf>>>,
  'contact_id' | 'email' | 'external_user_id' | 'merge_fields'
>

export function taken(field: ContactTaken['field'], owner: Owner): AppError {
  const merge = owner.merge_fields as Record<string, unknown>
  const person = [merge['first_name'], merge['last_name']].filter(Boolean).join(' ')
  const name = person || owner.external_user_id || owner.email || owner.contact_id
  const words = sentence(field === 'email' ? 'contacts.emailOf' : 'contacts.externalOf', { owner: name })
  const data: ContactTaken = { field, contact: { uuid: owner.contact_id, name } }
  return new AppError('conflict', { ...words, errors: [{ field, ...words }], data })
}
