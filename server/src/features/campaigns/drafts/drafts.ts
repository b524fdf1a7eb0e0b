/** Drafts: saved as they are typed, with any part missing. Content is never refused; what keeps it from being launched is answered. */
import type { AbTest } from '@notifly/contracts/campaigns/ab-tests'
import type { Channel } from '@notifly/contracts/applications/applications'
import type { CampaignCheck, CampaignDraft, CampaignLaunch } from '@notifly/contracts/campaigns/campaigns'
import type { Kysely } from 'kysely'
import { fairWrite } from '../../../db/fair-places.ts'
import type { Tables } from '../../../db/schema/tables.ts'
import type { ApplicationCaller } from '../../../http/caller.ts'
import type { Deps } from '../../../http/deps.ts'
import { fieldErrors } from '../../../http/errors.ts'
import { AppError } from '../../../lib/app-error.ts'
import { epochSeconds } from '../../../lib/clock.ts'
import { uuidv7 } from '../../../lib/uuid.ts'
import { demandNoRequest } from '../../approvals/approvals.ts'
import { checkOf, judgeLaunch, type LaunchCheck } from '../launch/launch-check.ts'
import { nextStatus, refusal } from '../launch/lifecycle.ts'
import { type CampaignKey, type CampaignRecord, lockCampaign, selectRecord, upsertCampaign } from '../queries.ts'
import { demandCampaignRoom, keepAttachments, readAttachments } from './attachments.ts'

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

/** Replaces the parts given. Throws notFound, and conflict once it has been launched. */
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
  const draft = await fairWrite(database.kysely, applicationId, async tx => {
    if (draftId !== null) await demandNoRequest(tx, { applicationId, type: 'campaign', id: draftId })
    const stored = draftId === null ? EMPTY : await lockCampaign(tx, key)
    if (stored === undefined) throw new AppError('notFound')
    if (nextStatus(stored.status, 'save') === null) throw new AppError('conflict', refusal(stored.status))
    const merged = mergeParts(stored, parts)
    await demandCampaignRoom({ deps, db: tx }, key, merged, draftId === null ? null : stored)
    await upsertCampaign(tx, key, merged, { by: accountId, now })
    await keepAttachments({ deps, db: tx }, key, attachments)
    return merged
  })
  const check = await checked(database.kysely, draft, { ...key, now })
  return { uuid: key.campaignId, ...check, updated_on: epochSeconds(now) }
}

/** What saving or changing a campaign like this would answer; nothing is stored. Throws notFound. */
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

async function checked(db: Kysely<Tables>, campaign: CampaignRecord, check: LaunchCheck): Promise<CampaignCheck> {
  const { problems, errors, gone } = await judgeLaunch(db, campaign, check)
  return { problems, launch_errors: fieldErrors([...gone, ...errors]) }
}

/** A campaign of which nothing is known yet. */
export const EMPTY: CampaignRecord = {
  name: '',
  status: 'draft',
  content: {},
  audience: {},
  schedule: {},
  nextRunAt: null,
  nextOpensAt: null,
  since: null,
  pausedAt: null,
  failure: null,
}

/** Lays the parts given over those that are stored; a part is replaced whole. */
export function mergeParts(stored: CampaignRecord, parts: CampaignDraft): CampaignRecord {
  const { campaignName, audience, schedule, attachments: _, template_uuid, topic_uuid, ab_test, ...content } = parts
  const given = Object.entries(content).filter(([, value]) => value !== undefined)
  const ids = {
    ...(template_uuid !== undefined && { template_uuid: template_uuid?.toLowerCase() ?? null }),
    ...(topic_uuid !== undefined && { topic_uuid: topic_uuid?.toLowerCase() ?? null }),
    ...(ab_test !== undefined && { ab_test: ab_test && lowerCasedTest(ab_test) }),
  }
  return {
    ...stored,
    name: campaignName ?? stored.name,
    content: { ...stored.content, ...Object.fromEntries(given), ...ids },
    audience: audience === undefined ? stored.audience : lowerCased(audience),
    schedule: schedule ?? stored.schedule,
  }
}

/** Ids are compared as text elsewhere. */
function lowerCased(audience: NonNullable<CampaignDraft['audience']>): CampaignRecord['audience'] {
  const lower = (ids: readonly string[]) => [...new Set(ids.map(id => id.toLowerCase()))]
  return {
    ...(audience.all === true && { all: true }),
    segment_uuids: lower(audience.segment_uuids),
    exclude_segment_uuids: lower(audience.exclude_segment_uuids),
  }
}

function lowerCasedTest(test: AbTest): AbTest {
  const variants = test.variants?.map(variant =>
    typeof variant === 'string' || !variant.template_uuid
      ? variant
      : { ...variant, template_uuid: variant.template_uuid.toLowerCase() },
  )
  return { ...test, ...(variants !== undefined && { variants }) }
}
