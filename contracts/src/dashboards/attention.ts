/** What needs a person's attention in an application. */
import * as z from 'zod/mini'
import { CHANNELS } from '../applications/applications.ts'
import { AUTHENTICATION_PARTS } from '../channel-settings/authentication-parts.ts'
import { endpoint } from '../endpoint.ts'
import { epochSeconds, uuid } from '../fields.ts'
import { sentenceData } from '../sentences/said.ts'

/** Bounces in percent of sent messages from which on providers review a sender (Amazon SES: 5 %). */
export const BOUNCE_LIMIT = 5

/** With fewer messages in a week, no rate is calculated. */
export const WATCHED_SENT_MIN = 100

const PausedRun = z.object({
  uuid,
  run_uuid: uuid,
  notification_type: z.enum(CHANNELS),
  name: z.string(),
  status_reason: z.nullable(z.string()),
  /** The same as data; null if a provider or a person wrote it. */
  status_reason_sentence: z.nullable(sentenceData),
})

/** What needs attention. Parts that the caller may not see are left out. */
export const Attention = z.object({
  /** Requests that wait for the caller's decision. */
  requests: z.int(),
  /** Paused runs, the newest five. */
  paused_runs: z.array(PausedRun),
  /** Channels whose provider refuses messages. */
  failing_channels: z.array(z.enum(CHANNELS)),
  /** Safari's certificate, if it expires within 30 days. */
  certificate: z.nullable(z.object({ valid_until: epochSeconds, is_expired: z.boolean() })),
  /**
   * The sender's domain of emails that were sent in the last 30 days, where receivers can't verify it, with what is missing or wrong. Null also
   * while the lookup takes long.
   */
  unauthenticated_domain: z.nullable(z.object({ domain: z.string(), parts: z.array(z.enum(AUTHENTICATION_PARTS)) })),
  /** Rates of the last seven days that exceed providers' limits, in percent. */
  rates: z.array(
    z.object({
      kind: z.enum(['bounces', 'complaints']),
      channel: z.enum(CHANNELS),
      sent: z.int(),
      rate: z.number(),
      limit: z.number(),
    }),
  ),
})
export type Attention = z.infer<typeof Attention>

export const readAttention = endpoint({
  call: 'GET /api/dashboard/attention',
  summary:
    'What needs a hand in the application: requests, paused runs, failing channels, certificates, the sender’s domain, bounces',
  access: 'application',
  data: Attention,
})
