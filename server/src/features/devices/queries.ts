import type { ContactDevice } from '@notifly/contracts/devices/contact-devices'
import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { Tables } from '../../db/schema/tables.ts'

type Db = Kysely<Tables>

export interface ChannelKey {
  applicationId: string
  channel: 'webpush' | 'mobilepush'
}

export interface DeviceValues {
  deviceId: string
  contactId: string
  platform: string
  endpoint: string
  keys: object | null
  about: object
  now: Date
}

function ofEndpoint(db: Db, { applicationId, channel }: ChannelKey, endpoint: string) {
  return db
    .selectFrom('device')
    .where('application_id', '=', applicationId)
    .where('channel', '=', channel)
    .where(sql`md5(endpoint)`, '=', sql`md5(${endpoint})`)
    .where('endpoint', '=', endpoint)
}

/** Held against others until the transaction ends. */
export function lockDevice(db: Db, key: ChannelKey, endpoint: string) {
  return ofEndpoint(db, key, endpoint)
    .select(['device_id', 'contact_id', 'about', 'retired_at', 'retired_reason'])
    .forUpdate()
    .executeTakeFirst()
}

export async function isKept(
  db: Db,
  key: ChannelKey,
  endpoint: string,
  previous: string | undefined,
): Promise<boolean> {
  const { rows } = await sql<{ kept: boolean }>`
    select exists (select from device d
      join (values (${endpoint}, true), (${previous ?? endpoint}, false)) as e(endpoint, or_retired)
      on md5(d.endpoint) = md5(e.endpoint) and d.endpoint = e.endpoint
      where d.application_id = ${key.applicationId} and d.channel = ${key.channel}
      and (d.retired_at is null or e.or_retired)) as kept`.execute(db)
  return rows[0]?.kept === true
}

export function selectDevice(db: Db, applicationId: string, deviceId: string) {
  return db
    .selectFrom('device')
    .where('application_id', '=', applicationId)
    .where('device_id', '=', deviceId)
    .select(['contact_id', 'platform', 'endpoint', 'keys', 'last_seen_at', 'retired_at', 'retired_reason'])
    .executeTakeFirst()
}

/** The same device where the endpoint is known already: it is alive, whatever was thought of it. */
export async function upsertDevice(
  db: Db,
  { applicationId, channel }: ChannelKey,
  device: DeviceValues,
): Promise<string> {
  const { deviceId, contactId, platform, endpoint, now } = device
  const alive = {
    contact_id: contactId,
    platform,
    keys: device.keys === null ? null : JSON.stringify(device.keys),
    about: JSON.stringify(device.about),
    last_seen_at: now,
    retired_at: null,
    retired_reason: null,
  }
  const { device_id } = await db
    .insertInto('device')
    .values({ application_id: applicationId, device_id: deviceId, channel, endpoint, created_at: now, ...alive })
    .onConflict(conflict => conflict.expression(sql`application_id, channel, md5(endpoint)`).doUpdateSet(alive))
    .returning('device_id')
    .executeTakeFirstOrThrow()
  return device_id
}

export async function moveDevice(db: Db, applicationId: string, deviceId: string, contactId: string): Promise<void> {
  await db
    .updateTable('device')
    .set({ contact_id: contactId })
    .where('application_id', '=', applicationId)
    .where('device_id', '=', deviceId)
    .execute()
}

/** Answers whether it was alive until now. */
export async function retireDevice(
  db: Db,
  key: ChannelKey,
  endpoint: string,
  reason: string,
  now: Date,
): Promise<boolean> {
  const rows = await db
    .updateTable('device')
    .set({ retired_at: now, retired_reason: reason })
    .where('application_id', '=', key.applicationId)
    .where('channel', '=', key.channel)
    .where(sql`md5(endpoint)`, '=', sql`md5(${endpoint})`)
    .where('endpoint', '=', endpoint)
    .where('retired_at', 'is', null)
    .returning('device_id')
    .execute()
  return rows.length > 0
}

export async function retireDevicesOf(
  db: Db,
  { applicationId, channel, platform }: ChannelKey & { platform?: string },
  reason: string,
  now: Date,
): Promise<void> {
  const living = db
    .updateTable('device')
    .set({ retired_at: now, retired_reason: reason })
    .where('application_id', '=', applicationId)
    .where('channel', '=', channel)
    .where('retired_at', 'is', null)
  await (platform === undefined ? living : living.where('platform', '=', platform)).execute()
}

interface ListedDevice {
  device_id: string
  channel: ContactDevice['channel']
  platform: ContactDevice['platform']
  about: unknown
  created_at: Date
  last_seen_at: Date
  retired_at: Date | null
  retired_reason: ContactDevice['retired_reason']
}

const SHOWN = 50

export function selectDevicesOf(db: Db, applicationId: string, contactId: string): Promise<ListedDevice[]> {
  return db
    .selectFrom('device')
    .where('application_id', '=', applicationId)
    .where('contact_id', '=', contactId)
    .select(['device_id', 'channel', 'platform', 'about', 'created_at', 'last_seen_at', 'retired_at', 'retired_reason'])
    .orderBy(sql`retired_at is not null`)
    .orderBy('last_seen_at', 'desc')
    .orderBy('device_id')
    .limit(SHOWN)
    .$castTo<ListedDevice>()
    .execute()
}

export async function countDevicesOf(db: Db, applicationId: string, contactId: string): Promise<number> {
  const { n } = await db
    .selectFrom('device')
    .where('application_id', '=', applicationId)
    .where('contact_id', '=', contactId)
    .select(sql<number>`count(*)::int`.as('n'))
    .executeTakeFirstOrThrow()
  return n
}
