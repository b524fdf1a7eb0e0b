/**
 * SQL that folds old quarter-hours into days of the application's time zone, so that a dashboard of a year reads days, and the table does
 * not grow with every quarter-hour. Daily sums stay the same; what arrives after its day was folded is added to the day the next time,
 * however old the day is: rows that are not folded have an index of their own.
 */
import { COUNT_NAMES } from '@notifly/contracts/dashboards/figures'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/schema/tables.ts'
import { COUNTED_COLUMNS, DETAILED_COLUMNS, increments } from './change-sql.ts'
import { JUDGED, NO_CAMPAIGN } from './judged-sql.ts'

/** The shards for whole days, and for quarter-hours of which all shards are one; after those of workers, events and corrections. */
export const DAY_SHARD = 34
const QUARTER_SHARD = 35

interface Foldable {
  applicationId: string
  timezone: string
}

interface SumTable {
  table: string
  key: readonly string[]
  columns: readonly string[]
  /** The columns by which its rows are locked one after the other: as workers write the rows of a run, so that they do not deadlock. */
  order: string
}

const QUARTERS: SumTable = {
  table: 'activity_quarter',
  key: ['channel', 'run_id'],
  columns: [...COUNTED_COLUMNS, 'influenced'],
  order: 'channel, quarter, run_id, shard',
}
const DETAILS: SumTable = {
  table: 'activity_detail',
  key: ['channel', 'kind', 'run_id', 'name'],
  columns: DETAILED_COLUMNS,
  order: 'channel, kind, quarter, name, run_id, shard',
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
    const { rows } = await sql<{ quarters: Date; details: Date }>`
      select ${startOf(now, days.quarters, zone)} as quarters, ${startOf(now, days.details, zone)} as details`.execute(
      tx,
    )
    const [span] = rows
    if (span === undefined) return
    const day = sql`date_trunc('day', quarter at time zone ${zone}) at time zone ${zone}`
    const besides = totals(applicationId, day)
    await fold(tx, applicationId, { ...QUARTERS, to: span.quarters, into: day, shard: DAY_SHARD, besides })
    await fold(tx, applicationId, { ...QUARTERS, to: span.details, into: sql`quarter`, shard: QUARTER_SHARD })
    await fold(tx, applicationId, {
      ...DETAILS,
      to: span.details,
      into: day,
      shard: DAY_SHARD,
      besides: detailTotals(day),
    })
    await sql`
      insert into activity_fold (application_id, quarters_to, details_to) values (${applicationId}, ${span.quarters}, ${span.details})
      on conflict (application_id) do update set quarters_to = excluded.quarters_to, details_to = excluded.details_to`.execute(
      tx,
    )
  })
}

const COUNTS = COUNT_NAMES.join(', ')
export const TOTAL_KEY = 'channel, by_month, since, campaign_id, message_class, template_name, template_language'
export const DETAIL_TOTAL_KEY = 'channel, by_month, kind, since, name'

/**
 * Parts of a `with` that lead to `sums`: the counts of `rows` of activity_quarter, for all campaigns together by day, and by month for each
 * campaign. Streams of single messages are no campaigns.
 */
export const sumsOf = (applicationId: string, rows: string, day: RawBuilder<unknown>) => sql`reported as (
    select distinct run_id from activity_quarter
    where application_id = ${applicationId} and delivered > 0 and run_id in (select run_id from ${sql.raw(rows)})
  ), judged as (
    select application_id, channel, day, date_trunc('month', day, 'UTC') as month, campaign_id, message_class, template_name,
      template_language, ${sql.raw(JUDGED)}
    from (
      select g.*, ${day} as day, case when r.campaign_id = r.run_id then ${sql.lit(NO_CAMPAIGN)}::uuid else r.campaign_id end as campaign_id,
        coalesce(r.message_class, '') as message_class, coalesce(r.template_name, '') as template_name,
        coalesce(r.template_language, '') as template_language, r.reports_delivery,
        g.run_id in (select run_id from reported) as is_reported
      from ${sql.raw(rows)} g join run r on r.application_id = g.application_id and r.run_id = g.run_id
    ) rows
  ), sums as (
    select application_id, channel, by_month, case when by_month then month else day end as since,
      case when by_month then campaign_id else ${sql.lit(NO_CAMPAIGN)}::uuid end as campaign_id,
      case when by_month then message_class else '' end as message_class, case when by_month then template_name else '' end as template_name,
      case when by_month then template_language else '' end as template_language, day, ${sql.raw(COUNTS)}
    from judged, unnest(array[false, true]) by_month
  )`

