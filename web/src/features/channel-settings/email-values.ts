/** The email form's values: what the wire says, as text fields hold it. */
import type { Approval } from '@notifly/contracts/approvals'
import { type EmailConfiguration, KEPT_SECRET, type SmtpSettings } from '@notifly/contracts/channel-settings'
import type * as z from 'zod/mini'

export type EmailValues = z.input<typeof SmtpSettings>

const NEW: EmailValues = {
  sender_email: '',
  from_name: '',
  host: '',
  port_no: '587',
  username: '',
  password: '',
  security: 'auto',
  max_connections: 20,
  messages_per_second: null,
  dkim_domain: '',
  dkim_selector: '',
  dkim_private_key: '',
}

/** What stands in the form at first: what is stored, or what a rejected request asked for. Secrets are asterisks. */
export function valuesOf(saved: EmailConfiguration | null, request?: Approval): EmailValues {
  const asked = request?.payload['configuration_setting'] as Partial<EmailValues> | undefined
  const secrets = asked && { password: asked.password || saved?.configuration_setting.password || '' }
  return { ...NEW, ...saved?.configuration_setting, ...asked, ...secrets }
}

/** The sandbox's server takes any name and password over clear text, on this machine only. */
export function sandboxValues(
  { host, port }: { host: string; port: number },
  typed: EmailValues,
  ownAddress: string,
): EmailValues {
  return {
    ...typed,
    sender_email: typed.sender_email || ownAddress,
    host,
    port_no: String(port),
    security: 'none',
    username: 'sandbox',
    password: 'sandbox',
  }
}

const SERVER_FIELDS = ['host', 'port_no', 'username', 'security'] as const

/** Whether the settings lead to another server than the saved ones: then a stored password cannot be kept. */
export function leadsElsewhere(typed: EmailValues, saved: EmailConfiguration | null): boolean {
  const before = saved?.configuration_setting
  return before !== undefined && SERVER_FIELDS.some(field => textOf(typed[field]) !== textOf(before[field]))
}

/** The port is a number when it comes, and text once somebody has typed. */
function textOf(value: unknown): string {
  return typeof value === 'number' || typeof value === 'string' ? String(value) : ''
}

/** For the wire: the asterisks that stand for stored secrets are taken off again. */
export function bodyOfValues(values: z.output<typeof SmtpSettings>) {
  return {
    configuration_type: 'smtp' as const,
    configuration_setting: {
      ...values,
      password: withoutMask(values.password),
      dkim_private_key: withoutMask(values.dkim_private_key),
    },
  }
}

function withoutMask(secret = ''): string {
  return secret.startsWith(KEPT_SECRET) ? secret.slice(KEPT_SECRET.length) : secret
}
