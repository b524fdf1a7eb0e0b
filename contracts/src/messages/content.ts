/** Content of a single message without a template: its parts by channel, instead of `template`. All texts may contain Liquid. */
import * as z from 'zod/mini'
import type { Channel } from '../applications/applications.ts'
import { MESSAGE_CLASSES, PUSH_ACTIONS_MAX, WhatsappParameters } from '../campaigns/content.ts'
import { maxCharacters, oneLine } from '../fields.ts'
import { sentenceKey } from '../sentences/sentence.ts'
import { EmailContent } from '../templates/templates.ts'

const source = (most: number) => z.optional(z.string().check(maxCharacters(most)))

const email = z.object({
  subject: EmailContent.shape.subject,
  preheader: EmailContent.shape.preheader,
  html: EmailContent.shape.html,
  /** Generated from the HTML if absent. */
  text: EmailContent.shape.text,
  /** Replaces the name in the channel's settings. */
  from_name: z.optional(oneLine(100)),
})

const sms = z.object({
  text: source(5000),
  /** The registered template, if the receivers' country requires one. */
  dlt_template_id: z.optional(
    z.string().check(z.trim(), z.regex(/^\d{0,30}$/, sentenceKey('templates.sms.dlt_digits'))),
  ),
  /** Which of the account's keys and senders it uses; `transactional` by default. */
  message_class: z.optional(z.enum(MESSAGE_CLASSES, sentenceKey('campaigns.messageClass'))),
  /** Whether links become short URLs that count clicks; by default yes, except with a DLT template id. */
  track_links: z.optional(z.boolean()),
})

/** Added to `template`, which is the name of a template approved by WhatsApp. */
const whatsapp = z.object({
  /** Required if the template exists in several languages. */
  language: z.optional(z.string().check(maxCharacters(20))),
  parameters: z.optional(WhatsappParameters),
})

const push = z.object({
  title: source(500),
  body: source(2000),
  /** An https URL. */
  image: source(2000),
  icon: source(2000),
  /** Target of the link. */
  url: source(2000),
  actions: z.optional(
    z
      .array(z.object({ title: z.string().check(maxCharacters(100)), url: z.string().check(maxCharacters(2000)) }))
      .check(z.maxLength(PUSH_ACTIONS_MAX, sentenceKey('fields.actions'))),
  ),
})

export const MESSAGE_CONTENT = { email, sms, whatsapp, webpush: push, mobilepush: push } as const satisfies Record<
  Channel,
  z.ZodMiniType
>
