/** SQL of one campaign: its row, its attachments, and what a launch reads from other tables. */
import type { Channel } from '@notifly/contracts/applications/applications'
import type { CampaignAudience, CampaignStatus, Schedule } from '@notifly/contracts/campaigns/campaigns'
import type { Utm } from '@notifly/contracts/campaigns/utm'
import type { Words } from '@notifly/contracts/sentences/sentence'
import { sql, type Selectable } from 'kysely'
import type { Db, Tables } from '../../db/schema/tables.ts'
import type { Zone } from '../../engine/snapshot/recipient-clock.ts'
import { readWords, storedWords } from '../../lib/stored-words.ts'
import type { StoredContent } from './drafts/content.ts'

export interface CampaignKey {
  applicationId: string
  channel: Channel
  campaignId: string
}

/** Stored with the number of people that the audience had when the campaign was scheduled. */
export type StoredAudience = Partial<CampaignAudience> & {
  recipients?: number
  /** For a schedule in recipients' time zones: the number of people in each. */
  clocks?: [Zone, people: number][]
}

export interface CampaignRecord {
  name: string
  status: CampaignStatus
  content: StoredContent
  audience: StoredAudience
  schedule: Partial<Schedule>
  nextRunAt: Date | null
  /** When that run begins: before its moment if it follows its recipients' time zones. */
  nextOpensAt: Date | null
  /** When the schedule was chosen. */
  since: Date | null
  /** Since when it is paused by a person. */
  pausedAt: Date | null
  failure: Words | null
}

export interface StoredAttachment {
  filename: string
  mediaType: string
  content: Buffer
}

function ofCampaign(db: Db, { applicationId, channel, campaignId }: CampaignKey) {
  return db
    .selectFrom('campaign')
    .where(eb => eb.and({ application_id: applicationId, campaign_id: campaignId, channel }))
}

export async function selectRecord(db: Db, key: CampaignKey): Promise<CampaignRecord | undefined> {
  const row = await ofCampaign(db, key).select(RECORD).executeTakeFirst()
  return row === undefined ? undefined : recordOf(row)
}

/** Returns the campaign, locked until the transaction ends. */
export async function lockCampaign(db: Db, key: CampaignKey): Promise<CampaignRecord | undefined> {
  const row = await ofCampaign(db, key).select(RECORD).forUpdate().executeTakeFirst()
  return row === undefined ? undefined : recordOf(row)
}

const RECORD = [
  'name',
  'status',
  'content',
  'audience',
  'schedule',
  'next_run_at',
  'next_opens_at',
  'schedule_since',
  'paused_at',
  'failure',
] as const

function recordOf(row: Pick<Selectable<Tables['campaign']>, (typeof RECORD)[number]>): CampaignRecord {
  return {
    name: row.name,
    status: row.status as CampaignStatus,
    content: row.content as StoredContent,
    audience: row.audience as StoredAudience,
    schedule: row.schedule as Partial<Schedule>,
    nextRunAt: row.next_run_at,
    nextOpensAt: row.next_opens_at,
    since: row.schedule_since,
    pausedAt: row.paused_at,
    failure: row.failure === null ? null : readWords(row.failure),
  }
}

export async function selectStanding(
  db: Db,
  key: CampaignKey,
): Promise<{ name: string; status: CampaignStatus } | undefined> {
  const row = await ofCampaign(db, key).select(['name', 'status']).executeTakeFirst()
  return row === undefined ? undefined : { name: row.name, status: row.status as CampaignStatus }
}

interface Written {
  by: string
  now: Date
}

/** Writes a whole campaign; inserts it if it is new. */
export async function upsertCampaign(
  db: Db,
  key: CampaignKey,
  campaign: CampaignRecord,
  { by, now }: Written,
): Promise<void> {
  const fields = {
    name: campaign.name,
    status: campaign.status,
    content: JSON.stringify(campaign.content),
    audience: JSON.stringify(campaign.audience),
    schedule: JSON.stringify(campaign.schedule),
    next_run_at: campaign.nextRunAt,
    next_opens_at: campaign.nextOpensAt,
    schedule_since: campaign.since,
    paused_at: campaign.pausedAt,
    failure: stored(campaign.failure),
    updated_by: by,
    updated_at: now,
  }
  await db
    .insertInto('campaign')
    .values({
      application_id: key.applicationId,
      campaign_id: key.campaignId,
      channel: key.channel,
      created_by: by,
      created_at: now,
      ...fields,
    })
    .onConflict(conflict => conflict.columns(['application_id', 'campaign_id']).doUpdateSet(fields))
    .execute()
}

