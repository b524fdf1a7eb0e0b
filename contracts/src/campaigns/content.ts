/**
 * What a campaign says, by the channel that it goes out on. Any part may be missing or unfinished in a draft; what a channel
 * needs is asked for when the campaign is scheduled.
 */
import * as z from 'zod/mini'
import type { Channel } from '../applications/applications.ts'
import { maxCharacters, oneLine, uuid } from '../fields.ts'
import { says } from '../sentences/sentence.ts'

export const ATTACHMENTS_MAX = 5

export const Attachment = z.object({
  /** base64, without a data-URL prefix */
  content: z.string(),
  filename: z.string().check(z.minLength(1), z.maxLength(255)),
  type: z.string().check(z.maxLength(127)),
  disposition: z._default(z.literal('attachment'), 'attachment'),
})

/** A Liquid source, empty until it is written. */
const source = (most: number) => z.optional(z.string().check(maxCharacters(most)))

/** Null or absent: the campaign's own words. */
const template = { template_uuid: z.optional(z.nullable(uuid)) }

const email = {
  emailSubject: source(998),
  emailBody: source(2_000_000),
  ...template,
  from_name: z.optional(oneLine(100)),
  reply_to: source(254),
  preheader: source(500),
  attachments: z.optional(z.array(Attachment).check(z.maxLength(ATTACHMENTS_MAX, says('fields.attachments')))),
}

/** Which of the account's keys and senders a text message uses; the last may be sent only to contacts who agreed to it. */
export const MESSAGE_CLASSES = ['otp', 'transactional', 'promotional'] as const
export type MessageClass = (typeof MESSAGE_CLASSES)[number]

const sms = {
  smsBody: source(5000),
  message_class: z.optional(z.enum(MESSAGE_CLASSES, says('campaigns.messageClass'))),
  /** Whether links become short addresses that count clicks. Null or absent: yes, but for a text with a DLT template id. */
  track_links: z.optional(z.nullable(z.boolean())),
  ...template,
}

const value = z.string().check(maxCharacters(2000))

/** How far from zero each coordinate of a place may be. */
export const COORDINATE_LIMITS = { latitude: 90, longitude: 180 } as const

/** What fills the variables of an approved WhatsApp template; all texts may hold Liquid. */
export const WhatsappParameters = z.object({
  header: z.optional(
    z.object({
      /** Of a text header: its one variable. */
      text: z.optional(value),
      /** Of an image, a video or a document: its address, or the id under which WhatsApp keeps it. */
      media: z.optional(value),
      /** Of a document: the name that people see. */
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
  /** Of `{{1}}`, `{{2}}` and so on, in their order. */
  body: z.optional(z.array(value).check(z.maxLength(100, says('fields.variables')))),
  /** The end of a link, a code to copy, or what a quick reply sends back. */
  buttons: z.optional(
    z
      .array(z.object({ index: z.int().check(z.minimum(0), z.maximum(9)), value }))
      .check(z.maxLength(10, says('whatsappTemplates.rules.tenButtons'))),
  ),
})
export type WhatsappParameters = z.infer<typeof WhatsappParameters>

const whatsapp = {
  template_name: z.optional(z.string().check(maxCharacters(512))),
  language: z.optional(z.string().check(maxCharacters(20))),
  parameters: z.optional(z.nullable(WhatsappParameters)),
}

/** As many as every browser shows. */
export const PUSH_ACTIONS_MAX = 2

export const PushAction = z.object({
  title: z.string().check(maxCharacters(100)),
  /** Where it leads. */
  action: z.string().check(maxCharacters(2000)),
})
export type PushAction = z.infer<typeof PushAction>

/** What a notification says. */
export const pushParts = {
  campaignTitle: source(500),
  campaignMsg: source(2000),
  /** An https address of an image. */
  campaignBannerImg: source(2000),
  /** Absent or empty: the site's. */
  campaignIcon: source(2000),
  campaignPageUrl: source(2000),
  actions: z.optional(z.array(PushAction).check(z.maxLength(PUSH_ACTIONS_MAX, says('fields.actions')))),
}

const push = { ...pushParts, ...template }

/** The parts of each channel's campaigns, under their names on the wire. */
export const CONTENT_PARTS = { email, sms, whatsapp, webpush: push, mobilepush: push } as const satisfies Record<
  Channel,
  object
>

/** Those of all channels. */
export const ALL_CONTENT_PARTS = { ...email, ...sms, ...whatsapp, ...push }
