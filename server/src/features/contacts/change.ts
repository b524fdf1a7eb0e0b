/** Contacts in the API's form: the person, their segments, and whether each channel may reach them. */
import { type Channel, CHANNELS } from '@notifly/contracts/applications/applications'
import type { Contact } from '@notifly/contracts/contacts/audience'
import type { Db } from '../../db/schema/tables.ts'
import { AppError } from '../../lib/app-error.ts'
import { epochSeconds } from '../../lib/clock.ts'
import { type Consent, readStandings, type Standings, type Suppression } from '../../people/reach/standings.ts'
import { openRequestsOn } from '../approvals/approvals.ts'
import { dynamicSegmentsOf } from '../segments/segments.ts'
import * as queries from './queries.ts'

type Reach = NonNullable<Contact['channels']['email']>

/** One contact, including its dynamic segments. Throws notFound for an unknown id. */
export async function readContact(db: Db, applicationId: string, contactId: string, now: Date): Promise<Contact> {
  const row = await queries.selectContact(db, applicationId, contactId)
  const [contact] = row === undefined ? [] : await presentContacts(db, applicationId, [row])
  if (contact === undefined) throw new AppError('notFound')
  const { segments, areAll } = await dynamicSegmentsOf(db, applicationId, contact.uuid, now)
  return {
    ...contact,
    segments: [...contact.segments, ...segments].toSorted((a, b) => a.name.localeCompare(b.name)),
    ...(!areAll && { has_more_segments: true }),
  }
}

/** Adds static segments and reach to rows, with one query each for all of them. */
export async function presentContacts(db: Db, applicationId: string, rows: queries.ContactRow[]): Promise<Contact[]> {
  if (rows.length === 0) return []
  const ids = rows.map(row => row.contact_id)
  const [memberships, standingsOf, activity, requests] = await Promise.all([
    queries.selectSegmentsOf(db, applicationId, ids),
    readStandings(db, applicationId, rows),
    queries.selectActivity(db, applicationId, ids),
    openRequestsOn(db, applicationId, 'contact', ids),
  ])
  return rows.map(row => {
    const approvalId = requests.get(row.contact_id)
    const lastActivity = activity.get(row.contact_id)
    return {
      ...presentColumns(row),
      ...(lastActivity !== undefined && { last_activity_on: lastActivity }),
      segments: memberships
        .filter(each => each.contact_id === row.contact_id)
        .map(each => ({ uuid: each.segment_id, name: each.name })),
      channels: channelsOf(row, standingsOf(row)),
      ...(approvalId !== undefined && { approval_uuid: approvalId }),
    }
  })
}

/** Email in any case; other channels if the contact has an address on them. */
function channelsOf({ email, phone_number: phone }: queries.ContactRow, { on }: Standings): Contact['channels'] {
  const reach = (channel: Channel): Reach => {
    const { isAddressed, consent, suppression } = on(channel)
    const address = { email, sms: phone, whatsapp: phone, webpush: null, mobilepush: null }[channel]
    return isAddressed
      ? reachOf(address, consent, suppression)
      : { address, status: 'no_address', since: null, source: null }
  }
  const shown = CHANNELS.filter(channel => channel === 'email' || on(channel).isAddressed)
  return { email: reach('email'), ...Object.fromEntries(shown.map(channel => [channel, reach(channel)])) }
}

function presentColumns(row: queries.ContactRow): Omit<Contact, 'segments' | 'channels'> {
  return {
    uuid: row.contact_id,
    external_user_id: row.external_user_id,
    email: row.email,
    phone_number: row.phone_number,
    country: row.country,
    lang: row.lang,
    latitude: row.latitude,
    longitude: row.longitude,
    platform_type: row.platform_type,
    device_details: row.device_details,
    timezone: row.timezone,
    timezone_offset: row.timezone_offset,
    is_test: row.is_test,
    created_on: row.created_on === null ? null : epochSeconds(row.created_on),
    updated_on: row.updated_on === null ? null : epochSeconds(row.updated_on),
    added_on: epochSeconds(row.added_at),
    merge_fields: row.merge_fields as Record<string, unknown>,
  }
}

/** The person's own choice takes precedence over reports of providers. Without either, an address may be written to. */
function reachOf(address: string | null, consent: Consent | undefined, suppression: Suppression | undefined): Reach {
  if (consent?.status === 'unsubscribed') {
    return { address, status: 'unsubscribed', since: epochSeconds(consent.since), source: consent.source }
  }
  if (suppression !== undefined) {
    const status = suppression.reason === 'unsubscribe' ? 'unsubscribed' : 'suppressed'
    return { address, status, since: epochSeconds(suppression.created_at), source: suppression.reason }
  }
  return {
    address,
    status: 'reachable',
    since: consent === undefined ? null : epochSeconds(consent.since),
    source: consent?.source ?? null,
  }
}
