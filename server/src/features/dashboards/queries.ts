/**
 * SQL of dashboards. Reads sums that are kept (activity_quarter, activity_detail) and rows of runs and links: nothing here walks over
 * deliveries or events.
 */
import { canBounce, type Channel } from '@notifly/contracts/applications/applications'
import { COUNT_NAMES, type Counts } from '@notifly/contracts/dashboards/figures'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/schema/tables.ts'

/** Rows of the tables of campaigns, goals and links. */
export const TOP_MAX = 10

/** Whose messages: of a channel, or of one campaign on it. */
export interface Source {
  applicationId: string
  channel: Channel
  campaignId: string | null
}

/** Days by the first moment of each, and the one at which the last ends. */
export type Starts = readonly Date[]

/** Also one that was deleted after it was sent: its runs stay. */
export async function selectCampaign(
  db: Db,
  { applicationId, channel }: { applicationId: string; channel: Channel },
  campaignId: string,
): Promise<{ uuid: string; name: string } | undefined> {
  const { rows } = await sql<{ uuid: string; name: string }>`
    select campaign_id as uuid, name from (
      select campaign_id, name, 1 as place, null::uuid as run_id from campaign
      where application_id = ${applicationId} and campaign_id = ${campaignId} and channel = ${channel}
      union all
      select campaign_id, name, 2, run_id from run
      where application_id = ${applicationId} and campaign_id = ${campaignId} and channel = ${channel}
    ) known order by place, run_id desc limit 1`.execute(db)
  return rows[0]
}

/** Of rows of a table by quarters of an hour. */
export function within({ applicationId, channel, campaignId }: Source, starts: Starts): RawBuilder<unknown> {
  const ofCampaign =
    campaignId === null
      ? sql``
      : sql`and run_id in (select run_id from run where application_id = ${applicationId} and campaign_id = ${campaignId})`
  return sql`application_id = ${applicationId} and channel = ${channel}
    and quarter >= ${starts[0]} and quarter < ${starts.at(-1)} ${ofCampaign}`
}

/** The number of a day, from 0. */
export const dayOf = (starts: Starts) => sql`width_bucket(quarter, ${starts.slice(0, -1)}::timestamptz[]) - 1`

const KEPT = [
  'accepted',
  'delivered',
  'bounced',
  'complained',
  'hard_bounced',
  'failed',
  'opened',
  'clicked',
  'unsubscribed',
  'dismissed',
  'influenced',
]
const KEPT_SUMS = sql.join(KEPT.map(name => sql`sum(${sql.ref(name)}) as ${sql.ref(name)}`))
const SUMS = sql.join(COUNT_NAMES.map(name => sql`sum(${sql.ref(name)})::int as ${sql.ref(name)}`))

/**
 * Parts of a `with`: `counted` has the counts of each run and day as dashboards mean them. What was delivered is decided run by run, as
 * countDelivered of engine/states.ts does.
 */
export function counted(source: Source, starts: Starts): RawBuilder<unknown> {
  const failed = canBounce(source.channel) ? sql`failed` : sql`failed + bounced`
  return sql`
    parts as materialized (
      select run_id, ${dayOf(starts)} as day, max(quarter) as last, ${KEPT_SUMS}
      from activity_quarter where ${within(source, starts)} group by 1, 2
    ), runs as (
      select p.run_id, r.campaign_id, p.delivered > 0 as is_reported, r.reports_delivery is true as reports
      from (select run_id, sum(delivered) as delivered from parts group by run_id) p
      join run r on r.application_id = ${source.applicationId} and r.run_id = p.run_id
    ), counted as (
      select run_id, campaign_id, day, last, accepted + delivered + bounced + complained as sent,
        case when is_reported then delivered + complained when reports then 0 else accepted + complained end as delivered,
        bounced, hard_bounced, complained, ${failed} as failed, opened, clicked, unsubscribed, dismissed, influenced
      from parts join runs using (run_id)
    )`
}