function stored(failure: Words | null): string | null {
  return failure === null ? null : storedWords(failure)
}

/** A moment of the schedule, and when its run begins. */
export interface NextRun {
  at: Date
  opensAt: Date
}

interface StatusChange {
  status?: CampaignStatus
  next?: NextRun | null
  pausedAt?: Date | null
  failure?: Words | null
}

/** Changes the columns of the lifecycle; undefined ones stay as they are. */
export async function updateStatus(
  db: Db,
  { applicationId, campaignId }: CampaignKey,
  { status, next, pausedAt, failure }: StatusChange,
): Promise<void> {
  await db
    .updateTable('campaign')
    .set({
      ...(status !== undefined && { status }),
      ...(next !== undefined && { next_run_at: next?.at ?? null, next_opens_at: next?.opensAt ?? null }),
      ...(pausedAt !== undefined && { paused_at: pausedAt }),
      ...(failure !== undefined && { failure: stored(failure) }),
    })
    .where(eb => eb.and({ application_id: applicationId, campaign_id: campaignId }))
    .execute()
}

/** Stores who changed it last. */
export async function updateEditor(db: Db, key: CampaignKey, { by, now }: Written): Promise<void> {
  await db
    .updateTable('campaign')
    .set({ updated_by: by, updated_at: now })
    .where(eb => eb.and({ application_id: key.applicationId, campaign_id: key.campaignId }))
    .execute()
}

/** Who changed it last; the run names them. */
export async function selectEditor(db: Db, key: CampaignKey): Promise<string | null> {
  const row = await ofCampaign(db, key).select('updated_by').executeTakeFirst()
  return row?.updated_by ?? null
}

export async function deleteCampaignRow(db: Db, key: CampaignKey): Promise<void> {
  await replaceAttachments(db, key, [])
  await db
    .deleteFrom('campaign')
    .where(eb => eb.and({ application_id: key.applicationId, campaign_id: key.campaignId }))
    .execute()
}

/** Copies the tags of a campaign to its copy. */
export async function copyTags(db: Db, from: CampaignKey, to: CampaignKey): Promise<void> {
  await sql`
    update campaign set tags = original.tags from campaign as original
    where campaign.application_id = ${to.applicationId} and campaign.campaign_id = ${to.campaignId}
      and original.application_id = ${from.applicationId} and original.campaign_id = ${from.campaignId}`.execute(db)
}

export async function replaceAttachments(db: Db, key: CampaignKey, files: readonly StoredAttachment[]): Promise<void> {
  const ids = { application_id: key.applicationId, campaign_id: key.campaignId }
  await db
    .deleteFrom('campaign_attachment')
    .where(eb => eb.and(ids))
    .execute()
  if (files.length === 0) return
  const rows = files.map(({ filename, mediaType, content }, position) => ({
    ...ids,
    position,
    filename,
    media_type: mediaType,
    content,
  }))
  await db.insertInto('campaign_attachment').values(rows).execute()
}

export async function selectAttachments(db: Db, key: CampaignKey): Promise<StoredAttachment[]> {
  return db
    .selectFrom('campaign_attachment')
    .where(eb => eb.and({ application_id: key.applicationId, campaign_id: key.campaignId }))
    .select(['filename', 'media_type as mediaType', 'content'])
    .orderBy('position')
    .execute()
}

/** How many runs the campaign has had, and the latest moment of its schedule that was handled, missed ones included. */
export async function selectTurns(db: Db, key: CampaignKey): Promise<{ made: number; past: Date | null }> {
  return db
    .selectFrom('run')
    .where(eb => eb.and({ application_id: key.applicationId, campaign_id: key.campaignId }))
    .select(sql<number>`count(*) filter (where state <> 'missed')::int`.as('made'))
    .select(sql<Date | null>`max(occurrence_at)`.as('past'))
    .executeTakeFirstOrThrow()
}

/** Undefined if the campaign has no such run. */
export async function selectRunState(db: Db, key: CampaignKey, runId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('run')
    .where(eb => eb.and({ application_id: key.applicationId, campaign_id: key.campaignId, run_id: runId }))
    .select('state')
    .executeTakeFirst()
  return row?.state
}

