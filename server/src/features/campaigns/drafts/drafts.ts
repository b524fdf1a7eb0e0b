/** Drafts, saved while they are typed, with any part missing. Saving never refuses content; it returns what prevents a launch. */
import type { Channel } from '@notifly/contracts/applications/applications'
import type { CampaignCheck, CampaignDraft, CampaignLaunch } from '@notifly/contracts/campaigns/campaigns'
import { limitedWrite } from '../../../db/fair-places.ts'
import type { Db } from '../../../db/schema/tables.ts'
import type { ApplicationCaller } from '../../../http/caller.ts'
import type { Deps } from '../../../http/deps.ts'
import { fieldErrors } from '../../../http/errors.ts'
import { AppError } from '../../../lib/app-error.ts'
import { epochSeconds } from '../../../lib/clock.ts'
import { uuidv7 } from '../../../lib/uuid.ts'
import { assertNoRequest } from '../../approvals/approvals.ts'
import { audienceOf, checkOf, checkLaunch, type LaunchCheck, nextStatus, refusal } from '../launch/launch-check.ts'
import { emptyImageProblems } from './empty-images.ts'
import { EMPTY, storeCampaign, mergeParts } from '../campaigns.ts'
import { type CampaignKey, type CampaignRecord, lockCampaign, selectRecord } from '../queries.ts'
import { readAttachments } from './attachments.ts'
import { outlineOf } from './outline.ts'

export interface SavedDraft extends CampaignCheck {
  uuid: string
  updated_on: number
}

/** Starts a draft. Throws invalidInput for attachments that break a rule. */
export function createDraft(
  deps: Deps,
  caller: ApplicationCaller,
  channel: Channel,
  parts: CampaignDraft,
): Promise<SavedDraft> {
  return saveDraft(deps, caller, { channel, draftId: null }, parts)
}

/** Replaces the given parts. Throws notFound, and conflict once the campaign has been launched. */
export function updateDraft(
  deps: Deps,
  caller: ApplicationCaller,
  { channel, campaignId }: Pick<CampaignKey, 'channel' | 'campaignId'>,
  parts: CampaignDraft,
): Promise<SavedDraft> {
  return saveDraft(deps, caller, { channel, draftId: campaignId.toLowerCase() }, parts)
}

async function saveDraft(
  deps: Deps,
  { applicationId, accountId }: ApplicationCaller,
  { channel, draftId }: { channel: Channel; draftId: string | null },
  parts: CampaignDraft,
): Promise<SavedDraft> {
  const { database, clock } = deps
  const attachments = parts.attachments && readAttachments(parts.attachments)
  const key = { applicationId, channel, campaignId: draftId ?? uuidv7() }
  const now = clock.now()
  const draft = await limitedWrite(database.kysely, applicationId, async tx => {
    if (draftId !== null) await assertNoRequest(tx, { applicationId, type: 'campaign', id: draftId })
    const stored = draftId === null ? EMPTY : await lockCampaign(tx, key)
    if (stored === undefined) throw new AppError('notFound')
    if (nextStatus(stored.status, 'save') === null) throw new AppError('conflict', refusal(stored.status))
    const merged = mergeParts(stored, parts)
    const before = draftId === null ? null : stored
    await storeCampaign({ deps, db: tx, now }, key, merged, { before, attachments, by: accountId })
    return merged
  })
  const check = await checked(database.kysely, draft, { ...key, now })
  return { uuid: key.campaignId, ...check, updated_on: epochSeconds(now) }
}

/** Returns what saving this would return, and stores nothing. Throws notFound. */
export async function checkCampaign(
  { database, clock }: Deps,
  { applicationId }: ApplicationCaller,
  channel: Channel,
  { uuid: campaignId, ...parts }: CampaignLaunch,
): Promise<CampaignCheck> {
  const db = database.kysely
  const key = { applicationId, channel, campaignId: campaignId?.toLowerCase() ?? uuidv7() }
  const stored = campaignId === undefined ? EMPTY : await selectRecord(db, key)
  if (stored === undefined) throw new AppError('notFound')
  return checked(db, mergeParts(stored, parts), await checkOf(db, key, stored, parts, clock.now()))
}

async function checked(db: Db, campaign: CampaignRecord, check: LaunchCheck): Promise<CampaignCheck> {
  const { message, problems, errors, gone } = await checkLaunch(db, campaign, check)
  const outline = await outlineOf(db, check, campaign)
  const audience = audienceOf(campaign.audience)
  const asked = audience !== null && { ...check, audience, topicId: campaign.content.topic_uuid ?? null }
  const empty = asked && message !== null ? await emptyImageProblems(db, asked, message) : []
  return { problems: [...problems, ...empty], outline, launch_errors: fieldErrors([...gone, ...errors]) }
}
