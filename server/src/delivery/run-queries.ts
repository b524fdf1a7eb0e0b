/** SQL of runs: creating them and moving their state. */
import { domainToASCII } from 'node:url'
import { sql, type Kysely } from 'kysely'
import type { Tables } from '../db/schema/tables.ts'
import { uuidv7 } from '../lib/uuid.ts'
import type { FrozenContent } from './run-content.ts'

type Db = Kysely<Tables>

export type RunState = 'preparing' | 'executing' | 'paused' | 'cancelling' | 'done' | 'cancelled' | 'failed'

/** Workers listen on this: there may be something to claim. */
export const WAKE_CHANNEL = 'notifly_engine'

interface RunRow {
  applicationId: string
  runId: string
  campaignId: string
  channel: string
  name: string
  laneId: string
  content: FrozenContent
  audience: object
  timezone: string
  opensAt: Date
  expiresAt: Date | null
  startedBy: string | null
  topicId?: string | null
}

/** The campaign lane of a channel; made when it is first needed. */
export async function ensureLane(db: Db, applicationId: string, channel: string): Promise<string> {
  await db
    .insertInto('lane')
    .values({ lane_id: uuidv7(), application_id: applicationId, channel, class: 1 })
    .onConflict(conflict => conflict.columns(['application_id', 'channel', 'class']).doNothing())
    .execute()
  const { lane_id } = await db
    .selectFrom('lane')
    .where('application_id', '=', applicationId)
    .where('channel', '=', channel)
    .where('class', '=', 1)
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
      created_at: now,
    })
    .execute()
}

/** The domain that the channel sends from; a reserved one while it is not set up. */
export async function senderDomain(db: Db, applicationId: string, channel: string): Promise<string> {
  const row = await db
    .selectFrom('channel_configuration')
    .where('application_id', '=', applicationId)
    .where('channel', '=', channel)
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
  isPrepared: boolean
}

/** Open runs in one of these states, locked until the transaction ends. */
export async function openRuns(
  db: Db,
  which: { applicationId: string; runId?: string; campaignId?: string; channel?: string },
  states: readonly RunState[],
): Promise<OpenRun[]> {
  const { applicationId, runId, campaignId, channel } = which
  return db
    .selectFrom('run')
    .where('application_id', '=', applicationId)
    .$if(runId !== undefined, query => query.where('run_id', '=', runId ?? ''))
    .$if(campaignId !== undefined, query => query.where('campaign_id', '=', campaignId ?? ''))
    .$if(channel !== undefined, query => query.where('channel', '=', channel ?? ''))
    .where('state', 'in', states)
    .select([
      'application_id as applicationId',
      'run_id as runId',
      'campaign_id as campaignId',
      sql<boolean>`started_at is not null`.as('isPrepared'),
    ])
    .orderBy('run_id')
    .forUpdate()
    .execute()
}

export async function setRunState(
  db: Db,
  run: { applicationId: string; runId: string },
  state: RunState,
  reason: string | null,
): Promise<void> {
  await db
    .updateTable('run')
    .set({ state, state_reason: reason })
    .where('application_id', '=', run.applicationId)
    .where('run_id', '=', run.runId)
    .execute()
}

/** The campaign's status follows its run's. At the end of a run a campaign with a further date waits for it. */
export async function setCampaignStatus(
  db: Db,
  applicationId: string,
  campaignId: string,
  status: 'pending' | 'executing' | 'paused' | 'sent' | 'cancelled' | 'failed',
): Promise<void> {
  await sql`
    update campaign set status = case when ${status}::text in ('sent', 'failed') and next_run_at is not null
      then 'scheduled' else ${status}::text end
    where application_id = ${applicationId} and campaign_id = ${campaignId}`.execute(db)
}

/** Arrives when the transaction commits. */
export async function notifyWorkers(db: Db): Promise<void> {
  await sql`select pg_notify(${WAKE_CHANNEL}, '')`.execute(db)
}
