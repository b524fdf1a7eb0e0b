/** Devices: the browsers and apps that take push messages, and their contacts. */
import type { ContactDevice } from '@notifly/contracts/devices/contact-devices'
import { sentence } from '@notifly/contracts/sentences/sentence'
import { sql } from 'kysely'
import type pg from 'pg'
import { pushOriginOf } from '../../channels/webpush/push-services.ts'
import { readReceiver } from '../../channels/webpush/sealing.ts'
import type { Config } from '../../config.ts'
import type { Db } from '../../db/schema/tables.ts'
import { invalidField } from '../../lib/app-error.ts'
import { epochSeconds } from '../../lib/clock.ts'
import { uuidv7 } from '../../lib/uuid.ts'
import { deviceWords } from './device-words.ts'

export interface ChannelKey {
  applicationId: string
  channel: 'webpush' | 'mobilepush'
}

/** Why nothing is sent to a device: its person left, its push service ended it, or another device replaced it. */
type RetiredReason = 'unsubscribed' | 'gone' | 'replaced'

export interface NewDevice {
  platform: 'web' | 'safari' | 'ios' | 'android'
  endpoint: string
  keys: { p256dh: string; auth: string } | null
  /** What it says about itself; shown, but never relied on. */
  about: Readonly<Record<string, string>>
  /** For a browser: the prompt by which it subscribed; the first known one stays. */
  prompt?: string | null | undefined
}

export interface KnownDevice {
  deviceId: string
  contactId: string
  /** Null if it takes messages. */
  retiredReason: RetiredReason | null
  about: NewDevice['about']
  prompt: string | null
}

/** Throws invalidInput for an endpoint of no known push service, and for invalid keys. */
export function assertBrowser(
  { pushOrigins }: Pick<Config, 'pushOrigins'>,
  endpoint: string,
  keys: { p256dh: string; auth: string },
): void {
  if (pushOriginOf(endpoint, pushOrigins) === null) {
    throw invalidField('endpoint', sentence('sms.push_service_unknown'))
  }
  if (readReceiver(keys) === null) throw invalidField('p256dh', sentence('sms.browser_keys'))
}

/** Locks the device with this endpoint until the transaction ends; null for none. */
export async function findDevice(
  tx: Db,
  { applicationId, channel }: ChannelKey,
  endpoint: string,
): Promise<KnownDevice | null> {
  const row = await tx
    .selectFrom('device')
    .where(eb => eb.and({ application_id: applicationId, channel }))
    .where(sql`md5(endpoint)`, '=', sql`md5(${endpoint})`)
    .where('endpoint', '=', endpoint)
    .select(['device_id as deviceId', 'contact_id as contactId', 'retired_reason as retiredReason', 'about', 'prompt'])
    .$castTo<KnownDevice>()
    .forUpdate()
    .executeTakeFirst()
  return row ?? null
}

/** Whether storing this endpoint adds no device: it exists, or replaces a live one. */
export async function isKnown(
  db: Db,
  key: ChannelKey,
  endpoint: string,
  previous: string | undefined,
): Promise<boolean> {
  const { rows } = await sql<{ kept: boolean }>`
    select exists (select 1 from device d
      join (values (${endpoint}, true), (${previous ?? endpoint}, false)) as e(endpoint, or_retired)
      on md5(d.endpoint) = md5(e.endpoint) and d.endpoint = e.endpoint
      where d.application_id = ${key.applicationId} and d.channel = ${key.channel}
      and (d.retired_at is null or e.or_retired)) as kept`.execute(db)
  return rows[0]?.kept === true
}

/** Stores a device for the contact; one with a known endpoint moves to the contact and is reactivated. Returns its id. */
export async function storeDevice(
  tx: Db,
  { applicationId, channel }: ChannelKey,
  contactId: string,
  { platform, endpoint, prompt = null, ...device }: NewDevice,
  now: Date,
): Promise<string> {
  const alive = {
    contact_id: contactId,
    platform,
    keys: device.keys === null ? null : JSON.stringify(device.keys),
    about: JSON.stringify(device.about),
    last_seen_at: now,
    retired_at: null,
    retired_reason: null,
  }
  const { device_id } = await tx
    .insertInto('device')
    .values({
      application_id: applicationId,
      device_id: uuidv7(now),
      channel,
      endpoint,
      created_at: now,
      prompt,
      ...alive,
    })
    .onConflict(conflict =>
      conflict
        .expression(sql`application_id, channel, md5(endpoint)`)
        .doUpdateSet({ ...alive, prompt: sql<string | null>`coalesce(device.prompt, excluded.prompt)` }),
    )
    .returning('device_id')
    .executeTakeFirstOrThrow()
  return device_id
}

function selectDevice(db: Db, applicationId: string, deviceId: string) {
  return db
    .selectFrom('device')
    .where(eb => eb.and({ application_id: applicationId, device_id: deviceId }))
    .select(['contact_id', 'retired_at', 'retired_reason'])
    .$castTo<{ contact_id: string; retired_at: Date | null; retired_reason: RetiredReason | null }>()
    .executeTakeFirst()
}

