import * as z from 'zod/mini'
import { RunTest } from '../campaigns/ab-tests.ts'
import { GoalFigures } from '../campaigns/goals.ts'
import { ACTIVITY } from '../roles/activities.ts'
import { CHANNELS, type Channel } from '../applications/applications.ts'
import { endpoint } from '../endpoint.ts'
import { calendarDay, epochSeconds, paging, search, uuid } from '../fields.ts'
import { sentenceData } from '../sentences/said.ts'
import { says } from '../sentences/sentence.ts'

/**
 * Names of what can be said of a recipient: `current_status`, keys of `counts` and of `status`. `current_status` is the
 * furthest of them. In `counts` and filters opened, clicked, dismissed and unsubscribed mean all who did so, and in filters
 * converted, which is no status and in no counts; every other
 * name means those whose message is in it, whatever its reader did afterwards; so a count is the length of its list.
 * Only mails are `bounced`: what another channel could not deliver has `failed`.
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

/** The specification's numbers for e-mail, which SMS and push share. */
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

/** Those for WhatsApp; some depend on the reason. */
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

/** A recipient who was skipped because they had left counts as unsubscribed. */
const LEFT = ['unsubscribed', 'suppressed_unsubscribe', 'unsubscribed_topic']

/** Names of reasons that have a number of their own on WhatsApp, where their message did not arrive. */
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

/** The number of a status on its channel. `reason`: the name of why it ended, where it has one. */
export function statusCode(channel: Channel, status: DeliveryStatus, reason: string | null): number {
  const codes = STATUS_CODES[channel]
  if (reason === null) return codes[status]
  if (status === 'skipped' && LEFT.includes(reason)) return codes.unsubscribed
  if (channel !== 'whatsapp' || !FELL_THROUGH.includes(status)) return codes[status]
  return WHATSAPP_REASONS[reason] ?? codes[status]
}

/**
 * Recipients who got the message: those of whom the provider reports it, or where it reports no deliveries, those whose message was sent and
 * did not come back. Null as long as that is not known: nothing was sent, or the reports are still to come.
 */
export const deliveredCount = z.nullable(z.int())

export const RunRow = z.object({
  /** The campaign's. */
  uuid,
  run_uuid: uuid,
  notification_type: z.enum(CHANNELS),
  name: z.string(),
  status: z.string(),
  status_reason: z.nullable(z.string()),
  /** The same as data; null where others said it. */
  status_reason_sentence: z.nullable(sentenceData),
  /** The moment of the schedule; on recipients' clocks it begins earlier. Null for a run that began at once. */
  planned_on: z.nullable(epochSeconds),
  started_on: epochSeconds,
  ended_on: z.nullable(epochSeconds),
  /** All of the audience, skipped recipients included. */
  matched: z.int(),
  /** Those who are meant to get it. */
  recipients: z.int(),
  /** Of the recipients, those whose message is through, however it ended. */
  done: z.int(),
  /** Of the recipients, those whose message was handed over, whatever came of it: with those that the provider refused at once. */
  sent: z.int(),
  delivered: deliveredCount,
  counts: z.record(z.string(), z.int()),
  /** What it was meant to bring about, and what it did; absent: it has no goal. */
  goal: z.optional(GoalFigures),
})
export type RunRow = z.infer<typeof RunRow>

/** What a run had come to at one moment. */
const courseMoment = z.object({
  at: epochSeconds,
  sent: z.int(),
  delivered: z.int(),
  opened: z.int(),
  clicked: z.int(),
})

