/** Mobile push: Firebase for Android and for apps of iOS that use it, Apple's own service, or both. */
import { optionalText, rateField, secretField, selectField } from './fields.ts'
import { type AnySettings, isBlank, isKeptSecret, settingsForm, type SettingFault } from './form.ts'
import { sentenceKey } from '../sentences/sentence.ts'

const tenLetters = {
  section: 'apns',
  isUnmarked: true,
  maxLength: 10,
  pattern: /^[A-Z0-9]{10}$/,
  message: 'channels.tenLetters',
} as const

const APNS = ['apns_key_id', 'apns_team_id', 'apns_bundle_id'] as const

export const MOBILEPUSH = settingsForm(
  {
    fcm_service_account: secretField({
      section: 'fcm',
      isUnmarked: true,
      optional: true,
      wide: true,
      file: '.json',
      shownAs: 'fcm_project_id',
    }),
    apns_key_id: optionalText(tenLetters),
    apns_team_id: optionalText(tenLetters),
    apns_bundle_id: optionalText({
      section: 'apns',
      isUnmarked: true,
      maxLength: 155,
      pattern: /^[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+$/,
      message: 'channels.bundleId',
    }),
    apns_environment: selectField({ section: 'apns', options: ['production', 'development'], initial: 'production' }),
    apns_key: secretField({
      section: 'apns',
      isUnmarked: true,
      optional: true,
      wide: true,
      boundTo: ['apns_key_id', 'apns_team_id'],
      goesWith: APNS,
      file: '.p8,.pem',
    }),
    messages_per_second: rateField({ section: 'limits' }),
  },
  {
    title: ({ apns_bundle_id: bundle }) => (isBlank(bundle) ? 'Firebase' : String(bundle)),
    faults,
    derived: ({ fcm_service_account }) => projectOf(fcm_service_account),
  },
)

/** Data in a service account's file; null for any other file. */
export function readServiceAccount(
  json: unknown,
): { project_id: string; client_email: string; private_key: string } | null {
  try {
    const found = JSON.parse(String(json)) as Record<string, unknown> | null
    const { type, project_id, client_email, private_key } = found ?? {}
    if (type !== 'service_account' || typeof project_id !== 'string' || typeof client_email !== 'string') return null
    return typeof private_key === 'string' && private_key.includes('PRIVATE KEY')
      ? { project_id, client_email, private_key }
      : null
  } catch {
    return null
  }
}

function faults(settings: AnySettings): SettingFault[] {
  const { fcm_service_account: account, apns_key: key } = settings
  const blank = [...APNS, 'apns_key'].filter(name => isBlank(settings[name]))
  if (isBlank(account) && blank.length === APNS.length + 1) {
    return [{ field: 'fcm_service_account', message: 'channels.fcmOrApns' }]
  }
  const found: SettingFault[] = []
  if (!isBlank(account) && !isKeptSecret(account) && readServiceAccount(account) === null) {
    found.push({ field: 'fcm_service_account', message: 'channels.serviceAccount' })
  }
  if (blank.length <= APNS.length)
    found.push(...blank.map(field => ({ field, message: sentenceKey('fields.required') })))
  if (!isBlank(key) && !isKeptSecret(key) && !String(key).includes('BEGIN PRIVATE KEY')) {
    found.push({ field: 'apns_key', message: 'channels.appleKey' })
  }
  return found
}

function projectOf(account: unknown): Record<string, string> {
  const found = isBlank(account) ? null : readServiceAccount(account)
  return found === null ? {} : { fcm_project_id: found.project_id }
}
