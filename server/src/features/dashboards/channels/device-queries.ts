/** SQL of browsers and apps that take push messages, and of their contacts. It counts all devices, so callers cache the results. */
import { sql } from 'kysely'
import type { Db } from '../../../db/schema/tables.ts'
import { dayOf, type Starts } from '../counted-queries.ts'

export interface PushChannel {
  applicationId: string
  channel: 'webpush' | 'mobilepush'
}

/**
 * Contacts with a device that takes messages. Active ones opened or clicked a message of any channel since then, or have an event since
 * then.
 */
export async function countUsers(
  db: Db,
  { applicationId, channel }: PushChannel,
  activeSince: { day: string; moment: Date },
): Promise<{ total_users: number; active_users: number }> {
  const { rows } = await sql<{ total_users: number; active_users: number }>`
    select count(*)::int as total_users,
      count(*) filter (where greatest(a.opened_on, a.clicked_on) >= ${activeSince.day}::date or exists (
        select 1 from contact_event e where e.application_id = ${applicationId} and e.contact_id = users.contact_id
          and e.occurred_at >= ${activeSince.moment}))::int as active_users
    from (
      select distinct contact_id from device
      where application_id = ${applicationId} and channel = ${channel} and retired_at is null
    ) users left join contact_activity a on a.application_id = ${applicationId} and a.contact_id = users.contact_id`.execute(
    db,
  )
  return rows[0] ?? { total_users: 0, active_users: 0 }
}

export interface DeviceChange {
  /** Number of the day, from 0. */
  day: number
  /** Why it was lost; null for gained ones. */
  reason: string | null
  /** The prompt by which it subscribed; null if unknown. */
  prompt: string | null
  count: number
}

export async function countChanges(
  db: Db,
  { applicationId, channel }: PushChannel,
  starts: Starts,
): Promise<DeviceChange[]> {
  const { rows } = await sql<DeviceChange>`
    select ${dayOf(starts, 'created_at')} as day, null as reason, prompt, count(*)::int as count from device
    where application_id = ${applicationId} and channel = ${channel}
      and created_at >= ${starts[0]} and created_at < ${starts.at(-1)} group by 1, 3
    union all
    select ${dayOf(starts, 'retired_at')}, coalesce(retired_reason, 'gone'), prompt, count(*)::int from device
    where application_id = ${applicationId} and channel = ${channel}
      and retired_at >= ${starts[0]} and retired_at < ${starts.at(-1)} group by 1, 2, 3`.execute(db)
  return rows
}

/** Devices that take messages, by the prompt by which they subscribed; null if unknown. */
export function countByPrompt(
  db: Db,
  { applicationId, channel }: PushChannel,
): Promise<{ prompt: string | null; count: number }[]> {
  return db
    .selectFrom('device')
    .where(eb => eb.and({ application_id: applicationId, channel }))
    .where('retired_at', 'is', null)
    .groupBy('prompt')
    .select(['prompt', sql<number>`count(*)::int`.as('count')])
    .execute()
}

/** Devices that take messages, by platform and by version of the app, the largest groups first. */
export async function countDevices(
  db: Db,
  { applicationId, channel }: PushChannel,
  limit: number,
): Promise<{ kind: 'platform' | 'version'; name: string; count: number }[]> {
  const { rows } = await sql<{ kind: 'platform' | 'version'; name: string; count: number }>`
    with alive as materialized (
      select platform, left(coalesce(about ->> 'app_version', ''), 100) as version, count(*) as n from device
      where application_id = ${applicationId} and channel = ${channel} and retired_at is null group by 1, 2
    )
    (select 'platform' as kind, platform as name, sum(n)::int as count from alive group by platform)
    union all
    (select 'version', version, sum(n)::int from alive group by version order by sum(n) desc, version limit ${limit})
    order by 1, 3 desc, 2`.execute(db)
  return rows
}
