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
/** File extensions that uploads may have in general. */
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

/** Parts of the campaigns of every channel. */
export const commonParts = {
  campaignName: z.optional(z.string().check(maxCharacters(CAMPAIGN_NAME_MAX))),
  /** Its topic: contacts who left the topic are skipped. Null or absent: none. */
  topic_uuid: z.optional(z.nullable(uuid)),
  audience: z.optional(CampaignAudience),
  schedule: z.optional(Schedule),
  /** The tested parts are here instead of in the campaign's own parts. Null or absent: all recipients get the same. */
  ab_test: z.optional(z.nullable(AbTest)),
  /** UTM tags of its links. Null: none; absent: the application's default. */
  utm: z.optional(z.nullable(Utm)),
  /** Null or absent: no goal. */
  goal: z.optional(z.nullable(Goal)),
}

/** A problem of a variant (from 1), or of the parts that all variants share. */
export const CampaignProblem = z.object({
  ...Problem.shape,
  /** The campaign's own field with the problem, for example `smsBody` or `actions.1.title`. */
  place: z.string(),
  variant: z.optional(z.int()),
})
export type CampaignProblem = z.infer<typeof CampaignProblem>

/** What recipients see before they open it; for an A/B test that of the first variant. */
export const CampaignOutline = z.object({
  /** The sender: an email's name and address, a text message's sender, an app or a site; null until it is set up. */
  sender: z.nullable(z.string()),
  /** For an email: the reply address. */
  reply_to: z.nullable(z.string()),
  /** Its first link, with UTM tags and with merge fields as written. */
  link: z.nullable(z.string()),
})
export type CampaignOutline = z.infer<typeof CampaignOutline>

/** What a campaign lacks. */
export const CampaignCheck = z.object({
  problems: z.array(CampaignProblem),
  outline: CampaignOutline,
  /** What a launch would be refused for now, each fault at the campaign's own field. */
  launch_errors: z.array(fieldErrorData),
})
export type CampaignCheck = z.infer<typeof CampaignCheck>

/** A draft: any part may be missing or incomplete; a given part replaces the stored one. */
export const CampaignDraft = z.object({ ...commonParts, ...ALL_CONTENT_PARTS })
export type CampaignDraft = z.infer<typeof CampaignDraft>

/** What scheduling needs: with `uuid` only, the saved draft is launched; otherwise the body has the whole campaign. */
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
  /** Why it failed, waits or is blocked, as text. */
  status_reason: z.nullable(z.string()),
  /** The same as data; null if a provider or a person wrote it. */
  status_reason_sentence: z.nullable(sentenceData),
  schedule: z.nullable(Schedule),
  /** A description of the schedule in English. */
  words: z.string(),
  /** Time zone of the schedule. */
  timezone: z.string(),
  next_run: z.nullable(epochSeconds),
  /** When that run's messages leave in recipients' time zones, for the audience at the launch; null if all share one time zone. */
  next_moments: z.nullable(MomentSpan),
  /** Since when its coming runs are paused. */
  paused_on: z.nullable(epochSeconds),
  audience: z.nullable(CampaignAudience),
  audience_names: z.array(z.string()),
  /** Recipients of its latest run; before there is one, the count when it was scheduled. */
  recipients: z.nullable(z.int()),
  /** Recipients of its latest run whose message was handed over, whatever happened to it later. */
  sent: z.int(),
  delivered: deliveredCount,
  counts: z.record(z.string(), z.int()),
  /** Its latest run, if there is one, and when that opened. */
  run_uuid: z.nullable(uuid),
  run_status: z.nullable(z.string()),
  started_on: z.nullable(epochSeconds),
  /** If it was launched immediately: when its first message leaves; until then the launch can be undone. Otherwise null. */
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
  /** Its coming runs, at most ten. */
  next_runs: z.array(epochSeconds),
  /** When the messages of each leave in recipients' time zones; null if all share one time zone. */
  next_spans: z.nullable(z.array(MomentSpan)),
})
export type Campaign = z.infer<typeof Campaign>
