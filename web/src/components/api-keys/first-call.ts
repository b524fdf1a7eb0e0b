/** First calls for a new key, with this installation's address and the reader's own key. */
import type { ApiKey } from '@notifly/contracts/api-keys/api-keys'
import { putContact, readContactByExternalId } from '@notifly/contracts/contacts/programs'
import { putDevice } from '@notifly/contracts/devices/mobile-devices'
import { sendEvent } from '@notifly/contracts/events/events'
import { listMessages, sendMessage } from '@notifly/contracts/messages/messages'
import type { Sample } from '../samples/samples.ts'

type Credentials = NonNullable<Sample['key']>

/** Placeholders that the reader replaces. */
export const CALL_PARTS = { contact: 'CONTACT_ID', token: 'TOKEN_FROM_THE_PHONE' }

interface FirstCall {
  sample: Sample
  /** Translation key of the sentence that says what to replace. */
  replace?: 'replace' | 'replaceContact'
}

/** An example call that the key may make; undefined if its scopes allow none. `email` is the reader's address. */
export function firstCallOf(
  { client_id: clientId, scopes }: ApiKey,
  secret: string,
  email: string,
): FirstCall | undefined {
  const key = { clientId, secret }
  const { contact, token } = CALL_PARTS
  if (scopes.includes('messages:send')) {
    const content = { subject: 'Hello', text: 'My first message.' }
    return { sample: callOf(sendMessage, key, '', { channel: 'email', to: email, content }) }
  }
  if (scopes.includes('contacts:write')) {
    const first = { email, merge_fields: { first_name: 'Ana' } }
    return { sample: callOf(putContact, key, 'customer-1', first) }
  }
  if (scopes.includes('contacts:read'))
    return { sample: callOf(readContactByExternalId, key, contact), replace: 'replaceContact' }
  if (scopes.includes('devices:write'))
    return { sample: callOf(putDevice, key, contact, { platform: 'android', token }), replace: 'replace' }
  if (scopes.includes('events:write')) return { sample: eventCall(key, contact), replace: 'replaceContact' }
  return scopes.includes('messages:read') ? { sample: callOf(listMessages, key, '') } : undefined
}

/** An example event of a contact, identified by its external id. */
export function eventCall(key: Credentials, contact: string): Sample {
  const event = { name: 'order_completed', properties: { total: 49.9 } }
  return callOf(sendEvent, key, contact, { external_user_id: contact, ...event })
}

/** Replaces the path's parameter, if any, with `contact`. */
function callOf(
  { method, path }: { method: string; path: string },
  key: Credentials,
  contact: string,
  body?: object,
): Sample {
  const url = window.location.origin + path.replace(/\{\w+\}/, contact)
  return { method, url, credentials: 'key', key, headers: {}, body }
}