/** Of days on which there is anything. `day`: its number, from 0. */
export async function selectDays(db: Db, source: Source, starts: Starts): Promise<(Counts & { day: number })[]> {
  const { rows } = await sql<Counts & { day: number }>`
    with ${counted(source, starts)} select day, ${SUMS} from counted group by day order by day`.execute(db)
  return rows
}

export interface CampaignSums extends Counts {
  campaign_id: string
  run_id: string
  /** How many runs they are the sums of. */
  runs: number
  name: string
  state: string
  opens_at: Date
  last: Date
}

/** The latest run of each row of `chosen`, with what lists show of it. */
const named = ({ applicationId }: Source, order: RawBuilder<unknown>) => sql`
  select c.*, r.name, r.state, r.opens_at from chosen c
  join run r on r.application_id = ${applicationId} and r.run_id = c.run_id order by ${order}`

const ITS_RUNS = sql`(array_agg(run_id order by last desc, run_id desc))[1] as run_id, count(distinct run_id)::int as runs`

/** A stream of single messages stands for itself: it counts, and is no campaign in a list. */
const OF_CAMPAIGNS = sql`campaign_id <> run_id`

/** The most clicked, then opened, then sent come first. */
export async function selectTopCampaigns(
  db: Db,
  source: Source,
  starts: Starts,
  limit: number,
): Promise<CampaignSums[]> {
  const best = sql`clicked desc, opened desc, sent desc, last desc, campaign_id`
  const { rows } = await sql<CampaignSums>`
    with ${counted(source, starts)}, sums as (
      select campaign_id, ${ITS_RUNS}, max(last) as last, ${SUMS} from counted where ${OF_CAMPAIGNS} group by campaign_id
      having sum(sent) > 0 or sum(failed) > 0
    ), chosen as (select * from sums order by ${best} limit ${limit})
    ${named(source, best)}`.execute(db)
  return rows
}

/** Lists of campaigns by their latest messages: each of its last so many days. `days` names that list. */
export async function selectLatestCampaigns(
  db: Db,
  source: Source,
  starts: Starts,
  lists: readonly number[],
  limit: number,
): Promise<(CampaignSums & { days: number })[]> {
  const last = sql`days, last desc, campaign_id`
  const { rows } = await sql<CampaignSums & { days: number }>`
    with ${counted(source, starts)}, chosen as (
      select days, latest.* from unnest(${[...lists]}::int[]) days, lateral (
        select campaign_id, ${ITS_RUNS}, max(last) as last, ${SUMS} from counted
        where day >= ${starts.length - 1} - days and ${OF_CAMPAIGNS} group by campaign_id
        having sum(sent) > 0 or sum(failed) > 0
        order by max(last) desc, campaign_id limit ${limit}
      ) latest
    )
    ${named(source, last)}`.execute(db)
  return rows
}

/** By these columns of their run; `names` are in their order. */
export async function selectByRun(
  db: Db,
  source: Source,
  starts: Starts,
  columns: readonly ('message_class' | 'template_name' | 'template_language')[],
  limit: number,
): Promise<(Counts & { names: string[] })[]> {
  const names = sql.join(columns.map(column => sql`coalesce(r.${sql.ref(column)}, '')`))
  const { rows } = await sql<Counts & { names: string[] }>`
    with ${counted(source, starts)}, of_runs as (
      select run_id, ${sql.join(COUNT_NAMES.map(name => sql`sum(${sql.ref(name)}) as ${sql.ref(name)}`))} from counted group by run_id
    )
    select array[${names}] as names, ${SUMS} from of_runs
    join run r on r.application_id = ${source.applicationId} and r.run_id = of_runs.run_id
    group by 1 having sum(sent) > 0 or sum(failed) > 0 order by sum(sent) desc, 1 limit ${limit}`.execute(db)
  return rows
}

export interface LinkSums {
  url: string
  clicks: number
  runs: number
}

