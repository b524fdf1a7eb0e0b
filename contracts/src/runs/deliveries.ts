import * as z from 'zod/mini'
import { RunTest } from '../campaigns/ab-tests.ts'
import { GoalFigures } from '../campaigns/goals.ts'
import { ACTIVITY } from '../roles/activities.ts'
import { CHANNELS, type Channel } from '../applications/applications.ts'
import { endpoint } from '../endpoint.ts'
import { calendarDay, epochSeconds, paging, search, uuid } from '../fields.ts'
import { sentenceData } from '../sentences/said.ts'
import { sentenceKey } from '../sentences/sentence.ts'

/**
 * Names of a recipient's states: `current_status`, keys of `counts` and of `status`. `current_status` is the furthest of them. In `counts`
 * and filters, opened, clicked, dismissed and unsubscribed mean all recipients who did so; filters also have converted, which is neither a
 * status nor in `counts`. Every other name means the recipients whose message is in that state, whatever they did afterwards, so that a
 * count is the length of its list. Only emails are `bounced`: a message of another channel that could not be delivered has `failed`.
 */
export const DELIVERY_STATUSES = [
  'pending',
  'sending',
  'scheduled',
  'sent',
  'delivered',
  'read',
  'opened',
  'clicked',
  'converted',
  'dismissed',
  'bounced',
  'complained',
  'unsubscribed',
  'failed',
  'skipped',
  'expired',
  'cancelled',
] as const
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number]

/** The specification's numbers for email, also used for SMS and push. */
const USUAL_CODES: Record<DeliveryStatus, number> = {
  pending: 0,
  sending: 0,
  sent: 1,
  failed: 2,
  bounced: 2,
  complained: 2,
  skipped: 2,
  expired: 2,
  cancelled: 2,
  delivered: 3,
  read: 3,
  opened: 3,
  clicked: 3,
  converted: 3,
  dismissed: 3,
  scheduled: 4,
  unsubscribed: 5,
}

/** The numbers for WhatsApp; some depend on the reason. */
const WHATSAPP_CODES: Record<DeliveryStatus, number> = {
  ...USUAL_CODES,
  read: 10,
  opened: 10,
  unsubscribed: 12,
  clicked: 13,
  converted: 14,
  complained: 15,
  scheduled: 16,
}

const STATUS_CODES: Record<Channel, Record<DeliveryStatus, number>> = {
  email: USUAL_CODES,
  sms: USUAL_CODES,
  whatsapp: WHATSAPP_CODES,
  webpush: USUAL_CODES,
  mobilepush: USUAL_CODES,
}

/** A recipient who was skipped because they had unsubscribed counts as unsubscribed. */
const LEFT = ['unsubscribed', 'suppressed_unsubscribe', 'unsubscribed_topic']

/** Reasons that have a number of their own on WhatsApp if the message was not delivered. */
const WHATSAPP_REASONS: Record<string, number> = {
  invalid_template: 4,
  template_paused: 4,
  template_disabled: 4,
  render_error: 5,
  invalid_merge_field: 5,
  no_address: 6,
  not_in_address_book: 6,
  merge_field_count_mismatch: 7,
  invalid_number: 9,
  not_on_whatsapp: 9,
  duplicate_address: 11,
  marketing_stopped: 12,
}

const FELL_THROUGH: readonly DeliveryStatus[] = ['failed', 'bounced', 'skipped']

/** The number of a status on its channel. `reason`: name of the reason for which it ended, if it has one. */
export function statusCode(channel: Channel, status: DeliveryStatus, reason: string | null): number {
  const codes = STATUS_CODES[channel]
  if (reason === null) return codes[status]
  if (status === 'skipped' && LEFT.includes(reason)) return codes.unsubscribed
  if (channel !== 'whatsapp' || !FELL_THROUGH.includes(status)) return codes[status]
  return WHATSAPP_REASONS[reason] ?? codes[status]
}

