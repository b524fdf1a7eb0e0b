/** SQL of the health of endpoints: attempts counted per quarter of an hour, so that no list has to count them. */
import { WEBHOOK_HEALTH_DAYS } from '@notifly/contracts/webhooks/webhooks'
import { sql } from 'kysely'
import { prepared } from '../../db/prepared.ts'
import type { Db } from '../../db/schema/tables.ts'
import { uuidv7Time } from '../../lib/uuid.ts'
import type { WebhookKey } from './queries.ts'

/** Counts attempts, except those of endpoints that were deleted meanwhile. Deletes counts that are older than any page shows. */
export async function countAttempts(
  db: Db,
  { applicationId, webhookId }: WebhookKey,
  attempts: readonly { attemptId: string; ok: boolean }[],
): Promise<void> {
  const quarters = [...Map.groupBy(attempts, quarterOf)]
  const [ok, failed] = [true, false].map(isOk => quarters.map(([, of]) => of.filter(each => each.ok === isOk).length))
  // A day more than is shown: clocks differ by that much at most.
  const statement = sql`
    with endpoint as (
      select application_id, webhook_id from webhook
      where application_id = ${applicationId} and webhook_id = ${webhookId} for key share
    ), counted as (
      select * from unnest(${quarters.map(([ms]) => new Date(ms))}::timestamptz[], ${ok}::int[], ${failed}::int[]) as c(quarter, ok, failed)
    ), old as (
      delete from webhook_quarter where application_id = ${applicationId} and webhook_id = ${webhookId}
        and quarter < (select min(quarter) from counted) - make_interval(days => ${sql.lit(WEBHOOK_HEALTH_DAYS + 1)})
    )
    insert into webhook_quarter as q (application_id, webhook_id, quarter, ok, failed)
    select e.application_id, e.webhook_id, c.quarter, c.ok, c.failed from endpoint e, counted c
    on conflict (application_id, webhook_id, quarter)
      do update set ok = q.ok + excluded.ok, failed = q.failed + excluded.failed`
  await prepared('webhook-quarters', statement).execute(db)
}

const QUARTER_MS = 900_000

/** When the quarter of an hour of an attempt began, in milliseconds. */
function quarterOf({ attemptId }: { attemptId: string }): number {
  return Math.floor(uuidv7Time(attemptId).getTime() / QUARTER_MS) * QUARTER_MS
}

export interface HealthRow {
  webhookId: string
  /** Of the application's calendar, YYYY-MM-DD. */
  day: string
  ok: number
  failed: number
}

interface HealthFilter {
  applicationId: string
  webhookIds: readonly string[]
  since: Date
  /** By whose clock days are told apart. */
  zone: string
}

/** Attempts of these endpoints by day; days without attempts are missing. */
export async function selectHealth(
  db: Db,
  { applicationId, webhookIds, since, zone }: HealthFilter,
): Promise<HealthRow[]> {
  const { rows } = await sql<HealthRow>`
    select webhook_id as "webhookId", to_char(quarter at time zone ${zone}, 'YYYY-MM-DD') as day,
      sum(ok)::int as ok, sum(failed)::int as failed
    from webhook_quarter
    where application_id = ${applicationId} and webhook_id = any (${sql.val([...webhookIds])}::uuid[]) and quarter >= ${since}
    group by 1, 2`.execute(db)
  return rows
}
