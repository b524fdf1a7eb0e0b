/** What of an application waits for a person. */
import * as z from 'zod/mini'
import { CHANNELS } from '../applications/applications.ts'
import { endpoint } from '../endpoint.ts'
import { epochSeconds, uuid } from '../fields.ts'
import { sentenceData } from '../sentences/said.ts'

/** Bounces in percent of what was sent from which on providers begin to look at a sender (Amazon SES: 5 %). */
export const BOUNCE_LIMIT = 5

/** Of fewer messages in a week no rate is looked at. */
export const WATCHED_SENT_MIN = 100

const PausedRun = z.object({
  uuid,
  run_uuid: uuid,
  notification_type: z.enum(CHANNELS),
  name: z.string(),
  status_reason: z.nullable(z.string()),
  /** The same as data; null where others said it. */
  status_reason_sentence: z.nullable(sentenceData),
})

/** What waits for a person. Whatever the caller has no right to see is left out. */
export const Attention = z.object({
  /** Requests that wait for the caller's own decision. */
  requests: z.int(),
  /** Runs that stand still, the newest five. */
  paused_runs: z.array(PausedRun),
  /** Channels whose provider refuses what is sent. */
  failing_channels: z.array(z.enum(CHANNELS)),
  /** Of Safari, once its certificate ends within 30 days. */
  certificate: z.nullable(z.object({ valid_until: epochSeconds, is_expired: z.boolean() })),
  /** Rates of the last seven days that are over what providers bear, in percent. */
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
  summary: 'What needs a hand in the application: requests, paused runs, failing channels, certificates, bounces',
  access: 'application',
  data: Attention,
})