/**
 * Recipients who got the message: as the provider reports, or if it reports no deliveries, recipients whose message was sent and did not
 * bounce. Null while that is unknown: nothing was sent, or the reports are still to come.
 */
export const deliveredCount = z.nullable(z.int())

export const RunRow = z.object({
  /** Id of the campaign. */
  uuid,
  run_uuid: uuid,
  notification_type: z.enum(CHANNELS),
  name: z.string(),
  status: z.string(),
  status_reason: z.nullable(z.string()),
  /** The same as data; null if a provider or a person wrote it. */
  status_reason_sentence: z.nullable(sentenceData),
  /** The moment of the schedule; with recipients' time zones the run opens earlier. Null for a run that began at once. */
  planned_on: z.nullable(epochSeconds),
  started_on: epochSeconds,
  ended_on: z.nullable(epochSeconds),
  /** The whole audience, including skipped recipients. */
  matched: z.int(),
  /** Recipients who should get the message. */
  recipients: z.int(),
  /** Recipients whose message has ended, in whatever state. */
  done: z.int(),
  /** Recipients whose message was handed over, whatever happened later, including those that the provider refused at once. */
  sent: z.int(),
  delivered: deliveredCount,
  counts: z.record(z.string(), z.int()),
  /** The goal and the conversions; absent: the run has no goal. */
  goal: z.optional(GoalFigures),
})
export type RunRow = z.infer<typeof RunRow>

/** Figures of a run at one moment. */
const courseMoment = z.object({
  at: epochSeconds,
  sent: z.int(),
  delivered: z.int(),
  opened: z.int(),
  clicked: z.int(),
})

/** Progress of a run: sent so far, rate, and the remaining seconds at that rate. */
export const RunProgress = z.object({
  ...RunRow.shape,
  audience_names: z.array(z.string()),
  /** Whether the segments are all users instead of the ones named. */
  is_everyone: z.boolean(),
  template_name: z.nullable(z.string()),
  /** For a template stored by WhatsApp. */
  template_language: z.optional(z.string()),
  started_by: z.nullable(z.string()),
  /** About its campaign: whether it has several runs, its next moment, its state. */
  campaign: z.object({
    repeats: z.boolean(),
    next_run: z.nullable(epochSeconds),
    status: z.string(),
    /** Since when its coming runs are paused. */
    paused_on: z.nullable(epochSeconds),
  }),
  subject: z.string(),
  rate_per_second: z.nullable(z.number()),
  seconds_left: z.nullable(z.int()),
  /** While nothing is due, as with recipients' time zones: when the next messages are. */
  next_due_on: z.optional(epochSeconds),
  /** Deferred by the provider, with another attempt to come: how many, and when the next attempt is. */
  retrying: z.optional(z.object({ waiting: z.int(), next_on: epochSeconds })),
  /** Messages per second that the channel's settings allow all of its runs together. */
  limit_per_second: z.optional(z.number()),
  /** Skipped recipients, by name of the reason. */
  skipped: z.record(z.string(), z.int()),
  /** Recipients whose message failed, bounced, expired or was cancelled, by name of the reason. */
  failed: z.record(z.string(), z.int()),
  /** Whether the provider reports deliveries; otherwise `delivered` has no meaning. */
  reports_delivery: z.boolean(),
  /** For text messages, once the run has ended: how many messages they are billed as. */
  segments: z.optional(z.int()),
  /** For text messages without links, or with links that are not shortened: clicks are unknown. */
  counts_no_clicks: z.optional(z.literal(true)),
  /** Since when its recipients are deleted, because their retention time was over; the figures stay. */
  details_removed_on: z.optional(epochSeconds),
  /** Its A/B test; null: all recipients get the same. */
  ab_test: z.nullable(RunTest),
  /** Sent, delivered and opened messages at up to 60 moments since the start. */
  over_time: z.array(courseMoment),
  /** For a run that has ended: the same while opens and clicks come in, over its first 48 hours and over its whole time. */
  engagement: z.optional(z.object({ hours: z.array(courseMoment), days: z.array(courseMoment) })),
})
export type RunProgress = z.infer<typeof RunProgress>

