/**
 * People who are known by a browser alone, until their site says who they are. They have no address and no name; whoever proves to
 * be a contact that there is already takes the browser along.
 */
import type { Kysely } from 'kysely'
import { lockContacts } from '../../db/contact-lock.ts'
import type { Tables } from '../../db/schema/tables.ts'
import { uuidv7 } from '../../lib/uuid.ts'
import { deleteContactRows, insertContact, lockContact, selectOwner, updateContactRow } from './contact-queries.ts'

type Db = Kysely<Tables>

/** What a browser tells of its person. */
export interface VisitorFacts {
  lang?: string | undefined
  timezone?: string | undefined
}

/** Adds a contact without any name or address. Answers its id. */
export async function addVisitor(
  tx: Db,
  applicationId: string,
  { lang, timezone }: VisitorFacts,
  now: Date,
): Promise<string> {
  const contactId = uuidv7(now)
  const values = { lang: lang ?? null, timezone: timezone ?? null, platform_type: 'web', is_test: false }
  await insertContact(tx, { applicationId, contactId }, values, {}, now)
  return contactId
}

/**
 * The contact that a site has proved somebody to be. One that is known by this id already wins; else the visitor takes the id; a
 * visitor who has another id is somebody else on the same browser, and a new contact is made. Answers whose the browser is now.
 */
export async function identifyVisitor(
  tx: Db,
  applicationId: string,
  visitorId: string,
  externalId: string,
  now: Date,
): Promise<string> {
  await lockContacts(tx, applicationId)
  const owner = await selectOwner(tx, applicationId, 'external_user_id', externalId)
  if (owner !== undefined) return owner.contact_id
  const visitor = await lockContact(tx, { applicationId, contactId: visitorId })
  if (visitor !== undefined && visitor.external_user_id === null) {
    await updateContactRow(tx, { applicationId, contactId: visitorId }, { external_user_id: externalId }, {}, now)
    return visitorId
  }
  const contactId = uuidv7(now)
  const values = { external_user_id: externalId, platform_type: 'web', is_test: false }
  await insertContact(tx, { applicationId, contactId }, values, {}, now)
  return contactId
}

/** Takes away a contact that nothing is known of: its browser has gone to somebody else. */
export async function dropNameless(tx: Db, applicationId: string, contactId: string): Promise<void> {
  const row = await lockContact(tx, { applicationId, contactId })
  if (row === undefined || row.email !== null || row.external_user_id !== null || row.phone_number !== null) return
  await deleteContactRows(tx, applicationId, [contactId])
}
