/** Whether the keys given for Google and Apple can sign. */
import { createPrivateKey } from 'node:crypto'
import { readServiceAccount } from '@notifly/contracts/channel-settings/mobilepush'
import type { FieldFailure } from '@notifly/contracts/errors'
import { sentence } from '@notifly/contracts/sentences/sentence'
import type { MobilePushConfiguration } from './message.ts'

const UNREADABLE_KEY = sentence('channels.serviceAccountKey')

/** Nothing where a service is not used. */
export function keyFaults({ fcm_service_account: account, apns_key: key }: MobilePushConfiguration): FieldFailure[] {
  const found: FieldFailure[] = []
  const google = account ? readServiceAccount(account) : undefined
  if (google === null) {
    found.push({ field: 'fcm_service_account', ...sentence('channels.serviceAccount') })
    // Google signs in by RS256 (RFC 7523), Apple by ES256.
  } else if (google !== undefined && !isKey(google.private_key, 'rsa')) {
    found.push({ field: 'fcm_service_account', ...UNREADABLE_KEY })
  }
  if (key && !isKey(key, 'ec')) found.push({ field: 'apns_key', ...sentence('channels.appleKey') })
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
