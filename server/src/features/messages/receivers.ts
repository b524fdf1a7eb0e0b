/** Finds the receivers of messages: contacts by id, addresses, devices. Those who may not be written to now are refused. */
import { type Channel, CHANNELS } from '@notifly/contracts/applications/applications'
import { isUuid } from '@notifly/contracts/fields'
import { sentence } from '@notifly/contracts/sentences/sentence'
import { isOfDevices } from '../../channels/registry.ts'
import { type Recipient, RECIPIENTS_MAX } from '../../engine/streams/streams.ts'
import { AppError, invalidField } from '../../lib/app-error.ts'
import { contactFields } from '../../lib/contact-fields.ts'
import { uuidv7 } from '../../lib/uuid.ts'
import { lockContacts } from '../../people/contacts/contact-total.ts'
import { createContacts } from '../../people/contacts/contacts.ts'
import { addressOf } from '../../people/reach/skip-reason.ts'
import type { ActContext } from '../approvals/approvals.ts'
import { assertRoom } from '../quotas/quotas.ts'
import { type FoundContact, holdReceivers, selectDevices } from './queries.ts'
import type { ReadMessage, Target } from './read-message.ts'
import { type IntendedRecipientAt, unreachable } from './unreachable.ts'

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
  /** The contact, which does not exist yet: addContacts adds it. */
  planned: FoundContact | undefined
}

interface Contacts {
  byId: Map<string, FoundContact>
  byExternalId: Map<string, FoundContact>
  byEmail: Map<string, FoundContact>
  byPhone: Map<string, FoundContact>
  /** Of those who ask for contacts, by addresses that belong to none. */
  planned: Map<string, FoundContact>
}

export interface Wanted {
  message: ReadMessage
  messageId: string
}

/** The receiver of each message, or why there is none. Writes nothing. `withFields`: templates use the contacts' fields. */
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
  for (const { message } of asked) planContact(message, contacts, context.now)
  const devices = await devicesOf(context, asked, contacts)
  const receivers = wanted.map(each =>
    each instanceof AppError ? each : receiverOf(each, contacts, devices, withFields),
  )
  const meant = receivers.flatMap((receiver, index) => {
    const each = wanted[index]
    if (each === undefined || each instanceof AppError || receiver instanceof AppError) return []
    return resolveReceiver(each.message, receiver, contacts).map(one => ({ ...one, index }))
  })
  const refused = await unreachable(context, meant)
  return receivers.map((receiver, index) => refused.get(index) ?? receiver)
}

function receiverOf(
  { message, messageId }: Wanted,
  contacts: Contacts,
  devices: ReadonlyMap<Channel, ReadonlyMap<string, readonly string[]>>,
  withFields: boolean,
): Receiver | AppError {
  const { target, channel } = message
  const contact = contactOf(message, contacts)
  if (contact === undefined) return target.kind === 'address' ? alone(messageId, target) : noContact(target)
  const receiver = ofContact(message, contact, devices.get(channel)?.get(contact.contact_id) ?? [], withFields)
  const isPlanned = target.kind === 'address' && contacts.planned.get(target.id) === contact
  return receiver instanceof AppError || !isPlanned ? receiver : { ...receiver, planned: contact }
}

/** The receiver, of whose devices one stands for all, and those who get copies. */
function resolveReceiver(
  { sent, channel, target, isTransactional, topicId, copies }: ReadMessage,
  { contactId, recipients: [first] }: Receiver,
  contacts: Contacts,
): Omit<IntendedRecipientAt, 'index'>[] {
  const shared = { channel, isTransactional, topicId }
  const to = first && { ...shared, field: 'to', contactId, address: first.address, isNamed: target.kind === 'address' }
  const written = sent.cc?.map(address => address.toLowerCase()) ?? []
  return [
    ...(to ? [to] : []),
    ...copies.map(address => {
      const copied = isTransactional ? null : (contacts.byEmail.get(address)?.contact_id ?? null)
      return { ...shared, field: `cc.${written.indexOf(address)}`, contactId: copied, address, isNamed: true }
    }),
  ]
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
    planned: undefined,
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
    planned: undefined,
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
      return (
        (channel === 'email' ? contacts.byEmail : contacts.byPhone).get(target.id) ??
        (sent.create_contact === true ? contacts.planned.get(target.id) : undefined)
      )
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
    const { target, channel, isTransactional, copies, sent } = message
    // Copies of marketing obey their contacts' consent, and belong to none.
    if (!isTransactional) for (const address of copies) by.emails.add(address)
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
  const contacts: Contacts = {
    byId: new Map(),
    byExternalId: new Map(),
    byEmail: new Map(),
    byPhone: new Map(),
    planned: new Map(),
  }
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

/** Plans a contact for an address that belongs to none yet, where the message asks for one. */
function planContact(message: ReadMessage, contacts: Contacts, now: Date): void {
  const { target, channel, sent } = message
  if (target.kind !== 'address' || sent.create_contact !== true || contactOf(message, contacts) !== undefined) return
  const contactId = uuidv7(now)
  const address = channel === 'email' ? { email: target.written, email_key: target.id } : { phone_number: target.id }
  contacts.planned.set(target.id, { ...NOBODY, contact_id: contactId, ...address })
}

/** Adds the planned contacts of accepted messages. Returns the refusal when the application has no room for them. */
export async function addContacts(context: ActContext, receivers: readonly Receiver[]): Promise<AppError | null> {
  const { db, actor, deps, now } = context
  const planned = [...new Set(receivers.flatMap(receiver => receiver.planned ?? []))]
  if (planned.length === 0) return null
  try {
    await assertRoom(context, 'contacts', planned.length)
  } catch (error) {
    if (error instanceof AppError) return error
    throw error
  }
  const added = planned.map(({ contact_id: contactId, email, phone_number }) => ({
    contactId,
    values: { is_test: false, ...(email === null ? { phone_number } : { email }) },
    mergeFields: {},
  }))
  await createContacts({ db, secrets: deps.secrets, now }, actor.applicationId, added)
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
