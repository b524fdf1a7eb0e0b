/** SQL of mails about usage: who is to be looked at, what was told already. */
import { type Channel, CHANNELS } from '@notifly/contracts/applications/applications'
import { sql } from 'kysely'
import type { Db } from '../../db/schema/tables.ts'
import type { Span } from './months.ts'

/** Organizations of which something was handed over in that time. */
export async function selectSenders(db: Db, { from, to }: Span): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select o.organization_id as id from organization o
    where o.deleted_at is null and exists (
      select 1 from application a, unnest(${[...CHANNELS]}::text[]) as c(channel)
      where a.organization_id = o.organization_id and exists (
        select 1 from activity_quarter q where q.application_id = a.application_id and q.channel = c.channel
          and q.quarter >= ${from} and q.quarter < ${to}))
    order by o.organization_id`.execute(db)
  return rows.map(row => row.id)
}

/** Answers the shares that were not told yet. */
export async function insertNotices(
  db: Db,
  {
    organizationId,
    channel,
    shares,
    month,
  }: { organizationId: string; channel: Channel; shares: readonly number[]; month: Date },
  now: Date,
): Promise<number[]> {
  const { rows } = await sql<{ share: number }>`
    insert into usage_notice (organization_id, month, channel, share, told_at)
    select ${organizationId}::uuid, (${month}::timestamptz at time zone 'UTC')::date, ${channel}, share, ${now}
    from unnest(${[...shares]}::smallint[]) as s(share)
    on conflict do nothing returning share`.execute(db)
  return rows.map(row => row.share)
}
