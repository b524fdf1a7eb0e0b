/**
 * SQL that folds old quarter-hours into days of the application's time zone, so that a dashboard of a year reads days, and the table does
 * not grow with every quarter-hour. Daily sums stay the same; what arrives after its day was folded is added to the day the next time.
 */
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/schema/tables.ts'
import { COUNTED_COLUMNS, DETAILED_COLUMNS, increments } from './change-sql.ts'

/** The shard for whole days, after those of workers, events and corrections. */
const SHARD = 34
/** How many days before the last fold it looks again for late rows. */
const LATE_DAYS = 7

interface Foldable {
  applicationId: string
  timezone: string
}

/** Applications with quarters or details of days that are old enough and not folded yet. */
export async function selectFoldable(
  db: Db,
  now: Date,
  days: { quarters: number; details: number },
): Promise<Foldable[]> {
  const { rows } = await sql<Foldable>`
    select a.application_id as "applicationId", a.timezone from application a
    left join activity_fold f using (application_id)
    where f.application_id is null
      or f.quarters_to < ${startOf(now, days.quarters)} or f.details_to < ${startOf(now, days.details)}
    order by a.application_id`.execute(db)
  return rows
}

/** Start of the application's day that was `days` ago. `timezone`: an expression. */
const startOf = (now: Date, days: number, timezone = sql`a.timezone`) =>
  sql`(date_trunc('day', ${now}::timestamptz at time zone ${timezone}) - make_interval(days => ${days})) at time zone ${timezone}`

/** Folds one application, in one transaction. */
export async function foldApplication(
  db: Db,
  { applicationId, timezone }: Foldable,
  now: Date,
  days: { quarters: number; details: number },
): Promise<void> {
  await db.transaction().execute(async tx => {
    const zone = sql`${timezone}::text`
    const { rows } = await sql<{ quarters: Date; details: Date; quarters_since: Date; details_since: Date }>`
      select ${startOf(now, days.quarters, zone)} as quarters, ${startOf(now, days.details, zone)} as details,
        coalesce(max(quarters_to), '-infinity') - make_interval(days => ${LATE_DAYS}) as quarters_since,
        coalesce(max(details_to), '-infinity') - make_interval(days => ${LATE_DAYS}) as details_since
      from activity_fold where application_id = ${applicationId}`.execute(tx)
    const [span] = rows
    if (span === undefined) return
    const day = sql`date_trunc('day', quarter at time zone ${zone}) at time zone ${zone}`
    await fold(tx, 'activity_quarter', ['channel', 'run_id'], [...COUNTED_COLUMNS, 'influenced'], {
      ...{ applicationId, day, since: span.quarters_since, to: span.quarters, besides: sql`` },
    })
    await fold(tx, 'activity_detail', ['channel', 'kind', 'run_id', 'name'], DETAILED_COLUMNS, {
      ...{ applicationId, day, since: span.details_since, to: span.details, besides: dayOfAllRuns(day) },
    })
    await sql`
      insert into activity_fold (application_id, quarters_to, details_to) values (${applicationId}, ${span.quarters}, ${span.details})
      on conflict (application_id) do update set quarters_to = excluded.quarters_to, details_to = excluded.details_to`.execute(
      tx,
    )
  })
}

/** A part of the `with` of `fold`: adds the same details to the day, for all runs together. */
const dayOfAllRuns = (day: RawBuilder<unknown>) => sql`, whole as (
    insert into activity_day as a (application_id, channel, kind, name, day, ${sql.raw(DETAILED_COLUMNS.join(', '))})
    select application_id, channel, kind, name, ${day} as day, ${sql.raw(DETAILED_COLUMNS.map(name => `sum(${name})`).join(', '))}
    from gone group by application_id, channel, kind, name, day order by channel, kind, day, name
    on conflict (application_id, channel, kind, day, name) do update set ${sql.raw(increments(DETAILED_COLUMNS))}
  )`

async function fold(
  tx: Db,
  table: string,
  key: readonly string[],
  columns: readonly string[],
  span: { applicationId: string; day: RawBuilder<unknown>; since: Date; to: Date; besides: RawBuilder<unknown> },
): Promise<void> {
  const keys = sql.raw(key.join(', '))
  await sql`
    with gone as (
      delete from ${sql.table(table)} where application_id = ${span.applicationId} and quarter < ${span.to}
        and quarter >= ${span.since} and shard <> ${sql.lit(SHARD)}
      returning *
    )${span.besides}, folded as (
      insert into ${sql.table(table)} as a (application_id, ${keys}, quarter, shard, ${sql.raw(columns.join(', '))})
      select application_id, ${keys}, ${span.day} as day, ${sql.lit(SHARD)}, ${sql.raw(columns.map(name => `sum(${name})`).join(', '))}
      from gone group by application_id, ${keys}, day order by ${keys}, day
      on conflict (application_id, ${keys}, quarter, shard) do update set ${sql.raw(increments(columns))}
    )
    select 1`.execute(tx)
}
