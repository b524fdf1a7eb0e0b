/** SQL of the configurations whose hooks are called. */
import { sql } from 'kysely'
import type { Db } from '../../db/schema/tables.ts'

export interface HookOwner {
  application_id: string
  channel: string
  configuration_id: string
  provider: string
  settings: unknown
  secrets: string
  /** Settings that the channel does not have any more. */
  isFormer: boolean
}

/**
 * The settings to which this provider's hook belongs or belonged: the present ones first, then those that ended after `since`, the most
 * recent first.
 */
export async function selectHookOwners(
  db: Db,
  { provider, hookToken }: { provider: string; hookToken: string },
  since: Date,
): Promise<HookOwner[]> {
  const { rows } = await sql<HookOwner>`
    select application_id, channel, configuration_id, provider, settings, secrets, false as "isFormer"
    from channel_configuration where hook_token = ${hookToken} and hook_token <> '' and provider = ${provider}
    union all (
      select application_id, channel, configuration_id, provider, settings, secrets, true
      from former_hook where hook_token = ${hookToken} and provider = ${provider} and ended_at > ${since}
      order by ended_at desc
    )`.execute(db)
  return rows
}

/** Deletes hooks that ended before this moment. Returns how many. */
export async function deleteFormerHooks(db: Db, before: Date): Promise<number> {
  const { numDeletedRows } = await db.deleteFrom('former_hook').where('ended_at', '<=', before).executeTakeFirst()
  return Number(numDeletedRows)
}

/** Adds settings learnt from a call. False if the settings have changed since they were read: the call must then be checked again. */
export async function addProvenFacts(
  db: Db,
  { configuration_id: id, settings }: HookOwner,
  learnt: Readonly<Record<string, string>>,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update channel_configuration set settings = settings || ${JSON.stringify(learnt)}::jsonb
    where configuration_id = ${id} and settings = ${JSON.stringify(settings)}::jsonb`.execute(db)
  return (numAffectedRows ?? 0n) > 0n
}
