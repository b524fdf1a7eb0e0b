/** SQL of runs for lists and pages. Only `countReasons` and `sumSegments` read a whole run. */
import type { Channel } from '@notifly/contracts/applications/applications'
import { sql } from 'kysely'
import { countRows, type RowRange } from '../../db/pages.ts'
import type { Db } from '../../db/schema/tables.ts'
import { titleIn } from '../../engine/runs/run-queries.ts'
import { ATTEMPT } from '../../engine/states.ts'
import type { RunFilter } from './statuses.ts'

export interface RunListRow {
  run_id: string
  campaign_id: string
  channel: Channel
  name: string
  state: string
  state_reason: string | null
  recipients: number
  opens_at: Date
  occurrence_at: Date | null
  /** Null as long as nothing was handed over. */
  reports_delivery: boolean | null
  created_at: Date
  started_at: Date | null
  ended_at: Date | null
}

const LIST_COLUMNS = [
  'run_id',
  'campaign_id',
  'channel',
  'name',
  'state',
  'state_reason',
  'recipients',
  'opens_at',
  'occurrence_at',
  'created_at',
  'started_at',
  'ended_at',
  'reports_delivery',
] as const

export interface RunsQuery {
  applicationId: string
  channel: string | undefined
  campaignId: string | undefined
  search: string | undefined
  status: RunFilter | null
  /** Half-open: from the first moment of a day up to the first of the day after the last. */
  since: Date | undefined
  until: Date | undefined
  now: Date
}

function matchingRuns(db: Db, query: RunsQuery) {
  const { channel, campaignId, search, status, since, until, now } = query
  const term = (search ?? '').toLowerCase().replace(/[\\%_]/g, '\\$&')
  return (
    db
      .selectFrom('run')
      .where('application_id', '=', query.applicationId)
      // Of campaigns: messages of programs are listed one by one.
      .where('stream', 'is', null)
      .$if(channel !== undefined, q => q.where('channel', '=', channel ?? ''))
      .$if(campaignId !== undefined, q => q.where('campaign_id', '=', campaignId ?? ''))
      .$if(since !== undefined, q => q.where(momentOf(query), '>=', since ?? now))
      .$if(until !== undefined, q => q.where(momentOf(query), '<', until ?? now))
      .$if(term !== '', q => q.where(sql<boolean>`lower(name) like ${`%${term}%`}`))
      .$if(status !== null, q =>
        q.where('state', 'in', status === null || status.states.length === 0 ? [''] : status.states),
      )
      .$if(status?.preparing === 'scheduled', q => q.where(sql<boolean>`(state <> 'preparing' or opens_at > ${now})`))
      .$if(status?.preparing === 'pending', q => q.where(sql<boolean>`(state <> 'preparing' or opens_at <= ${now})`))
  )
}

/**
 * The time of a run. Among all runs of the application it is when they were recorded, which has an index; for one campaign it is the
 * scheduled time, since missed runs are recorded together, later.
 */
function momentOf({ campaignId }: RunsQuery) {
  return campaignId === undefined ? sql<Date>`created_at` : sql<Date>`coalesce(occurrence_at, opens_at)`
}

/** Newest first. */
export async function selectRuns(
  db: Db,
  query: RunsQuery,
  page: RowRange,
): Promise<{ rows: RunListRow[]; total: number }> {
  const [rows, total] = await Promise.all([
    matchingRuns(db, query)
      .select(LIST_COLUMNS)
      .orderBy(momentOf(query), 'desc')
      .orderBy('run_id', 'desc')
      .limit(page.limit)
      .offset(page.offset)
      .$castTo<RunListRow>()
      .execute(),
    countRows(matchingRuns(db, query)),
  ])
  return { rows, total }
}

