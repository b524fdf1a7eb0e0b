/**
 * Launching, changing and resuming campaigns, as commands that can become requests. What an approver approves is what is sent: the request
 * stores the version of each template, and cannot be applied once one of them has changed.
 */
import { ACTIVITY } from '@notifly/contracts/roles/activities'
import { type Channel, CHANNELS } from '@notifly/contracts/applications/applications'
import { CAMPAIGN_ACTIVITY, updateLevel } from '@notifly/contracts/campaigns/calls'
import { CampaignLaunch } from '@notifly/contracts/campaigns/campaigns'
import { uuid } from '@notifly/contracts/fields'
import { sentence } from '@notifly/contracts/sentences/sentence'
import { templateParts } from '@notifly/contracts/templates/templates'
import * as z from 'zod/mini'
import type { Db } from '../../../db/schema/tables.ts'
import { AppError } from '../../../lib/app-error.ts'
import { heldVersion, templateContent } from '../../templates/templates.ts'
import { type AnyCommand, type CommandContext, defineCommand, textIn, type Values } from '../../approvals/approvals.ts'
import * as acts from './acts.ts'
import * as campaigns from '../campaigns.ts'
import { presentAttachment } from '../drafts/attachments.ts'
import { audienceOf, scheduleOf } from './launch-check.ts'
import { type CampaignRecord, selectAttachments, selectRecord } from '../queries.ts'

const common = {
  activity: ACTIVITY.campaignEmail,
  activityOf: ({ channel }: { channel: Channel }) => CAMPAIGN_ACTIVITY[channel],
  object: 'campaign',
  trail: withoutContents,
} as const

/** Requests from before there were other channels are about mails. */
const ofChannel = { channel: z._default(z.enum(CHANNELS), 'email') }

interface Named {
  channel: Channel
  uuid?: string | undefined
}

/** The campaign's parts as a person writes them, once it is no draft any more; null before. */
async function before(context: CommandContext, named: Named): Promise<Values | null> {
  const found = await recordOf(context, named)
  if (found === null || found.record.status === 'draft') return null
  const files = await selectAttachments(context.db, found.key)
  const attachments = files.map(({ filename, mediaType }) => ({ filename, type: mediaType }))
  const parts = partsOf(found.record)
  const templates = await freezeTemplates(context.db, found.key.applicationId, parts)
  return {
    channel: named.channel,
    status: found.record.status,
    ...parts,
    attachments,
    ...(templates.length > 0 && { templates }),
  }
}

