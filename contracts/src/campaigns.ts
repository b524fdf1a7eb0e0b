import * as z from 'zod/mini'
import { AB_VARIANTS, AbTest } from './ab-tests.ts'
import { ACTIVITY } from './activities.ts'
import { CHANNELS } from './applications.ts'
import { endpoint } from './endpoint.ts'
import { calendarDay, epochSeconds, lettersDigitsAndSpaces, oneLine, paging, search, timeZone, uuid } from './fields.ts'
import { pendingApproval, reopening } from './holding.ts'
import { moment, Schedule } from './schedules.ts'
import { Problem } from './templates.ts'

export { INTERVAL_HOURS, Schedule } from './schedules.ts'

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

export const ATTACHMENTS_MAX = 5
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

export const Attachment = z.object({
  /** base64, without a data-URL prefix */
  content: z.string(),
  filename: z.string().check(z.minLength(1), z.maxLength(255)),
  type: z.string().check(z.maxLength(127)),
  disposition: z._default(z.literal('attachment'), 'attachment'),
})

export const CampaignAudience = z.object({
  all: z.optional(z.boolean()),
  segment_uuids: z._default(z.array(uuid).check(z.maxLength(100)), []),
  exclude_segment_uuids: z._default(z.array(uuid).check(z.maxLength(100)), []),
})
export type CampaignAudience = z.infer<typeof CampaignAudience>

const NAME_MAX = 'At most 100 characters.'

const campaignParts = {
  campaignName: z.optional(z.string().check(z.maxLength(100, NAME_MAX))),
  emailSubject: z.optional(z.string().check(z.maxLength(998, 'At most 998 characters.'))),
  emailBody: z.optional(z.string().check(z.maxLength(2_000_000, 'At most 2,000,000 characters.'))),
  /** Null or absent: the campaign's own body. */
  template_uuid: z.optional(z.nullable(uuid)),
  /** What it is about: whoever left the topic is left out. Null or absent: about nothing in particular. */
  topic_uuid: z.optional(z.nullable(uuid)),
  from_name: z.optional(oneLine(100)),
  reply_to: z.optional(z.string().check(z.maxLength(254, 'At most 254 characters.'))),
  preheader: z.optional(z.string().check(z.maxLength(500, 'At most 500 characters.'))),
  attachments: z.optional(z.array(Attachment).check(z.maxLength(ATTACHMENTS_MAX, 'At most 5 attachments.'))),
  audience: z.optional(CampaignAudience),
  schedule: z.optional(Schedule),
  /** What is tested stands here and not in the campaign's own parts. Null or absent: everybody gets the same. */
  ab_test: z.optional(z.nullable(AbTest)),
}

/** A problem of a variant (from 1), or of what all have in common. */
export const CampaignProblem = z.object({ ...Problem.shape, variant: z.optional(z.int()) })
export type CampaignProblem = z.infer<typeof CampaignProblem>

/** A draft: any part may be missing or unfinished; what is given replaces that part. */
export const CampaignDraft = z.object(campaignParts)
export type CampaignDraft = z.infer<typeof CampaignDraft>

/** What scheduling needs: with `uuid` alone the saved draft is launched, otherwise the whole campaign stands here. */
export const CampaignLaunch = z.object({
  uuid: z.optional(uuid),
  ...campaignParts,
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
  schedule: z.nullable(Schedule),
  /** The schedule in English words. */
  words: z.string(),
  /** The clock of the schedule. */
  timezone: z.string(),
  next_run: z.nullable(epochSeconds),
  /** Since when somebody holds back its runs to come. */
  paused_on: z.nullable(epochSeconds),
  audience: z.nullable(CampaignAudience),
  audience_names: z.array(z.string()),
  /** Those who are meant to get its latest run; before there is one, as counted when it was scheduled. */
  recipients: z.nullable(z.int()),
  counts: z.record(z.string(), z.int()),
  /** Its latest run, once there is one, and when that opened. */
  run_uuid: z.nullable(uuid),
  run_status: z.nullable(z.string()),
  started_on: z.nullable(epochSeconds),
  updated_by: z.nullable(z.string()),
  updated_on: epochSeconds,
  ...pendingApproval,
})
export type CampaignRow = z.infer<typeof CampaignRow>