/** Of runs with messages in the range; a run counts the clicks on its links as a whole. */
export async function selectLinks(db: Db, source: Source, starts: Starts, limit: number): Promise<LinkSums[]> {
  const { rows } = await sql<LinkSums>`
    select url, sum(clicks)::int as clicks, count(*)::int as runs from run_link
    where application_id = ${source.applicationId} and clicks > 0
      and run_id in (select run_id from activity_quarter where ${within(source, starts)})
    group by url order by sum(clicks) desc, url limit ${limit}`.execute(db)
  return rows
}

export const DETAIL_KINDS = ['browser', 'system', 'device', 'mailbox', 'reason'] as const
export type DetailKind = (typeof DETAIL_KINDS)[number]

export interface DetailSums {
  kind: DetailKind
  name: string
  sent: number
  bounced: number
  complained: number
  failed: number
  opened: number
  clicked: number
}

const DETAILED = ['sent', 'bounced', 'complained', 'failed', 'opened', 'clicked'] as const
/** Rows that the engine's upkeep has folded into days. */
export const FOLDED = sql.lit(34)

/**
 * Rows `details`: those of one campaign by run; of a whole channel the days that are folded, and what is not folded yet. The kinds are
 * listed for an index to find each of them.
 */
function details(source: Source, starts: Starts, kinds: readonly DetailKind[]): RawBuilder<unknown> {
  const columns = sql.join(DETAILED.map(name => sql.ref(name)))
  const chosen = sql`kind = any(${[...kinds]}::text[])`
  const byRun = sql`select kind, quarter, name, ${columns} from activity_detail where ${within(source, starts)} and ${chosen}`
  if (source.campaignId !== null) return sql`details as (${byRun})`
  return sql`details as (
    ${byRun} and shard <> ${FOLDED}
    union all
    select kind, day as quarter, name, ${columns} from activity_day
    where application_id = ${source.applicationId} and channel = ${source.channel} and ${chosen}
      and day >= ${starts[0]} and day < ${starts.at(-1)}
  )`
}

export async function selectDetails(
  db: Db,
  source: Source,
  starts: Starts,
  kinds: readonly DetailKind[],
): Promise<DetailSums[]> {
  const sums = sql.join(DETAILED.map(name => sql`sum(${sql.ref(name)})::int as ${sql.ref(name)}`))
  const { rows } = await sql<DetailSums>`
    with ${details(source, starts, kinds)} select kind, name, ${sums} from details group by kind, name order by kind, name`.execute(
    db,
  )
  return rows
}

/** Clicks by kind of device and day. */
export async function selectDeviceDays(
  db: Db,
  source: Source,
  starts: Starts,
): Promise<{ name: string; day: number; clicked: number }[]> {
  const { rows } = await sql<{ name: string; day: number; clicked: number }>`
    with ${details(source, starts, ['device'])}
    select name, ${dayOf(starts)} as day, sum(clicked)::int as clicked from details
    group by 1, 2 having sum(clicked) > 0 order by 1, 2`.execute(db)
  return rows
}

/** When anything was last sent, or failed; null for never. */
export async function selectLastMoment(db: Db, { applicationId, channel, campaignId }: Source): Promise<Date | null> {
  const ofCampaign =
    campaignId === null
      ? sql``
      : sql`and run_id in (select run_id from run where application_id = ${applicationId} and campaign_id = ${campaignId})`
  const { rows } = await sql<{ quarter: Date }>`
    select quarter from activity_quarter
    where application_id = ${applicationId} and channel = ${channel} ${ofCampaign}
      and (accepted > 0 or delivered > 0 or bounced > 0 or complained > 0 or failed > 0)
    order by quarter desc limit 1`.execute(db)
  return rows[0]?.quarter ?? null
}

export async function isSending(db: Db, { applicationId, channel, campaignId }: Source): Promise<boolean> {
  const { rows } = await sql<{ sends: boolean }>`
    select exists (select from run where state = 'executing' and stream is null and application_id = ${applicationId} and channel = ${channel}
      ${campaignId === null ? sql`` : sql`and campaign_id = ${campaignId}`}) as sends`.execute(db)
  return rows[0]?.sends === true
}