/** The newest runs of each application, newest first. */
export async function selectLatestRuns(
  db: Db,
  applicationIds: string[],
  perApplication: number,
): Promise<(RunListRow & { application_id: string })[]> {
  const { rows } = await sql<RunListRow & { application_id: string }>`
    select latest.* from unnest(${applicationIds}::uuid[]) as wanted(application_id)
    cross join lateral (
      select application_id, ${sql.join(LIST_COLUMNS.map(column => sql.ref(column)))}
      from run where run.application_id = wanted.application_id and run.stream is null
      order by created_at desc, run_id desc limit ${perApplication}
    ) as latest
    order by latest.created_at desc, latest.run_id desc`.execute(db)
  return rows
}

/** Counters of runs by their number, added up over their shards. */
export async function selectCounters(
  db: Db,
  applicationIds: readonly string[],
  runIds: readonly string[],
): Promise<Map<string, Map<number, number>>> {
  const counters = new Map(runIds.map(id => [id, new Map<number, number>()]))
  if (runIds.length === 0) return counters
  const { rows } = await sql<{ run_id: string; state: number; n: number }>`
    select run_id, state, sum(n)::int as n from run_counter
    where application_id = any(${applicationIds}::uuid[]) and run_id = any(${runIds}::uuid[]) group by run_id, state`.execute(
    db,
  )
  for (const { run_id: id, state, n } of rows) counters.get(id)?.set(state, n)
  return counters
}

/**
 * How many recipients of each open run wait for their time, like the filter for scheduled recipients. Read from batches, of a thousand
 * recipients each.
 */
export async function selectScheduled(
  db: Db,
  applicationIds: readonly string[],
  runIds: readonly string[],
  now: Date,
): Promise<Map<string, number>> {
  if (runIds.length === 0) return new Map()
  const { rows } = await sql<{ run_id: string; n: number }>`
    select b.run_id, sum(coalesce(cardinality(b.seqs), b.seq_to - b.seq_from + 1))::int as n from batch b
    where b.application_id = any(${applicationIds}::uuid[]) and b.run_id = any(${runIds}::uuid[])
      and not b.done and b.owner is null and b.attempt = 0 and b.due_at > ${now}
    group by b.run_id`.execute(db)
  return new Map(rows.map(({ run_id: id, n }) => [id, n]))
}

export interface RunPageRow extends RunListRow {
  details_removed_at: Date | null
  reports_delivery: boolean | null
  /** Links that count clicks: its own, or one that a field brought and a recipient followed. */
  has_short_links: boolean
  subject: string
  started_by: string | null
  template_name: string | null
  template_language: string | null
  audience_names: string[]
  is_everyone: boolean
  /** The campaign goes out more than once. */
  repeats: boolean
  campaign_status: string
  next_run_at: Date | null
  paused_at: Date | null
}

/** The run with this id, or the latest one of the campaign with it; undefined if the application has none. */
export async function selectRun(
  db: Db,
  which: { applicationId: string; channel: string; id: string },
): Promise<RunPageRow | undefined> {
  const { rows } = await sql<RunPageRow>`
    select ${sql.join(LIST_COLUMNS.map(column => sql.ref(`r.${column}`)))}, coalesce(${titleIn('r')}, '') as subject,
      r.details_removed_at, r.reports_delivery, account.name as started_by,
      coalesce(template.name, r.content ->> 'name') as template_name, r.content ->> 'language' as template_language,
      r.short_no is not null and exists (select from run_link l where l.application_id = r.application_id and l.run_id = r.run_id
        and (l.url not like '{{%' or l.clicks > 0)) as has_short_links,
      coalesce((r.audience ->> 'all')::boolean, false) as is_everyone,
      coalesce(campaign.schedule -> 'message_type' ->> 'type' in ('2', '3'), false) as repeats,
      coalesce(campaign.status, 'sent') as campaign_status, campaign.next_run_at, campaign.paused_at,
      array(select s.name from jsonb_array_elements_text(r.audience -> 'segment_uuids') wanted(id)
        join segment s on s.application_id = r.application_id and s.segment_id = wanted.id::uuid
        order by s.name) as audience_names
    from run r
    left join account on account.account_id = r.started_by
    left join campaign on campaign.application_id = r.application_id and campaign.campaign_id = r.campaign_id
    left join template on template.application_id = r.application_id
      and template.template_id = nullif(campaign.content ->> 'template_uuid', '')::uuid
    where r.application_id = ${which.applicationId} and r.channel = ${which.channel}
      and (r.run_id = ${which.id} or r.campaign_id = ${which.id})
    order by r.run_id = ${which.id} desc, r.state = 'missed', r.created_at desc, r.run_id desc limit 1`.execute(db)
  return rows[0]
}