export const Campaign = z.object({
  ...CampaignRow.shape,
  emailSubject: z.optional(z.string()),
  emailBody: z.optional(z.string()),
  template_uuid: z.optional(z.nullable(uuid)),
  topic_uuid: z.optional(z.nullable(uuid)),
  from_name: z.optional(z.string()),
  reply_to: z.optional(z.string()),
  preheader: z.optional(z.string()),
  attachments: z.array(
    z.object({ content: z.string(), filename: z.string(), type: z.string(), disposition: z.literal('attachment') }),
  ),
  ab_test: z.optional(z.nullable(AbTest)),
  problems: z.array(CampaignProblem),
  /** Its runs to come, ten at most. */
  next_runs: z.array(epochSeconds),
})
export type Campaign = z.infer<typeof Campaign>

const heldLaunch = z.object({ ...CampaignLaunch.shape, ...reopening })

const may = (level: 'read' | 'create' | 'update' | 'delete') =>
  ({ activity: ACTIVITY.campaignEmail, level, scope: 'application' }) as const

const BODY_LIMIT_BYTES = 20_971_520
const SCHEDULE = '/api/notifications/schedule/email'
const DRAFT = '/api/notifications/draft/email'

const listQuery = {
  ...paging,
  search,
  /** Names or numbers, several separated by commas. */
  status: z.optional(z.string().check(z.maxLength(100))),
  from: z.optional(calendarDay),
  to: z.optional(calendarDay),
  sort: z.optional(z.enum(['name', '-name', 'schedule', '-schedule', 'updated_on', '-updated_on'])),
}

export const listCampaigns = endpoint({
  method: 'GET',
  path: SCHEDULE,
  summary: 'Campaigns of the last 30 days, or the range given; drafts included',
  access: may('read'),
  query: z.object(listQuery),
  data: z.array(CampaignRow),
  paged: true,
})

export const readCampaign = endpoint({
  method: 'GET',
  path: SCHEDULE,
  summary: 'One campaign, whole',
  access: may('read'),
  query: z.object({ uuid }),
  data: Campaign,
})

/** The two calls above share one path: this is how the server serves them. */
export const readCampaigns = endpoint({
  method: 'GET',
  path: SCHEDULE,
  summary: 'Campaigns of the last 30 days or the range given, drafts included; with uuid one campaign, whole',
  access: may('read'),
  query: z.object({ ...listQuery, uuid: z.optional(uuid) }),
  data: z.union([z.array(CampaignRow), Campaign]),
})

export const countCampaigns = endpoint({
  method: 'GET',
  path: `${SCHEDULE}/counts`,
  summary: 'How many campaigns of the range have each status',
  access: may('read'),
  query: z.object({ search, from: z.optional(calendarDay), to: z.optional(calendarDay) }),
  data: z.record(z.string(), z.int()),
})

const saved = z.object({ uuid, problems: z.array(CampaignProblem), updated_on: epochSeconds })

export const createDraft = endpoint({
  method: 'POST',
  path: DRAFT,
  summary: 'Start a draft; content is never refused, its problems are answered',
  access: may('create'),
  status: 201,
  body: CampaignDraft,
  data: saved,
  bodyLimitBytes: BODY_LIMIT_BYTES,
})

export const updateDraft = endpoint({
  method: 'PUT',
  path: DRAFT,
  summary: 'Save the parts given of a draft',
  access: may('create'),
  query: z.object({ uuid }),
  body: CampaignDraft,
  data: saved,
  bodyLimitBytes: BODY_LIMIT_BYTES,
})

export const scheduleCampaign = endpoint({
  method: 'POST',
  path: SCHEDULE,
  summary: 'Launch a draft by its uuid, or a whole campaign',
  access: may('create'),
  held: true,
  body: heldLaunch,
  data: z.object({ uuid, status: z.enum(CAMPAIGN_STATUSES), recipients: z.int() }),
  bodyLimitBytes: BODY_LIMIT_BYTES,
})

export const updateCampaign = endpoint({
  method: 'PUT',
  path: SCHEDULE,
  summary: 'Change a scheduled campaign; runs that have begun keep what they began with',
  access: may('update'),
  held: true,
  query: z.object({ uuid }),
  body: heldLaunch,
  data: z.object({ uuid }),
  bodyLimitBytes: BODY_LIMIT_BYTES,
})

