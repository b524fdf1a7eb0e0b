/** Whether what somebody gave us for Google and Apple are keys that can sign. */
import { createPrivateKey } from 'node:crypto'
import { readServiceAccount } from '@notifly/contracts/channel-settings/mobilepush'
import type { FieldError } from '@notifly/contracts/errors'
import type { MobilePushConfiguration } from './message.ts'

const UNREADABLE_KEY = 'The private key in this file cannot be read. Make a new one in the Firebase console.'

/** Nothing where a service is not used. */
export function keyFaults({ fcm_service_account: account, apns_key: key }: MobilePushConfiguration): FieldError[] {
  const found: FieldError[] = []
  const google = account ? readServiceAccount(account) : undefined
  if (google === null) {
    found.push({ field: 'fcm_service_account', message: 'This is not the JSON file of a service account.' })
    // Google signs in by RS256 (RFC 7523), Apple by ES256.
  } else if (google !== undefined && !isKey(google.private_key, 'rsa')) {
    found.push({ field: 'fcm_service_account', message: UNREADABLE_KEY })
  }
  if (key && !isKey(key, 'ec')) found.push({ field: 'apns_key', message: 'This is not a .p8 key of Apple.' })
  return found
}

function isKey(pem: string, type: 'rsa' | 'ec'): boolean {
  try {
    const { asymmetricKeyType, asymmetricKeyDetails: details } = createPrivateKey(pem)
    return asymmetricKeyType === type && (type === 'rsa' || details?.namedCurve === 'prime256v1')
  } catch {
    return false
  }
}