export interface RunIds {
  run_id: string
  channel: Channel
  name: string
  recipients: number
  started_at: Date | null
  opens_at: Date
}

/** The run with this id, or all runs of the campaign with it, newest first. */
export async function selectRunIds(
  db: Db,
  which: { applicationId: string; channel: string; id: string },
): Promise<RunIds[]> {
  const { applicationId, channel, id } = which
  return db
    .selectFrom('run')
    .where(eb => eb.and({ application_id: applicationId, channel }))
    .where(eb => eb.or([eb('run_id', '=', id), eb('campaign_id', '=', id)]))
    .select(['run_id', sql<Channel>`channel`.as('channel'), 'name', 'recipients', 'started_at', 'opens_at'])
    .orderBy('created_at', 'desc')
    .orderBy('run_id', 'desc')
    .execute()
}

/** When the next messages of a run are due; null if some are due already, or none has a time. */
export async function selectNextDue(db: Db, applicationId: string, runId: string, now: Date): Promise<Date | null> {
  const { rows } = await sql<{ at: Date }>`
    select due_at as at from batch where application_id = ${applicationId} and run_id = ${runId} and not done
      and due_at < 'infinity' order by due_at limit 1`.execute(db)
  const [first] = rows
  return first !== undefined && first.at > now ? first.at : null
}

export interface ReasonCount {
  state: number
  /** Its number. */
  reason: number
  n: number
}

/** How many deliveries are in these states, by reason. Reads the whole run: callers cache the result while the counters stay the same. */
export async function countReasons(
  db: Db,
  applicationId: string,
  runId: string,
  states: readonly number[],
): Promise<ReasonCount[]> {
  const { rows } = await sql<ReasonCount>`
    select state, reason, count(*)::int as n from delivery
    where application_id = ${applicationId} and run_id = ${runId} and state = any(${[...states]}::smallint[])
    group by state, reason order by n desc`.execute(db)
  return rows
}

/** Deliveries that wait for another attempt, and the time of the next one; null if there are none. Reads the batches of the run. */
export async function selectRetries(
  db: Db,
  applicationId: string,
  runId: string,
  now: Date,
): Promise<{ waiting: number; at: Date } | null> {
  const { rows } = await sql<{ waiting: number; at: Date | null }>`
    select coalesce(sum(cardinality(seqs)), 0)::int as waiting, min(due_at) as at from batch
    where application_id = ${applicationId} and run_id = ${runId} and not done and attempt > 0
      and due_at > ${now} and due_at < 'infinity'`.execute(db)
  const [first] = rows
  return first?.at == null ? null : { waiting: first.waiting, at: first.at }
}

/** The channel's present configuration; undefined if there is none. */
export function selectConfiguration(db: Db, applicationId: string, channel: string) {
  return db
    .selectFrom('channel_configuration')
    .where(eb => eb.and({ application_id: applicationId, channel }))
    .select(['configuration_id', 'provider', 'settings', 'secrets'])
    .executeTakeFirst()
}

/** How many SMS segments a run's texts took: the attempts of sent texts have that number as their code. */
export async function sumSegments(db: Db, applicationId: string, runId: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select coalesce(sum(code), 0)::int as n from attempt
    where application_id = ${applicationId} and run_id = ${runId} and outcome = ${ATTEMPT.sent}`.execute(db)
  return rows[0]?.n ?? 0
}
