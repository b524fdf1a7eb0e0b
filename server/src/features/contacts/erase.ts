/**
 * Erases a person: the contact, its choices, and everything personal in what was sent to it. Counts of campaigns stay, and so does an
 * unsubscription, as a hash that only the same address matches.
 */
import { lockContacts } from '../../people/contacts/contact-total.ts'
import { allowLongWrite } from '../../db/fair-places.ts'
import { selectAddressesOf } from '../../engine/upkeep/erase-queries.ts'
import { orNotFound } from '../../lib/app-error.ts'
import type { ActContext } from '../approvals/approvals.ts'
import { lockContact } from '../../people/contacts/contacts.ts'
import { addressesOf } from '../../people/reach/skip-reason.ts'
import { type ErasedPerson, PERSONAL_PLACES } from './personal-places.ts'

/** Erases a contact in the caller's transaction. Throws notFound, and conflict while a file with the person is being inserted. */
export async function eraseContact(context: ActContext, contactId: string): Promise<void> {
  const { db, actor } = context
  const { applicationId } = actor
  await allowLongWrite(db)
  await lockContacts(db, applicationId)
  const row = orNotFound(await lockContact(db, { applicationId, contactId }))
  const sentTo = await selectAddressesOf(db, applicationId, contactId)
  const person: ErasedPerson = {
    contactId,
    addresses: [...new Set([...addressesOf([row]), ...sentTo])],
    ids: [contactId, ...(row.external_user_id === null ? [] : [row.external_user_id])],
    words: Object.values(row.merge_fields as Record<string, string>),
  }
  for (const place of PERSONAL_PLACES) await place.forget(context, person)
}