export const Recipient = z.object({
  /** Id of the delivery: `{run_uuid}.{seq}`. */
  uuid: z.string(),
  contact_uuid: uuid,
  name: z.string(),
  email: z.nullable(z.string()),
  phone_number: z.nullable(z.string()),
  /** For a notification: a description of the receiving device. */
  device: z.optional(z.string()),
  current_status: z.enum(DELIVERY_STATUSES),
  status_code: z.int(),
  /** Name of the reason, and the reason as English text; for a recipient with another attempt to come, why the last one failed. */
  reason: z.nullable(z.string()),
  reason_text: z.nullable(z.string()),
  reason_text_sentence: z.nullable(sentenceData),
  /** While it waits: the time of its next attempt, or its moment. */
  due_on: z.optional(epochSeconds),
  /** Details of the reason: the merge field to correct, or the provider's answer. */
  detail: z.nullable(z.string()),
  /** The same as data, if it is one of our sentences. */
  detail_sentence: z.optional(sentenceData),
  attempts: z.int(),
  opened: z.boolean(),
  clicked: z.boolean(),
  last_event_on: z.nullable(epochSeconds),
  status: z.record(z.string(), epochSeconds),
  /**
   * For an A/B test: the variant, and whether the recipient gets it in the test or because it won; null without a test or before there is a
   * winner.
   */
  variant: z.nullable(z.int()),
  test_group: z.nullable(z.enum(['test', 'rest'])),
})
export type Recipient = z.infer<typeof Recipient>

/** One way to click a notification, with the recipients who used it; a recipient who used several is in each of them. */
export const RunButton = z.object({
  /** Text of the button, as in the campaign, or as the app reported it; null: the notification itself, not a button. */
  title: z.nullable(z.string()),
  clicked: z.int(),
})
export type RunButton = z.infer<typeof RunButton>

/** Kinds of entries in a recipient's trail. */
export const TRAIL_KINDS = [
  'picked',
  'waiting',
  'sent',
  'deferred',
  'rejected',
  'refused',
  'in_doubt',
  'render_error',
  'skipped',
  'expired',
  'cancelled',
  'failed',
  'passed_on',
  'delivered',
  'bounced',
  'complained',
  'opened',
  'clicked',
  'dismissed',
  'visited',
  'unsubscribed',
  'resubscribed',
] as const

export const TrailEvent = z.object({
  kind: z.enum(TRAIL_KINDS),
  at: epochSeconds,
  /** Within that second. */
  millisecond: z.int(),
  source: z.enum(['us', 'provider', 'recipient']),
  /** The values that `text` is made of, for translations: attempt, reason, link, device, ... */
  values: z.record(z.string(), z.union([z.string(), z.number()])),
  /** A sentence for support staff to read out. */
  text: z.string(),
  text_sentence: sentenceData,
  bot: z.boolean(),
  /** The provider's own answer, unchanged; for an attempt without one, the reason. */
  answer: z.nullable(z.string()),
  /** The same as data, if it is one of our sentences. */
  answer_sentence: z.optional(sentenceData),
})
export type TrailEvent = z.infer<typeof TrailEvent>

export const mayReadRuns = { activity: ACTIVITY.deliveryListing, level: 'read', scope: 'application' } as const
export const runParams = z.object({ notification_type: z.enum(CHANNELS), uuid })
export const RUNS_PATH = '/api/notifications/delivery'

export const listRuns = endpoint({
  call: `GET ${RUNS_PATH}`,
  summary: 'Runs with their counts, of the last 30 days or the range given',
  access: mayReadRuns,
  query: z.object({
    ...paging,
    search,
    notification_type: z.optional(z.enum(CHANNELS)),
    /** Status of a campaign, by name or number. */
    status: z.optional(z.string().check(z.maxLength(100))),
    from: z.optional(calendarDay),
    to: z.optional(calendarDay),
    /** Id of a campaign: only its runs, whatever their time. */
    uuid: z.optional(uuid),
  }),
  data: z.array(RunRow),
  paged: true,
})

