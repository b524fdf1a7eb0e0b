/** SQL of runs: creating them, changing their state, and reading what every recipient gets. */
import { domainToASCII } from 'node:url'
import type { Goal } from '@notifly/contracts/campaigns/goals'
import type { LinkTags } from '@notifly/contracts/campaigns/utm'
import type { Words } from '@notifly/contracts/sentences/sentence'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/schema/tables.ts'
import { storedWords } from '../../lib/stored-words.ts'
import { uuidv7 } from '../../lib/uuid.ts'
import type { RunClock } from '../snapshot/recipient-clock.ts'
import type { RunContext } from '../../channels/channel.ts'

export type RunState =
  'idle' | 'preparing' | 'executing' | 'paused' | 'cancelling' | 'done' | 'cancelled' | 'failed' | 'missed'

/** PostgreSQL notification channel of workers: there may be something to claim. */
export const WAKE_CHANNEL = 'notifly_engine'

/** Identifies a run. */
export interface RunKey {
  applicationId: string
  runId: string
}

interface RunRow {
  applicationId: string
  runId: string
  campaignId: string
  channel: string
  name: string
  laneId: string
  content: object
  audience: object
  timezone: string
  opensAt: Date
  expiresAt: Date | null
  startedBy: string | null
  topicId?: string | null
  occurrenceAt?: Date | null
  clock?: RunClock | null
  linkTags?: LinkTags | null
  goal?: Goal | null
  /** W3C traceparent; null if it is not traced. */
  trace: string | null
  /** Its links are shortened, for which the run gets a number. */
  hasShortLinks: boolean
}

/** Returns the id of a channel's lane, creating it if necessary. `laneClass`: 1 for campaigns. */
export async function ensureLane(
  db: Db,
  applicationId: string,
  channel: string,
  laneClass: 0 | 1 = 1,
): Promise<string> {
  await db
    .insertInto('lane')
    .values({ lane_id: uuidv7(), application_id: applicationId, channel, class: laneClass })
    .onConflict(conflict => conflict.columns(['application_id', 'channel', 'class']).doNothing())
    .execute()
  const { lane_id } = await db
    .selectFrom('lane')
    .where(eb => eb.and({ application_id: applicationId, channel, class: laneClass }))
    .select('lane_id')
    .executeTakeFirstOrThrow()
  return lane_id
}

export async function insertRun(db: Db, run: RunRow, now: Date): Promise<void> {
  await db
    .insertInto('run')
    .values({
      application_id: run.applicationId,
      run_id: run.runId,
      campaign_id: run.campaignId,
      channel: run.channel,
      name: run.name,
      lane_id: run.laneId,
      state: 'preparing',
      content: JSON.stringify(run.content),
      audience: JSON.stringify(run.audience),
      timezone: run.timezone,
      opens_at: run.opensAt,
      expires_at: run.expiresAt,
      started_by: run.startedBy,
      topic_id: run.topicId ?? null,
      occurrence_at: run.occurrenceAt ?? null,
      clock: run.clock ? JSON.stringify(run.clock) : null,
      link_tags: run.linkTags ? JSON.stringify(run.linkTags) : null,
      goal: run.goal ? JSON.stringify(run.goal) : null,
      trace: run.trace,
      ...(run.hasShortLinks && { short_no: sql<number>`nextval('run_short_no')` }),
      created_at: now,
    })
    .execute()
}

/** Records occurrences that had no run; those already recorded, or with a run, stay as they are. */
export async function insertMissed(
  db: Db,
  run: Pick<RunRow, 'applicationId' | 'campaignId' | 'channel' | 'name' | 'laneId' | 'audience' | 'timezone'>,
  missed: readonly { at: Date; reason: Words }[],
  now: Date,
): Promise<void> {
  await db
    .insertInto('run')
    .values(
      missed.map(({ at, reason }) => ({
        application_id: run.applicationId,
        run_id: uuidv7(now),
        campaign_id: run.campaignId,
        channel: run.channel,
        name: run.name,
        lane_id: run.laneId,
        state: 'missed',
        state_reason: storedWords(reason),
        content: JSON.stringify({ subject: '' }),
        audience: JSON.stringify(run.audience),
        timezone: run.timezone,
        opens_at: at,
        occurrence_at: at,
        created_at: now,
        ended_at: now,
      })),
    )
    .onConflict(conflict =>
      conflict
        .columns(['application_id', 'campaign_id', 'occurrence_at'])
        .where('occurrence_at', 'is not', null)
        .doNothing(),
    )
    .execute()
}

