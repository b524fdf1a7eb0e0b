/** A mail server of one's own. */
import { MESSAGES } from '../fields.ts'
import {
  defaultedNumber,
  emailField,
  numberField,
  optionalText,
  rateField,
  secretField,
  selectField,
  textField,
} from './fields.ts'
import { type AnySettings, isBlank, RETYPE_PASSWORD, settingsForm, type SettingFault } from './form.ts'

export const SMTP_SECURITY = ['auto', 'tls', 'starttls', 'none'] as const

const DKIM = ['dkim_domain', 'dkim_selector'] as const

export const SMTP = settingsForm(
  {
    sender_email: emailField({ section: 'sender' }),
    from_name: optionalText({ section: 'sender', maxLength: 100 }),
    host: textField({
      section: 'server',
      maxLength: 253,
      pattern: /^[\p{L}\p{N}.:_[\]-]+$/u,
      message: 'Enter a host name such as smtp.example.com.',
    }),
    port_no: numberField({
      section: 'server',
      minimum: 1,
      maximum: 65_535,
      message: 'The port is a number from 1 to 65535.',
      initial: 587,
    }),
    security: selectField({ section: 'server', wide: true, options: SMTP_SECURITY, initial: 'auto' }),
    username: textField({ section: 'server', maxLength: 320 }),
    password: secretField({
      section: 'server',
      boundTo: ['host', 'port_no', 'username', 'security'],
      retype: RETYPE_PASSWORD,
    }),
    dkim_domain: optionalText({ section: 'dkim', isUnmarked: true, maxLength: 253 }),
    dkim_selector: optionalText({ section: 'dkim', isUnmarked: true, maxLength: 63 }),
    // It signs here and never leaves, so a change of server does not matter to it.
    dkim_private_key: secretField({
      section: 'dkim',
      isUnmarked: true,
      optional: true,
      goesWith: DKIM,
      file: '.pem,.key,.txt',
    }),
    max_connections: defaultedNumber({
      section: 'limits',
      minimum: 1,
      maximum: 200,
      message: 'Connections are a number from 1 to 200.',
      initial: 20,
    }),
    messages_per_second: rateField({ section: 'limits' }),
  },
  { title: ({ host }) => (typeof host === 'string' ? host : ''), faults },
)

/** A signature takes all three. */
function faults(settings: AnySettings): SettingFault[] {
  const missing = [...DKIM, 'dkim_private_key'].filter(name => isBlank(settings[name]))
  return missing.length > DKIM.length ? [] : missing.map(field => ({ field, message: MESSAGES.required }))
}
