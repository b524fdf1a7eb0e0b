import type { Channel } from '@notifly/contracts/applications/applications'
import type { Db } from '../../db/schema/tables.ts'

interface Wanted {
  applicationId: string
  channel: Channel
  /** As they are compared. */
  keys: readonly string[]
}

/** Those of these addresses that are suppressed, each with its reason. */
export async function selectSuppressed(db: Db, { applicationId, channel, keys }: Wanted): Promise<Map<string, string>> {
  if (keys.length === 0) return new Map()
  const rows = await db
    .selectFrom('suppression')
    .where(eb => eb.and({ application_id: applicationId, channel }))
    .where('address_key', 'in', keys)
    .select(['address_key', 'reason'])
    .execute()
  return new Map(rows.map(row => [row.address_key, row.reason]))
}

/** Those of these addresses that belong to contacts who unsubscribed from the channel. */
export async function selectLeft(db: Db, { applicationId, channel, keys }: Wanted): Promise<Set<string>> {
  if (keys.length === 0) return new Set()
  const address = channel === 'email' ? 'contact.email_key' : 'contact.phone_number'
  const rows = await db
    .selectFrom('contact')
    .innerJoin('consent', join =>
      join
        .onRef('consent.application_id', '=', 'contact.application_id')
        .onRef('consent.contact_id', '=', 'contact.contact_id')
        .on('consent.channel', '=', channel),
    )
    .where('contact.application_id', '=', applicationId)
    .where(address, 'in', keys)
    .where('consent.status', '=', 'unsubscribed')
    .select(`${address} as key`)
    .execute()
  return new Set(rows.flatMap(row => row.key ?? []))
}
