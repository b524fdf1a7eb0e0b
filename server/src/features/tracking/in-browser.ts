/** Shows a mail as its recipient got it, for its "view in browser" link. */
import { browserAddress, TOKEN_FIELD, unsubscribeAddress } from '../../channels/channel.ts'
import type { Deps } from '../../http/deps.ts'
import { contactFields } from '../../lib/contact-fields.ts'
import type { DeliveryRef } from '../../lib/delivery-token.ts'
import { shortWork } from '../../lib/work-pool/pools.ts'
import { TEMPLATE_WORK, unlessCostly } from '../templates/templates.ts'
import { selectMergeValues, selectRecipientFields, selectSentMail } from './queries.ts'

/**
 * Filled in with the recipient's present fields and the message's own values: filled-in mails are not stored. Null if the mail is no longer
 * kept, or cannot be written; "gone" if its recipient has been erased.
 */
export async function readMailPage(
  { config, database }: Deps,
  token: string,
  ref: DeliveryRef,
): Promise<string | 'gone' | null> {
  const db = database.kysely
  const mail = await selectSentMail(db, ref)
  if (mail === undefined || mail.html === null) return null
  if (mail.address === '') return 'gone'
  const [contact, merge] = await Promise.all([selectRecipientFields(db, ref), selectMergeValues(db, ref)])
  // A recipient who is no contact has an address alone.
  if (contact === undefined && mail.contact_id !== null) return 'gone'
  const { publicUrl } = config
  const leave = unsubscribeAddress(publicUrl, token)
  const values = {
    email: mail.address,
    ...(contact && contactFields(contact)),
    ...merge,
    [TOKEN_FIELD]: token,
    unsubscribe_url: leave,
    preferences_url: leave,
    view_in_browser_url: browserAddress(publicUrl, token),
  }
  const work = shortWork.run(TEMPLATE_WORK.writeOutEmail, ref.applicationId, { html: mail.html, values, publicUrl })
  return (await unlessCostly(work, '')) || null
}