async function recordOf({ db, actor }: CommandContext, { channel, uuid: campaignId }: Named) {
  if (campaignId === undefined) return null
  const key = { applicationId: actor.applicationId, channel, campaignId }
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

/** The audit trail names files and templates without their contents. */
function withoutContents({ attachments, templates, ...values }: Values): Values {
  return {
    ...values,
    ...(isList(attachments) && { attachments: attachments.map(file => file['filename']) }),
    ...(isList(templates) && { template: templates.map(versionWords) }),
  }
}

function versionWords(template: Values): string {
  return `${textIn(template, 'name')} (${Number(template['version'])})`
}

function isList(value: unknown): value is Values[] {
  return Array.isArray(value) && value.length > 0
}

const nameOf = (values: Values | null): string => textIn(values, 'campaignName')

/** The versions of templates when approval was asked for. */
const FrozenTemplate = z.object({
  uuid,
  name: z.string(),
  version: z.int(),
  ...templateParts,
  smsBody: z.optional(z.string()),
})
type FrozenTemplate = z.infer<typeof FrozenTemplate>

/** Only in requests: a direct write uses the templates' newest versions. */
const frozen = { templates: z.optional(z.array(FrozenTemplate)) }

export const launchCampaign = defineCommand({
  ...common,
  name: 'campaign.launch',
  level: 'create',
  payload: z.object({ ...CampaignLaunch.shape, ...ofChannel, ...frozen }),
  objectOf: ({ uuid: id }) => id ?? null,
  title: ({ campaignName }, found) => campaignName ?? nameOf(found),
  before,
  /** A draft may be edited after approval was asked for: its present contents are approved. */
  async freeze(context, { uuid: id, channel, ...parts }) {
    const found = await recordOf(context, { channel, uuid: id })
    if (found === null) return withTemplates(context, { ...(id !== undefined && { uuid: id }), channel, ...parts })
    const { key, record } = found
    const stored = parts.attachments ?? (await selectAttachments(context.db, key)).map(presentAttachment)
    return withTemplates(context, {
      uuid: key.campaignId,
      channel,
      ...partsOf(campaigns.mergeParts(record, parts)),
      attachments: stored,
    })
  },
  async run(context, { templates, channel, ...launch }) {
    await demandUnchanged(context.db, context.actor.applicationId, templates)
    return campaigns.launchCampaign(context, channel, launch)
  },
  idOf: result => result.uuid,
})

/** Adds the versions of the templates that `all` names. */
async function withTemplates<Parts extends object>({ db, actor }: CommandContext, parts: Parts, all: object = parts) {
  return { ...parts, templates: await freezeTemplates(db, actor.applicationId, all) }
}

/** The versions of all templates that these parts of a campaign name; deleted ones are left out. */
async function freezeTemplates(db: Db, applicationId: string, parts: unknown): Promise<FrozenTemplate[]> {
  const frozen: FrozenTemplate[] = []
  for (const templateId of namedIn(parts)) {
    const found = await templateContent(db, applicationId, templateId)
    if (found !== null) frozen.push({ uuid: templateId, name: found.name, version: found.version, ...found.content })
  }
  return frozen
}

/**
 * Throws conflict if a template has changed, and locks all of them until the transaction ends. A deleted template is left to the launch,
 * which reports it.
 */
async function demandUnchanged(db: Db, applicationId: string, frozen: readonly FrozenTemplate[] = []): Promise<void> {
  for (const { uuid: templateId, name, version } of frozen) {
    const current = await heldVersion(db, applicationId, templateId)
    if (current === null || current === version) continue
    throw new AppError('conflict', sentence('campaigns.templateChanged', { name }))
  }
}

/** Ids of templates, each once and sorted: all callers lock them in this order. */
function namedIn(parts: unknown): string[] {
  const ids = new Set<string>()
  const walk = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return
    for (const [name, each] of Object.entries(value)) {
      if (name === 'template_uuid' && typeof each === 'string') ids.add(each.toLowerCase())
      else walk(each)
    }
  }
  walk(parts)
  return [...ids].toSorted()
}

const withId = z.object({ ...CampaignLaunch.shape, uuid, ...ofChannel, ...frozen })

export const updateCampaign = defineCommand({
  ...common,
  name: 'campaign.update',
  level: 'update',
  levelOf: ({ channel }) => updateLevel(channel),
  payload: withId,
  objectOf: ({ uuid: id }) => id,
  title: ({ campaignName }, found) => campaignName ?? nameOf(found),
  before,
  async freeze(context, typed) {
    const found = await recordOf(context, typed)
    return found === null ? typed : withTemplates(context, typed, partsOf(campaigns.mergeParts(found.record, typed)))
  },
  async run(context, { uuid: campaignId, templates, channel, ...parts }) {
    await demandUnchanged(context.db, context.actor.applicationId, templates)
    return campaigns.changeCampaign(context, { channel, campaignId }, parts)
  },
})

export const resumeCampaign = defineCommand({
  ...common,
  name: 'campaign.resume',
  level: 'update',
  levelOf: ({ channel }) => updateLevel(channel),
  payload: z.object({ uuid, run_uuid: z.optional(uuid), ...ofChannel, ...frozen }),
  objectOf: ({ uuid: id }) => id,
  title: (_, found) => nameOf(found),
  before,
  /** A run that has begun is frozen; for the rest of the schedule the templates' versions are approved. */
  async freeze(context, which) {
    const found = which.run_uuid === undefined ? await recordOf(context, which) : null
    return found === null || found.record.nextRunAt === null
      ? which
      : withTemplates(context, which, partsOf(found.record))
  },
  async run(context, { templates, ...which }) {
    await demandUnchanged(context.db, context.actor.applicationId, templates)
    return acts.resumeCampaign(context, which)
  },
})

export const campaignCommands: readonly AnyCommand[] = [launchCampaign, updateCampaign, resumeCampaign]
