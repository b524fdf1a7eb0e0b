/** SQL of the calendar: runs by day, and campaigns with runs to come. */
import type { Channel } from '@notifly/contracts/applications/applications'
import type { CampaignStatus, Schedule } from '@notifly/contracts/campaigns/campaigns'
import { sql } from 'kysely'
import type { Db } from '../../../db/schema/tables.ts'
import type { StoredAudience } from '../queries.ts'
import type { CampaignsOn } from './list.ts'
import { HAS_RUNS_TO_COME } from '../clock/to-come.ts'

/** A day in some time zone: from its first instant (included) to the first instant of the next day. */
export interface Day {
  /** YYYY-MM-DD. */
  day: string
  since: Date
  until: Date
}

/** Runs of one campaign with the same state on the same day, and what the latest of them says. */
export interface RunsOfDay {
  campaign_id: string
  channel: Channel
  day: string
  state: string
  opens_at: Date
  first_at: Date
  last_at: Date
  runs: number
  run_id: string
  name: string
  state_reason: string | null
}

/** The earliest that a run can be recorded before its moment: when that has come in the first time zone of the world. */
const EARLY = sql`interval '2 days'`

/**
 * Days are passed as instants, so that PostgreSQL need not know the time zone. A run belongs to the moment that it was planned for, however
 * late it began.
 */
export async function selectRunsByDay(
  db: Db,
  { applicationId, channels }: CampaignsOn,
  days: readonly Day[],
  { now, limit }: { now: Date; limit: number },
): Promise<RunsOfDay[]> {
  const { rows } = await sql<RunsOfDay>`
    select r.campaign_id, r.channel, d.day, r.state, max(r.opens_at) as opens_at,
      min(m.at) as first_at, max(m.at) as last_at, count(*)::int as runs,
      (array_agg(r.run_id order by m.at desc, r.run_id desc))[1] as run_id,
      (array_agg(r.name order by m.at desc, r.run_id desc))[1] as name,
      (array_agg(r.state_reason order by m.at desc, r.run_id desc))[1] as state_reason
    from run r
    cross join lateral (select coalesce(r.occurrence_at, r.opens_at) as at) m
    join unnest(${days.map(({ day }) => day)}::text[], ${days.map(({ since }) => since)}::timestamptz[],
      ${days.map(({ until }) => until)}::timestamptz[]) as d(day, since, until) on m.at >= d.since and m.at < d.until
    where r.application_id = ${applicationId} and r.channel = any(${sql.val([...channels])}::text[])
      and r.created_at >= ${days[0]?.since ?? now}::timestamptz - ${EARLY}
    group by r.campaign_id, r.channel, d.day, r.state, r.state = 'preparing' and r.opens_at > ${now}
    order by first_at, r.campaign_id limit ${limit}`.execute(db)
  return rows
}

/** A campaign with a moment still to come. */
export interface PlannedCampaign {
  campaign_id: string
  channel: Channel
  name: string
  status: CampaignStatus
  schedule: Partial<Schedule>
  audience: StoredAudience
  next_run_at: Date
  schedule_since: Date | null
  paused_at: Date | null
  made: number
  is_configured: boolean
}

/** Ordered by their next moment. */
export async function selectPlanned(
  db: Db,
  { applicationId, channels }: CampaignsOn,
  { until, limit }: { until: Date; limit: number },
): Promise<PlannedCampaign[]> {
  const { rows } = await sql<PlannedCampaign>`
    select c.campaign_id, c.channel, c.name, c.status, c.schedule, c.audience, c.next_run_at, c.schedule_since, c.paused_at,
      (select count(*)::int from run r where r.application_id = c.application_id and r.campaign_id = c.campaign_id
        and r.state <> 'missed') as made,
      exists (select 1 from channel_configuration f
        where f.application_id = c.application_id and f.channel = c.channel) as is_configured
    from campaign c
    where c.application_id = ${applicationId} and c.channel = any(${sql.val([...channels])}::text[])
      and c.status = any(${sql.val([...HAS_RUNS_TO_COME])}::text[]) and c.next_run_at < ${until}
    order by c.next_run_at, c.campaign_id limit ${limit}`.execute(db)
  return rows
}
