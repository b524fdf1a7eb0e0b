/** Where the tracked links of a run lead. */
import type { Kysely } from 'kysely'
import type { Tables } from '../../db/schema/tables.ts'
import { contactFields, CONTACT_FIELD_COLUMNS } from '../../lib/contact-fields.ts'
import type { DeliveryRef } from '../../lib/delivery-token.ts'
import { compileTemplate, render } from '../../lib/liquid/compile.ts'
import { selectLink, selectLinkContact } from '../events/link-queries.ts'

/**
 * The address behind a tracked link, with the recipient's fields in it. Null when the run has no such link, or when the
 * fields make no web address of it (the contact was erased meanwhile).
 */
export async function linkTarget(db: Kysely<Tables>, ref: DeliveryRef, linkNo: number): Promise<string | null> {
  const url = await selectLink(db, ref, linkNo)
  if (url === undefined) return null
  if (!/\{[{%]/.test(url)) return url
  const contact = await selectLinkContact(db, ref, CONTACT_FIELD_COLUMNS)
  try {
    const target = render(compileTemplate(url, 'url'), contact === undefined ? {} : contactFields(contact))
    return /^https?:\/\//i.test(target) ? target : null
  } catch {
    return null
  }
}
