/** Contacts on each channel: what they chose, where they can be written to, and what providers reported of their addresses. */
import type { Db } from '../../db/schema/tables.ts'
import { type Addresses, addressesOf, addressOf } from './skip-reason.ts'

export interface Consent {
  channel: string
  status: string
  source: string
  since: Date
}

export interface Suppression {
  channel: string
  address_key: string
  reason: string
  created_at: Date
}

export interface Standings {
  consents: Consent[]
  /** Of the contact's own addresses. */
  suppressions: Suppression[]
  on(channel: string): {
    consent: Consent | undefined
    suppression: Suppression | undefined
    /** Whether the contact has an address, or an active device. */
    isAddressed: boolean
  }
}

/** Returns a function that looks up one of these contacts. One query each for all of them. */
export async function readStandings<Contact extends Addresses & { contact_id: string }>(
  db: Db,
  applicationId: string,
  contacts: readonly Contact[],
): Promise<(contact: Contact) => Standings> {
  const ids = contacts.map(contact => contact.contact_id)
  const [consents, devices, listed] = await Promise.all([
    db
      .selectFrom('consent')
      .where('application_id', '=', applicationId)
      .where('contact_id', 'in', ids)
      .select(['contact_id', 'channel', 'status', 'source', 'since'])
      .orderBy('channel')
      .execute(),
    db
      .selectFrom('device')
      .where('application_id', '=', applicationId)
      .where('contact_id', 'in', ids)
      .where('retired_at', 'is', null)
      .select(['contact_id', 'channel'])
      .distinct()
      .execute(),
    db
      .selectFrom('suppression')
      .where('application_id', '=', applicationId)
      .where('address_key', 'in', ['', ...addressesOf(contacts)])
      .select(['channel', 'address_key', 'reason', 'created_at'])
      .orderBy('channel')
      .execute(),
  ])
  return contact => {
    const isOwn = (each: { contact_id: string }): boolean => each.contact_id === contact.contact_id
    const own = addressesOf([contact])
    const chosen = consents.filter(isOwn).map(({ contact_id: _, ...consent }) => consent)
    const suppressions = listed.filter(({ address_key: key }) => own.includes(key))
    return {
      consents: chosen,
      suppressions,
      on: channel => {
        const address = addressOf(contact, channel)
        return {
          consent: chosen.find(each => each.channel === channel),
          suppression: suppressions.find(each => each.channel === channel && each.address_key === address),
          isAddressed: address !== null || devices.some(each => isOwn(each) && each.channel === channel),
        }
      },
    }
  }
}
