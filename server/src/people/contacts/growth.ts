/**
 * How an application's audience grows: new contacts, unsubscriptions, suppressed addresses. Counted by triggers (migration 0102), or by the
 * writers where tables are distributed.
 */
import { sql } from 'kysely'
import type pg from 'pg'
import type { Db } from '../../db/schema/tables.ts'

export interface Growth {
  /** New contacts, whether they still exist or not. */
  added: number
  /** How often a contact left a channel. */
  departed: number
  /** Addresses that bounced, complained or were suppressed by hand. */
  suppressed: number
}

const QUARTERS_A_DAY = 96
/** A reader that finds this many more parts than there are quarter-hours adds them up. */
const PARTS_MAX = 500

/** Per day; `starts` has the start of each day and the end of the last one. */
export async function growthOf(db: Db, applicationId: string, starts: readonly Date[]): Promise<Growth[]> {
  const { rows } = await sql<Growth & { day: number; parts: number }>`
    select width_bucket(quarter, ${starts.slice(0, -1)}::timestamptz[]) - 1 as day, count(*)::int as parts,
      sum(added)::int as added, sum(departed)::int as departed, sum(suppressed)::int as suppressed
    from audience_change
    where application_id = ${applicationId} and quarter >= ${starts[0]} and quarter < ${starts.at(-1)}
    group by 1`.execute(db)
  const parts = rows.reduce((sum, row) => sum + row.parts, 0)
  if (parts > starts.length * QUARTERS_A_DAY + PARTS_MAX) await foldGrowth(db, applicationId, starts[0] ?? null)
  const found = new Map(rows.map(({ day, added, departed, suppressed }) => [day, { added, departed, suppressed }]))
  return starts.slice(0, -1).map((_, day) => found.get(day) ?? { added: 0, departed: 0, suppressed: 0 })
}

/** Adds up the parts of each quarter-hour since then, unless another transaction is doing so. */
async function foldGrowth(db: Db, applicationId: string, since: Date | null): Promise<void> {
  await sql`
    with parts as (
      select ctid from audience_change
      where application_id = ${applicationId} and quarter >= coalesce(${since}, '-infinity'::timestamptz) for update skip locked
    ), folded as (
      delete from audience_change where ctid = any(array(select ctid from parts)) returning quarter, added, departed, suppressed
    )
    insert into audience_change (application_id, quarter, added, departed, suppressed)
    select ${applicationId}::uuid, quarter, sum(added), sum(departed), sum(suppressed) from folded group by quarter`.execute(
    db,
  )
}

/** Counts what happened at these times, if no trigger does (contact-effects.ts). */
export async function noteGrowth(
  db: Db,
  applicationId: string,
  kind: keyof Growth,
  moments: readonly Date[],
): Promise<void> {
  if (moments.length === 0) return
  await sql`
    insert into audience_change (application_id, quarter, ${sql.ref(kind)})
    select ${applicationId}::uuid, quarter_of(moment), count(*)
    from unnest(${moments.map(moment => moment.toISOString())}::timestamptz[]) as happened(moment)
    where not exists (select 1 from pg_trigger where tgname = 'count_new_contacts')
    group by 2`.execute(db)
}

/** The same on a worker's plain connection. */
export async function noteGrowthOn(
  client: pg.ClientBase,
  applicationId: string,
  kind: keyof Growth,
  moments: readonly Date[],
): Promise<void> {
  if (moments.length === 0) return
  await client.query(
    `insert into audience_change (application_id, quarter, ${kind})
     select $1::uuid, quarter_of(moment), count(*) from unnest($2::timestamptz[]) as happened(moment)
     where not exists (select 1 from pg_trigger where tgname = 'count_new_contacts') group by 2`,
    [applicationId, moments],
  )
}

const LATELY_MS = 3 * 3_600_000

/** The same for all applications that changed recently, so that sums stay small even if no dashboard reads them. */
export async function foldLateGrowth(db: Db, now: Date): Promise<void> {
  const since = new Date(now.getTime() - LATELY_MS)
  const { rows } = await sql<{ id: string }>`
    select a.application_id as id from application a
    cross join lateral (
      select count(*) as parts from audience_change c where c.application_id = a.application_id and c.quarter >= ${since}
    ) as lately
    where lately.parts > ${PARTS_MAX}`.execute(db)
  for (const { id } of rows) await foldGrowth(db, id, since)
}
