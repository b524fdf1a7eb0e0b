/** SQL of the samples for a run's chart. */
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
/** After this time a run is no longer sampled. */
const WATCHED_DAYS = 30
const ENGAGEMENTS = ENGAGEMENT.opened // counters from here on are engagement, not states

interface DueRun {
  application_id: string
  run_id: string
  last_sample: string
  started_at: Date
  ended_at: Date | null
}

type Counted = Omit<Sample, 'at'>

/**
 * Adds runs that have opened, samples those that are due, and sets the time of the next sample: after five seconds, later after a sixtieth
 * of the run's age. A sample without a change is not stored. Concurrent processes each sample different runs.
 */
export async function insertDueSamples(db: Db, now: Date): Promise<void> {
  await sql`
    insert into run_watch (application_id, run_id, next_at, last_sample)
    select application_id, run_id, ${now}::timestamptz, '' from run
    where state in ('executing', 'paused', 'cancelling') and started_at is not null and stream is null
    on conflict do nothing`.execute(db)
  await db.transaction().execute(async tx => {
    const due = await lockDue(tx, now)
    if (due.length === 0) return
    const counters = await countRuns(tx, due)
    const watched = due.map(run => ({ run, counted: counters.get(run.run_id) ?? NOTHING }))
    await insertSamples(
      tx,
      watched.filter(({ run, counted }) => run.last_sample !== wordsOf(counted)),
      now,
    )
    const overBefore = now.getTime() - WATCHED_DAYS * DAY_MS
    const isOver = ({ run }: { run: DueRun }): boolean => run.ended_at !== null && run.ended_at.getTime() < overBefore
    await unwatch(tx, watched.filter(isOver))
    await watchOn(
      tx,
      watched.filter(each => !isOver(each)),
      now,
    )
  })
}

type Watched = readonly { run: DueRun; counted: Counted }[]

const NOTHING: Counted = { done: 0, sent: 0, delivered: 0, opened: 0, clicked: 0 }
const DAY_MS = 86_400_000
const LEAST_WAIT_MS = 5000

async function lockDue(tx: Db, now: Date): Promise<DueRun[]> {
  const { rows } = await sql<DueRun>`
    select w.application_id, w.run_id, w.last_sample, r.started_at, r.ended_at
    from run_watch w join run r using (application_id, run_id)
    where w.next_at <= ${now} order by w.next_at limit 500 for update of w skip locked`.execute(tx)
  return rows
}

async function countRuns(tx: Db, due: readonly DueRun[]): Promise<Map<string, Counted>> {
  const applicationIds = [...new Set(due.map(run => run.application_id))]
  const { rows } = await sql<Counted & { run_id: string }>`
    select run_id,
      coalesce(sum(n) filter (where state < ${sql.raw(String(ENGAGEMENTS))} and state not in (${sql.raw(NOT_DONE)})), 0)::int as done,
      coalesce(sum(n) filter (where state in (${sql.raw(HANDED_OVER.join(', '))})), 0)::int as sent,
      coalesce(sum(n) filter (where state = ${STATE.delivered}), 0)::int as delivered,
      coalesce(sum(n) filter (where state = ${ENGAGEMENT.opened}), 0)::int as opened,
      coalesce(sum(n) filter (where state = ${ENGAGEMENT.clicked}), 0)::int as clicked
    from run_counter
    where application_id = any(${applicationIds}::uuid[]) and run_id = any(${due.map(run => run.run_id)}::uuid[])
    group by application_id, run_id`.execute(tx)
  return new Map(rows.map(({ run_id, ...counted }) => [run_id, counted]))
}

const wordsOf = ({ done, sent, delivered, opened, clicked }: Counted): string =>
  [done, sent, delivered, opened, clicked].join(' ')

async function insertSamples(tx: Db, changed: Watched, now: Date): Promise<void> {
  if (changed.length === 0) return
  await tx
    .insertInto('run_sample')
    .values(
      changed.map(({ run, counted }) => ({
        application_id: run.application_id,
        run_id: run.run_id,
        at: now,
        ...counted,
      })),
    )
    .onConflict(conflict => conflict.doNothing())
    .execute()
}

async function unwatch(tx: Db, over: Watched): Promise<void> {
  if (over.length === 0) return
  await sql`delete from run_watch where run_id = any(${over.map(({ run }) => run.run_id)}::uuid[])`.execute(tx)
}

async function watchOn(tx: Db, watched: Watched, now: Date): Promise<void> {
  if (watched.length === 0) return
  const next = watched.map(({ run }) => Math.max(LEAST_WAIT_MS, (now.getTime() - run.started_at.getTime()) / 60))
  await sql`
    update run_watch w set last_sample = n.words, next_at = n.next_at
    from unnest(${watched.map(({ run }) => run.run_id)}::uuid[], ${watched.map(({ counted }) => wordsOf(counted))}::text[],
      ${next.map(waitMs => new Date(now.getTime() + waitMs))}::timestamptz[]) as n(run_id, words, next_at)
    where w.run_id = n.run_id`.execute(tx)
}

/** In chronological order. */
export async function selectSamples(db: Db, applicationId: string, runId: string): Promise<Sample[]> {
  const { rows } = await sql<Sample>`
    select at, done, sent, delivered, opened, clicked from run_sample
    where application_id = ${applicationId} and run_id = ${runId} order by at`.execute(db)
  return rows
}
