/** SQL that finds due campaigns. */
import { sql } from 'kysely'
import type { CampaignStatus } from '@notifly/contracts/campaigns/campaigns'
import type { Words } from '@notifly/contracts/sentences/sentence'
import type { Db } from '../../../db/schema/tables.ts'
import { storedWords } from '../../../lib/stored-words.ts'
import type { CampaignKey } from '../queries.ts'

/** The campaign is not paused; an earlier run of it may still be sending. */
const IS_OPEN = sql`c.status in ('scheduled', 'pending', 'executing', 'paused') and c.paused_at is null`

/** A campaign whose channel cannot send waits until its moment is missed; recipients' time zones can delay that by a day. */
const CAN_SEND = sql`exists (
  select 1 from channel_configuration f where f.application_id = c.application_id and f.channel = c.channel)`

export interface DueWindow {
  now: Date
  /** Moments at or before this are missed. */
  before: Date
}

/** Earliest first, at most a hundred. */
export async function selectDue(db: Db, { now, before }: DueWindow): Promise<CampaignKey[]> {
  const { rows } = await sql<CampaignKey>`
    select c.application_id as "applicationId", c.channel, c.campaign_id as "campaignId" from campaign c
    where ${IS_OPEN} and c.next_opens_at <= ${now} and (${CAN_SEND} or c.next_opens_at <= ${before})
    order by c.next_opens_at, c.campaign_id limit 100`.execute(db)
  return rows
}

/** Returns true if the campaign is still due and no other process is starting it; it is then locked until the transaction ends. */
export async function claimDue(db: Db, key: CampaignKey, { now, before }: DueWindow): Promise<boolean> {
  const { rows } = await sql`
    select 1 from campaign c
    where c.application_id = ${key.applicationId} and c.campaign_id = ${key.campaignId}
      and ${IS_OPEN} and c.next_opens_at <= ${now} and (${CAN_SEND} or c.next_opens_at <= ${before})
    for update of c skip locked`.execute(db)
  return rows.length > 0
}

/** Pauses every campaign whose moment has come, as a person would; `reason` says why. */
export async function pauseDue(db: Db, now: Date, reason: Words): Promise<Omit<CampaignKey, 'channel'>[]> {
  const { rows } = await sql<Omit<CampaignKey, 'channel'>>`
    update campaign c set paused_at = ${now}, failure = ${storedWords(reason)}
    where ${IS_OPEN} and c.next_opens_at <= ${now}
    returning c.application_id as "applicationId", c.campaign_id as "campaignId"`.execute(db)
  return rows
}

/** A campaign that would be deleted with its application. */
interface CampaignUnderWay {
  uuid: string
  name: string
  application_name: string
  status: string
}

const UNDER_WAY: readonly CampaignStatus[] = ['pending', 'executing', 'paused', 'scheduled']

/** At most this many are named. */
const NAMED = 20

/** Campaigns of these applications that are running, paused or scheduled, by name; at most twenty. */
export async function selectCampaignsInProgress(
  db: Db,
  applicationIds: readonly string[],
): Promise<CampaignUnderWay[]> {
  if (applicationIds.length === 0) return []
  return db
    .selectFrom('campaign')
    .innerJoin('application', 'application.application_id', 'campaign.application_id')
    .where('campaign.application_id', 'in', [...applicationIds])
    .where('campaign.status', 'in', [...UNDER_WAY])
    .select([
      'campaign.campaign_id as uuid',
      'campaign.name',
      'application.name as application_name',
      'campaign.status',
    ])
    .orderBy(sql`lower(campaign.name)`)
    .orderBy('campaign.campaign_id')
    .limit(NAMED)
    .execute()
}
