/** Drafts: saved as they are typed, with any part missing. Content is never refused; what keeps it from being launched is answered. */
import type { AbTest } from '@notifly/contracts/campaigns/ab-tests'
import type { Channel } from '@notifly/contracts/applications/applications'
import {
  ATTACHMENT_MAX_BYTES,
  type Campaign,
  type CampaignCheck,
  type CampaignDraft,
  type CampaignLaunch,
  UPLOAD_EXTENSIONS,
} from '@notifly/contracts/campaigns/campaigns'
import type { Attachment } from '@notifly/contracts/campaigns/content'
import type { FieldFailure } from '@notifly/contracts/errors'
import { type Sentence, sentence } from '@notifly/contracts/sentences/sentence'
import type * as z from 'zod/mini'
import { fairWrite } from '../../../db/fair-places.ts'
import type { Db } from '../../../db/schema/tables.ts'
import type { ApplicationCaller } from '../../../http/caller.ts'
import type { Deps } from '../../../http/deps.ts'
import { fieldErrors } from '../../../http/errors.ts'
import { AppError, invalidFields } from '../../../lib/app-error.ts'
import { epochSeconds } from '../../../lib/clock.ts'
import { uuidv7 } from '../../../lib/uuid.ts'
import { type CommandContext, demandNoRequest } from '../../approvals/approvals.ts'
import { checkOf, judgeLaunch, type LaunchCheck, nextStatus, refusal } from '../launch/launch-check.ts'
import {
  type CampaignKey,
  type CampaignRecord,
  lockCampaign,
  replaceAttachments,
  selectRecord,
  type StoredAttachment,
  upsertCampaign,
} from '../queries.ts'
import { demandContentRoom, demandRoom } from '../../quotas/quotas.ts'

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

async function checked(db: Db, campaign: CampaignRecord, check: LaunchCheck): Promise<CampaignCheck> {
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

// Files that a campaign carries: their rules, their bytes, and the room that they take.

/** Decodes what came over the wire. Throws invalidInput with every file that breaks a rule, at `attachments.{index}`. */
export function readAttachments(given: readonly z.infer<typeof Attachment>[]): StoredAttachment[] {
  const names = new Set<string>()
  const errors: FieldFailure[] = []
  const files = given.map((attachment, index) => {
    const content = decode(attachment.content)
    const name = attachment.filename.trim()
    const fault = faultOf(name, content) ?? (names.has(name.toLowerCase()) ? sentence('campaigns.fileTwice') : null)
    if (fault !== null) errors.push({ field: `attachments.${index}`, ...fault })
    names.add(name.toLowerCase())
    return { filename: name, mediaType: mediaTypeOf(attachment.type), content: content ?? Buffer.alloc(0) }
  })
  if (errors.length > 0) throw invalidFields(errors)
  return files
}

/** As the wire has them. */
export function presentAttachment({ filename, mediaType, content }: StoredAttachment): Campaign['attachments'][number] {
  return { filename, type: mediaType, content: content.toString('base64'), disposition: 'attachment' }
}

/** Replaces the files of a campaign where new ones are given. Throws quotaReached. */
export async function keepAttachments(
  asking: Pick<CommandContext, 'db' | 'deps'>,
  key: CampaignKey,
  files: readonly StoredAttachment[] | undefined,
): Promise<void> {
  if (files === undefined) return
  const bytes = files.reduce((sum, { content }) => sum + content.length, 0)
  await demandRoom({ ...asking, actor: key }, 'bytes', bytes)
  await replaceAttachments(asking.db, key, files)
}

/** Throws quotaReached where there is no room for a campaign, in place of what was `stored` of it; null is a new one. */
export async function demandCampaignRoom(
  asking: Pick<CommandContext, 'db' | 'deps'>,
  key: CampaignKey,
  { content }: Pick<CampaignRecord, 'content'>,
  stored: Pick<CampaignRecord, 'content'> | null,
): Promise<void> {
  if (stored === null) await demandRoom({ ...asking, actor: key }, 'campaigns')
  await demandContentRoom({ ...asking, actor: key }, content, stored?.content)
}

const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/

/** Null for what is not base64. Line breaks as mail programs put them are allowed. */
function decode(text: string): Buffer | null {
  const packed = text.replace(/[\r\n]/g, '')
  return BASE64.test(packed) && packed.replace(/={1,2}$/, '').length % 4 !== 1 ? Buffer.from(packed, 'base64') : null
}

function faultOf(name: string, content: Buffer | null): Sentence | null {
  const extension = name.includes('.') ? name.slice(name.lastIndexOf('.') + 1).toLowerCase() : ''
  // It becomes a header of every email, and a file on the recipient's disk.
  if (name === '' || /[\p{Cc}\u2028\u2029/\\]/u.test(name)) return sentence('campaigns.fileName')
  if (!(UPLOAD_EXTENSIONS as readonly string[]).includes(extension)) return sentence('campaigns.fileKind')
  if (content === null) return sentence('campaigns.fileBase64')
  if (content.length === 0) return sentence('campaigns.fileEmpty')
  return content.length > ATTACHMENT_MAX_BYTES ? sentence('campaigns.fileLarge') : null
}

/** RFC 2045: anything else would not survive in a header. */
function mediaTypeOf(type: string): string {
  return /^[\w.+-]+\/[\w.+-]+$/.test(type) ? type.toLowerCase() : 'application/octet-stream'
}