/** One run of the campaign alone; without it, all its runs and those to come. */
const oneRun = { run_uuid: z.optional(uuid) }

export const cancelCampaign = endpoint({
  method: 'DELETE',
  path: SCHEDULE,
  summary: 'Delete a draft; cancel a scheduled campaign or the rest of a running one',
  access: may('delete'),
  query: z.object({ uuid, ...oneRun }),
})

const statusAnswer = z.object({ uuid, status: z.enum(CAMPAIGN_STATUSES) })

export const pauseCampaign = endpoint({
  method: 'POST',
  path: `${SCHEDULE}/pause`,
  summary: 'Stop sending within 2 seconds; what is not sent waits',
  access: may('update'),
  body: z.object({ uuid, ...oneRun }),
  data: statusAnswer,
})

export const resumeCampaign = endpoint({
  method: 'POST',
  path: `${SCHEDULE}/resume`,
  summary: 'Go on with a paused campaign',
  access: may('update'),
  held: true,
  body: z.object({ uuid, ...oneRun, ...reopening }),
  data: statusAnswer,
})

export const chooseWinner = endpoint({
  method: 'POST',
  path: `${SCHEDULE}/winner`,
  summary: 'End the A/B test of a run (the latest without run_uuid): everybody who waits gets this variant',
  access: may('update'),
  body: z.object({
    uuid,
    ...oneRun,
    /** From 1. */
    variant: z.int('Choose one of the variants.').check(z.minimum(1), z.maximum(AB_VARIANTS.most)),
  }),
  data: z.object({ uuid, run_uuid: uuid, winner: z.int() }),
})

const copied = z.object({ uuid, campaignName: z.string() })

export const duplicateCampaign = endpoint({
  method: 'POST',
  path: `${SCHEDULE}/duplicate`,
  summary: 'A draft like this campaign, named "X copy"',
  access: may('create'),
  status: 201,
  body: z.object({ uuid }),
  data: copied,
})

export const resendCampaign = endpoint({
  method: 'POST',
  path: `${SCHEDULE}/resend`,
  summary: 'A draft of a campaign that was sent, for those who did not open it',
  access: may('create'),
  status: 201,
  body: z.object({ uuid, who: z.literal('not_opened', 'Choose those who did not open it.') }),
  data: copied,
})

export const countNotOpened = endpoint({
  method: 'GET',
  path: `${SCHEDULE}/resend`,
  summary: 'How many people got this campaign and have not opened it',
  access: may('create'),
  query: z.object({ uuid }),
  data: z.object({
    count: z.int(),
    /** Exact counting took too long. */
    estimated: z.boolean(),
  }),
})

export const estimateCampaign = endpoint({
  method: 'POST',
  path: '/api/notifications/estimate/email',
  summary: 'Who a campaign would reach, who it would skip and why, and when it would run',
  access: may('read'),
  body: z.object({
    audience: z.optional(CampaignAudience),
    topic_uuid: z.optional(z.nullable(uuid)),
    schedule: z.optional(Schedule),
    timezone: z.optional(timeZone),
    from: z.optional(moment),
    ab_test: z.optional(z.nullable(AbTest)),
  }),
  data: z.object({
    recipients: z.int(),
    matched: z.int(),
    skipped: z.record(z.string(), z.int()),
    next_runs: z.array(epochSeconds),
    words: z.string(),
    /** On recipients' clocks: how many different ones they have, and how many people have none of their own. */
    clocks: z.optional(z.object({ zones: z.int(), without: z.int() })),
    /**
     * Of intelligent delivery: for how many of those with an address (`of`) the best hour is known, and that of the application's
     * readers together (0 to 23, on each recipient's own clock), which is taken for the others; null: they get it as the run begins.
     */
    best_hour: z.optional(z.object({ known: z.int(), of: z.int(), application: z.nullable(z.int()) })),
    /** How a test would divide them; null without one, or while it is not complete. */
    ab_test: z.nullable(
      z.object({
        /** Recipients of each variant. */
        groups: z.array(z.int()),
        /** Those who wait for the winner. */
        rest: z.int(),
        /** Why it could not be launched like this. */
        problem: z.nullable(z.string()),
      }),
    ),
  }),
})
