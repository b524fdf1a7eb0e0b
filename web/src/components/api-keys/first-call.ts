/** First calls for a new key, with this installation's address and the reader's own key. */
import type { ApiKey } from '@notifly/contracts/api-keys/api-keys'
import { putContact, readContactByExternalId } from '@notifly/contracts/contacts/programs'
import { putDevice } from '@notifly/contracts/devices/mobile-devices'
import { sendEvent } from '@notifly/contracts/events/events'
import { listMessages, sendMessage } from '@notifly/contracts/messages/messages'
import type { Sample } from '../samples/samples.ts'

type Credentials = NonNullable<Sample['key']>

/** What the reader puts in place of the words in capitals. */
export const CALL_PARTS = { contact: 'CONTACT_ID', token: 'TOKEN_FROM_THE_PHONE' }

interface FirstCall {
  sample: Sample
  /** The words that say what has to be put in place of the words in capitals. */
  replace?: 'replace' | 'replaceContact'
}

/** A call that the key may make; undefined where none of its scopes opens one. `email`: the reader's. */
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

/** A first event of a contact, named by its external ID. */
export function eventCall(key: Credentials, contact: string): Sample {
  const event = { name: 'order_completed', properties: { total: 49.9 } }
  return callOf(sendEvent, key, contact, { external_user_id: contact, ...event })
}

/** The contact is put into its path. */
function callOf(
  { method, path }: { method: string; path: string },
  key: Credentials,
  contact: string,
  body?: object,
): Sample {
  const url = window.location.origin + path.replace(/\{\w+\}/, contact)
  return { method, url, credentials: 'key', key, headers: {}, body }
}
