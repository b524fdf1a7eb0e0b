/** SQL of subscriptions to summaries. */
import { sql } from 'kysely'
import type { Db } from '../../../db/schema/tables.ts'
import type { SummaryInterval } from './times.ts'

/** The person whose subscription it is. */
export interface Reader {
  applicationId: string
  accountId: string
}

export async function selectSubscription(
  db: Db,
  { applicationId, accountId }: Reader,
): Promise<{ every: SummaryInterval } | undefined> {
  return db
    .selectFrom('report_subscription')
    .where(eb => eb.and({ application_id: applicationId, account_id: accountId }))
    .select('every')
    .$castTo<{ every: SummaryInterval }>()
    .executeTakeFirst()
}

/** Repeating the same choice changes nothing. */
export async function upsertSubscription(
  db: Db,
  { applicationId, accountId }: Reader,
  { every, doneFor, now }: { every: SummaryInterval; doneFor: string; now: Date },
): Promise<void> {
  await db
    .insertInto('report_subscription')
    .values({
      application_id: applicationId,
      account_id: accountId,
      every,
      created_at: now,
      last_sent_for: sql`${doneFor}::date`,
    })
    .onConflict(conflict =>
      conflict
        .columns(['application_id', 'account_id'])
        .doUpdateSet(eb => ({
          every: eb.ref('excluded.every'),
          created_at: eb.ref('excluded.created_at'),
          last_sent_for: eb.ref('excluded.last_sent_for'),
        }))
        .where('report_subscription.every', '!=', every),
    )
    .execute()
}

export async function deleteSubscription(db: Db, { applicationId, accountId }: Reader): Promise<void> {
  await db
    .deleteFrom('report_subscription')
    .where(eb => eb.and({ application_id: applicationId, account_id: accountId }))
    .execute()
}

/** The intervals of summaries, with the time zones of their applications; deleted applications are left out. */
export async function selectTimes(db: Db): Promise<{ every: SummaryInterval; timezone: string }[]> {
  return db
    .selectFrom('report_subscription as s')
    .innerJoin('application as a', 'a.application_id', 's.application_id')
    .where('a.deleted_at', 'is', null)
    .select(['s.every', 'a.timezone'])
    .distinct()
    .$castTo<{ every: SummaryInterval; timezone: string }>()
    .execute()
}

export interface DueTime {
  every: SummaryInterval
  timezone: string
  /** YYYY-MM-DD. */
  day: string
}

export interface DueSummary extends Reader {
  every: SummaryInterval
  day: string
}

/** Claims subscriptions whose summary is due; concurrent callers get different ones. */
export async function claimDue(db: Db, times: readonly DueTime[], limit: number): Promise<DueSummary[]> {
  const { rows } = await sql<DueSummary>`
    with due as (
      select s.application_id, s.account_id, t.day
      from report_subscription s
      join application a on a.application_id = s.application_id and a.deleted_at is null
      join unnest(${times.map(time => time.every)}::text[], ${times.map(time => time.timezone)}::text[],
        ${times.map(time => time.day)}::date[]) as t(every, timezone, day)
        on t.every = s.every and t.timezone = a.timezone
      where s.last_sent_for < t.day
      order by 1, 2 limit ${limit} for update of s skip locked
    )
    update report_subscription s set last_sent_for = due.day from due
    where s.application_id = due.application_id and s.account_id = due.account_id
    returning s.application_id as "applicationId", s.account_id as "accountId", s.every, due.day::text as day`.execute(
    db,
  )
  return rows
}

/** The reader of a summary, with the rights of their role; undefined if they are no longer a member or no longer want it. */
export function selectReader(db: Db, { applicationId, accountId }: Reader, every: SummaryInterval) {
  return db
    .selectFrom('report_subscription as s')
    .innerJoin('application as a', 'a.application_id', 's.application_id')
    .innerJoin('organization as o', 'o.organization_id', 'a.organization_id')
    .innerJoin('account as p', 'p.account_id', 's.account_id')
    .innerJoin('member as m', join =>
      join.onRef('m.organization_id', '=', 'a.organization_id').onRef('m.account_id', '=', 's.account_id'),
    )
    .innerJoin('role as r', 'r.role_id', 'm.role_id')
    .where(eb => eb.and({ 's.application_id': applicationId, 's.account_id': accountId, 's.every': every }))
    .where('m.status', '=', 'active')
    .where('a.deleted_at', 'is', null)
    .where('o.deleted_at', 'is', null)
    .where('p.erased_at', 'is', null)
    .select(['a.name as application', 'a.timezone', 'p.email', 'p.locale', 'r.permission_set'])
    .executeTakeFirst()
}

/** Undefined if the application was deleted. */
export function selectApplicationName(db: Db, applicationId: string): Promise<{ name: string } | undefined> {
  return db
    .selectFrom('application')
    .where('application_id', '=', applicationId)
    .where('deleted_at', 'is', null)
    .select('name')
    .executeTakeFirst()
}
