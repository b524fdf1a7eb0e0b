/** Whether receivers can verify an application's emails: SPF, DKIM and DMARC of its sender's domain, looked up when asked. */
import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { epochSeconds } from '../fields.ts'
import { ACTIVITY } from '../roles/activities.ts'
import { said } from '../sentences/said.ts'

/** `wrong`: receivers cannot use the record. `unknown`: the lookup failed, or only the provider knows. */
const AUTHENTICATION_STATES = ['ok', 'warning', 'missing', 'wrong', 'unknown'] as const
export type AuthenticationState = (typeof AUTHENTICATION_STATES)[number]

/** States of a domain whose emails receivers can't verify. */
export const UNPROVEN: readonly AuthenticationState[] = ['missing', 'wrong']

/** A record to add to DNS, or to replace the existing one with. */
const DnsRecord = z.object({ host: z.string(), type: z.literal('TXT'), value: z.string() })
export type DnsRecord = z.infer<typeof DnsRecord>

const AuthenticationCheck = z.object({
  state: z.enum(AUTHENTICATION_STATES),
  said: z.object(said),
  /** The record in DNS; a long one is cut. */
  found: z.nullable(z.string()),
  record: z.nullable(DnsRecord),
})
export type AuthenticationCheck = z.infer<typeof AuthenticationCheck>

const SenderAuthentication = z.object({
  domain: z.string(),
  spf: AuthenticationCheck,
  dkim: AuthenticationCheck,
  dmarc: AuthenticationCheck,
  checked_on: epochSeconds,
})
export type SenderAuthentication = z.infer<typeof SenderAuthentication>

export const readSenderAuthentication = endpoint({
  call: 'GET /api/notifications/email/authentication',
  summary: 'SPF, DKIM and DMARC of the email sender’s domain with the records to add; null while email is not set up',
  access: {
    activity: ACTIVITY.platformEmail,
    level: 'read',
    scope: 'application',
    or: { activity: ACTIVITY.deliveryDashboard, level: 'read' },
  },
  query: z.object({
    /** Looks the records up again; otherwise results are cached for a minute. */
    again: z.optional(z.enum(['true', 'false'])),
  }),
  data: z.nullable(SenderAuthentication),
})