/** The contact of a device; null if the device is gone or retired. */
export async function deviceNamed(db: Db, applicationId: string, deviceId: string) {
  const row = await selectDevice(db, applicationId, deviceId)
  return row === undefined || row.retired_at !== null ? null : row
}

/** Whether the push service has ended this device; false for an unknown id. */
export async function isGone(db: Db, applicationId: string, deviceId: string): Promise<boolean> {
  return (await selectDevice(db, applicationId, deviceId))?.retired_reason === 'gone'
}

/** Moves a device to another contact. */
export async function moveDevice(tx: Db, applicationId: string, deviceId: string, contactId: string): Promise<void> {
  await tx
    .updateTable('device')
    .set({ contact_id: contactId })
    .where(eb => eb.and({ application_id: applicationId, device_id: deviceId }))
    .execute()
}

/** Retires a device: nothing more is sent to it. */
export async function retire(
  tx: Db,
  key: ChannelKey,
  endpoint: string,
  reason: RetiredReason,
  now: Date,
): Promise<void> {
  await retiring(tx, key, reason, now)
    .where(sql`md5(endpoint)`, '=', sql`md5(${endpoint})`)
    .where('endpoint', '=', endpoint)
    .execute()
}

/** Retires all devices of a channel, or of one platform, as replaced: the keys that they subscribed with are no longer used. */
export async function retireAll(
  tx: Db,
  { platform, ...key }: ChannelKey & { platform?: NewDevice['platform'] },
  now: Date,
): Promise<void> {
  await retiring(tx, key, 'replaced', now)
    .$if(platform !== undefined, query => query.where('platform', '=', platform ?? ''))
    .execute()
}

function retiring(tx: Db, { applicationId, channel }: ChannelKey, reason: RetiredReason, now: Date) {
  return tx
    .updateTable('device')
    .set({ retired_at: now, retired_reason: reason })
    .where(eb => eb.and({ application_id: applicationId, channel }))
    .where('retired_at', 'is', null)
}

const SHOWN = 50

/** The devices of a contact, active ones first, then by when they were last seen. */
export async function devicesOf(db: Db, applicationId: string, contactId: string): Promise<ContactDevice[]> {
  const rows = await db
    .selectFrom('device')
    .where(eb => eb.and({ application_id: applicationId, contact_id: contactId }))
    .select(['device_id', 'channel', 'platform', 'about', 'created_at', 'last_seen_at', 'retired_at', 'retired_reason'])
    .orderBy(sql`retired_at is not null`)
    .orderBy('last_seen_at', 'desc')
    .orderBy('device_id')
    .limit(SHOWN)
    .execute()
  return rows.map(row => ({
    uuid: row.device_id,
    channel: row.channel as ContactDevice['channel'],
    platform: row.platform as ContactDevice['platform'],
    name: deviceWords(row.platform, row.about) ?? row.platform,
    added_on: epochSeconds(row.created_at),
    last_seen_on: epochSeconds(row.last_seen_at),
    retired_on: row.retired_at === null ? null : epochSeconds(row.retired_at),
    retired_reason: row.retired_reason as RetiredReason | null,
  }))
}

/** Whether a contact has any device, active or not. */
export async function hasDevices(tx: Db, applicationId: string, contactId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('device')
    .where(eb => eb.and({ application_id: applicationId, contact_id: contactId }))
    .select('device_id')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

// SQL of devices that their push service reports as gone.

/**
 * Retires the devices of these deliveries. Those of other channels have none, and only `case` keeps their addresses from being read as ids,
 * since conditions of a join run in any order. A device that registered after its message was handed over is active again: the answer may
 * be as old as a database or product outage.
 */
export async function retireDevices(
  client: pg.ClientBase,
  { applicationId, runId }: { applicationId: string; runId: string },
  rows: readonly { seq: number; atMs: number; handedOverMs?: number }[],
): Promise<void> {
  if (rows.length === 0) return
  await client.query(
    `with its_run as materialized (
       select channel, is_test from run
       where application_id = $1 and run_id = $2 and channel in ('webpush', 'mobilepush')
     ), gone as (
       select v.device_id, max(e.at) as at, max(e.handed_over) as handed_over
       from unnest($3::int[], $4::float8[], $5::float8[]) as e(seq, at, handed_over)
       join delivery d on d.application_id = $1 and d.run_id = $2 and d.seq = e.seq and d.seq = any ($3::int[])
       cross join its_run r
       join device v on v.application_id = $1 and (v.contact_id = d.contact_id or r.is_test)
         and v.device_id = case when r.channel in ('webpush', 'mobilepush') then nullif(d.address, '')::uuid end
       group by 1
     ), held as (
       select v.device_id, gone.at from device v join gone on gone.device_id = v.device_id
       where v.application_id = $1 and v.retired_at is null and v.last_seen_at <= to_timestamp(gone.handed_over)
       order by v.device_id for update of v
     )
     update device v set retired_at = to_timestamp(held.at), retired_reason = 'gone'
     from held where v.application_id = $1 and v.device_id = held.device_id`,
    [
      applicationId,
      runId,
      rows.map(row => row.seq),
      rows.map(row => row.atMs / 1000),
      rows.map(row => (row.handedOverMs ?? row.atMs) / 1000),
    ],
  )
}
