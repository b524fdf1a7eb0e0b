/** Alerts: push messages about a person's work, sent to browsers in which they are signed in and turned alerts on. */
import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { epochSeconds, uuid } from '../fields.ts'
import { browserSubscription } from '../web-push/subscription.ts'

/** What alerts are about. */
export const ALERT_KINDS = ['requests', 'decisions', 'campaigns'] as const
export type AlertKind = (typeof ALERT_KINDS)[number]

/** The most browsers of one person that get alerts. */
export const ALERT_BROWSERS_MAX = 10

const AlertKinds = z.object({
  /** Requests that wait for the caller's decision. */
  requests: z.boolean(),
  /** How the caller's own requests ended. */
  decisions: z.boolean(),
  /** Campaigns that the caller created, changed or launched and that cannot send. */
  campaigns: z.boolean(),
})

const AlertBrowser = z.object({
  uuid,
  /** Null if the browser does not say. */
  browser: z.nullable(z.string()),
  system: z.nullable(z.string()),
  kind: z.enum(['desktop', 'mobile', 'tablet', 'other']),
  created_on: epochSeconds,
  /** It belongs to the session of this call. */
  is_current: z.boolean(),
})
export type AlertBrowser = z.infer<typeof AlertBrowser>

const Alerts = z.object({
  /** The public VAPID key of the installation (RFC 8292), base64url. */
  application_server_key: z.string(),
  kinds: AlertKinds,
  /** Of sessions that have not ended, the latest first. */
  browsers: z.array(AlertBrowser),
})
export type Alerts = z.infer<typeof Alerts>

export const readAlerts = endpoint({
  call: 'GET /authP/alerts',
  summary: 'What the caller gets alerts about, and in which browsers',
  access: 'user',
  data: Alerts,
})

export const chooseAlerts = endpoint({
  call: 'PUT /authP/alerts',
  summary: 'Choose what the caller gets alerts about, in all of their browsers',
  access: 'user',
  body: AlertKinds,
})

export const addAlertBrowser = endpoint({
  call: 'POST /authP/alerts/browsers',
  summary:
    'Get alerts in the browser of this session, until the session ends; a session has one subscription, the latest',
  access: 'user',
  bodyLimitBytes: 16_384,
  body: z.object(browserSubscription),
  data: z.object({ uuid }),
})

export const removeAlertBrowser = endpoint({
  call: 'DELETE /authP/alerts/browsers/{uuid}',
  summary: 'Get no more alerts in one of the caller’s browsers',
  access: 'user',
  params: z.object({ uuid }),
})
