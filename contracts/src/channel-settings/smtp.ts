/** A mail server of the application's own. */
import {
  certificateField,
  defaultedNumber,
  emailField,
  numberField,
  optionalText,
  rateField,
  secretField,
  selectField,
  textField,
} from './fields.ts'
import { type AnySettings, isBlank, isKeptSecret, RETYPE_PASSWORD, settingsForm, type SettingFault } from './form.ts'
import { sentenceKey } from '../sentences/sentence.ts'

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
      message: 'channels.hostName',
    }),
    port_no: numberField({
      section: 'server',
      minimum: 1,
      maximum: 65_535,
      message: 'fields.port',
      initial: 587,
    }),
    security: selectField({ section: 'server', wide: true, options: SMTP_SECURITY, initial: 'auto' }),
    // A relay that recognizes clients by their address needs no login.
    username: optionalText({ section: 'server', isUnmarked: true, maxLength: 320 }),
    password: secretField({
      section: 'server',
      isUnmarked: true,
      optional: true,
      goesWith: ['username'],
      boundTo: ['host', 'port_no', 'username', 'security'],
      retype: RETYPE_PASSWORD,
    }),
    ca_certificate: certificateField({ section: 'trust', isUnmarked: true, wide: true }),
    dkim_domain: optionalText({ section: 'dkim', isUnmarked: true, maxLength: 253 }),
    dkim_selector: optionalText({ section: 'dkim', isUnmarked: true, maxLength: 63 }),
    // It is used here and never sent anywhere, so a change of server does not affect it.
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
      message: 'fields.connections',
      initial: 20,
    }),
    messages_per_second: rateField({ section: 'limits' }),
  },
  {
    title: ({ host }) => (typeof host === 'string' ? host : ''),
    faults: settings => [...signInFaults(settings), ...dkimFaults(settings)],
    learnt: { one_at_a_time: ['host', 'port_no'] },
  },
)

/** A user name and a password, or neither. */
function signInFaults({ username, password }: AnySettings): SettingFault[] {
  if (isBlank(username) && !isBlank(password) && !isKeptSecret(password)) return [missing('username')]
  return !isBlank(username) && isBlank(password) ? [missing('password')] : []
}

/** A signature needs all three. */
function dkimFaults(settings: AnySettings): SettingFault[] {
  const blank = [...DKIM, 'dkim_private_key'].filter(name => isBlank(settings[name]))
  return blank.length > DKIM.length ? [] : blank.map(missing)
}

const missing = (field: string): SettingFault => ({ field, message: sentenceKey('fields.required') })
