/** Contacts for programs, which identify them by external ids. */
import { CHANNELS } from '@notifly/contracts/applications/applications'
import type { Contact } from '@notifly/contracts/contacts/audience'
import * as calls from '@notifly/contracts/contacts/programs'
import { sentence } from '@notifly/contracts/sentences/sentence'
import { limitedRead, limitedWrite } from '../../../db/fair-places.ts'
import type { Db } from '../../../db/schema/tables.ts'
import type { Deps } from '../../../http/deps.ts'
import { type Http, route } from '../../../http/route.ts'
import { AppError, invalidField, orNotFound } from '../../../lib/app-error.ts'
import { changeByHand } from '../../../people/consent/by-hand.ts'
import { recordAudit } from '../../audit/audit.ts'
import { readConsent } from '../../consent/consent.ts'
import { presentContacts, readContact } from '../change.ts'
import { contactNamed } from '../contacts.ts'
import { eraseContact } from '../erase.ts'
import { selectContact } from '../queries.ts'
import { storeBatch } from './batch.ts'
import { contextOf, upsertContacts } from './upsert.ts'

export function programContactRoutes(http: Http, deps: Deps): void {
  const db = deps.database.kysely

  route(http, calls.putContact, async ({ params, body, caller }) => {
    const { applicationId } = caller
    const sent = { ...params, ...body }
    const [stored] = await limitedWrite(db, applicationId, tx => upsertContacts(contextOf(deps, tx, caller), [sent]))
    if (stored === undefined || stored instanceof AppError) throw stored ?? new AppError('internal')
    return { ...(await present(db, applicationId, stored.uuid)), created: stored.created }
  })

  route(http, calls.putContacts, ({ body, caller }) => storeBatch(deps, caller, body.contacts))

  route(http, calls.readContactByExternalId, async ({ params, caller: { applicationId } }) =>
    limitedRead(applicationId, async () => {
      const contactId = await contactNamed(db, applicationId, params.external_user_id)
      return readContact(db, applicationId, contactId, deps.clock.now())
    }),
  )

  route(http, calls.changeConsent, async ({ params, body, caller: { applicationId } }) => {
    const { channels = {}, topics = {}, reason = null } = body
    const wishes = [
      ...CHANNELS.map(channel => ({ channel, topicId: null, status: channels[channel] })),
      ...Object.entries(topics).map(([topicId, status]) => ({
        channel: 'email',
        topicId: topicId.toLowerCase(),
        topicField: `topics.${topicId}`,
        status,
      })),
    ]
    const told = wishes.flatMap(({ status, ...wish }) => (status === undefined ? [] : [{ ...wish, status }]))
    if (told.length === 0) throw invalidField('channels', sentence('contacts.noWish'))
    const contactId = await contactNamed(db, applicationId, params.external_user_id)
    const key = { applicationId, contactId }
    await limitedWrite(db, applicationId, async tx => {
      for (const wish of told) await changeByHand(tx, key, { ...wish, accountId: null, reason }, deps.clock.now())
    })
    const { history: _, ...standing } = await readConsent(db, key)
    return standing
  })

  route(http, calls.eraseContactByExternalId, async ({ params, caller, request }) => {
    const { organizationId, applicationId, keyId, name } = caller
    await limitedWrite(db, applicationId, async tx => {
      const context = contextOf(deps, tx, caller)
      const contactId = await contactNamed(tx, applicationId, params.external_user_id)
      await eraseContact(context, contactId)
      const by = { organizationId, applicationId, actor: { keyId, name } }
      const origin = { address: request.ip, userAgent: '', requestId: request.id }
      const object = { type: 'contact', id: contactId, name: '' }
      await recordAudit(tx, { ...by, origin, action: 'contact.erase', object }, context.now)
    })
  })
}

async function present(db: Db, applicationId: string, contactId: string): Promise<Contact> {
  const row = await selectContact(db, applicationId, contactId)
  const [contact] = row === undefined ? [] : await presentContacts(db, applicationId, [row])
  return orNotFound(contact)
}
