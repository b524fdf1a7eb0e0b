/** Calls around text messages: what one looks like, a test of it, figures of each day. */
import * as z from 'zod/mini'
import { ACTIVITY } from '../roles/activities.ts'
import { MESSAGE_CLASSES } from '../campaigns/content.ts'
import { CampaignAudience } from '../campaigns/campaigns.ts'
import { endpoint } from '../endpoint.ts'
import { calendarDay, maxCharacters, uuid } from '../fields.ts'
import { says } from '../sentences/sentence.ts'
import { Problem, TestMailResult } from '../templates/templates.ts'

export const SMS_SOURCE_MAX = 5000

const source = z.string().check(maxCharacters(SMS_SOURCE_MAX))

/** How many messages a text becomes for several people. */
export const SmsRange = z.object({
  sampled: z.int(),
  least: z.int(),
  most: z.int(),
  /** For how many of them it has letters outside of the GSM alphabet. */
  unicode: z.int(),
  /** People beside those, for whom it is empty, too long, or lacks a field. */
  unsendable: z.int(),
})
export type SmsRange = z.infer<typeof SmsRange>

/** What a text becomes for one person, measured as the network will. */
export const SmsPreview = z.object({
  /** Empty while the source cannot be rendered; `problems` says why. */
  text: z.string(),
  encoding: z.enum(['GSM-7', 'UCS-2']),
  segments: z.int(),
  units: z.int(),
  units_left: z.int(),
  /** The characters that keep it from being GSM-7. */
  forcing: z.array(z.string()),
  problems: z.array(Problem),
  /** The contact that it was rendered for; null for sample fields. */
  contact: z.nullable(z.object({ uuid, name: z.string() })),
  /** Links of the text that are short addresses here. */
  short_links: z.int(),
  /** Characters of one text that the application's provider takes; while there is none, the most that any does. */
  characters_max: z.int(),
  /** Of the newest contacts with a number; absent where all have the same size, or no contact has a number. */
  range: z.optional(SmsRange),
})
export type SmsPreview = z.infer<typeof SmsPreview>

export const previewSms = endpoint({
  call: 'POST /api/template/preview/sms',
  summary: 'Render a text message as a contact, or as sample fields, would get it, and count its segments',
  access: {
    activity: ACTIVITY.templateEmail,
    level: 'read',
    scope: 'application',
    or: { activity: ACTIVITY.campaignEmail, level: 'read' },
  },
  body: z.object({
    text: source,
    /** Whether links become short addresses, as in a campaign. Null or absent: yes, but for a text with a DLT template id. */
    track_links: z.optional(z.nullable(z.boolean())),
    dlt_template_id: z.optional(z.string().check(z.trim(), maxCharacters(30))),
    contact_uuid: z.optional(uuid),
    sample: z.optional(z.record(z.string(), z.unknown())),
  }),
  data: SmsPreview,
})

/** What the messages of a campaign add up to, measured for up to 1,000 of those who would get it. */
export const SmsBill = z.object({
  ...SmsRange.shape,
  /** Of those measured. */
  sum: z.int(),
  recipients: z.int(),
  /** Of all recipients: `sum` where all were measured, or all texts have the same size; else at that rate. */
  total: z.int(),
  is_exact: z.boolean(),
})
export type SmsBill = z.infer<typeof SmsBill>

export const estimateSmsBill = endpoint({
  call: 'POST /api/notifications/estimate/sms/segments',
  summary: 'How many text messages a campaign would be billed as, over what its recipients would really get',
  access: { activity: ACTIVITY.campaignEmail, level: 'read', scope: 'application' },
  body: z.object({
    audience: z.optional(CampaignAudience),
    topic_uuid: z.optional(z.nullable(uuid)),
    smsBody: z.optional(source),
    template_uuid: z.optional(z.nullable(uuid)),
    track_links: z.optional(z.nullable(z.boolean())),
  }),
  data: SmsBill,
})

/** Sends one text message to each receiver now, outside every campaign; counted and limited per caller. */
export const sendTestSms = endpoint({
  call: 'POST /api/notifications/sms/test',
  summary: 'Send a test text message; who may not approve campaigns sends to test contacts only',
  access: { activity: ACTIVITY.campaignEmail, level: 'read', scope: 'application' },
  body: z.object({
    template_id: z.optional(uuid),
    template_type: z.optional(z.literal('SMS')),
    /** In place of the template's. */
    smsBody: z.optional(source),
    message_class: z.optional(z.enum(MESSAGE_CLASSES, says('campaigns.messageClass'))),
    dlt_template_id: z.optional(z.string().check(z.trim(), maxCharacters(30))),
    /** Whether links are short addresses, as in the preview. */
    track_links: z.optional(z.nullable(z.boolean())),
    contact_uuid: z.optional(uuid),
    receivers: z
      .array(z.string().check(z.maxLength(40)))
      .check(z.minLength(1, says('sms.one_number')), z.maxLength(10, says('fields.receivers'))),
  }),
  data: z.array(TestMailResult),
})

/** What happened to the messages that left on a day, of whatever campaign. */
export const SmsDay = z.object({
  /** A calendar day of the application's zone. */
  date: z.string(),
  /** Taken by the provider. */
  sent: z.int(),
  /** Of those, the ones that have arrived by now. */
  delivered: z.int(),
  /** Refused on that day, or reported as not delivered by now. */
  failed: z.int(),
  /** What the sent ones are billed as. */
  segments: z.int(),
})
export type SmsDay = z.infer<typeof SmsDay>

export const readSmsDays = endpoint({
  call: 'GET /api/notification/sms/daily-statistics',
  summary: 'Text messages of each day; the last 30 days unless from and to say otherwise',
  access: { activity: ACTIVITY.deliveryDashboard, level: 'read', scope: 'application' },
  query: z.object({ from: z.optional(calendarDay), to: z.optional(calendarDay) }),
  data: z.array(SmsDay),
})
