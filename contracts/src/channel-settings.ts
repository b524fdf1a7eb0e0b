import * as z from 'zod/mini'
import { ACTIVITY } from './activities.ts'
import { CAMPAIGN_STATUSES } from './campaigns.ts'
import { endpoint } from './endpoint.ts'
import { email, epochSeconds, MESSAGES, oneLine, text, uuid } from './fields.ts'
import { MASK, pendingApproval, reopening } from './holding.ts'

/** How a stored secret is answered; sent back unchanged it keeps the stored one. */
export const KEPT_SECRET = MASK

export const SMTP_SECURITY = ['auto', 'tls', 'starttls', 'none'] as const

/** A number, or its digits, as forms send it. */
const wholeNumber = (minimum: number, maximum: number, message: string) =>
  z.coerce.number(message).check(z.int(message), z.minimum(minimum, message), z.maximum(maximum, message))

/** Secrets may be absent, empty or asterisks: then the stored one is kept. */
const secret = z.optional(z.string().check(z.maxLength(10_000, 'This is too long.')))

export const SmtpSettings = z.object({
  sender_email: email,
  from_name: z.optional(oneLine(100)),
  host: text(253).check(z.regex(/^[\p{L}\p{N}.:_[\]-]+$/u, 'Enter a host name such as smtp.example.com.')),
  port_no: wholeNumber(1, 65_535, 'The port is a number from 1 to 65535.'),
  username: text(320),
  password: secret,
  security: z._default(z.enum(SMTP_SECURITY), 'auto'),
  max_connections: z._default(wholeNumber(1, 200, 'Connections are a number from 1 to 200.'), 20),
  messages_per_second: z.optional(
    z.nullable(
      z.coerce.number(MESSAGES.format).check(z.minimum(0.1, 'At least 0.1.'), z.maximum(100_000, 'At most 100,000.')),
    ),
  ),
  dkim_domain: z.optional(z.string().check(z.trim(), z.maxLength(253, 'At most 253 characters.'))),
  dkim_selector: z.optional(z.string().check(z.trim(), z.maxLength(63, 'At most 63 characters.'))),
  dkim_private_key: secret,
})
export type SmtpSettings = z.infer<typeof SmtpSettings>

/** The object itself, or the same as a JSON string (as form fields carry it). */
const configurationSetting = z.pipe(
  z.union([
    z.record(z.string(), z.unknown()),
    z.pipe(
      z.string(),
      z.transform((value, context) => {
        try {
          return JSON.parse(value) as unknown
        } catch {
          context.issues.push({ code: 'custom', message: 'This is not JSON.', input: value })
          return z.NEVER
        }
      }),
    ),
  ]),
  SmtpSettings,
)

/** What a person sets. */
export const configurationBody = z.object({
  configuration_type: z.enum(['smtp'], 'Choose smtp.'),
  configuration_setting: configurationSetting,
})

const heldBody = z.object({ ...configurationBody.shape, ...reopening })

export const EmailConfiguration = z.object({
  configuration_type: z.enum(['smtp']),
  /** Secrets are answered as KEPT_SECRET when set, absent when not. */
  configuration_setting: z.object({
    sender_email: z.string(),
    from_name: z.optional(z.string()),
    host: z.string(),
    port_no: z.int(),
    username: z.string(),
    password: z.string(),
    security: z.enum(SMTP_SECURITY),
    max_connections: z.int(),
    messages_per_second: z.nullable(z.number()),
    dkim_domain: z.optional(z.string()),
    dkim_selector: z.optional(z.string()),
    dkim_private_key: z.optional(z.string()),
  }),
  /** The DNS record that receivers check signatures against, to be published by hand; null without DKIM. */
  dkim_record: z.nullable(z.object({ name: z.string(), type: z.literal('TXT'), value: z.string() })),
  /** What the last hand-over said of the whole configuration, while it fails. */
  failure: z.nullable(z.object({ message: z.string(), since: epochSeconds })),
  /** Campaigns that would pause or wait without this configuration. */
  campaigns: z.array(z.object({ uuid, name: z.string(), status: z.enum(CAMPAIGN_STATUSES) })),
  updated_on: epochSeconds,
  ...pendingApproval,
})
export type EmailConfiguration = z.infer<typeof EmailConfiguration>

/** The steps in order, up to the first that failed. */
export const ConfigurationTest = z.object({
  ok: z.boolean(),
  steps: z.array(z.object({ name: z.string(), ok: z.boolean(), message: z.string() })),
})
export type ConfigurationTest = z.infer<typeof ConfigurationTest>

const PATH = '/api/notifications/email/configuration'

export const readEmailConfiguration = endpoint({
  method: 'GET',
  path: PATH,
  summary: 'The email configuration; null while there is none',
  access: { activity: ACTIVITY.platformEmail, level: 'read', scope: 'application' },
  data: z.nullable(EmailConfiguration),
})

export const createEmailConfiguration = endpoint({
  method: 'POST',
  path: PATH,
  summary: 'Set up email; 409 when it is set up already',
  access: { activity: ACTIVITY.platformEmail, level: 'create', scope: 'application' },
  held: true,
  status: 201,
  body: heldBody,
  data: EmailConfiguration,
  message: 'Email is set up.',
})

export const updateEmailConfiguration = endpoint({
  method: 'PUT',
  path: PATH,
  summary: 'Change the email configuration; kept secrets stay only while the server is the same',
  access: { activity: ACTIVITY.platformEmail, level: 'update', scope: 'application' },
  held: true,
  body: heldBody,
  data: EmailConfiguration,
  message: 'The email settings are saved.',
})

export const deleteEmailConfiguration = endpoint({
  method: 'DELETE',
  path: PATH,
  summary: 'Remove the email configuration; runs in progress pause, scheduled ones wait',
  access: { activity: ACTIVITY.platformEmail, level: 'delete', scope: 'application' },
  held: true,
  query: z.object(reopening),
  message: 'The email settings are removed.',
})

export const testEmailConfiguration = endpoint({
  method: 'POST',
  path: `${PATH}/test`,
  summary: 'Try a configuration, saved or not, step by step',
  // It makes connections to wherever the body says: for those who write settings, not for their readers.
  access: { activity: ACTIVITY.platformEmail, level: 'create', scope: 'application' },
  body: configurationBody,
  data: ConfigurationTest,
})
