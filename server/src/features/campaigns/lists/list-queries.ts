/** SQL of the list of campaigns: rows with their latest run and its counters. */
import type { Channel } from '@notifly/contracts/applications/applications'
import type { CampaignStatus, Schedule } from '@notifly/contracts/campaigns/campaigns'
import { sql } from 'kysely'
import type { Paging } from '../../../db/pages.ts'
import type { Db } from '../../../db/schema/tables.ts'
import type { StoredContent } from '../drafts/content.ts'
import type { StoredAudience } from '../queries.ts'

export interface ListFilter {
  applicationId: string
  channels: readonly Channel[]
  campaignId?: string | undefined
  search?: string | undefined
  tag?: string | undefined
  statuses?: readonly CampaignStatus[] | undefined
  /** Last touched from (included) until (not included). */
  from?: Date | undefined
  until?: Date | undefined
}

export type ListSort = 'name' | 'schedule' | 'updated_on'

/** A campaign as the list shows it. */
export interface ListedCampaign {
  campaign_id: string
  channel: Channel
  name: string
  status: CampaignStatus
  audience: StoredAudience
  schedule: Partial<Schedule>
  next_run_at: Date | null
  schedule_since: Date | null
  paused_at: Date | null
  failure: string | null
  tags: string[]
  updated_at: Date
  updated_by: string | null
  updated_by_uuid: string | null
  is_configured: boolean
  run_id: string | null
  run_state: string | null
  run_state_reason: string | null
  run_opens_at: Date | null
  /** The scheduled moment that the run is for; with recipients' time zones it opens earlier. */
  run_moment: Date | null
  run_recipients: number | null
  run_started_at: Date | null
  run_reports_delivery: boolean | null
  /** It was launched at once, and its recipients are not fixed yet. */
  run_is_undoable: boolean | null
}

const LATEST_RUN = sql`
  left join lateral (
    select run_id, state as run_state, state_reason as run_state_reason, opens_at as run_opens_at,
      coalesce(occurrence_at, opens_at) as run_moment, recipients as run_recipients, started_at as run_started_at,
      reports_delivery as run_reports_delivery,
      state in ('preparing', 'paused') and started_at is null and occurrence_at is null as run_is_undoable
    from run where run.application_id = c.application_id and run.campaign_id = c.campaign_id
      and run.state <> 'missed'
    order by run_id desc limit 1
  ) r on true`

const SORTS = {
  name: sql`lower(c.name)`,
  // When it is or was sent; for drafts, their last change.
  schedule: sql`coalesce(c.next_run_at, r.run_moment, c.updated_at)`,
  updated_on: sql`c.updated_at`,
} as const satisfies Record<ListSort, unknown>

export async function selectCampaigns(
  db: Db,
  filter: ListFilter,
  view: Paging & { sort: ListSort; descending: boolean },
): Promise<ListedCampaign[]> {
  const direction = view.descending ? sql`desc` : sql`asc`
  const { rows } = await sql<ListedCampaign>`
    select c.campaign_id, c.channel, c.name, c.status, c.audience, c.schedule, c.next_run_at, c.schedule_since,
      c.paused_at, c.failure, c.tags, c.updated_at, a.name as updated_by, a.account_id as updated_by_uuid, r.*,
      exists (select 1 from channel_configuration f
        where f.application_id = c.application_id and f.channel = c.channel) as is_configured
    from campaign c left join account a on a.account_id = c.updated_by ${LATEST_RUN}
    where ${matches(filter)}
    order by ${SORTS[view.sort]} ${direction}, c.campaign_id ${direction}
    limit ${view.perPage} offset ${(view.page - 1) * view.perPage}`.execute(db)
  return rows
}

/** How many campaigns have each status. */
export async function countByStatus(db: Db, filter: ListFilter): Promise<{ status: CampaignStatus; n: number }[]> {
  const { rows } = await sql<{ status: CampaignStatus; n: number }>`
    select c.status, count(*)::int as n from campaign c where ${matches(filter)} group by c.status order by c.status`.execute(
    db,
  )
  return rows
}

/** The body alone can be two megabytes, so lists leave it out. */
export async function selectContent(db: Db, applicationId: string, campaignId: string): Promise<StoredContent> {
  const row = await db
    .selectFrom('campaign')
    .where(eb => eb.and({ application_id: applicationId, campaign_id: campaignId }))
    .select('content')
    .executeTakeFirst()
  return (row?.content ?? {}) as StoredContent
}

/** Sums over the shards. */
export async function selectRunCounters(
  db: Db,
  applicationId: string,
  runIds: readonly string[],
): Promise<{ run_id: string; state: number; n: number }[]> {
  if (runIds.length === 0) return []
  return db
    .selectFrom('run_counter')
    .where('application_id', '=', applicationId)
    .where(sql<boolean>`run_id = any(${sql.val([...runIds])}::uuid[])`)
    .select(['run_id', 'state', eb => eb.fn.sum<number>(sql<number>`n::bigint`).as('n')])
    .groupBy(['run_id', 'state'])
    .execute()
    .then(rows => rows.map(row => ({ ...row, n: Number(row.n) })))
}

function matches({ applicationId, channels, campaignId, search, tag, statuses, from, until }: ListFilter) {
  const conditions = [sql`c.application_id = ${applicationId} and c.channel = any(${sql.val([...channels])}::text[])`]
  if (campaignId !== undefined) conditions.push(sql`c.campaign_id = ${campaignId}`)
  if (search) conditions.push(sql`position(lower(${search}) in lower(c.name)) > 0`)
  if (tag !== undefined) conditions.push(sql`c.tags @> array[${tag}]::text[]`)
  if (statuses !== undefined) conditions.push(sql`c.status = any(${sql.val([...statuses])}::text[])`)
  if (from !== undefined) conditions.push(sql`c.updated_at >= ${from}`)
  if (until !== undefined) conditions.push(sql`c.updated_at < ${until}`)
  return sql.join(conditions, sql` and `)
}
