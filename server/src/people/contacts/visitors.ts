/**
 * People who are known only by a browser until their site identifies them. They have no address and no name; if one proves to be an
 * existing contact, the browser becomes that contact's.
 */
import { lockContacts } from './contact-total.ts'
import { withTriggers } from '../../db/distribution/triggers.ts'
import type { Db } from '../../db/schema/tables.ts'
import { uuidv7 } from '../../lib/uuid.ts'
import { hasDevices, type KnownDevice, moveDevice } from '../devices/devices.ts'
import { deleteContacts, insertContacts, lockContact, ownerOf } from './contacts.ts'
import { withContactEffects } from './contact-effects.ts'

/** What a browser says about its person. */
export interface VisitorFacts {
  lang?: string | undefined
  timezone?: string | undefined
}

/** Adds a contact without name and address. Returns its id. */
export async function addVisitor(
  tx: Db,
  applicationId: string,
  { lang, timezone }: VisitorFacts,
  now: Date,
): Promise<string> {
  const contactId = uuidv7(now)
  const values = { lang: lang ?? null, timezone: timezone ?? null, platform_type: 'web', is_test: false }
  await insertContacts(tx, applicationId, [{ contactId, values, mergeFields: {} }], now)
  return contactId
}

/**
 * Gives a browser to the contact that its site identified, and deletes the browser's previous contact if nothing else is known about it.
 */
export async function identifyVisitor(
  tx: Db,
  applicationId: string,
  { deviceId, contactId: visitorId }: KnownDevice,
  externalId: string,
  now: Date,
): Promise<void> {
  const contactId = await contactProved(tx, applicationId, visitorId, externalId, now)
  if (contactId === visitorId) return
  await moveDevice(tx, applicationId, deviceId, contactId)
  if (!(await hasDevices(tx, applicationId, visitorId))) await dropNameless(tx, applicationId, visitorId, now)
}

/**
 * An existing contact with this id wins; else the visitor gets the id; a visitor with another id is a different person on the same browser,
 * who becomes a new contact.
 */
async function contactProved(
  tx: Db,
  applicationId: string,
  visitorId: string,
  externalId: string,
  now: Date,
): Promise<string> {
  await lockContacts(tx, applicationId)
  const owner = await ownerOf(tx, applicationId, 'external_user_id', externalId)
  if (owner !== undefined) return owner.contact_id
  const visitor = await lockContact(tx, { applicationId, contactId: visitorId })
  if (visitor !== undefined && visitor.external_user_id === null) {
    const update = () =>
      tx
        .updateTable('contact')
        .set({ external_user_id: externalId, changed_at: now })
        .where(eb => eb.and({ application_id: applicationId, contact_id: visitorId }))
        .execute()
    await withTriggers(tx, update, write => withContactEffects(tx, { applicationId, chosen: [visitorId], now }, write))
    return visitorId
  }
  const contactId = uuidv7(now)
  const values = { external_user_id: externalId, platform_type: 'web', is_test: false }
  await insertContacts(tx, applicationId, [{ contactId, values, mergeFields: {} }], now)
  return contactId
}

/** Deletes a contact without any data: its browser belongs to another contact now. */
async function dropNameless(tx: Db, applicationId: string, contactId: string, now: Date): Promise<void> {
  const row = await lockContact(tx, { applicationId, contactId })
  if (row === undefined || row.email !== null || row.external_user_id !== null || row.phone_number !== null) return
  await deleteContacts(tx, applicationId, [contactId], now)
}