/** The domain that the channel sends from; a reserved one while the channel is not set up. */
export async function senderDomain(db: Db, applicationId: string, channel: string): Promise<string> {
  const row = await db
    .selectFrom('channel_configuration')
    .where(eb => eb.and({ application_id: applicationId, channel }))
    .select(sql<string | null>`settings ->> 'sender_email'`.as('sender'))
    .executeTakeFirst()
  const domain = domainToASCII((row?.sender ?? '').split('@').at(-1) ?? '')
  return domain === '' ? 'notifly.invalid' : domain
}

export async function insertLinks(
  db: Db,
  applicationId: string,
  runId: string,
  links: readonly { index: number; url: string }[],
): Promise<void> {
  if (links.length === 0) return
  await db
    .insertInto('run_link')
    .values(links.map(({ index, url }) => ({ application_id: applicationId, run_id: runId, no: index, url })))
    .execute()
}

export async function copyAttachments(db: Db, applicationId: string, campaignId: string, runId: string): Promise<void> {
  await sql`
    insert into run_attachment (application_id, run_id, position, filename, media_type, content)
    select application_id, ${runId}::uuid, position, filename, media_type, content from campaign_attachment
    where application_id = ${applicationId} and campaign_id = ${campaignId}`.execute(db)
}

export interface OpenRun {
  applicationId: string
  runId: string
  campaignId: string
  state: string
  isPrepared: boolean
  /** It waits for room; see held-runs.ts. */
  isHeld: boolean
}

/** Returns open runs in one of these states, locked until the transaction ends. */
export async function openRuns(
  db: Db,
  which: { applicationId: string; runId?: string | undefined; campaignId?: string | undefined; channel?: string },
  states: readonly RunState[],
): Promise<OpenRun[]> {
  const { applicationId, runId, campaignId, channel } = which
  return (
    db
      .selectFrom('run')
      .where('application_id', '=', applicationId)
      .$if(runId !== undefined, query => query.where('run_id', '=', runId ?? ''))
      .$if(campaignId !== undefined, query => query.where('campaign_id', '=', campaignId ?? ''))
      .$if(channel !== undefined, query => query.where('channel', '=', channel ?? ''))
      .where('state', 'in', states)
      // Streams wait by themselves until their channel is set up again.
      .where('stream', 'is', null)
      .select([
        'application_id as applicationId',
        'run_id as runId',
        'campaign_id as campaignId',
        'state',
        sql<boolean>`started_at is not null`.as('isPrepared'),
        sql<boolean>`held_at is not null`.as('isHeld'),
      ])
      .orderBy('run_id')
      .forUpdate()
      .execute()
  )
}

