import * as z from 'zod/mini'
import { AbTest } from './ab-tests.ts'
import { CHANNELS } from '../applications/applications.ts'
import { ALL_CONTENT_PARTS } from './content.ts'
import { epochSeconds, lettersDigitsAndSpaces, maxCharacters, uuid } from '../fields.ts'
import { Goal } from './goals.ts'
import { pendingApproval } from '../approvals/holding.ts'
import { deliveredCount } from '../runs/deliveries.ts'
import { MomentSpan } from '../schedules/moments.ts'
import { Schedule } from '../schedules/schedules.ts'
import { fieldErrorData, sentenceData } from '../sentences/said.ts'
import { Problem } from '../templates/templates.ts'
import { tagged } from '../tags/tags.ts'
import { Utm } from './utm.ts'

export const CAMPAIGN_NAME_MAX = 100

export { INTERVAL_HOURS, Schedule } from '../schedules/schedules.ts'

export const CAMPAIGN_STATUSES = [
  'pending',
  'executing',
  'sent',
  'scheduled',
  'ended',
  'failed',
  'cancelled',
  'paused',
  'draft',
] as const
export type CampaignStatus = (typeof CAMPAIGN_STATUSES)[number]

export const ATTACHMENT_MAX_BYTES = 2_097_152
/** Extensions of the general upload rule. */
export const UPLOAD_EXTENSIONS = [
  'txt',
  'pdf',
  'png',
  'jpg',
  'jpeg',
  'gif',
  'aif',
  'cda',
  'mid',
  'midi',
  'mp3',
  'mpa',
  'ogg',
  'wav',
  'wma',
  'wpl',
  'm4a',
  'flac',
  'mp4',
  'aac',
  '3gp',
  'ra',
  'rm',
] as const

export const CampaignAudience = z.object({
  all: z.optional(z.boolean()),
  segment_uuids: z._default(z.array(uuid).check(z.maxLength(100)), []),
  exclude_segment_uuids: z._default(z.array(uuid).check(z.maxLength(100)), []),
})
export type CampaignAudience = z.infer<typeof CampaignAudience>

/** Of every channel's campaigns. */
export const commonParts = {
  campaignName: z.optional(z.string().check(maxCharacters(CAMPAIGN_NAME_MAX))),
  /** What it is about: contacts who left the topic are left out. Null or absent: about nothing in particular. */
  topic_uuid: z.optional(z.nullable(uuid)),
  audience: z.optional(CampaignAudience),
  schedule: z.optional(Schedule),
  /** The tested parts are here and not in the campaign's own parts. Null or absent: all recipients get the same. */
  ab_test: z.optional(z.nullable(AbTest)),
  /** What is added to its links. Null: nothing; absent: what the application usually adds. */
  utm: z.optional(z.nullable(Utm)),
  /** Null or absent: it has none. */
  goal: z.optional(z.nullable(Goal)),
}

/** A problem of a variant (from 1), or of what all have in common. */
export const CampaignProblem = z.object({
  ...Problem.shape,
  /** The campaign's own field that it is in, for example `smsBody` or `actions.1.title`. */
  place: z.string(),
  variant: z.optional(z.int()),
})
export type CampaignProblem = z.infer<typeof CampaignProblem>

/** What its receivers see of it before they open it; of an A/B test that of its first variant. */
export const CampaignOutline = z.object({
  /** Who it comes from: a mail's name and address, a text's sender, an app or a site; null while that is not set up. */
  sender: z.nullable(z.string()),
  /** Of a mail: where an answer goes. */
  reply_to: z.nullable(z.string()),
  /** Its first link, tagged, with the merge fields of its source. */
  link: z.nullable(z.string()),
})
export type CampaignOutline = z.infer<typeof CampaignOutline>

/** What a campaign lacks. */
export const CampaignCheck = z.object({
  problems: z.array(CampaignProblem),
  outline: CampaignOutline,
  /** What a launch would be refused for now, each at the campaign's own field. */
  launch_errors: z.array(fieldErrorData),
})
export type CampaignCheck = z.infer<typeof CampaignCheck>

/** A draft: any part may be missing or unfinished; what is given replaces that part. */
export const CampaignDraft = z.object({ ...commonParts, ...ALL_CONTENT_PARTS })
export type CampaignDraft = z.infer<typeof CampaignDraft>

/** What scheduling needs: with `uuid` alone the saved draft is launched, otherwise the whole campaign is here. */
export const CampaignLaunch = z.object({
  uuid: z.optional(uuid),
  ...commonParts,
  ...ALL_CONTENT_PARTS,
  campaignName: z.optional(lettersDigitsAndSpaces),
})
export type CampaignLaunch = z.infer<typeof CampaignLaunch>

export const CampaignRow = z.object({
  uuid,
  platform: z.enum(CHANNELS),
  campaignName: z.string(),
  status: z.enum(CAMPAIGN_STATUSES),
  /** Why it failed, waits or is blocked, in words. */
  status_reason: z.nullable(z.string()),
  /** The same as data; null where others said it. */
  status_reason_sentence: z.nullable(sentenceData),
  schedule: z.nullable(Schedule),
  /** The schedule in English words. */
  words: z.string(),
  /** The clock of the schedule. */
  timezone: z.string(),
  next_run: z.nullable(epochSeconds),
  /** When that run's messages leave on recipients' clocks, of the audience as it was at the launch; null on one clock for all. */
  next_moments: z.nullable(MomentSpan),
  /** Since when its runs to come are held back. */
  paused_on: z.nullable(epochSeconds),
  audience: z.nullable(CampaignAudience),
  audience_names: z.array(z.string()),
  /** Those who are meant to get its latest run; before there is one, as counted when it was scheduled. */
  recipients: z.nullable(z.int()),
  /** Of its latest run: the recipients whose message was handed over, whatever came of it. */
  sent: z.int(),
  delivered: deliveredCount,
  counts: z.record(z.string(), z.int()),
  /** Its latest run, once there is one, and when that opened. */
  run_uuid: z.nullable(uuid),
  run_status: z.nullable(z.string()),
  started_on: z.nullable(epochSeconds),
  /** Launched at once, its first message leaves at this moment, and the launch can be undone until then; else null. */
  undo_until: z.nullable(epochSeconds),
  updated_by: z.nullable(z.string()),
  updated_by_uuid: z.nullable(uuid),
  updated_on: epochSeconds,
  ...tagged,
  ...pendingApproval,
})
export type CampaignRow = z.infer<typeof CampaignRow>

export const Campaign = z.object({
  ...CampaignRow.shape,
  ...ALL_CONTENT_PARTS,
  topic_uuid: z.optional(z.nullable(uuid)),
  attachments: z.array(
    z.object({ content: z.string(), filename: z.string(), type: z.string(), disposition: z.literal('attachment') }),
  ),
  ab_test: z.optional(z.nullable(AbTest)),
  utm: z.optional(z.nullable(Utm)),
  goal: z.optional(z.nullable(Goal)),
  problems: z.array(CampaignProblem),
  /** Its runs to come, ten at most. */
  next_runs: z.array(epochSeconds),
  /** When the messages of each leave on recipients' clocks; null on one clock for all. */
  next_spans: z.nullable(z.array(MomentSpan)),
})
export type Campaign = z.infer<typeof Campaign>
