/** The calls of campaigns, the same for every channel except for path, activity and content. */
import * as z from 'zod/mini'
import { AB_VARIANTS, AbTest } from './ab-tests.ts'
import { ACTIVITY, type ActivityId } from '../roles/activities.ts'
import { CHANNELS, type Channel } from '../applications/applications.ts'
import { CampaignCalendar, calendarQuery } from './calendar.ts'
import { CONTENT_PARTS } from './content.ts'
import {
  Campaign,
  CAMPAIGN_STATUSES,
  CampaignAudience,
  CampaignCheck,
  type CampaignDraft,
  type CampaignLaunch,
  CampaignRow,
  commonParts,
  Schedule,
} from './campaigns.ts'
import { endpoint } from '../endpoint.ts'
import { calendarDay, epochSeconds, lettersDigitsAndSpaces, paging, search, timeZone, uuid } from '../fields.ts'
import { reopening } from '../approvals/holding.ts'
import { hasCell } from '../roles/permissions.ts'
import { MomentSpan, RecipientMoment } from '../schedules/moments.ts'
import { moment } from '../schedules/schedules.ts'
import { browserSubscription } from '../web-push/subscription.ts'
import { sentenceData } from '../sentences/said.ts'
import { TestMailResult } from '../templates/templates.ts'
import { sentenceKey } from '../sentences/sentence.ts'
import { tagFilter } from '../tags/tags.ts'

/** The activity that covers campaigns of a channel. */
export const CAMPAIGN_ACTIVITY = {
  email: ACTIVITY.campaignEmail,
  sms: ACTIVITY.campaignEmail,
  whatsapp: ACTIVITY.campaignWhatsapp,
  webpush: ACTIVITY.campaignWebpush,
  mobilepush: ACTIVITY.campaignWebpush,
} as const satisfies Record<Channel, ActivityId>

/** The level required for changes: if the matrix has no cell for changing, the right to create includes it. */
export function updateLevel(platform: Channel): 'create' | 'update' {
  return hasCell(CAMPAIGN_ACTIVITY[platform], 'update') ? 'update' : 'create'
}

function may<Level extends 'read' | 'create' | 'update' | 'delete'>(platform: Channel, level: Level) {
  return { activity: CAMPAIGN_ACTIVITY[platform], level, scope: 'application' } as const
}

const BODY_LIMIT_BYTES = 20_971_520

const days = { from: z.optional(calendarDay), to: z.optional(calendarDay) }
export const campaignListQuery = {
  ...paging,
  search,
  /** Names or numbers, several separated by commas. */
  status: z.optional(z.string().check(z.maxLength(100))),
  ...tagFilter,
  ...days,
  sort: z.optional(z.enum(['name', '-name', 'schedule', '-schedule', 'updated_on', '-updated_on'])),
}

export const campaignCountQuery = { search, ...tagFilter, ...days }

function readingCalls(platform: Channel) {
  const path = `/api/notifications/schedule/${platform}`
  const access = may(platform, 'read')
  const listed = { call: `GET ${path}`, access } as const
  return {
    listCampaigns: endpoint({
      ...listed,
      summary: 'Campaigns of the last 30 days, or the range given; drafts included',
      query: z.object(campaignListQuery),
      data: z.array(CampaignRow),
      paged: true,
    }),
    readCampaign: endpoint({ ...listed, summary: 'One campaign, whole', query: z.object({ uuid }), data: Campaign }),
    /** The two calls above share one path, which the server serves with this declaration. */
    readCampaigns: endpoint({
      ...listed,
      summary: 'Campaigns of the last 30 days or the range given, drafts included; with uuid one campaign, whole',
      query: z.object({ ...campaignListQuery, uuid: z.optional(uuid) }),
      data: z.union([z.array(CampaignRow), Campaign]),
    }),
    countCampaigns: endpoint({
      call: `GET ${path}/counts`,
      summary: 'How many campaigns of the range have each status',
      access,
      query: z.object(campaignCountQuery),
      data: z.record(z.string(), z.int()),
    }),
    readCalendar: endpoint({
      call: `GET ${path}/calendar`,
      summary: 'Runs by day, those to come included: of this month, or of the 62 days at most that are given',
      access,
      query: z.object(calendarQuery),
      data: CampaignCalendar,
    }),
  }
}

const saved = z.object({ uuid, ...CampaignCheck.shape, updated_on: epochSeconds })

