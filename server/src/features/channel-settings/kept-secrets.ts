/**
 * Secrets that a form sends back unseen. They are kept only while the settings still lead to the same server: otherwise
 * whoever may edit settings could have the stored password sent to a server of their own.
 */
import type { SmtpSettings } from '@notifly/contracts/channel-settings'
import { MESSAGES } from '@notifly/contracts/fields'
import { invalidField } from '../../lib/app-error.ts'
import { checkDkim } from './dkim-record.ts'

/** Settings with every secret in place: what is stored, tested and sent with. */
export type CompleteSettings = SmtpSettings & { password: string }

export const SECRET_FIELDS = ['password', 'dkim_private_key'] as const

export const SERVER_FIELDS = ['host', 'port_no', 'username', 'security'] as const

/** What stands in a secret's place when it was not typed anew. */
export function isKept(secret: string | undefined): boolean {
  return secret === undefined || /^\**$/.test(secret)
}

/**
 * Completes typed settings by the stored secrets, and checks the DKIM key. Throws invalidInput at a secret that has to be
 * typed, with `stored` null at every one that is missing.
 */
export function completeSettings(typed: SmtpSettings, stored: CompleteSettings | null): CompleteSettings {
  const { dkim_domain: domain = '', dkim_selector: selector = '', dkim_private_key: typedKey, ...rest } = typed
  const complete: CompleteSettings = { ...rest, password: passwordOf(typed, stored) }
  if (domain === '' && selector === '' && isKept(typedKey)) return complete
  // The key signs here and never leaves, so a change of server does not matter to it.
  const privateKey = isKept(typedKey) ? (stored?.dkim_private_key ?? '') : (typedKey ?? '')
  if (domain === '') throw invalidField('configuration_setting.dkim_domain', MESSAGES.required)
  if (selector === '') throw invalidField('configuration_setting.dkim_selector', MESSAGES.required)
  if (privateKey === '') throw invalidField('configuration_setting.dkim_private_key', MESSAGES.required)
  checkDkim({ domain, selector, privateKey })
  return { ...complete, dkim_domain: domain, dkim_selector: selector, dkim_private_key: privateKey }
}

function passwordOf(typed: SmtpSettings, stored: CompleteSettings | null): string {
  if (!isKept(typed.password)) return typed.password ?? ''
  if (stored === null) throw invalidField('configuration_setting.password', MESSAGES.required)
  if (SERVER_FIELDS.some(field => typed[field] !== stored[field])) {
    throw invalidField('configuration_setting.password', 'Enter the password again: the server has changed')
  }
  return stored.password
}
