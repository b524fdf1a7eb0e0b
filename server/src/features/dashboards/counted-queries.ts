/**
 * SQL of the counts that all dashboards share. Days that are not folded yet are read run by run from activity_quarter; folded days of a
 * whole channel from activity_total, and those of one campaign from its runs.
 */
import type { Channel } from '@notifly/contracts/applications/applications'
import { COUNT_NAMES } from '@notifly/contracts/dashboards/figures'
import { type RawBuilder, sql } from 'kysely'
import { DAY_SHARD } from '../../engine/activity/fold-queries.ts'
import { JUDGED, NO_CAMPAIGN } from '../../engine/activity/judged-sql.ts'

/** Selects the messages of a channel, or of one campaign on it. */
export interface Source {
  applicationId: string
  channel: Channel
  campaignId: string | null
}

/** Days by their first instant, and the instant at which the last day ends. */
export type Starts = readonly Date[]

/** The shard of rows that the engine's upkeep has folded into days. */
export const FOLDED = sql.lit(DAY_SHARD)

/** Condition on a table's rows by their quarter-hours. `runs`: a further condition on their runs, if only some count. */
export function within(source: Source, starts: Starts, runs?: RawBuilder<unknown>): RawBuilder<unknown> {
  const { applicationId, channel, campaignId } = source
  const conditions = [
    ...(campaignId === null ? [] : [sql`campaign_id = ${campaignId}`]),
    ...(runs === undefined ? [] : [runs]),
  ]
  const ofRuns =
    conditions.length === 0
      ? sql``
      : sql`and run_id in (select run_id from run where application_id = ${applicationId} and channel = ${channel}
          and ${sql.join(conditions, sql` and `)})`
  return sql`application_id = ${applicationId} and channel = ${channel}
    and quarter >= ${starts[0]} and quarter < ${starts.at(-1)} ${ofRuns}`
}

/** Number of a day, from 0. */
export function dayOf(starts: Starts, moment = 'quarter'): RawBuilder<unknown> {
  return sql`width_bucket(${sql.ref(moment)}, ${firstsOf(starts)}::timestamptz[]) - 1`
}

const writtenFirsts = new WeakMap<Starts, string>()

/** The first moment of each day as an array of PostgreSQL, written once: four hundred take half a millisecond. */
function firstsOf(starts: Starts): string {
  const written =
    writtenFirsts.get(starts) ??
    `{${starts
      .slice(0, -1)
      .map(start => start.toISOString())
      .join(',')}}`
  writtenFirsts.set(starts, written)
  return written
}

/** The sums of all counts, under the names that dashboards use. */
export const SUMS = sql.join(COUNT_NAMES.map(name => sql`sum(${sql.ref(name)})::int as ${sql.ref(name)}`))

/** Parts of a `with`: `counted` has the counts of each run and quarter-hour, with the day. `runs`: as for `within`. */
export function countedByRun(source: Source, starts: Starts, runs?: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`${byRun(source, kept(source, starts, runs))}, counted as (select *, ${dayOf(starts)} as day from by_run)`
}

/** The same without runs: counts of days. */
export function countedByDay(source: Source, starts: Starts): RawBuilder<unknown> {
  if (source.campaignId !== null) return countedByRun(source, starts)
  return sql`${byRun(source, sql`${kept(source, starts)} and shard <> ${FOLDED}`)}, counted as (
    select ${dayOf(starts)} as day, ${COUNTS} from by_run
    union all
    select ${dayOf(starts, 'since')}, ${COUNTS} from activity_total where ${totals(source)} and not by_month
      and since >= ${starts[0]} and since < ${starts.at(-1)}
  )`
}

/** The same without runs and days: counts by campaign and kind of message, with the latest moment of each. */
export function countedByCampaign(source: Source, starts: Starts): RawBuilder<unknown> {
  const parts = foldedParts(starts)
  const months = parts.find(({ byMonth }) => byMonth)
  if (source.campaignId !== null || months === undefined) return countedByRun(source, starts)
  const days = parts.filter(({ byMonth }) => !byMonth)
  const ofDays = days.map(({ from, to }) => sql`union all ${kept(source, [from, to])} and shard = ${FOLDED}`)
  const rows = sql`${kept(source, starts)} and shard <> ${FOLDED} ${sql.join(ofDays, sql` `)}`
  return sql`${byRun(source, rows)}, counted as (
    select ${KIND}, quarter, ${COUNTS} from by_run
    union all
    select nullif(campaign_id, ${NO_CAMPAIGN}), message_class, template_name, template_language, last, ${COUNTS}
    from activity_total where ${totals(source)} and by_month and since >= ${months.from} and since < ${months.to}
  )`
}

const COUNTS = sql.raw(COUNT_NAMES.join(', '))
const KIND = sql.raw('campaign_id, message_class, template_name, template_language')

const kept = (source: Source, starts: Starts, runs?: RawBuilder<unknown>) =>
  sql`select * from activity_quarter where ${within(source, starts, runs)}`

const totals = ({ applicationId, channel }: Source) => sql`application_id = ${applicationId} and channel = ${channel}`

/** Condition on `run`: not older than the first run of `kept`. Ids of runs ascend, so years of earlier runs are not looked at. */
export const sinceFirstRun = sql`run_id >= (select run_id from kept order by run_id limit 1)`

/** `by_run`: the counts of each run and quarter-hour. Whether any delivery of a run was reported follows from these rows. */
const byRun = ({ applicationId, channel }: Source, rows: RawBuilder<unknown>) => sql`
  kept as materialized (${rows}),
  by_run as (
    select run_id, nullif(campaign_id, run_id) as campaign_id, message_class, template_name, template_language, quarter,
      ${sql.raw(JUDGED)}
    from (select *, run_id in (select run_id from kept where delivered > 0) as is_reported from kept) judged
    join (
      select run_id, campaign_id, reports_delivery, coalesce(message_class, '') as message_class,
        coalesce(template_name, '') as template_name, coalesce(template_language, '') as template_language
      from run where application_id = ${applicationId} and channel = ${channel} and ${sinceFirstRun}
    ) r using (run_id)
  )`

/** A part of a range for which the sums of months, or those of days, are read. */
export interface FoldedPart {
  byMonth: boolean
  from: Date
  to: Date
}

export function wholeRange(starts: Starts): FoldedPart {
  const from = starts[0] ?? new Date(0)
  return { byMonth: false, from, to: starts.at(-1) ?? from }
}

/** The whole months (UTC) of a range, and the days before and after them. */
export function foldedParts(starts: Starts): FoldedPart[] {
  const whole = wholeRange(starts)
  const { from, to } = whole
  const first = startOfMonth(from, isMonth(from) ? 0 : 1)
  const end = startOfMonth(to)
  if (first >= end) return [whole]
  return [
    { byMonth: false, from, to: first },
    { byMonth: true, from: first, to: end },
    { byMonth: false, from: end, to },
  ]
}

const startOfMonth = (moment: Date, later = 0): Date =>
  new Date(Date.UTC(moment.getUTCFullYear(), moment.getUTCMonth() + later))

const isMonth = (moment: Date): boolean => startOfMonth(moment).getTime() === moment.getTime()