/** Whether its campaign has another run; missed ones do not count. */
export async function hasOtherRuns(db: Db, { applicationId, runId, campaignId }: OpenRun): Promise<boolean> {
  const row = await db
    .selectFrom('run')
    .where(eb => eb.and({ application_id: applicationId, campaign_id: campaignId }))
    .where('run_id', '<>', runId)
    .where('state', '<>', 'missed')
    .select('run_id')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Deletes everything that createRun stored. The run's job then finds nothing to prepare. */
export async function deleteUnpreparedRun(db: Db, { applicationId, runId }: OpenRun): Promise<void> {
  for (const table of ['run_link', 'run_attachment', 'run_variant', 'run_test', 'run'] as const) {
    await sql`delete from ${sql.table(table)} where application_id = ${applicationId} and run_id = ${runId}`.execute(db)
  }
}

export async function setRunState(
  db: Db,
  run: { applicationId: string; runId: string },
  state: RunState,
  reason: Words | null,
): Promise<void> {
  await db
    .updateTable('run')
    .set({ state, state_reason: reason && storedWords(reason), held_at: null })
    .where(eb => eb.and({ application_id: run.applicationId, run_id: run.runId }))
    .execute()
}

/**
 * Derives the campaign's status from its runs: what an open run does, what is to come, or how the last one ended. Locks the campaign first,
 * so that of two runs that end at once the later one sees the other's end.
 */
export async function updateCampaignStatus(db: Db, applicationId: string, campaignId: string): Promise<void> {
  await sql`select 1 from campaign where application_id = ${applicationId} and campaign_id = ${campaignId}
    for update`.execute(db)
  await sql`update campaign c set status = ${sql.raw(STATUS_BY_RUNS)}
    where c.application_id = ${applicationId} and c.campaign_id = ${campaignId}`.execute(db)
}

/** Delivered when the transaction commits. */
export async function notifyWorkers(db: Db): Promise<void> {
  await sql`select pg_notify(${WAKE_CHANNEL}, '')`.execute(db)
}

/** SQL expression: the status of campaign `c` by its runs. A cancelled campaign stays cancelled. */
export const STATUS_BY_RUNS = `case
  when c.status = 'cancelled' then c.status
  when ${hasRun('executing')} then 'executing'
  when ${hasRun('preparing')} then 'pending'
  when ${hasRun('paused')} then 'paused'
  when c.next_run_at is not null then case when c.paused_at is null then 'scheduled' else 'paused' end
  when c.schedule -> 'message_type' ->> 'type' = '3' then 'ended'
  else coalesce((
    select case when o.state in ('cancelling', 'cancelled') then 'cancelled' when o.state = 'failed' then 'failed' else 'sent' end
    from run o where o.application_id = c.application_id and o.campaign_id = c.campaign_id and o.state <> 'missed'
    order by o.run_id desc limit 1), c.status)
  end`

function hasRun(state: string): string {
  return `exists (select 1 from run o where o.application_id = c.application_id and o.campaign_id = c.campaign_id
    and o.state = '${state}')`
}

// What every recipient of a run gets.

interface RunContentRow {
  /** As the channel froze it. */
  content: object
  /** Contacts who left this topic are skipped. */
  topicId: string | null
  clock: RunClock | null
  expiresAt: Date | null
  /** Identifies the run in short links; null if it has none. */
  shortNo: number | null
  /** Null until its first message is written. */
  reportsDelivery: boolean | null
}

/** Returns a run's content, overlaid with the parts in which the variant differs (0: none). */
export async function selectRunContent(
  db: Db,
  { applicationId, runId, variant }: { applicationId: string; runId: string; variant: number },
): Promise<RunContentRow> {
  const row = await db
    .selectFrom('run')
    .leftJoin('run_variant as v', join =>
      join
        .onRef('v.application_id', '=', 'run.application_id')
        .onRef('v.run_id', '=', 'run.run_id')
        .on('v.no', '=', variant),
    )
    .where(eb => eb.and({ 'run.application_id': applicationId, 'run.run_id': runId }))
    .select([
      'run.content',
      'run.topic_id as topicId',
      'run.clock',
      'run.expires_at as expiresAt',
      'run.short_no as shortNo',
      'run.reports_delivery as reportsDelivery',
      'v.content as own',
    ])
    .executeTakeFirstOrThrow()
  const own = row.own as object | null
  const { topicId, expiresAt, shortNo, reportsDelivery } = row
  const clock = row.clock as RunClock | null
  return { content: { ...(row.content as object), ...own }, topicId, clock, expiresAt, shortNo, reportsDelivery }
}

/** Remembers whether the provider with which a run starts reports deliveries, even if the channel changes its provider later. */
export async function storeReporting(
  db: Db,
  { applicationId, runId }: { applicationId: string; runId: string },
  reportsDelivery: boolean,
): Promise<void> {
  await db
    .updateTable('run')
    .set({ reports_delivery: reportsDelivery })
    .where(eb => eb.and({ application_id: applicationId, run_id: runId }))
    .where('reports_delivery', 'is', null)
    .execute()
}

/** SQL expression for what people call a message: an email's subject, a notification's title, the text itself, or a template's name. */
export function titleIn(table: 'r' | 'v'): RawBuilder<string | null> {
  const content = sql.ref(`${table}.content`)
  const fields = ['subject', 'title', 'smsBody', 'name'].map(field => sql`${content} ->> ${field}`)
  return sql`coalesce(${sql.join(fields)})`
}

export function selectAttachments(
  db: Db,
  applicationId: string,
  runId: string,
): Promise<[...RunContext['attachments']]> {
  return db
    .selectFrom('run_attachment')
    .where(eb => eb.and({ application_id: applicationId, run_id: runId }))
    .select(['filename', 'media_type as contentType', 'content'])
    .orderBy('position')
    .execute()
}
