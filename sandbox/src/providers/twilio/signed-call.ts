import { createHmac } from 'node:crypto'
import type { ProviderCall } from '../sms/provider-call.ts'
import type { Values } from './resources.ts'

/** A call as Twilio makes it: a form, signed with the account's token over the address and the sorted values. */
export function signedCall(url: string, values: Values, token: string): ProviderCall {
  const form = Object.fromEntries(
    Object.entries(values).filter((entry): entry is [string, string] => entry[1] !== undefined),
  )
  const signed = Object.keys(form)
    .sort()
    .reduce((text, name) => text + name + (form[name] ?? ''), url)
  return {
    method: 'POST',
    url,
    headers: {
      'content-type': 'application/x-www-form-urlencoded; charset=UTF-8',
      'user-agent': 'TwilioProxy/1.1',
      'x-twilio-signature': createHmac('sha1', token).update(signed).digest('base64'),
    },
    body: new URLSearchParams(form).toString(),
  }
}
