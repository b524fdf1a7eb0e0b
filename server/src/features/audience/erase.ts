/**
 * Erasing a person: the contact, what it chose, and whatever is personal in what was sent to it. Counts of campaigns stay,
 * and so does the wish not to be written to, as a hash that only the same address fits.
 */
import { forgetRecipient, selectAddressesOf } from '../../delivery/upkeep/erase-queries.ts'
import { AppError } from '../../lib/app-error.ts'
import { type CommandContext, forgetRequestsOf } from '../approvals/approvals.ts'
import { lockContacts } from '../../db/contact-lock.ts'
import { deleteContactRows, keepDepartures, lockContact } from './contact-queries.ts'
import { erasureKey } from './erased.ts'
import { hashAddresses } from './erased-queries.ts'
import { forgetSamples } from './sample-queries.ts'

/** Erases in the caller's transaction. Throws notFound. */
export async function eraseContact({ deps, db, actor, now }: CommandContext, contactId: string): Promise<void> {
  const { applicationId } = actor
  await lockContacts(db, applicationId)
  const row = await lockContact(db, { applicationId, contactId })
  if (row === undefined) throw new AppError('notFound')
  const sentTo = await selectAddressesOf(db, applicationId, contactId)
  const own = [row.email_key, row.phone_number].filter(address => address !== null)
  const addresses = [...new Set([...own, ...sentTo])]
  await keepDepartures(db, applicationId, [contactId], now)
  await hashAddresses(db, applicationId, erasureKey(deps, applicationId), addresses)
  await forgetRecipient(db, applicationId, contactId, addresses)
  await deleteContactRows(db, applicationId, [contactId])
  await forgetSamples(db, applicationId, row.merge_fields as Record<string, unknown>)
  const made = Object.entries({
    email: row.email,
    external_user_id: row.external_user_id,
    phone_number: row.phone_number,
  })
  await forgetRequestsOf(
    db,
    { applicationId, type: 'contact', id: contactId },
    Object.fromEntries(made.filter((entry): entry is [string, string] => entry[1] !== null)),
  )
}
