/** SQL of dashboards. Reads stored sums (activity_quarter, activity_detail) and rows of runs and links, never deliveries or events. */
import type { Channel } from '@notifly/contracts/applications/applications'
import { COUNT_NAMES, type Counts } from '@notifly/contracts/dashboards/figures'
import { sql } from 'kysely'
import type { Db } from '../../db/schema/tables.ts'
import {
  countedByCampaign,
  countedByDay,
  countedByRun,
  type Source,
  type Starts,
  SUMS,
  within,
} from './counted-queries.ts'

/** Rows of the tables of campaigns, goals and links. */
export const TOP_MAX = 10

/** Also finds a campaign that was deleted after it was sent: its runs stay. */
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

/** Returns days with any activity. `day`: number of the day, from 0. */
export async function selectDays(db: Db, source: Source, starts: Starts): Promise<(Counts & { day: number })[]> {
  const { rows } = await sql<Counts & { day: number }>`
    with ${countedByDay(source, starts)} select day, ${SUMS} from counted group by day order by day`.execute(db)
  return rows
}

export interface CampaignSums extends Counts {
  campaign_id: string
  run_id: string
  /** How many runs these sums are of. */
  runs: number
  name: string
  state: string
  opens_at: Date
  last: Date
}

const countsOf = (row: Counts): Counts =>
  Object.fromEntries(COUNT_NAMES.map(name => [name, row[name]])) as unknown as Counts

/** Kinds of messages, by the columns of their run that tell them apart. */
const KIND_COLUMNS = { class: ['message_class'], template: ['template_name', 'template_language'] } as const
export type Kind = keyof typeof KIND_COLUMNS

/** One kind of message; of its columns only those of the kind that was asked for are there. */
export interface KindSums {
  message_class: string
  template_name: string
  template_language: string
  counts: Counts
}

/** The top campaigns: most clicked first, then most opened, then most sent. And the counts of each kind of message. */
export async function selectParts(
  db: Db,
  source: Source,
  starts: Starts,
  { limit, kind }: { limit: number; kind: Kind | undefined },
): Promise<{ campaigns: CampaignSums[]; kinds: KindSums[] }> {
  const best = sql`clicked desc, opened desc, sent desc, last desc, campaign_id`
  const columns = kind === undefined ? [] : KIND_COLUMNS[kind].map(name => sql.ref(name))
  const sets = kind === undefined ? sql`(campaign_id)` : sql`(campaign_id), (${sql.join(columns)})`
  const { rows } = await sql<CampaignSums & Omit<KindSums, 'counts'> & { is_campaign: boolean }>`
    with ${countedByCampaign(source, starts)}, sums as (
      select ${sql.join([sql`grouping(campaign_id) = 0 as is_campaign`, sql`campaign_id`, ...columns])}, max(quarter) as last, ${SUMS}
      from counted group by grouping sets (${sets})
    ), chosen as (
      (select * from sums where is_campaign and campaign_id is not null and (sent > 0 or failed > 0) order by ${best} limit ${limit})
      union all
      (select * from sums where not is_campaign and (sent > 0 or failed > 0))
    )
    select chosen.*, its.* from chosen left join lateral (${itsRuns(source, starts)}) its on is_campaign order by ${best}`.execute(
    db,
  )
  return {
    campaigns: rows
      .filter(row => row.is_campaign)
      .map(
        ({ is_campaign: _, message_class: _class, template_name: _name, template_language: _language, ...row }) => row,
      ),
    kinds: rows
      .filter(row => !row.is_campaign)
      .map(({ message_class, template_name, template_language, ...row }) => ({
        ...{ message_class, template_name, template_language },
        counts: countsOf(row),
      })),
  }
}

/** Lists of campaigns by their latest messages, one list for each of these numbers of days. `days` says which list a row is in. */
export async function selectLatestCampaigns(
  db: Db,
  source: Source,
  starts: Starts,
  lists: readonly number[],
  limit: number,
): Promise<(CampaignSums & { days: number })[]> {
  const { rows } = await sql<CampaignSums & { days: number }>`
    with ${countedByRun(source, starts)}, parts as materialized (
      select campaign_id, run_id, day, max(quarter) as last, ${SUMS} from counted where campaign_id is not null group by 1, 2, 3
    ), chosen as (
      select days, latest.* from unnest(${[...lists]}::int[]) days, lateral (
        select campaign_id, max(last) as last, (array_agg(run_id order by last desc, run_id desc))[1] as run_id,
          count(distinct run_id)::int as runs, ${SUMS}
        from parts where day >= ${starts.length - 1} - days group by campaign_id
        having sum(sent) > 0 or sum(failed) > 0
        order by max(last) desc, campaign_id limit ${limit}
      ) latest
    )
    select c.*, r.name, r.state, r.opens_at from chosen c
    join run r on r.application_id = ${source.applicationId} and r.run_id = c.run_id order by days, last desc, campaign_id`.execute(
    db,
  )
  return rows
}

/** For `chosen.campaign_id`: how many runs it has in the range, and what lists show of the latest one. */
const itsRuns = ({ applicationId, channel }: Source, starts: Starts) => sql`
  select run_id, name, state, opens_at, (count(*) over ())::int as runs from (
    select r.run_id, r.name, r.state, r.opens_at, max(q.quarter) as latest
    from run r join activity_quarter q on q.application_id = r.application_id and q.run_id = r.run_id
    where r.application_id = ${applicationId} and r.channel = ${channel} and r.campaign_id = chosen.campaign_id
      and q.quarter >= ${starts[0]} and q.quarter < ${starts.at(-1)}
    group by r.application_id, r.run_id
  ) runs order by latest desc, run_id desc limit 1`

export interface LinkSums {
  url: string
  clicks: number
  runs: number
}

/** Links of runs that have messages in the range. Clicks are stored per run, not per day. */
export async function selectLinks(db: Db, source: Source, starts: Starts, limit: number): Promise<LinkSums[]> {
  const { rows } = await sql<LinkSums>`
    select url, sum(clicks)::int as clicks, count(*)::int as runs from run_link
    where application_id = ${source.applicationId} and clicks > 0
      and run_id in (select run_id from activity_quarter where ${within(source, starts)})
    group by url order by sum(clicks) desc, url limit ${limit}`.execute(db)
  return rows
}

/** When a message was last sent or failed; null: never. */
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

/** Whether a campaign is being sent at this moment, and whether any that was sent has a goal. */
export async function selectStanding(
  db: Db,
  { applicationId, channel, campaignId }: Source,
): Promise<{ is_sending: boolean; has_goals: boolean }> {
  const runs = sql`select 1 from run where application_id = ${applicationId} and channel = ${channel}
    ${campaignId === null ? sql`` : sql`and campaign_id = ${campaignId}`}`
  const { rows } = await sql<{ is_sending: boolean; has_goals: boolean }>`
    select exists (${runs} and state = 'executing' and stream is null) as is_sending,
      exists (${runs} and goal is not null) as has_goals`.execute(db)
  return rows[0] ?? { is_sending: false, has_goals: false }
}
