/** SQL of mails about usage: which organizations to check, and what was already sent. */
import { type Channel, CHANNELS } from '@notifly/contracts/applications/applications'
import { sql } from 'kysely'
import type { Db } from '../../db/schema/tables.ts'
import type { Span } from './months.ts'

/** Organizations that sent something in that time. */
export async function selectSenders(db: Db, { from, to }: Span): Promise<string[]> {
  const applications = await db
    .selectFrom('application as a')
    .innerJoin('organization as o', 'o.organization_id', 'a.organization_id')
    .where('o.deleted_at', 'is', null)
    .select(['a.application_id as applicationId', 'o.organization_id as organizationId'])
    .orderBy('o.organization_id')
    .execute()
  const senders = new Set<string>()
  for (const { applicationId, organizationId } of applications) {
    if (!senders.has(organizationId) && (await hasSent(db, applicationId, { from, to }))) senders.add(organizationId)
  }
  return [...senders]
}

/** One index lookup for each channel. */
async function hasSent(db: Db, applicationId: string, { from, to }: Span): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select 1 from unnest(${[...CHANNELS]}::text[]) as c(channel) where exists (
      select 1 from activity_quarter q where q.application_id = ${applicationId} and q.channel = c.channel
        and q.quarter >= ${from} and q.quarter < ${to})) as found`.execute(db)
  return rows[0]?.found === true
}

/** Returns the shares that were not reported yet. */
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
