/** Finds the receivers of messages: contacts by id, addresses, devices. */
import { type Channel, CHANNELS } from '@notifly/contracts/applications/applications'
import { isUuid } from '@notifly/contracts/fields'
import { sentence } from '@notifly/contracts/sentences/sentence'
import { isOfDevices } from '../../channels/registry.ts'
import { type Recipient, RECIPIENTS_MAX } from '../../engine/streams/streams.ts'
import { AppError, invalidField } from '../../lib/app-error.ts'
import { contactFields } from '../../lib/contact-fields.ts'
import { uuidv7 } from '../../lib/uuid.ts'
import { barredAmong } from '../../people/contacts/erased-addresses.ts'
import { lockContacts } from '../../people/contacts/contact-total.ts'
import { createContacts } from '../../people/contacts/contacts.ts'
import { addressOf } from '../../people/reach/skip-reason.ts'
import type { ActContext } from '../approvals/approvals.ts'
import { demandRoom } from '../quotas/quotas.ts'
import { type FoundContact, holdReceivers, selectDevices } from './queries.ts'
import type { ReadMessage, Target } from './read-message.ts'

export interface Receiver {
  /** Null when the message belongs to no contact. */
  contactId: string | null
  /** Address key by which the message is found later. */
  name: string
  recipients: Recipient[]
  /** The contact's merge fields; empty when no template uses them. */
  fields: Record<string, unknown>
  /** The address as its sender wrote it, where that differs. */
  written: string | undefined
}

interface Contacts {
  byId: Map<string, FoundContact>
  byExternalId: Map<string, FoundContact>
  byEmail: Map<string, FoundContact>
  byPhone: Map<string, FoundContact>
}

export interface Wanted {
  message: ReadMessage
  messageId: string
}

/** The receiver of each message, or why there is none. `withFields`: templates use the contacts' fields. */
export async function receiversOf(
  context: ActContext,
  wanted: readonly (Wanted | AppError)[],
  withFields: boolean,
): Promise<(Receiver | AppError)[]> {
  const asked = wanted.filter((each): each is Wanted => !(each instanceof AppError))
  if (asked.some(({ message }) => message.sent.create_contact === true)) {
    await lockContacts(context.db, context.actor.applicationId)
  }
  const contacts = await findContacts(context, asked, withFields)
  const refusal = await addMissing(context, asked, contacts)
  const barred = await barredOf(context, asked)
  const devices = await devicesOf(context, asked, contacts)
  return wanted.map(each => {
    if (each instanceof AppError) return each
    const { message, messageId } = each
    const { target, channel, copies } = message
    const isBarred = (address: string): boolean => barred.get(channel)?.has(address) === true
    const contact = contactOf(message, contacts)
    if (copies.some(isBarred)) return invalidField('cc', sentence('messages.erased'))
    if (target.kind === 'address') {
      if (isBarred(target.id)) return invalidField('to', sentence('messages.erased'))
      if (contact === undefined)
        return refusal !== null && message.sent.create_contact === true ? refusal : alone(messageId, target)
    }
    if (contact === undefined) return noContact(target)
    return ofContact(message, contact, devices.get(channel)?.get(contact.contact_id) ?? [], withFields)
  })
}

function noContact(target: Target): AppError {
  const words = sentence(target.kind === 'contact_uuid' ? 'messages.noContact' : 'messages.noReceiver')
  return new AppError('notFound', { ...words, errors: [{ field: 'to', ...words }] })
}

function alone(messageId: string, { id, written }: Extract<Target, { kind: 'address' }>): Receiver {
  const fields = { [written.includes('@') ? 'email' : 'phone_number']: written }
  return {
    contactId: null,
    name: id,
    recipients: [{ contactId: messageId, address: id }],
    fields,
    written: written === id ? undefined : written,
  }
}

function ofContact(
  { channel }: ReadMessage,
  contact: FoundContact,
  devices: readonly string[],
  withFields: boolean,
): Receiver | AppError {
  const contactId = contact.contact_id
  const address = addressOf(contact, channel)
  const addresses = isOfDevices(channel) ? devices.slice(0, RECIPIENTS_MAX) : address === null ? [] : [address]
  if (addresses.length === 0) return invalidField('to', sentence('messages.noAddress'))
  return {
    contactId,
    name: contactId,
    recipients: addresses.map(each => ({ contactId, address: each })),
    fields: withFields ? contactFields(contact) : {},
    written: channel === 'email' ? (contact.email ?? undefined) : undefined,
  }
}

/** Whether an address stands for the contact that has it: for marketing, which obeys the contact's consent, and when the sender asks for it. */
function contactOf(
  { target, channel, isTransactional, sent }: ReadMessage,
  contacts: Contacts,
): FoundContact | undefined {
  switch (target.kind) {
    case 'any':
      return contacts.byId.get(target.id.toLowerCase()) ?? contacts.byExternalId.get(target.id)
    case 'contact_uuid':
      return contacts.byId.get(target.id)
    case 'external_user_id':
      return contacts.byExternalId.get(target.id)
    case 'address':
      if (isTransactional && sent.create_contact !== true) return undefined
      return channel === 'email' ? contacts.byEmail.get(target.id) : contacts.byPhone.get(target.id)
  }
}

