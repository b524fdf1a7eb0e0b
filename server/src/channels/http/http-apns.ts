/** Apple's push service, which accepts messages for apps and for Safari: one HTTP/2 request per message, and what its responses mean. */
import { recordIn } from '../../lib/json.ts'
import type { Outcome } from '../provider.ts'
import { type HttpAnswer, type HttpRequest, bounced, deferred, rejected } from './http-exchange.ts'

export interface ApnsMessage {
  deviceToken: string
  payload: string | Buffer
  /** A later message of the same name takes the place of an earlier one. At most 64 bytes. */
  collapseId: string
  /** When the device last said that it has this token. */
  seenAt?: Date | undefined
}

export interface ApnsAccount {
  /** Without a slash at the end. */
  url: string
  /** The bundle id of an app, or a website push id. */
  topic: string
  /** Apple keeps what it cannot deliver for so long. */
  keptSeconds: number
  /** Absent where a client certificate says who sends. */
  authorization?: () => string
}

export function apnsRequest(account: ApnsAccount, { deviceToken, payload, collapseId }: ApnsMessage): HttpRequest {
  const { origin, pathname } = new URL(account.url)
  const { authorization } = account
  return {
    origin,
    path: `${pathname.replace(/\/$/, '')}/3/device/${deviceToken}`,
    method: 'POST',
    headers: {
      ...(authorization !== undefined && { authorization: authorization() }),
      'apns-topic': account.topic,
      'apns-push-type': 'alert',
      'apns-priority': '10',
      'apns-expiration': String(Math.floor(Date.now() / 1000) + account.keptSeconds),
      ...(collapseId !== '' && { 'apns-collapse-id': collapseId }),
      'content-type': 'application/json',
    },
    body: payload,
  }
}

/** Why Apple did not accept a message. */
export type ApnsReason =
  | 'device_gone'
  | 'device_unknown'
  | 'device_of_another_app'
  | 'device_busy'
  | 'message_too_large'
  | 'push_refused'
  | 'wrong_key'
  | 'wrong_bundle'
  | 'rate_limited'
  | 'temporary_failure'

/** gone, unknown: this device. message: this message. later: retry. settings: no message will get through. renew: our token is too old. */
type Meaning = [ApnsReason, 'gone' | 'unknown' | 'message' | 'later' | 'settings' | 'renew']

const BY_REASON: Readonly<Record<string, Meaning>> = {
  Unregistered: ['device_gone', 'gone'],
  ExpiredToken: ['device_gone', 'gone'],
  // Most often the token of a test build at the real service or the other way round: no reason to forget the device.
  BadDeviceToken: ['device_unknown', 'unknown'],
  DeviceTokenNotForTopic: ['device_of_another_app', 'unknown'],
  PayloadTooLarge: ['message_too_large', 'message'],
  ExpiredProviderToken: ['temporary_failure', 'renew'],
  InvalidProviderToken: ['wrong_key', 'settings'],
  MissingProviderToken: ['wrong_key', 'settings'],
  BadCertificate: ['wrong_key', 'settings'],
  BadCertificateEnvironment: ['wrong_key', 'settings'],
  Forbidden: ['wrong_key', 'settings'],
  BadTopic: ['wrong_bundle', 'settings'],
  MissingTopic: ['wrong_bundle', 'settings'],
  TopicDisallowed: ['wrong_bundle', 'settings'],
  // Of this one device: the others may go on at full pace.
  TooManyRequests: ['device_busy', 'later'],
  TooManyProviderTokenUpdates: ['rate_limited', 'later'],
  InternalServerError: ['temporary_failure', 'later'],
  ServiceUnavailable: ['temporary_failure', 'later'],
  Shutdown: ['temporary_failure', 'later'],
  IdleTimeout: ['temporary_failure', 'later'],
}

/** `dropToken`: the next message signs in with a new token. */
export function apnsOutcome(answer: HttpAnswer, { seenAt }: ApnsMessage, dropToken: () => void): Outcome {
  if (answer.status === 200) return taken(answer)
  const { reason: said, timestamp } = recordIn(answer.body)
  const name = typeof said === 'string' ? said : ''
  const [reason, reach] = (Object.hasOwn(BY_REASON, name) ? BY_REASON[name] : undefined) ?? byStatus(answer.status)
  const words = name === '' ? answer.body.trim().slice(0, 300) : name
  const told = { reason, code: String(answer.status), answer: `${answer.status} ${words}`.trim() }
  if (reach === 'renew') dropToken()
  switch (reach) {
    case 'gone':
      // Since when, says Apple: a token that was registered again after that moment lives.
      return bounced(told, typeof timestamp !== 'number' || !(Number(seenAt) > timestamp))
    case 'unknown':
      return bounced(told, false)
    case 'message':
      return rejected(told)
    case 'settings':
      return rejected(told, true)
    case 'later':
    case 'renew':
      return deferred(told, answer.headers)
  }
}

function taken({ headers }: HttpAnswer): Outcome {
  const id = headers['apns-id']
  return { kind: 'sent', answer: '200', ...(typeof id === 'string' && { providerMessageId: id }) }
}

function byStatus(status: number): Meaning {
  if (status === 410) return ['device_gone', 'gone']
  if (status === 403) return ['wrong_key', 'settings']
  if (status === 429) return ['rate_limited', 'later']
  if (status === 413) return ['message_too_large', 'message']
  return status >= 500 ? ['temporary_failure', 'later'] : ['push_refused', 'message']
}
