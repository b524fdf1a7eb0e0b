/** Front door of devices: the browsers and apps that take push messages, and whose they are. */
import type { ContactDevice } from '@notifly/contracts/devices/contact-devices'
import type { Kysely } from 'kysely'
import { pushOriginOf } from '../../channels/webpush/push-services.ts'
import { readReceiver } from '../../channels/webpush/sealing.ts'
import type { Config } from '../../config.ts'
import type { Tables } from '../../db/schema/tables.ts'
import { invalidField } from '../../lib/app-error.ts'
import { epochSeconds } from '../../lib/clock.ts'
import { uuidv7 } from '../../lib/uuid.ts'
import { deviceWords } from './device-words.ts'
import * as queries from './queries.ts'
import type { ChannelKey } from './queries.ts'
import { sentence } from '@notifly/contracts/sentences/sentence'

export { deviceWords } from './device-words.ts'
export type { ChannelKey } from './queries.ts'

type Db = Kysely<Tables>

/** Why nothing is sent to a device any more: its person left, its push service gave it up, another one took its place. */
export type RetiredReason = 'unsubscribed' | 'gone' | 'replaced'

export interface NewDevice {
  platform: 'web' | 'safari' | 'ios' | 'android'
  endpoint: string
  keys: { p256dh: string; auth: string } | null
  /** What it says of itself; kept and shown, never relied on. */
  about: Readonly<Record<string, string>>
}

export interface KnownDevice {
  deviceId: string
  contactId: string
  /** Null for one that takes messages. */
  retiredReason: RetiredReason | null
  about: NewDevice['about']
}

/** Throws invalidInput for an endpoint that is of no push service, and for keys that are none. */
export function demandBrowser(
  { pushOrigins }: Pick<Config, 'pushOrigins'>,
  endpoint: string,
  keys: { p256dh: string; auth: string },
): void {
  if (pushOriginOf(endpoint, pushOrigins) === null) {
    throw invalidField('endpoint', sentence('sms.push_service_unknown'))
  }
  if (readReceiver(keys) === null) throw invalidField('p256dh', sentence('sms.browser_keys'))
}

/** The device with this endpoint, held against others until the transaction ends; null for none. */
export async function findDevice(tx: Db, key: ChannelKey, endpoint: string): Promise<KnownDevice | null> {
  const row = await queries.lockDevice(tx, key, endpoint)
  if (row === undefined) return null
  return {
    deviceId: row.device_id,
    contactId: row.contact_id,
    retiredReason: row.retired_at === null ? null : (row.retired_reason as RetiredReason),
    about: row.about as NewDevice['about'],
  }
}

/** Whether keeping this endpoint adds no device: it is one's already, or takes the place of one that is alive. */
export function isKnown(db: Db, key: ChannelKey, endpoint: string, previous: string | undefined): Promise<boolean> {
  return queries.isKept(db, key, endpoint, previous)
}

/** Keeps a device as the contact's; one that is known by its endpoint becomes theirs and alive. Answers its id. */
export function keepDevice(tx: Db, key: ChannelKey, contactId: string, device: NewDevice, now: Date): Promise<string> {
  return queries.upsertDevice(tx, key, { ...device, deviceId: uuidv7(now), contactId, now })
}

/** Where a device is written to; null for one that is gone or retired. */
export async function deviceNamed(db: Db, applicationId: string, deviceId: string) {
  const row = await queries.selectDevice(db, applicationId, deviceId)
  if (row === undefined || row.retired_at !== null) return null
  return {
    platform: row.platform as NewDevice['platform'],
    endpoint: row.endpoint,
    keys: row.keys as NewDevice['keys'],
    seenAt: row.last_seen_at,
  }
}

/** Gives a device to another contact. */
export function moveDevice(tx: Db, applicationId: string, deviceId: string, contactId: string): Promise<void> {
  return queries.moveDevice(tx, applicationId, deviceId, contactId)
}

/** Whether the push service of this device has ended it; false for an id that is no device's. */
export async function isGone(db: Db, applicationId: string, deviceId: string): Promise<boolean> {
  const row = await queries.selectDevice(db, applicationId, deviceId)
  return row?.retired_reason === 'gone'
}

/** Nothing is sent to it any more. Answers whether it was alive until now. */
export function retire(tx: Db, key: ChannelKey, endpoint: string, reason: RetiredReason, now: Date): Promise<boolean> {
  return queries.retireDevice(tx, key, endpoint, reason, now)
}

/** The same for all of a channel, or for those of one platform. */
export function retireAll(
  tx: Db,
  key: ChannelKey & { platform?: NewDevice['platform'] },
  reason: RetiredReason,
  now: Date,
): Promise<void> {
  return queries.retireDevicesOf(tx, key, reason, now)
}

/** The devices of a contact, those that take messages first, then the ones seen last. */
export async function devicesOf(db: Db, applicationId: string, contactId: string): Promise<ContactDevice[]> {
  const rows = await queries.selectDevicesOf(db, applicationId, contactId)
  return rows.map(row => ({
    uuid: row.device_id,
    channel: row.channel,
    platform: row.platform,
    name: deviceWords(row.platform, row.about) ?? row.platform,
    added_on: epochSeconds(row.created_at),
    last_seen_on: epochSeconds(row.last_seen_at),
    retired_on: row.retired_at === null ? null : epochSeconds(row.retired_at),
    retired_reason: row.retired_reason,
  }))
}

/** Whether a contact has any device, alive or not. */
export async function hasDevices(tx: Db, applicationId: string, contactId: string): Promise<boolean> {
  return (await queries.countDevicesOf(tx, applicationId, contactId)) > 0
}
