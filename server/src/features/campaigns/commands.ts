/** Launching, changing and resuming campaigns as commands that can be held for approval. */
import { ACTIVITY } from '@notifly/contracts/activities'
import { CampaignLaunch } from '@notifly/contracts/campaigns'
import { uuid } from '@notifly/contracts/fields'
import * as z from 'zod/mini'
import { type AnyCommand, type CommandContext, defineCommand, textIn, type Values } from '../approvals/approvals.ts'
import * as acts from './acts.ts'
import { presentAttachment } from './attachments.ts'
import * as campaigns from './campaigns.ts'
import { mergeParts } from './drafts.ts'
import { audienceOf, scheduleOf } from './launch-check.ts'
import { type CampaignRecord, selectAttachments, selectRecord } from './queries.ts'

const common = { activity: ACTIVITY.campaignEmail, object: 'campaign', trail: withoutFiles } as const

/** The campaign's parts as a person writes them, once it is no draft any more; null before. */
async function before(context: CommandContext, { uuid: id }: { uuid?: string | undefined }): Promise<Values | null> {
  const found = await recordOf(context, id)
  if (found === null || found.record.status === 'draft') return null
  const files = await selectAttachments(context.db, found.key)
  const attachments = files.map(({ filename, mediaType }) => ({ filename, type: mediaType }))
  return { status: found.record.status, ...partsOf(found.record), attachments }
}

async function recordOf({ db, actor }: CommandContext, campaignId: string | undefined) {
  if (campaignId === undefined) return null
  const key = { applicationId: actor.applicationId, campaignId }
  const record = await selectRecord(db, key)
  return record === undefined ? null : { key, record }
}

function partsOf({ name, content, audience, schedule }: CampaignRecord): Omit<CampaignLaunch, 'uuid' | 'attachments'> {
  const chosen = audienceOf(audience)
  const when = scheduleOf(schedule)
  return {
    campaignName: name,
    ...content,
    ...(chosen !== null && { audience: chosen }),
    ...(when !== null && { schedule: when }),
  }
}

/** The trail names files and does not hold them. */
function withoutFiles({ attachments, ...values }: Values): Values {
  if (!Array.isArray(attachments) || attachments.length === 0) return values
  return { ...values, attachments: attachments.map((file: Values) => file['filename']) }
}

const nameOf = (values: Values | null): string => textIn(values, 'campaignName')

export const launchCampaign = defineCommand({
  ...common,
  name: 'campaign.launch',
  level: 'create',
  payload: CampaignLaunch,
  objectOf: ({ uuid: id }) => id ?? null,
  title: ({ campaignName }, found) => campaignName ?? nameOf(found),
  before,
  /** A draft may be changed after it was sent for approval: what is approved is what it says now. */
  async freeze(context, { uuid: id, ...parts }) {
    const found = await recordOf(context, id)
    if (found === null) return { ...(id !== undefined && { uuid: id }), ...parts }
    const { key, record } = found
    const stored = parts.attachments ?? (await selectAttachments(context.db, key)).map(presentAttachment)
    return { uuid: key.campaignId, ...partsOf(mergeParts(record, parts)), attachments: stored }
  },
  run: campaigns.launchCampaign,
  idOf: result => result.uuid,
})

const withId = z.object({ ...CampaignLaunch.shape, uuid })

export const updateCampaign = defineCommand({
  ...common,
  name: 'campaign.update',
  level: 'update',
  payload: withId,
  objectOf: ({ uuid: id }) => id,
  title: ({ campaignName }, found) => campaignName ?? nameOf(found),
  before,
  run: (context, { uuid: id, ...parts }) => campaigns.changeCampaign(context, id, parts),
})

export const resumeCampaign = defineCommand({
  ...common,
  name: 'campaign.resume',
  level: 'update',
  payload: z.object({ uuid, run_uuid: z.optional(uuid) }),
  objectOf: ({ uuid: id }) => id,
  title: (_, found) => nameOf(found),
  before,
  run: acts.resumeCampaign,
})

export const campaignCommands: readonly AnyCommand[] = [launchCampaign, updateCampaign, resumeCampaign]
