/**
 * The content of a campaign, by channel. In a draft any part may be missing or incomplete; the parts that a channel requires are checked
 * when the campaign is scheduled.
 */
import * as z from 'zod/mini'
import type { Channel } from '../applications/applications.ts'
import { maxCharacters, oneLine, uuid } from '../fields.ts'
import { sentenceKey } from '../sentences/sentence.ts'

export const ATTACHMENTS_MAX = 5

export const Attachment = z.object({
  /** base64, without a data-URL prefix */
  content: z.string(),
  filename: z.string().check(z.minLength(1), z.maxLength(255)),
  type: z.string().check(z.maxLength(127)),
  disposition: z._default(z.literal('attachment'), 'attachment'),
})

/** A Liquid source; empty until it is written. */
const source = (most: number) => z.optional(z.string().check(maxCharacters(most)))

/** Null or absent: the campaign has content of its own. */
const template = { template_uuid: z.optional(z.nullable(uuid)) }

const email = {
  emailSubject: source(998),
  emailBody: source(2_000_000),
  ...template,
  from_name: z.optional(oneLine(100)),
  reply_to: source(254),
  preheader: source(500),
  attachments: z.optional(z.array(Attachment).check(z.maxLength(ATTACHMENTS_MAX, sentenceKey('fields.attachments')))),
}

/** Which of the account's keys and senders a text message uses; the last may only be used for contacts who consented to it. */
export const MESSAGE_CLASSES = ['otp', 'transactional', 'promotional'] as const
export type MessageClass = (typeof MESSAGE_CLASSES)[number]

const sms = {
  smsBody: source(5000),
  message_class: z.optional(z.enum(MESSAGE_CLASSES, sentenceKey('campaigns.messageClass'))),
  /** Whether links become short URLs that count clicks. Null or absent: yes, except for a text with a DLT template id. */
  track_links: z.optional(z.nullable(z.boolean())),
  ...template,
}

const value = z.string().check(maxCharacters(2000))

/** Largest absolute value of each coordinate of a location. */
export const COORDINATE_LIMITS = { latitude: 90, longitude: 180 } as const

/** Values for the variables of an approved WhatsApp template; all texts may contain Liquid. */
export const WhatsappParameters = z.object({
  header: z.optional(
    z.object({
      /** For a text header: its only variable. */
      text: z.optional(value),
      /** For an image, a video or a document: its URL, or its media id at WhatsApp. */
      media: z.optional(value),
      /** For a document: the file name that people see. */
      filename: z.optional(value),
      location: z.optional(
        z.object({
          latitude: z.optional(z.number()),
          longitude: z.optional(z.number()),
          name: z.optional(value),
          address: z.optional(value),
        }),
      ),
    }),
  ),
  /** Values of `{{1}}`, `{{2}}` and so on, in this order. */
  body: z.optional(z.array(value).check(z.maxLength(100, sentenceKey('fields.variables')))),
  /** The end of a link, a code to copy, or the payload that a quick reply returns. */
  buttons: z.optional(
    z
      .array(z.object({ index: z.int().check(z.minimum(0), z.maximum(9)), value }))
      .check(z.maxLength(10, sentenceKey('whatsappTemplates.rules.tenButtons'))),
  ),
})
export type WhatsappParameters = z.infer<typeof WhatsappParameters>

const whatsapp = {
  template_name: z.optional(z.string().check(maxCharacters(512))),
  language: z.optional(z.string().check(maxCharacters(20))),
  parameters: z.optional(z.nullable(WhatsappParameters)),
}

/** The number that every browser shows. */
export const PUSH_ACTIONS_MAX = 2

export const PushAction = z.object({
  title: z.string().check(maxCharacters(100)),
  /** Target of the link. */
  action: z.string().check(maxCharacters(2000)),
})
export type PushAction = z.infer<typeof PushAction>

/** The content of a notification. */
export const pushParts = {
  campaignTitle: source(500),
  campaignMsg: source(2000),
  /** https URL of an image. */
  campaignBannerImg: source(2000),
  /** Absent or empty: the site's image. */
  campaignIcon: source(2000),
  campaignPageUrl: source(2000),
  actions: z.optional(z.array(PushAction).check(z.maxLength(PUSH_ACTIONS_MAX, sentenceKey('fields.actions')))),
}

const push = { ...pushParts, ...template }

/** The parts of each channel's campaigns, under their names in the API. */
export const CONTENT_PARTS = { email, sms, whatsapp, webpush: push, mobilepush: push } as const satisfies Record<
  Channel,
  object
>

/** The parts of all channels. */
export const ALL_CONTENT_PARTS = { ...email, ...sms, ...whatsapp, ...push }
