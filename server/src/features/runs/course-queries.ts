/** SQL of the samples that a run's chart is drawn from. */
import { sql } from 'kysely'
import type { Db } from '../../db/schema/tables.ts'
import { HANDED_OVER, ENGAGEMENT, STATE } from '../../engine/states.ts'

/** Counters at one time. */
export interface Sample {
  at: Date
  done: number
  sent: number
  delivered: number
  opened: number
  clicked: number
}

const NOT_DONE = [STATE.pending, STATE.skipped].join(', ')
/** After this long the chart of a run is no longer watched for changes. */
const WATCHED_DAYS = 30
const ENGAGEMENTS = ENGAGEMENT.opened // counters from here on are engagement, not states

/**
 * One statement: takes up runs that have opened, samples those that are due, and says when the next one is: after five
 * seconds, later after a sixtieth of the run's age. A sample in which nothing changed is not kept.
 */
export async function takeDueSamples(db: Db, now: Date): Promise<void> {
  await sql`
    insert into run_watch (application_id, run_id, next_at, last_sample)
    select application_id, run_id, ${now}::timestamptz, '' from run
    where state in ('executing', 'paused', 'cancelling') and started_at is not null and stream is null
    on conflict do nothing`.execute(db)
  await sql`
    with due as (
      select w.application_id, w.run_id, w.last_sample, r.started_at, r.ended_at
      from run_watch w join run r using (application_id, run_id)
      where w.next_at <= ${now} order by w.next_at limit 500 for update of w skip locked
    ), counted as (
      select due.*, c.* from due cross join lateral (
        select
          coalesce(sum(n) filter (where state < ${sql.raw(String(ENGAGEMENTS))} and state not in (${sql.raw(NOT_DONE)})), 0)::int as done,
          coalesce(sum(n) filter (where state in (${sql.raw(HANDED_OVER.join(', '))})), 0)::int as sent,
          coalesce(sum(n) filter (where state = ${STATE.delivered}), 0)::int as delivered,
          coalesce(sum(n) filter (where state = ${ENGAGEMENT.opened}), 0)::int as opened,
          coalesce(sum(n) filter (where state = ${ENGAGEMENT.clicked}), 0)::int as clicked
        from run_counter k where k.application_id = due.application_id and k.run_id = due.run_id
      ) c
    ), kept as (
      insert into run_sample (application_id, run_id, at, done, sent, delivered, opened, clicked)
      select application_id, run_id, ${now}, done, sent, delivered, opened, clicked from counted
      where last_sample <> concat_ws(' ', done, sent, delivered, opened, clicked)
      on conflict do nothing
    ), gone as (
      delete from run_watch w using counted c
      where w.run_id = c.run_id and c.ended_at < ${now}::timestamptz - make_interval(days => ${WATCHED_DAYS})
    )
    update run_watch w set last_sample = concat_ws(' ', c.done, c.sent, c.delivered, c.opened, c.clicked),
      next_at = ${now}::timestamptz + greatest(interval '5 seconds', (${now}::timestamptz - c.started_at) / 60)
    from counted c where w.run_id = c.run_id
      and (c.ended_at is null or c.ended_at >= ${now}::timestamptz - make_interval(days => ${WATCHED_DAYS}))`.execute(
    db,
  )
}

/** In the order of time. */
export async function selectSamples(db: Db, applicationId: string, runId: string): Promise<Sample[]> {
  const { rows } = await sql<Sample>`
    select at, done, sent, delivered, opened, clicked from run_sample
    where application_id = ${applicationId} and run_id = ${runId} order by at`.execute(db)
  return rows
}
