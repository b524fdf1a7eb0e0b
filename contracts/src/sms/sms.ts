/** Calls around text messages: a preview, a test send, figures of each day. */
import * as z from 'zod/mini'
import { ACTIVITY } from '../roles/activities.ts'
import { MESSAGE_CLASSES } from '../campaigns/content.ts'
import { CampaignAudience } from '../campaigns/campaigns.ts'
import { endpoint } from '../endpoint.ts'
import { calendarDay, maxCharacters, uuid } from '../fields.ts'
import { sentenceKey } from '../sentences/sentence.ts'
import { Problem, TestMailResult } from '../templates/templates.ts'

export const SMS_SOURCE_MAX = 5000

const source = z.string().check(maxCharacters(SMS_SOURCE_MAX))

/** Number of segments of a text for several people. */
export const SmsRange = z.object({
  sampled: z.int(),
  least: z.int(),
  most: z.int(),
  /** For how many of them it has characters outside of the GSM alphabet. */
  unicode: z.int(),
  /** Further people for whom it is empty, too long, or lacks a field. */
  unsendable: z.int(),
})
export type SmsRange = z.infer<typeof SmsRange>

/** A text rendered for one person, measured as the network does. */
export const SmsPreview = z.object({
  /** Empty if the source cannot be rendered; `problems` says why. */
  text: z.string(),
  encoding: z.enum(['GSM-7', 'UCS-2']),
  segments: z.int(),
  units: z.int(),
  units_left: z.int(),
  /** The characters that prevent GSM-7. */
  forcing: z.array(z.string()),
  problems: z.array(Problem),
  /** The contact that it was rendered for; null: sample fields. */
  contact: z.nullable(z.object({ uuid, name: z.string() })),
  /** Number of the text's links that are shortened. */
  short_links: z.int(),
  /** The most characters that the application's provider accepts; without a provider, the most that any accepts. */
  characters_max: z.int(),
  /** For the newest contacts with a number; absent if it has the same size for all, or if no contact has a number. */
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
    /** Whether links become short URLs, as in a campaign. Null or absent: yes, except for a text with a DLT template id. */
    track_links: z.optional(z.nullable(z.boolean())),
    dlt_template_id: z.optional(z.string().check(z.trim(), maxCharacters(30))),
    contact_uuid: z.optional(uuid),
    sample: z.optional(z.record(z.string(), z.unknown())),
  }),
  data: SmsPreview,
})

/** Total size of a campaign's messages, measured for up to 1,000 recipients. */
export const SmsBill = z.object({
  ...SmsRange.shape,
  /** Of the measured messages. */
  sum: z.int(),
  recipients: z.int(),
  /** For all recipients: `sum` if all were measured, or if all texts have the same size; otherwise extrapolated. */
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

/** Sends one text message to each receiver now, without a campaign; counted and limited per caller. */
export const sendTestSms = endpoint({
  call: 'POST /api/notifications/sms/test',
  summary: 'Send a test text message; who may not approve campaigns sends to test contacts only',
  access: { activity: ACTIVITY.campaignEmail, level: 'read', scope: 'application' },
  body: z.object({
    template_id: z.optional(uuid),
    template_type: z.optional(z.literal('SMS')),
    /** Replaces that of the template. */
    smsBody: z.optional(source),
    message_class: z.optional(z.enum(MESSAGE_CLASSES, sentenceKey('campaigns.messageClass'))),
    dlt_template_id: z.optional(z.string().check(z.trim(), maxCharacters(30))),
    /** Whether links become short URLs, as in the preview. */
    track_links: z.optional(z.nullable(z.boolean())),
    contact_uuid: z.optional(uuid),
    receivers: z
      .array(z.string().check(z.maxLength(40)))
      .check(z.minLength(1, sentenceKey('sms.one_number')), z.maxLength(10, sentenceKey('fields.receivers'))),
  }),
  data: z.array(TestMailResult),
})

/** Figures of the messages that were sent on a day, by any campaign. */
export const SmsDay = z.object({
  /** A calendar day in the application's time zone. */
  date: z.string(),
  /** Accepted by the provider. */
  sent: z.int(),
  /** Those of them that have been delivered by now. */
  delivered: z.int(),
  /** Refused on that day, or reported as undelivered by now. */
  failed: z.int(),
  /** Segments that the sent ones are billed as. */
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
