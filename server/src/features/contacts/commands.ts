/**
 * Writes of contacts as commands that can be held for approval. Titles and the audit trail contain no names: a person must be erasable
 * while the entries stay.
 */
import { ACTIVITY } from '@notifly/contracts/roles/activities'
import { CONTACT_COLUMNS, contactFields } from '@notifly/contracts/contacts/contacts'
import { uuid } from '@notifly/contracts/fields'
import * as z from 'zod/mini'
import { maskedAddress } from '../../lib/addresses.ts'
import { epochSeconds } from '../../lib/clock.ts'
import { type AnyCommand, type CommandContext, defineCommand, textIn, type Values } from '../approvals/approvals.ts'
import type { SentFields } from './contact-values.ts'
import * as edit from './edit.ts'
import { eraseContact as erase } from './erase.ts'
import { selectContact } from './queries.ts'

const common = {
  activity: ACTIVITY.audience,
  object: 'contact',
  hidden: [...CONTACT_COLUMNS, 'merge_fields'],
  trail: withoutNames,
} as const

/** Which merge fields changed is as personal as their values: one word stands for all of them. */
function withoutNames({ merge_fields: fields, ...values }: Values): Values {
  return {
    ...values,
    ...(fields !== undefined && { merge_fields: Object.entries(fields as object) }),
  }
}

/** The present values of the sent fields, for comparing before and after. */
async function valuesNow({ db, actor }: CommandContext, contactId: string, sent: SentFields): Promise<Values | null> {
  const row = await selectContact(db, actor.applicationId, contactId)
  if (row === undefined) return null
  const values = CONTACT_COLUMNS.filter(column => sent[column] !== undefined).map(column => {
    const value = row[column]
    return [column, value instanceof Date ? epochSeconds(value) : value] as const
  })
  const merge = row.merge_fields as Record<string, unknown>
  const names = Object.keys(sent.merge_fields ?? {})
  return {
    ...Object.fromEntries(values),
    ...(names.length > 0 && { merge_fields: Object.fromEntries(names.map(name => [name, merge[name] ?? null])) }),
  }
}

function titleOf({ email, phone_number: phone }: Values, contactId: string | null): string {
  if (typeof email === 'string') return maskedAddress(email)
  if (typeof phone === 'string') return maskedAddress(phone)
  return contactId === null ? '…' : `…${contactId.slice(-12)}`
}

/** As much of a contact as identifies it. */
async function shortly({ db, actor }: CommandContext, contactId: string): Promise<Values | null> {
  const row = await selectContact(db, actor.applicationId, contactId)
  return row === undefined
    ? null
    : { contact: titleOf({ email: row.email, phone_number: row.phone_number }, contactId) }
}

const shortTitle = (id: string, found: Values | null): string => textIn(found, 'contact') || titleOf({}, id)

export const createContact = defineCommand({
  ...common,
  name: 'contact.create',
  level: 'create',
  payload: z.object(contactFields),
  objectOf: () => null,
  title: sent => titleOf(sent, null),
  before: async () => null,
  run: (context, sent) => edit.createContact(context, sent),
  idOf: result => result.uuid,
})

export const updateContact = defineCommand({
  ...common,
  name: 'contact.update',
  level: 'update',
  payload: z.object({ uuid, ...contactFields }),
  objectOf: ({ uuid: id }) => id,
  title: ({ uuid: id }, found) => titleOf(found ?? {}, id),
  before: (context, { uuid: id, ...sent }) => valuesNow(context, id, sent),
  run: (context, { uuid: id, ...sent }) => edit.updateContact(context, id, sent),
})

const removal = (name: 'contact.delete' | 'contact.erase', remove: typeof edit.deleteContact) =>
  defineCommand({
    ...common,
    name,
    level: 'delete',
    payload: z.object({ uuid }),
    objectOf: ({ uuid: id }) => id,
    title: ({ uuid: id }, found) => shortTitle(id, found),
    before: (context, { uuid: id }) => shortly(context, id),
    trail: () => ({}),
    run: (context, { uuid: id }) => remove(context, id),
  })

export const deleteContact = removal('contact.delete', edit.deleteContact)
export const eraseContact = removal('contact.erase', erase)

export const contactCommands: readonly AnyCommand[] = [createContact, updateContact, deleteContact, eraseContact]