/** States of a run that has not ended. */
export const OPEN_STATES = ['preparing', 'executing', 'paused', 'cancelling'] as const

/** Whether a run of the campaign is in one of these states. */
export async function hasRunIn(db: Db, key: CampaignKey, states: readonly string[]): Promise<boolean> {
  const row = await db
    .selectFrom('run')
    .where(eb => eb.and({ application_id: key.applicationId, campaign_id: key.campaignId }))
    .where('state', 'in', states)
    .select('run_id')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

export async function isConfigured(db: Db, applicationId: string, channel: Channel): Promise<boolean> {
  return (await selectSettings(db, applicationId, channel)) !== null
}

/** The channel's settings without the secret ones; null if it is not set up. */
export async function selectSettings(db: Db, applicationId: string, channel: Channel): Promise<object | null> {
  const row = await db
    .selectFrom('channel_configuration')
    .where(eb => eb.and({ application_id: applicationId, channel }))
    .select('settings')
    .executeTakeFirst()
  return row === undefined ? null : (row.settings as object)
}

/** The application's quiet hours, in seconds of the day. */
export async function selectQuietHours(db: Db, applicationId: string): Promise<{ from: number; to: number }> {
  const row = await db
    .selectFrom('application')
    .where('application_id', '=', applicationId)
    .select(['quiet_from', 'quiet_to'])
    .executeTakeFirst()
  return { from: secondsOfDay(row?.quiet_from ?? '22:00'), to: secondsOfDay(row?.quiet_to ?? '08:00') }
}

function secondsOfDay(clockTime: string): number {
  const [hours = 0, minutes = 0] = clockTime.split(':').map(Number)
  return hours * 3600 + minutes * 60
}

/** How long an immediate launch can be undone. */
export async function selectUndoSeconds(db: Db, applicationId: string): Promise<number> {
  const row = await db
    .selectFrom('application')
    .where('application_id', '=', applicationId)
    .select('undo_seconds')
    .executeTakeFirst()
  return row?.undo_seconds ?? 0
}

/** The UTM tags that its campaigns add to links by default, and the application's name in them. */
export async function selectUtm(db: Db, applicationId: string): Promise<{ name: string; utm: Utm | null }> {
  const row = await db
    .selectFrom('application')
    .where('application_id', '=', applicationId)
    .select(['name', 'utm'])
    .executeTakeFirst()
  return { name: row?.name ?? '', utm: (row?.utm ?? null) as Utm | null }
}

/** Resets the campaign to a draft, without what was counted for the launch. */
export async function updateToDraft(db: Db, { applicationId, campaignId }: CampaignKey): Promise<void> {
  await db
    .updateTable('campaign')
    .set({
      status: 'draft',
      audience: sql`audience - 'recipients' - 'clocks'`,
      next_run_at: null,
      next_opens_at: null,
      schedule_since: null,
      paused_at: null,
      failure: null,
    })
    .where(eb => eb.and({ application_id: applicationId, campaign_id: campaignId }))
    .execute()
}

/** Names of segments by id; those that the application does not have are missing. */
export async function selectSegmentNames(
  db: Db,
  applicationId: string,
  segmentIds: readonly string[],
): Promise<Map<string, string>> {
  if (segmentIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('segment')
    .where('application_id', '=', applicationId)
    .where(sql<boolean>`segment_id = any(${sql.val([...segmentIds])}::uuid[])`)
    .select(['segment_id', 'name'])
    .execute()
  return new Map(rows.map(row => [row.segment_id, row.name]))
}

/** Ignores case, like all comparisons of segment names. */
export async function hasSegmentNamed(db: Db, applicationId: string, name: string): Promise<boolean> {
  const row = await db
    .selectFrom('segment')
    .where('application_id', '=', applicationId)
    .where(sql<boolean>`lower(name) = lower(${name})`)
    .select('segment_id')
    .executeTakeFirst()
  return row !== undefined
}

/** Runs `work`, and undoes it if it returns false, which also releases its locks. */
export async function rollBackUnless(db: Db, work: () => Promise<boolean>): Promise<boolean> {
  await sql`savepoint attempt`.execute(db)
  const isDone = await work()
  if (!isDone) await sql`rollback to savepoint attempt`.execute(db)
  return isDone
}
