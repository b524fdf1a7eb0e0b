import { listContactDevices } from '@notifly/contracts/devices/contact-devices'
import { deleteDevice, putDevice } from '@notifly/contracts/devices/mobile-devices'
import { sentence } from '@notifly/contracts/sentences/sentence'
import type { Deps } from '../../http/deps.ts'
import { type Http, route } from '../../http/route.ts'
import { AppError, invalidField } from '../../lib/app-error.ts'
import { contactNamed, sampleContact } from '../contacts/contacts.ts'
import { endpointOf } from '../../channels/mobilepush/message.ts'
import { devicesOf, findDevice, storeDevice, retire } from '../../people/devices/devices.ts'

/** Phones, as the servers of apps name them, and what a contact has. */
export function deviceRoutes(http: Http, deps: Deps): void {
  const db = deps.database.kysely

  route(http, listContactDevices, async ({ params, caller: { applicationId } }) => {
    const contactId = params.uuid.toLowerCase()
    if ((await sampleContact(db, applicationId, contactId)) === null) throw new AppError('notFound')
    return devicesOf(db, applicationId, contactId)
  })

  route(http, putDevice, async ({ params, body: { platform, token, app_version: version }, caller }) => {
    const { applicationId } = caller
    const contactId = await contactNamed(db, applicationId, params.external_user_id)
    const about = version === undefined ? {} : { app_version: version }
    const device = { platform, endpoint: endpointOf(token), keys: null, about }
    const key = { applicationId, channel: 'mobilepush' } as const
    return { device_id: await storeDevice(db, key, contactId, device, deps.clock.now()) }
  })

  route(http, deleteDevice, async ({ params, query, body, caller }) => {
    const given = body.token ?? query.token
    if (given === undefined) throw invalidField('token', sentence('fields.required'))
    const token = endpointOf(given)
    const { applicationId } = caller
    const contactId = await contactNamed(db, applicationId, params.external_user_id)
    const key = { applicationId, channel: 'mobilepush' } as const
    await db.transaction().execute(async tx => {
      // Another contact may have signed in on the same phone meanwhile: it stays theirs.
      if ((await findDevice(tx, key, token))?.contactId !== contactId) throw new AppError('notFound')
      await retire(tx, key, token, 'unsubscribed', deps.clock.now())
    })
  })
}
