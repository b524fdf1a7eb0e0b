/**
 * SQL of what organizations use. Messages are the sums that dashboards read, so that both agree: everything that was handed over, whatever
 * its outcome. Those of a deleted application count until it is erased, thirty days later.
 */
import { type Channel, CHANNELS } from '@notifly/contracts/applications/applications'
import { sql } from 'kysely'
import { countRows } from '../../db/pages.ts'
import type { Db } from '../../db/schema/tables.ts'
import { STATE } from '../../engine/states.ts'
import { contactCounts } from '../../people/contacts/contact-total.ts'
import type { Span } from './months.ts'

export async function selectOrganization(db: Db, applicationId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('application')
    .where('application_id', '=', applicationId)
    .select('organization_id')
    .executeTakeFirst()
  return row?.organization_id
}

/** By channel; each application and channel is one range of the index. */
export async function sumMessages(
  db: Db,
  organizationId: string,
  { from, to }: Span,
  channels: readonly Channel[] = CHANNELS,
): Promise<Map<Channel, number>> {
  const applications = await db
    .selectFrom('application')
    .where('organization_id', '=', organizationId)
    .select('application_id')
    .execute()
  const ids = applications.map(row => row.application_id)
  const { rows } = await sql<{ channel: Channel; n: number }>`
    select channel, sum(accepted + delivered + bounced + complained)::float8 as n from activity_quarter
    where application_id = any(${ids}::uuid[]) and channel = any(${[...channels]}::text[])
      and quarter >= ${from} and quarter < ${to}
    group by channel`.execute(db)
  const sums = new Map(rows.map(({ channel, n }) => [channel, n]))
  return new Map(channels.map(channel => [channel, sums.get(channel) ?? 0]))
}

/** Locks the organization's month on a channel until the transaction ends; false if another transaction has it. */
export async function takeRoom(tx: Db, organizationId: string, channel: Channel): Promise<boolean> {
  const { rows } = await sql<{ held: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${`month of ${organizationId} ${channel}`}, 0)) as held`.execute(
    tx,
  )
  return rows[0]?.held === true
}

/** Messages that campaigns are sending now. */
export async function countInProgress(db: Db, organizationId: string, channel: Channel): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select coalesce(sum(c.n), 0)::float8 as n from run r
    join application a on a.application_id = r.application_id and a.organization_id = ${organizationId}
    join run_counter c on c.application_id = r.application_id and c.run_id = r.run_id and c.state = ${STATE.pending}
    where r.state = 'executing' and r.stream is null and r.channel = ${channel}`.execute(db)
  return rows[0]?.n ?? 0
}

export async function countContacts(db: Db, organizationId: string): Promise<number> {
  const applications = await db
    .selectFrom('application')
    .where('organization_id', '=', organizationId)
    .where('deleted_at', 'is', null)
    .select('application_id')
    .execute()
  const counts = await contactCounts(
    db,
    applications.map(row => row.application_id),
    new Date(),
  )
  return counts.reduce((sum, { contacts }) => sum + contacts, 0)
}

/** Members, and invited people. */
export async function countMembers(db: Db, organizationId: string, now: Date): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select (select count(*) from member where organization_id = ${organizationId})::int + (
      select count(*) from invitation
      where organization_id = ${organizationId} and status = 'invited' and expires_at > ${now})::int as n`.execute(db)
  return rows[0]?.n ?? 0
}

export async function countApplications(db: Db, organizationId: string): Promise<number> {
  return countRows(
    db.selectFrom('application').where('organization_id', '=', organizationId).where('deleted_at', 'is', null),
  )
}

/** Whether one of its plans ended or restarted at that time or later. */
export async function hasPlanChangedSince(db: Db, organizationId: string, since: Date): Promise<boolean> {
  const row = await db
    .selectFrom('subscription')
    .where('organization_id', '=', organizationId)
    // A year that was paid ahead has not begun.
    .where(eb => eb.or([eb('ended_at', '>=', since), eb('period_start', '>=', since).and('is_running', '=', true)]))
    .select('subscription_id')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Undefined for an unknown application. */
export async function selectBeginning(db: Db, applicationId: string): Promise<Date | undefined> {
  const row = await db
    .selectFrom('application')
    .where('application_id', '=', applicationId)
    .select('created_at')
    .executeTakeFirst()
  return row?.created_at
}
