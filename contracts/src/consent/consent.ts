/** A contact's choices per channel and per topic, and how they were made. */
import * as z from 'zod/mini'
import { ACTIVITY } from '../roles/activities.ts'
import { CHANNELS } from '../applications/applications.ts'
import { endpoint } from '../endpoint.ts'
import { epochSeconds, text, uuid } from '../fields.ts'
import { reopening } from '../approvals/holding.ts'

export const CONSENT_STATUSES = ['subscribed', 'unsubscribed'] as const

const standing = {
  status: z.enum(CONSENT_STATUSES),
  /** Null if no choice was made. */
  source: z.nullable(z.string()),
  since: z.nullable(epochSeconds),
}

/** How a person consented with a sign-up form. */
export const SignUpProof = z.object({
  uuid,
  /** Its name at that time. */
  name: z.string(),
  /** The text beside the checkbox. */
  text: z.optional(z.string()),
  /** URL of the page with the form, without its query. */
  page: z.optional(z.nullable(z.string())),
  /** When the form was submitted. */
  submitted_on: z.optional(epochSeconds),
  /** When the link in the email was opened; null if the form needs no confirmation. */
  confirmed_on: z.optional(z.nullable(epochSeconds)),
})
export type SignUpProof = z.infer<typeof SignUpProof>

export const ConsentChange = z.object({
  uuid,
  channel: z.enum(CHANNELS),
  /** Null: the whole channel. `uuid` is null if the topic was deleted. */
  topic: z.nullable(z.object({ uuid: z.nullable(uuid), name: z.string() })),
  status: z.enum(CONSENT_STATUSES),
  /**
   * Who or what changed it: `one_click`, the button of an email client (RFC 8058); `page`, the recipient's own page; `link`, one of these
   * two, for entries that did not record which; `reply`, a message such as STOP or START; `dashboard`, a person by hand; `api`, a program
   * with a key; `form`, a sign-up form. Never an import.
   */
  source: z.string(),
  /** Who changed it by hand; the name is null if the account was deleted. */
  by: z.nullable(z.object({ uuid, name: z.nullable(z.string()) })),
  reason: z.nullable(z.string()),
  /** The message whose link was used. */
  run: z.nullable(z.object({ uuid, name: z.string(), platform: z.enum(CHANNELS) })),
  /** What the person consented to, and where; for topics chosen at the same time, only the form. */
  form: z.nullable(SignUpProof),
  at: epochSeconds,
})
export type ConsentChange = z.infer<typeof ConsentChange>

export const ContactConsent = z.object({
  channels: z.array(
    z.object({
      channel: z.enum(CHANNELS),
      ...standing,
      /** Why the address itself is on the suppression list; null if it is not. */
      suppressed: z.nullable(z.string()),
    }),
  ),
  topics: z.array(z.object({ uuid, name: z.string(), description: z.string(), ...standing })),
  /** Newest first, at most 100. */
  history: z.array(ConsentChange),
})
export type ContactConsent = z.infer<typeof ContactConsent>

const CONTACT = '/api/audience/{uuid}'

export const readConsent = endpoint({
  call: `GET ${CONTACT}/consent`,
  summary: 'What a contact chose per channel and topic, with every change of it',
  access: { activity: ACTIVITY.audience, level: 'read', scope: 'application' },
  params: z.object({ uuid }),
  data: ContactConsent,
})

/** Without a topic, the whole channel. */
const byHand = {
  channel: z._default(z.enum(CHANNELS), 'email'),
  topic_uuid: z.optional(uuid),
  /** How the person told the team. */
  reason: text(500),
}

export const unsubscribeContact = endpoint({
  call: `POST ${CONTACT}/unsubscribe`,
  summary: 'Take a contact out of a channel, or of one topic, by hand; never held for approval',
  access: { activity: ACTIVITY.audience, level: 'update', scope: 'application' },
  params: z.object({ uuid }),
  body: z.object(byHand),
})

export const resubscribeContact = endpoint({
  call: `POST ${CONTACT}/resubscribe`,
  summary: 'Put a contact back who asked for it; the reason stays in the history',
  access: { activity: ACTIVITY.audience, level: 'update', scope: 'application' },
  held: true,
  params: z.object({ uuid }),
  body: z.object({ ...byHand, ...reopening }),
})