/** How a run moves: sent so far, rate, and the seconds left at that rate. */
export const RunProgress = z.object({
  ...RunRow.shape,
  audience_names: z.array(z.string()),
  /** All users, not the segments named. */
  is_everyone: z.boolean(),
  template_name: z.nullable(z.string()),
  /** Of a template that WhatsApp keeps. */
  template_language: z.optional(z.string()),
  started_by: z.nullable(z.string()),
  /** What its campaign has besides this run: whether it goes out more than once, its next moment, its state. */
  campaign: z.object({
    repeats: z.boolean(),
    next_run: z.nullable(epochSeconds),
    status: z.string(),
    /** Since when its runs to come are held back. */
    paused_on: z.nullable(epochSeconds),
  }),
  subject: z.string(),
  rate_per_second: z.nullable(z.number()),
  seconds_left: z.nullable(z.int()),
  /** While nothing is due, as on recipients' clocks: when the next messages are. */
  next_due_on: z.optional(epochSeconds),
  /** Put off by the provider and waiting for another attempt: how many, and when the next of them is. */
  retrying: z.optional(z.object({ waiting: z.int(), next_on: epochSeconds })),
  /** Messages per second that the channel's settings allow all its runs together. */
  limit_per_second: z.optional(z.number()),
  /** Those who were not meant to get it, by name of the reason. */
  skipped: z.record(z.string(), z.int()),
  /** Those whom it did not reach: failed, bounced, expired and cancelled, by name of the reason. */
  failed: z.record(z.string(), z.int()),
  /** The provider reports deliveries; without that `delivered` says nothing. */
  reports_delivery: z.boolean(),
  /** Of text messages, once the run has ended: how many messages they are billed as. */
  segments: z.optional(z.int()),
  /** Of text messages whose links leave as they are, or that have none: nothing becomes known of clicks. */
  counts_no_clicks: z.optional(z.literal(true)),
  /** Since when its recipients are gone, where their time was over; the figures stay. */
  details_removed_on: z.optional(epochSeconds),
  /** Its A/B test; null: all recipients get the same. */
  ab_test: z.nullable(RunTest),
  /** Sent, delivered, opened so far at up to 60 moments since the start. */
  over_time: z.array(courseMoment),
  /** Of a run that is over: the same for as long as opens and clicks come, in its first 48 hours and in all. */
  engagement: z.optional(z.object({ hours: z.array(courseMoment), days: z.array(courseMoment) })),
})
export type RunProgress = z.infer<typeof RunProgress>

export const Recipient = z.object({
  /** The delivery's id within its run: `{run_uuid}.{seq}`. */
  uuid: z.string(),
  contact_uuid: uuid,
  name: z.string(),
  email: z.nullable(z.string()),
  phone_number: z.nullable(z.string()),
  /** Of a notification: what the device that it went to is. */
  device: z.optional(z.string()),
  current_status: z.enum(DELIVERY_STATUSES),
  status_code: z.int(),
  /** Name of the reason, and the reason in English words; of one that waits for another attempt, why the last came to nothing. */
  reason: z.nullable(z.string()),
  reason_text: z.nullable(z.string()),
  reason_text_sentence: z.nullable(sentenceData),
  /** While it waits: when its next attempt is, or its moment. */
  due_on: z.optional(epochSeconds),
  /** The details of the reason: the merge field to correct, or the provider's answer. */
  detail: z.nullable(z.string()),
  /** The same as data, where it is ours. */
  detail_sentence: z.optional(sentenceData),
  attempts: z.int(),
  opened: z.boolean(),
  clicked: z.boolean(),
  last_event_on: z.nullable(epochSeconds),
  status: z.record(z.string(), epochSeconds),
  /** Of an A/B test: the variant they get, and whether in the test or because it won; null where there is none, or no winner yet. */
  variant: z.nullable(z.int()),
  test_group: z.nullable(z.enum(['test', 'rest'])),
})
export type Recipient = z.infer<typeof Recipient>

/** One way to click a notification, with the recipients who took it; one who took several is listed with each of them. */
export const RunButton = z.object({
  /** Of the button, as the campaign says it, or as the app told it; null: the notification itself, beside its buttons. */
  title: z.nullable(z.string()),
  clicked: z.int(),
})
export type RunButton = z.infer<typeof RunButton>

/** What a recipient's trail can hold. */
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
  /** Of that second. */
  millisecond: z.int(),
  source: z.enum(['us', 'provider', 'recipient']),
  /** What `text` is made of, for wording it in another language: attempt, reason, link, device, ... */
  values: z.record(z.string(), z.union([z.string(), z.number()])),
  /** In words that a support person can read out. */
  text: z.string(),
  text_sentence: sentenceData,
  bot: z.boolean(),
  /** The provider's own answer, untouched; of an attempt that got none, why. */
  answer: z.nullable(z.string()),
  /** The same as data, where it is ours. */
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
    /** A campaign's status, by name or number. */
    status: z.optional(z.string().check(z.maxLength(100))),
    from: z.optional(calendarDay),
    to: z.optional(calendarDay),
    /** A campaign's: its runs only, of any time. */
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
/** Of an A/B test: numbers of variants, or `rest` for those who get the winner, separated by commas. */
const variant = z.optional(z.string().check(z.regex(/^([1-4]|rest)(,([1-4]|rest))*$/, says('abTests.filter'))))
/** Names of reasons for which messages ended, separated by commas. */
const reason = z.optional(z.string().check(z.maxLength(500)))
/** The number of a link of the run: those who clicked it. */
const link = z.optional(z.string().check(z.regex(/^\d{1,4}$/)))
const recipientFilter = { status, search, variant, reason, link }

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
    /** A recipient's `uuid`, or its contact's where it has one delivery here. */
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
