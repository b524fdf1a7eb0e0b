/** SQL of the recipients of test messages. */
import type { Device } from '../../../channels/channel.ts'
import type { Db } from '../../../db/schema/tables.ts'

/** Returns those of these numbers that belong to test contacts. */
export async function selectTestContacts(db: Db, applicationId: string, numbers: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('contact')
    .where('application_id', '=', applicationId)
    .where('phone_number', 'in', numbers)
    .where('is_test', '=', true)
    .select('phone_number')
    .execute()
  return rows.flatMap(row => row.phone_number ?? [])
}

export interface TestDevice extends Device {
  device_id: string
  external_user_id: string | null
  is_test: boolean
  about: unknown
}

const DEVICES_AT_MOST = 20

/** Devices that take messages, by their ids or their contacts' external ids. */
export async function selectTestDevices(
  db: Db,
  applicationId: string,
  wanted: { channel: string; deviceIds: readonly string[]; externalIds: readonly string[] },
): Promise<TestDevice[]> {
  const { channel, deviceIds, externalIds } = wanted
  const rows = await db
    .selectFrom('device as v')
    .innerJoin('contact as c', join =>
      join.onRef('c.application_id', '=', 'v.application_id').onRef('c.contact_id', '=', 'v.contact_id'),
    )
    .where(eb => eb.and({ 'v.application_id': applicationId, 'v.channel': channel }))
    .where('v.retired_at', 'is', null)
    .where(eb =>
      eb.or([
        ...(externalIds.length > 0 ? [eb('c.external_user_id', 'in', externalIds)] : []),
        ...(deviceIds.length > 0 ? [eb('v.device_id', 'in', deviceIds)] : []),
      ]),
    )
    .select(['v.device_id', 'v.platform', 'v.endpoint', 'v.keys', 'v.about', 'c.external_user_id', 'c.is_test'])
    .orderBy('v.last_seen_at', 'desc')
    .limit(DEVICES_AT_MOST)
    .execute()
  return rows.map(row => ({ ...row, platform: row.platform as Device['platform'], keys: row.keys as Device['keys'] }))
}