function writingCalls(platform: Channel) {
  const draftPath = `/api/notifications/draft/${platform}`
  const path = `/api/notifications/schedule/${platform}`
  const { Draft, Launch } = bodiesOf(platform)
  const heldLaunch = z.object({ ...Launch.shape, ...reopening })
  const large = { bodyLimitBytes: BODY_LIMIT_BYTES } as const
  return {
    createDraft: endpoint({
      call: `POST ${draftPath}`,
      summary: 'Start a draft; content is never refused, what keeps it from being launched is answered',
      access: may(platform, 'create'),
      status: 201,
      body: Draft,
      data: saved,
      ...large,
    }),
    updateDraft: endpoint({
      call: `PUT ${draftPath}`,
      summary: 'Save the parts given of a draft; answers what keeps it from being launched',
      access: may(platform, 'create'),
      query: z.object({ uuid }),
      body: Draft,
      data: saved,
      ...large,
    }),
    checkCampaign: endpoint({
      call: `POST /api/notifications/check/${platform}`,
      summary: 'What keeps a campaign from being launched, with the parts given laid over a stored one; stores nothing',
      access: may(platform, 'create'),
      body: z.object({ ...Draft.shape, uuid: z.optional(uuid) }),
      data: CampaignCheck,
      ...large,
    }),
    scheduleCampaign: endpoint({
      call: `POST ${path}`,
      summary: 'Launch a draft by its uuid, or a whole campaign',
      access: may(platform, 'create'),
      held: true,
      body: heldLaunch,
      data: z.object({
        uuid,
        status: z.enum(CAMPAIGN_STATUSES),
        recipients: z.int(),
        /** How many seconds the launch can be undone; 0: it cannot. */
        undo_seconds: z.int(),
      }),
      ...large,
    }),
    updateCampaign: endpoint({
      call: `PUT ${path}`,
      summary: 'Change a scheduled campaign; runs that have begun keep what they began with',
      access: may(platform, updateLevel(platform)),
      held: true,
      query: z.object({ uuid }),
      body: heldLaunch,
      data: z.object({ uuid }),
      ...large,
    }),
  }
}

/** Bodies of one channel omit the parts of the others; since all parts are optional, such bodies also have the common type. */
function bodiesOf(platform: Channel) {
  const parts = { ...commonParts, ...CONTENT_PARTS[platform] }
  return {
    Draft: z.object(parts) as unknown as typeof CampaignDraft,
    Launch: z.object({
      uuid: z.optional(uuid),
      ...parts,
      campaignName: z.optional(lettersDigitsAndSpaces),
    }) as unknown as typeof CampaignLaunch,
  }
}

/** Only this run of the campaign; absent: all its runs, and those to come. */
const oneRun = { run_uuid: z.optional(uuid) }

const statusAnswer = z.object({ uuid, status: z.enum(CAMPAIGN_STATUSES) })

function actingCalls(platform: Channel) {
  const path = `/api/notifications/schedule/${platform}`
  const mayUpdate = may(platform, updateLevel(platform))
  return {
    cancelCampaign: endpoint({
      call: `DELETE ${path}`,
      summary: 'Delete a draft; cancel a scheduled campaign or the rest of a running one',
      access: may(platform, 'delete'),
      query: z.object({ uuid, ...oneRun }),
    }),
    pauseCampaign: endpoint({
      call: `POST ${path}/pause`,
      summary: 'Stop sending within 2 seconds; what is not sent waits',
      access: mayUpdate,
      body: z.object({ uuid, ...oneRun }),
      data: statusAnswer,
    }),
    undoLaunch: endpoint({
      call: `POST ${path}/undo`,
      summary: 'Take back a launch whose first message has not left: the campaign is a draft again',
      access: may(platform, 'create'),
      body: z.object({ uuid }),
      data: statusAnswer,
    }),
    resumeCampaign: endpoint({
      call: `POST ${path}/resume`,
      summary: 'Go on with a paused campaign',
      access: mayUpdate,
      held: true,
      body: z.object({ uuid, ...oneRun, ...reopening }),
      data: statusAnswer,
    }),
    chooseWinner: endpoint({
      call: `POST ${path}/winner`,
      summary: 'End the A/B test of a run (the latest without run_uuid): everybody who waits gets this variant',
      access: mayUpdate,
      body: z.object({
        uuid,
        ...oneRun,
        /** Starts at 1. */
        variant: z.int(sentenceKey('abTests.choose')).check(z.minimum(1), z.maximum(AB_VARIANTS.most)),
      }),
      data: z.object({ uuid, run_uuid: uuid, winner: z.int() }),
    }),
  }
}

const copied = z.object({ uuid, campaignName: z.string() })

function copyingCalls(platform: Channel) {
  const path = `/api/notifications/schedule/${platform}`
  const access = may(platform, 'create')
  return {
    duplicateCampaign: endpoint({
      call: `POST ${path}/duplicate`,
      summary: 'A draft like this campaign, named "X copy"',
      access,
      status: 201,
      body: z.object({ uuid }),
      data: copied,
    }),
    resendCampaign: endpoint({
      call: `POST ${path}/resend`,
      summary: 'A draft of a campaign that was sent, for those who did not open it',
      access,
      status: 201,
      body: z.object({ uuid, who: z.literal('not_opened', sentenceKey('campaigns.whoNotOpened')) }),
      data: copied,
    }),
    countNotOpened: endpoint({
      call: `GET ${path}/resend`,
      summary: 'How many people got this campaign and have not opened it',
      access,
      query: z.object({ uuid }),
      data: z.object({
        count: z.int(),
        /** Exact counting took too long. */
        estimated: z.boolean(),
      }),
    }),
  }
}

