/** SQL of the hours at which people open and click (best-hours.ts). */
import type pg from 'pg'
import { sql } from 'kysely'
import type { Db } from '../../db/schema/tables.ts'
import { sumHourWeights, countByWeekHour, type HourWeights, leastTotal, type ReaderEvent } from './best-hours.ts'
import { seqsOf, type RunEvents } from './event-queries.ts'
import { EVENT } from '../states.ts'

const READING: readonly number[] = [EVENT.opened, EVENT.clicked]

/** Returns opens and clicks with their readers' clocks. Contacts erased since are left out. */
export async function selectReaderEvents(client: pg.ClientBase, run: RunEvents): Promise<ReaderEvent[]> {
  const events = run.rows.filter(row => READING.includes(row.kind))
  if (events.length === 0) return []
  const { rows } = await client.query<Omit<ReaderEvent, 'applicationId' | 'atMs' | 'hasClicked'> & { seq: number }>({
    name: 'event-readers',
    text: `
      select d.seq, d.contact_id as "contactId", r.channel, c.timezone, c.timezone_offset, coalesce(a.timezone, 'UTC') as zone
      from delivery d
      join run r on r.application_id = $1 and r.run_id = $2
      join contact c on c.application_id = $1 and c.contact_id = d.contact_id
      left join application a on a.application_id = $1
      where d.application_id = $1 and d.run_id = $2 and d.seq = any ($3::int[])`,
    values: [run.applicationId, run.runId, seqsOf(events)],
  })
  const readers = new Map(rows.map(row => [row.seq, row]))
  return events.flatMap(({ seq, atMs, kind }) => {
    const reader = readers.get(seq)
    if (reader === undefined) return []
    return [{ ...reader, applicationId: run.applicationId, atMs, hasClicked: kind === EVENT.clicked }]
  })
}

/**
 * Adds to the hours of each reader and of their application. Called once per transaction, and ordered by key, so that two transactions
 * never deadlock.
 */
export async function addReadingHours(client: pg.ClientBase, events: readonly ReaderEvent[]): Promise<void> {
  if (events.length === 0) return
  await client.query({ name: 'event-hours', text: ADD, values: valuesOf(sumHourWeights(events)) })
  const together = sumHourWeights(events.map(event => ({ ...event, contactId: event.applicationId })))
  await client.query({ name: 'event-application-hours', text: ADD_TO_APPLICATION, values: valuesOf(together) })
  await client.query({ name: 'event-week-hours', text: ADD_TO_WEEK, values: [JSON.stringify(countByWeekHour(events))] })
}

function valuesOf(rows: readonly HourWeights[]): string[][] {
  return [
    rows.map(row => row.applicationId),
    rows.map(row => row.contactId),
    rows.map(row => row.channel),
    rows.map(row => `{${row.weights.join(',')}}`),
  ]
}

const GIVEN = `unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[]) as e(application_id, contact_id, channel, text)`
const standing = (weights: string): string => `(
  select array_agg(w order by h), sum(w), ((array_agg(h order by w desc, h))[1] - 1)::smallint from (${weights}) as x(h, w))`
const FRESH = standing('select h, w from unnest(e.text::float8[]) with ordinality as n(w, h)')
const SUM = (old: string): string =>
  standing(`select o.h, o.w + n.w from unnest(${old}.weights) with ordinality as o(w, h)
    join unnest(excluded.weights) with ordinality as n(w, h) on n.h = o.h`)

const ADD = `
  insert into contact_hours as k (application_id, contact_id, channel, weights, total, best)
  select e.application_id, e.contact_id, e.channel, f.weights, f.total, f.best
  from ${GIVEN} cross join lateral ${FRESH} as f(weights, total, best)
  order by 1, 2, 3
  on conflict (application_id, contact_id, channel) do update set (weights, total, best) = ${SUM('k')}`

const ADD_TO_APPLICATION = `
  insert into application_hours as k (application_id, channel, weights, total, best)
  select e.application_id, e.channel, f.weights, f.total, f.best
  from ${GIVEN} cross join lateral ${FRESH} as f(weights, total, best)
  order by 1, 2
  on conflict (application_id, channel) do update set (weights, total, best) = ${SUM('k')}`

const ADD_TO_WEEK = `
  insert into reading_hour as k (application_id, channel, month, weekday, hour, opened, clicked)
  select "applicationId", channel, month, weekday, hour, opened, clicked
  from jsonb_to_recordset($1::jsonb)
    as e("applicationId" uuid, channel text, month date, weekday smallint, hour smallint, opened int, clicked int)
  order by 1, 2, 3, 4, 5
  on conflict (application_id, channel, month, weekday, hour) do update
    set opened = k.opened + excluded.opened, clicked = k.clicked + excluded.clicked`

/** The best hour of all readers of an application, each in their own time zone; null while too little is known. */
export async function selectApplicationHour(
  db: Db,
  { applicationId, channel, now }: { applicationId: string; channel: string; now: Date },
): Promise<number | null> {
  const { rows } = await sql<{ best: number }>`
    select best from application_hours where application_id = ${applicationId} and channel = ${channel}
      and total >= ${leastTotal(now)}`.execute(db)
  return rows[0]?.best ?? null
}

/** Opens and clicks per hour of the week, from the month of `since` (YYYY-MM-DD) on; hours without any are left out. */
export async function selectWeekHours(
  db: Db,
  { applicationId, channel, since }: { applicationId: string; channel: string | undefined; since: string },
): Promise<{ weekday: number; hour: number; opened: number; clicked: number }[]> {
  const { rows } = await sql<{ weekday: number; hour: number; opened: number; clicked: number }>`
    select weekday, hour, sum(opened)::int as opened, sum(clicked)::int as clicked from reading_hour
    where application_id = ${applicationId} and month >= date_trunc('month', ${since}::date)
      and (${channel ?? null}::text is null or channel = ${channel ?? null})
    group by 1, 2 order by 1, 2`.execute(db)
  return rows
}

/** Deletes months that ended more than a year ago, which no dashboard shows. */
export async function deleteOldWeekHours(db: Db, now: Date): Promise<void> {
  await sql`delete from reading_hour where month < ${now}::timestamptz::date - interval '13 months'`.execute(db)
}
