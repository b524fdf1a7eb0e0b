import * as z from 'zod/mini'
import { ACTIVITY } from './activities.ts'
import { CHANNELS } from './applications.ts'
import { endpoint } from './endpoint.ts'
import { calendarDay, epochSeconds, paging, search, uuid } from './fields.ts'

/** Names of what can be said of a recipient: `current_status`, keys of `counts` and of `status`. */
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
  'bounced',
  'complained',
  'unsubscribed',
  'failed',
  'skipped',
  'expired',
  'cancelled',
] as const
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number]

/** The specification's numbers for email. */
export const EMAIL_STATUS_CODES: Record<DeliveryStatus, number> = {
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
  scheduled: 4,
  unsubscribed: 5,
}

export const RunRow = z.object({
  /** The campaign's. */
  uuid,
  run_uuid: uuid,
  notification_type: z.enum(CHANNELS),
  name: z.string(),
  status: z.string(),
  status_reason: z.nullable(z.string()),
  started_on: epochSeconds,
  ended_on: z.nullable(epochSeconds),
  recipients: z.int(),
  counts: z.record(z.string(), z.int()),
})
export type RunRow = z.infer<typeof RunRow>

/** How a run moves: sent so far, rate, and the seconds left at that rate. */
export const RunProgress = z.object({
  ...RunRow.shape,
  audience_names: z.array(z.string()),
  template_name: z.nullable(z.string()),
  started_by: z.nullable(z.string()),
  subject: z.string(),
  /** Finished recipients of all, whatever their state. */
  done: z.int(),
  rate_per_second: z.nullable(z.number()),
  seconds_left: z.nullable(z.int()),
  skipped: z.record(z.string(), z.int()),
  /** Sent, delivered, opened so far at up to 60 moments since the start. */
  over_time: z.array(
    z.object({ at: epochSeconds, sent: z.int(), delivered: z.int(), opened: z.int(), clicked: z.int() }),
  ),
})
export type RunProgress = z.infer<typeof RunProgress>

export const Recipient = z.object({
  /** The delivery's id within its run: `{run_uuid}.{seq}`. */
  uuid: z.string(),
  contact_uuid: uuid,
  name: z.string(),
  email: z.nullable(z.string()),
  phone_number: z.nullable(z.string()),
  current_status: z.enum(DELIVERY_STATUSES),
  status_code: z.int(),
  /** Name of the reason, and the reason in English words. */
  reason: z.nullable(z.string()),
  reason_text: z.nullable(z.string()),
  attempts: z.int(),
  opened: z.boolean(),
  clicked: z.boolean(),
  last_event_on: z.nullable(epochSeconds),
  status: z.record(z.string(), epochSeconds),
})
export type Recipient = z.infer<typeof Recipient>

export const TrailEvent = z.object({
  kind: z.string(),
  at: epochSeconds,
  /** us, provider, recipient */
  source: z.string(),
  /** In words that a support person can read out. */
  text: z.string(),
  bot: z.boolean(),
  /** The provider's own answer, untouched. */
  answer: z.nullable(z.string()),
})
export type TrailEvent = z.infer<typeof TrailEvent>

const may = { activity: ACTIVITY.deliveryListing, level: 'read', scope: 'application' } as const
const runParams = z.object({ notification_type: z.enum(CHANNELS), uuid })
const PATH = '/api/notifications/delivery'

export const listRuns = endpoint({
  method: 'GET',
  path: PATH,
  summary: 'Runs with their counts, of the last 30 days or the range given',
  access: may,
  query: z.object({
    ...paging,
    search,
    notification_type: z.optional(z.enum(CHANNELS)),
    status: z.optional(z.string().check(z.maxLength(100))),
    from: z.optional(calendarDay),
    to: z.optional(calendarDay),
  }),
  data: z.array(RunRow),
  paged: true,
})

export const readRun = endpoint({
  method: 'GET',
  path: `${PATH}/{notification_type}/{uuid}/summary`,
  summary: 'One run (or the latest of a campaign) with progress, counts and course',
  access: may,
  params: runParams,
  data: RunProgress,
})

export const watchRun = endpoint({
  method: 'GET',
  path: `${PATH}/{notification_type}/{uuid}/live`,
  summary: 'The same as server-sent events, at most one a second, until the run ends',
  access: may,
  params: runParams,
  raw: true,
})

const recipientFilter = { status: z.optional(z.string().check(z.maxLength(100))), search }

export const listRecipients = endpoint({
  method: 'GET',
  path: `${PATH}/{notification_type}/{uuid}`,
  summary: 'Recipients of a run, or of all runs of a campaign, with status and reason',
  access: may,
  params: runParams,
  query: z.object({ ...paging, ...recipientFilter }),
  data: z.array(Recipient),
  paged: true,
})

export const readTrail = endpoint({
  method: 'GET',
  path: `${PATH}/{notification_type}/{uuid}/events`,
  summary: 'Everything that happened to one recipient, in order',
  access: may,
  params: runParams,
  query: z.object({ recipient: z.string().check(z.maxLength(60)) }),
  data: z.object({ recipient: Recipient, events: z.array(TrailEvent) }),
})

export const exportRecipients = endpoint({
  method: 'GET',
  path: `${PATH}/{notification_type}/{uuid}/export`,
  summary: 'Recipients as a CSV file',
  access: may,
  params: runParams,
  query: z.object({ format: z._default(z.literal('csv'), 'csv'), ...recipientFilter }),
  raw: true,
})
