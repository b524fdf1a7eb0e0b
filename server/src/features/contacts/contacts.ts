/** Front door of contacts: what templates, campaigns and imports need to know about them. */
import { sentence } from '@notifly/contracts/sentences/sentence'
import type { Db } from '../../db/schema/tables.ts'
import { AppError } from '../../lib/app-error.ts'
import { contactFields } from '../../lib/contact-fields.ts'
import { ownerOf } from '../../people/contacts/contacts.ts'
import { selectNewestPhones, selectSampleContact } from './field-queries.ts'

/** A contact to preview a template with. */
export interface SampleContact {
  uuid: string
  email: string | null
  /** What the template reads; see lib/contact-fields.ts. */
  fields: Record<string, unknown>
}

/** Returns the contact with that id, or without an id the newest one that has an email; null if there is none. */
export async function sampleContact(db: Db, applicationId: string, contactId?: string): Promise<SampleContact | null> {
  const row = await selectSampleContact(db, applicationId, contactId)
  return row === undefined ? null : { uuid: row.contact_id, email: row.email, fields: contactFields(row) }
}

/** The fields of the newest contacts with a phone number. */
export async function samplePhones(db: Db, applicationId: string, size: number): Promise<Record<string, unknown>[]> {
  return (await selectNewestPhones(db, applicationId, size)).map(contactFields)
}

/** Returns the contact with that external id. Throws notFound. */
export async function contactNamed(db: Db, applicationId: string, externalId: string): Promise<string> {
  const contact = await ownerOf(db, applicationId, 'external_user_id', externalId)
  if (contact === undefined) throw new AppError('notFound', sentence('contacts.noExternalId'))
  return contact.contact_id
}