export const readRun = endpoint({
  call: `GET ${RUNS_PATH}/{notification_type}/{uuid}/summary`,
  summary: 'One run (or the latest of a campaign) with progress, counts and course',
  access: mayReadRuns,
  params: runParams,
  data: RunProgress,
})

export const readRunButtons = endpoint({
  call: `GET ${RUNS_PATH}/{notification_type}/{uuid}/buttons`,
  summary: 'Who clicked what of a notification with buttons, most clicked first; empty where there are none',
  access: mayReadRuns,
  params: runParams,
  data: z.array(RunButton),
})

export const watchRun = endpoint({
  call: `GET ${RUNS_PATH}/{notification_type}/{uuid}/live`,
  summary: 'The same as server-sent events, at most one a second, until the run ends',
  access: mayReadRuns,
  params: runParams,
  raw: { types: ['text/event-stream'] },
})

/** Names or numbers of statuses, separated by commas. */
const status = z.optional(z.string().check(z.maxLength(200)))
/** For an A/B test: numbers of variants, or `rest` for recipients who get the winner, separated by commas. */
const variant = z.optional(z.string().check(z.regex(/^([1-4]|rest)(,([1-4]|rest))*$/, sentenceKey('abTests.filter'))))
/** Names of the reasons for which messages ended, separated by commas; after a minus sign: all other reasons. */
const reason = z.optional(z.string().check(z.maxLength(500)))
/** Number of a link of the run: recipients who clicked it. */
const link = z.optional(z.string().check(z.regex(/^\d{1,4}$/)))
/**
 * Names of browsers, systems or kinds of devices that people opened or clicked with, as dashboards name them, separated by commas; `other`
 * for all that have no name of their own; after a minus sign: all but these. With the status opened or read their opens count, with clicked
 * their clicks, else both.
 */
const used = z.optional(z.string().check(z.maxLength(500)))
const recipientFilter = {
  status,
  search,
  variant,
  reason,
  link,
  /** Number of a span of OPEN_SPANS, from 0: recipients who opened it that long after it was sent. */
  open_span: z.optional(z.string().check(z.regex(/^\d$/))),
  browser: used,
  system: used,
  device: used,
  /** Mailbox providers of email addresses, in the same form. */
  mailbox: used,
  /** Domains of email addresses, separated by commas; after a minus sign: all but these. */
  domain: z.optional(z.string().check(z.maxLength(3000))),
}

export const listRecipients = endpoint({
  call: `GET ${RUNS_PATH}/{notification_type}/{uuid}`,
  summary: 'Recipients of a run, or of all runs of a campaign, with status and reason',
  access: mayReadRuns,
  params: runParams,
  query: z.object({
    ...paging,
    ...recipientFilter,
    sort: z._default(z.enum(['number', '-number', 'last_event', '-last_event']), 'number'),
  }),
  data: z.array(Recipient),
  paged: true,
})

export const readTrail = endpoint({
  call: `GET ${RUNS_PATH}/{notification_type}/{uuid}/events`,
  summary: 'Everything that happened to one recipient, in order',
  access: mayReadRuns,
  params: runParams,
  query: z.object({
    /** The recipient's `uuid`, or its contact's if that has only one delivery in the run. */
    recipient: z.string().check(z.maxLength(60)),
  }),
  data: z.object({ recipient: Recipient, timezone: z.nullable(z.string()), events: z.array(TrailEvent) }),
})

export const exportRecipients = endpoint({
  call: `GET ${RUNS_PATH}/{notification_type}/{uuid}/export`,
  summary: 'Recipients as a CSV file',
  access: mayReadRuns,
  params: runParams,
  query: z.object({ format: z._default(z.literal('csv'), 'csv'), ...recipientFilter }),
  raw: { types: ['text/csv'] },
})
