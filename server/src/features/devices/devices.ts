/** Front door of devices: the browsers and apps that take push messages, and whose they are. */
import type { Kysely } from 'kysely'
import type { Tables } from '../../db/schema/tables.ts'
import { uuidv7 } from '../../lib/uuid.ts'
import * as queries from './queries.ts'
import type { ChannelKey } from './queries.ts'

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
  isRetired: boolean
}

/** The device with this endpoint, held against others until the transaction ends; null for none. */
export async function findDevice(tx: Db, key: ChannelKey, endpoint: string): Promise<KnownDevice | null> {
  const row = await queries.lockDevice(tx, key, endpoint)
  if (row === undefined) return null
  return { deviceId: row.device_id, contactId: row.contact_id, isRetired: row.retired_at !== null }
}

/** Keeps a device as the contact's; one that is known by its endpoint becomes theirs and alive. Answers its id. */
export function keepDevice(tx: Db, key: ChannelKey, contactId: string, device: NewDevice, now: Date): Promise<string> {
  return queries.upsertDevice(tx, key, { ...device, deviceId: uuidv7(now), contactId, now })
}

/** Where a device is written to; null for one that is gone or retired. */
export async function deviceNamed(db: Db, applicationId: string, deviceId: string) {
  const row = await queries.selectDevice(db, applicationId, deviceId)
  if (row === undefined || row.retired_at !== null) return null
  return { endpoint: row.endpoint, keys: row.keys as NewDevice['keys'] }
}

/** Gives a device to another contact. */
export function moveDevice(tx: Db, applicationId: string, deviceId: string, contactId: string): Promise<void> {
  return queries.moveDevice(tx, applicationId, deviceId, contactId)
}

/** Nothing is sent to it any more. Answers whether it was alive until now. */
export function retire(tx: Db, key: ChannelKey, endpoint: string, reason: RetiredReason, now: Date): Promise<boolean> {
  return queries.retireDevice(tx, key, endpoint, reason, now)
}

/** The same for all of a channel. */
export function retireAll(tx: Db, key: ChannelKey, reason: RetiredReason, now: Date): Promise<void> {
  return queries.retireDevicesOf(tx, key, reason, now)
}

/** Whether a contact has any device, alive or not. */
export async function hasDevices(tx: Db, applicationId: string, contactId: string): Promise<boolean> {
  return (await queries.countDevicesOf(tx, applicationId, contactId)) > 0
}
