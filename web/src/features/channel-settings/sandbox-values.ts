/** Values that the sandbox's providers accept: they refuse only credentials that are meant to be wrong. */
import type { SettingsForm } from '@notifly/contracts/channel-settings/form'
import { fieldsOf, isBlank } from '@notifly/contracts/channel-settings/form'
import { canGenerateKeys, generateAppleKey, generatePrivateKey } from './private-keys.ts'
import type { FormValues } from './use-settings-form.ts'

export interface Sandbox {
  /** Where the sandbox takes mail. */
  smtp: { host: string; port: number }
  /** The reader's own address: emails in the sandbox have a sender. */
  ownAddress: string
  /** Of the application: each has a number, a sender and a key of its own, as in life, or one would hear the other's reports. */
  slug: string
}

const HEX_32 = '5a4d0b0c5a4d0b0c5a4d0b0c5a4d0b0c'

/** Fills a provider's form; what was typed into fields that the sandbox does not care for stays. */
export async function sandboxValues(
  type: string,
  form: SettingsForm,
  { smtp, ownAddress, slug }: Sandbox,
  typed: FormValues,
): Promise<FormValues> {
  const values = { ...plainOf(type, slug), ...(type === 'smtp' && mailServer(smtp)), ...(await keysOf(type)) }
  const filled: FormValues = { sender_email: ownAddress, ...withoutBlanks(typed), ...values }
  return Object.fromEntries(fieldsOf(form).map(([name, { initial }]) => [name, filled[name] ?? initial]))
}

const withoutBlanks = (values: FormValues): FormValues =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => !isBlank(value)))

function plainOf(type: string, slug: string): FormValues {
  const digits = digitsOf(slug)
  switch (type) {
    case 'aws_ses':
      return { region: 'us-east-2', access_id: `AKIASANDBOX${digits}`, access_key: 'sandbox' }
    case 'Karix': {
      const sender = `SB${lettersOf(digits.slice(-4))}`
      return {
        otp_key: 'sandbox-otp',
        otp_sender: sender,
        transactional_key: 'sandbox-transactional',
        transactional_sender: sender,
        promotional_key: 'sandbox-promotional',
        promotional_sender: `6${digits.slice(-5)}`,
      }
    }
    case 'Twilio': {
      const from = `+1650555${digits.slice(-4)}`
      return { account_sid: `AC${HEX_32}`, auth_token: HEX_32, from, messaging_service_sid: '' }
    }
    case 'cloud_api':
      return {
        buisness_account_id: `100200${digits}`,
        phone_number_id: `500400${digits}`,
        token: 'sandbox',
        app_id: `300000${digits}`,
        app_secret: 'sandbox',
      }
    case 'mobilepush':
      return {
        apns_key_id: 'SANDBOX001',
        apns_team_id: 'SANDBOX002',
        apns_bundle_id: 'com.example.sandbox',
        apns_environment: 'development',
      }
    default:
      return {}
  }
}

/** Nine digits that are the same each time, and hardly those of another application (FNV-1a). */
function digitsOf(slug: string): string {
  let hash = 0x811c9dc5
  for (const letter of slug) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193) >>> 0
  return String(hash % 1_000_000_000).padStart(9, '0')
}

function lettersOf(digits: string): string {
  return [...digits].map(digit => 'ABCDEFGHJK'[Number(digit)]).join('')
}

/** The sandbox's server takes any name and password over clear text, on this machine only. */
function mailServer({ host, port }: Sandbox['smtp']): FormValues {
  return { host, port_no: String(port), security: 'none', username: 'sandbox', password: 'sandbox' }
}

/** Both push services are signed in to with keys of one's own; any will do here. */
async function keysOf(type: string): Promise<FormValues> {
  if (type !== 'mobilepush' || !canGenerateKeys()) return {}
  const account = {
    type: 'service_account',
    project_id: 'sandbox',
    private_key_id: 'sandbox',
    private_key: await generatePrivateKey(),
    client_email: 'notifly@sandbox.iam.gserviceaccount.com',
    token_uri: 'https://oauth2.googleapis.com/token',
  }
  return { fcm_service_account: JSON.stringify(account, null, 2), apns_key: await generateAppleKey() }
}

/**
 * Where the sandbox is told a webhook address, with the address filled in: with a real provider a person enters it in the
 * provider's console, so here too it has to be saved by hand. Undefined for what reports by itself.
 */
export function sandboxConsole(
  sandboxUrl: string,
  type: string,
  address: string,
  settings: Readonly<Record<string, unknown>>,
): string | undefined {
  const page = (path: string, query: Record<string, unknown>, part: string) => {
    const url = new URL(path, sandboxUrl)
    for (const [name, value] of Object.entries(query)) if (typeof value === 'string') url.searchParams.set(name, value)
    url.hash = part
    return url.href
  }
  switch (type) {
    case 'Karix': {
      const { otp_sender: otp, transactional_sender: transactional, promotional_sender: promotional } = settings
      const senders = [...new Set([otp, transactional, promotional])].join(', ')
      return page('/phone', { karix: address, senders }, 'karix')
    }
    case 'Twilio': {
      const senders = settings['messaging_service_sid'] || settings['from']
      return page('/phone', { twilio: address, senders }, 'twilio')
    }
    case 'cloud_api': {
      const { verify_token, phone_number_id } = settings
      return page('/whatsapp', { url: address, verify_token, phone_number_id }, 'webhook')
    }
    case 'aws_ses':
      return page('/ses', { endpoint: address, access_id: settings['access_id'] }, 'subscribe')
    default:
      return undefined
  }
}