const Estimate = z.object({
  recipients: z.int(),
  matched: z.int(),
  skipped: z.record(z.string(), z.int()),
  next_runs: z.array(epochSeconds),
  /** When its last day before the sunset ends; null if it has no sunset. */
  last_run: z.nullable(epochSeconds),
  words: z.string(),
  /** For recipients' time zones: how many different ones there are, and how many people have none. */
  clocks: z.optional(z.object({ zones: z.int(), without: z.int() })),
  /** When the messages of the next run leave: in recipients' time zones, at their best hours, or outside of quiet hours. */
  moments: z.optional(z.array(RecipientMoment)),
  /** A short form for each of `next_runs`; absent for best hours. */
  next_spans: z.optional(z.array(MomentSpan)),
  /**
   * For intelligent delivery: for how many of the recipients (`of`) the best hour is known; and the best hour of all readers of the
   * application (0 to 23, in each recipient's time zone), used for the others. If that is null, they get the message when the run begins.
   */
  best_hour: z.optional(z.object({ known: z.int(), of: z.int(), application: z.nullable(z.int()) })),
  /** How a test would divide the recipients; null without a test, or while it is incomplete. */
  ab_test: z.nullable(
    z.object({
      /** Recipients of each variant. */
      groups: z.array(z.int()),
      /** Recipients who wait for the winner. */
      rest: z.int(),
      /** Why it cannot be launched as it is. */
      problem: z.nullable(z.string()),
      /** The same as data. */
      problem_sentence: z.nullable(sentenceData),
      /** Its last day ends before the winner of its last run is known: recipients who wait for that winner get nothing. */
      ends_early: z.boolean(),
    }),
  ),
})

function estimateCall(platform: Channel) {
  return endpoint({
    call: `POST /api/notifications/estimate/${platform}`,
    summary: 'Who a campaign would reach, who it would skip and why, and when it would run',
    access: may(platform, 'read'),
    body: z.object({
      audience: z.optional(CampaignAudience),
      topic_uuid: z.optional(z.nullable(uuid)),
      schedule: z.optional(Schedule),
      timezone: z.optional(timeZone),
      from: z.optional(moment),
      ab_test: z.optional(z.nullable(AbTest)),
    }),
    data: Estimate,
  })
}

export const TestMessageResult = z.object({
  ...TestMailResult.shape,
  /** If the receiver is described by one of our sentences instead of an address: that sentence as data. */
  receiver_sentence: z.optional(sentenceData),
  /** For a notification: a description of the receiving device. */
  device: z.optional(z.string()),
})
export type TestMessageResult = z.infer<typeof TestMessageResult>

/** Emails and text messages have test calls of their own. */
const TESTED_HERE = ['whatsapp', 'webpush', 'mobilepush'] as const
export type TestedPlatform = (typeof TESTED_HERE)[number]

function testCall(platform: TestedPlatform) {
  return endpoint({
    call: `POST /api/notifications/${platform}/test`,
    summary: 'Send a test message; who may not approve campaigns sends to test contacts only',
    access: may(platform, 'read'),
    body: z.object({
      template_id: z.optional(uuid),
      template_type: z.optional(z.enum(['Whatsapp', 'Webpush', 'Mobilepush'])),
      /** Replaces a template, or those parts of it that are given here. */
      content: z.optional(z.object(CONTENT_PARTS[platform]) as unknown as typeof CampaignDraft),
      contact_uuid: z.optional(uuid),
      /** Phone numbers; for push messages ids of devices, or external ids of contacts for all their devices. */
      receivers: z._default(
        z.array(z.string().check(z.maxLength(254))).check(z.maxLength(10, sentenceKey('fields.receivers'))),
        [],
      ),
      /** For web push: the tester's own browser, subscribed with the site's key for this test; not stored. */
      browser: z.optional(z.object(browserSubscription)),
    }),
    data: z.array(TestMessageResult),
  })
}

export const TEST_CALLS = Object.fromEntries(TESTED_HERE.map(platform => [platform, testCall(platform)])) as Record<
  TestedPlatform,
  ReturnType<typeof testCall>
>

function campaignCalls(platform: Channel) {
  return {
    ...readingCalls(platform),
    ...writingCalls(platform),
    ...actingCalls(platform),
    ...copyingCalls(platform),
    estimateCampaign: estimateCall(platform),
  }
}
export type CampaignCalls = ReturnType<typeof campaignCalls>

export const CAMPAIGN_CALLS = Object.fromEntries(
  CHANNELS.map(platform => [platform, campaignCalls(platform)]),
) as Record<Channel, CampaignCalls>

/** The calls of email campaigns under their own names. */
export const {
  listCampaigns,
  readCampaign,
  readCampaigns,
  countCampaigns,
  readCalendar,
  createDraft,
  updateDraft,
  scheduleCampaign,
  updateCampaign,
  cancelCampaign,
  pauseCampaign,
  undoLaunch,
  resumeCampaign,
  chooseWinner,
  duplicateCampaign,
  resendCampaign,
  countNotOpened,
  estimateCampaign,
} = CAMPAIGN_CALLS.email