/** Parts of the `with` of `fold`: add the same counts to the sums. */
const totals = (
  applicationId: string,
  day: RawBuilder<unknown>,
) => sql`, ${sumsOf(applicationId, 'gone', day)}, totals as (
    insert into activity_total as a (application_id, ${sql.raw(TOTAL_KEY)}, last, ${sql.raw(COUNTS)})
    select application_id, ${sql.raw(TOTAL_KEY)}, max(day), ${sql.raw(COUNT_NAMES.map(name => `sum(${name})`).join(', '))}
    from sums group by application_id, ${sql.raw(TOTAL_KEY)} order by ${sql.raw(TOTAL_KEY)}
    on conflict (application_id, ${sql.raw(TOTAL_KEY)})
      do update set last = greatest(a.last, excluded.last), ${sql.raw(increments(COUNT_NAMES))}
  )`

/** The details of `rows` of activity_detail, for all runs together, by day and by month. */
export const detailSumsOf = (rows: string, day: RawBuilder<unknown>) => sql`
    select application_id, channel, by_month, kind, case when by_month then date_trunc('month', ${day}, 'UTC') else ${day} end as since, name,
      ${sql.raw(DETAILED_COLUMNS.map(name => `sum(${name}) as ${name}`).join(', '))}
    from ${sql.raw(rows)}, unnest(array[false, true]) by_month group by application_id, channel, by_month, kind, since, name`

/** A part of the `with` of `fold`: adds the same details to the sums. */
const detailTotals = (day: RawBuilder<unknown>) => sql`, totals as (
    insert into activity_detail_total as a (application_id, ${sql.raw(DETAIL_TOTAL_KEY)}, ${sql.raw(DETAILED_COLUMNS.join(', '))})
    select application_id, ${sql.raw(DETAIL_TOTAL_KEY)}, ${sql.raw(DETAILED_COLUMNS.join(', '))} from (${detailSumsOf('gone', day)}) sums
    order by ${sql.raw(DETAIL_TOTAL_KEY)}
    on conflict (application_id, ${sql.raw(DETAIL_TOTAL_KEY)}) do update set ${sql.raw(increments(DETAILED_COLUMNS))}
  )`

interface Folding extends SumTable {
  to: Date
  /** To which moment a row's counts are added. */
  into: RawBuilder<unknown>
  shard: number
  /** Further parts of the `with`, which read the rows `gone`. */
  besides?: RawBuilder<unknown>
}

async function fold(tx: Db, applicationId: string, folding: Folding): Promise<void> {
  const { to, into, shard, besides = sql`` } = folding
  const which = sql`application_id = ${applicationId} and quarter < ${to}
    and shard <> ${sql.lit(DAY_SHARD)} and shard <> ${sql.lit(shard)}`
  const table = sql.table(folding.table)
  const key = sql.raw(folding.key.join(', '))
  const columns = sql.raw(folding.columns.join(', '))
  await sql`select count(*) from (select 1 from ${table} where ${which} order by ${sql.raw(folding.order)} for update) rows`.execute(
    tx,
  )
  await sql`
    with gone as (
      delete from ${table} where ${which} returning *
    )${besides}, folded as (
      insert into ${table} as a (application_id, ${key}, quarter, shard, ${columns})
      select application_id, ${key}, ${into} as moment, ${sql.lit(shard)}, ${sql.raw(folding.columns.map(name => `sum(${name})`).join(', '))}
      from gone group by application_id, ${key}, moment order by ${key}, moment
      on conflict (application_id, ${key}, quarter, shard) do update set ${sql.raw(increments(folding.columns))}
    )
    select 1`.execute(tx)
}