async function findContacts(
  { db, actor }: ActContext,
  wanted: readonly Wanted[],
  withFields: boolean,
): Promise<Contacts> {
  const by = {
    contactIds: new Set<string>(),
    externalIds: new Set<string>(),
    emails: new Set<string>(),
    phones: new Set<string>(),
  }
  for (const { message } of wanted) {
    const { target, channel, isTransactional, sent } = message
    if (target.kind === 'any' || target.kind === 'contact_uuid') by.contactIds.add(target.id.toLowerCase())
    if (target.kind === 'any' || target.kind === 'external_user_id') by.externalIds.add(target.id)
    if (target.kind !== 'address' || (isTransactional && sent.create_contact !== true)) continue
    ;(channel === 'email' ? by.emails : by.phones).add(target.id)
  }
  const rows = await holdReceivers(
    db,
    actor.applicationId,
    {
      contactIds: [...by.contactIds].filter(isUuid),
      externalIds: [...by.externalIds],
      emails: [...by.emails],
      phones: [...by.phones],
    },
    withFields,
  )
  const contacts: Contacts = { byId: new Map(), byExternalId: new Map(), byEmail: new Map(), byPhone: new Map() }
  for (const row of rows) note(row, contacts)
  return contacts
}

/** Of several contacts with one phone number, the oldest. */
function note(row: FoundContact, { byId, byExternalId, byEmail, byPhone }: Contacts): void {
  byId.set(row.contact_id, row)
  if (row.external_user_id !== null) byExternalId.set(row.external_user_id, row)
  if (row.email_key !== null) byEmail.set(row.email_key, row)
  if (row.phone_number !== null && !byPhone.has(row.phone_number)) byPhone.set(row.phone_number, row)
}

/** Adds contacts for addresses that belong to none yet. Returns the refusal when the application has no room for them. */
async function addMissing(
  context: ActContext,
  wanted: readonly Wanted[],
  contacts: Contacts,
): Promise<AppError | null> {
  const { db, actor, deps, now } = context
  const missing = new Map<string, FoundContact>()
  for (const { message } of wanted) {
    const { target, channel, sent } = message
    if (target.kind !== 'address' || sent.create_contact !== true || contactOf(message, contacts) !== undefined)
      continue
    const [email, phone] = channel === 'email' ? [target.written, null] : [null, target.id]
    const row = {
      contact_id: uuidv7(now),
      email,
      email_key: email && target.id,
      external_user_id: null,
      phone_number: phone,
    }
    missing.set(target.id, { ...NOBODY, ...row })
  }
  if (missing.size === 0) return null
  try {
    await demandRoom(context, 'contacts', missing.size)
  } catch (error) {
    if (error instanceof AppError) return error
    throw error
  }
  const added = [...missing.values()].map(({ contact_id: contactId, email, phone_number }) => ({
    contactId,
    values: { is_test: false, ...(email === null ? { phone_number } : { email }) },
    mergeFields: {},
  }))
  await createContacts({ db, secrets: deps.secrets, now }, actor.applicationId, added)
  for (const row of missing.values()) note(row, contacts)
  return null
}

const NOBODY: Omit<FoundContact, 'contact_id'> = {
  email: null,
  email_key: null,
  external_user_id: null,
  phone_number: null,
  country: null,
  lang: null,
  latitude: null,
  longitude: null,
  platform_type: null,
  device_details: null,
  timezone: null,
  timezone_offset: null,
  is_test: false,
  merge_fields: {},
  created_on: null,
  updated_on: null,
}

/** Addresses of erased people, by channel; nothing may be sent to them. */
async function barredOf(
  { db, deps, actor }: ActContext,
  wanted: readonly Wanted[],
): Promise<Map<Channel, Set<string>>> {
  const barred = new Map<Channel, Set<string>>()
  for (const channel of CHANNELS) {
    const addresses = wanted.flatMap(({ message: { channel: own, target, copies } }) =>
      own === channel ? [...(target.kind === 'address' ? [target.id] : []), ...copies] : [],
    )
    if (addresses.length === 0) continue
    barred.set(channel, await barredAmong(db, deps.secrets, { applicationId: actor.applicationId, channel }, addresses))
  }
  return barred
}

async function devicesOf(
  { db, actor }: ActContext,
  wanted: readonly Wanted[],
  contacts: Contacts,
): Promise<Map<Channel, Map<string, string[]>>> {
  const devices = new Map<Channel, Map<string, string[]>>()
  for (const channel of CHANNELS.filter(isOfDevices)) {
    const ids = wanted.flatMap(({ message }) =>
      message.channel === channel ? (contactOf(message, contacts)?.contact_id ?? []) : [],
    )
    if (ids.length > 0) devices.set(channel, await selectDevices(db, actor.applicationId, channel, [...new Set(ids)]))
  }
  return devices
}
