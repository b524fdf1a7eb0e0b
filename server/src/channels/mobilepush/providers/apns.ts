/** Apple's push service: one HTTP/2 request for each message, signed in by a token that we sign ourselves. */
import { type HttpAnswer, type HttpExchange, retryAfterMs } from '../../http/http-exchange.ts'
import type { Outcome, ProviderEnvironment } from '../../provider.ts'
import type { MobilePushConfiguration, MobilePushMessage } from '../message.ts'
import { KEPT_SECONDS } from '../payload.ts'
import type { MobilePushReason } from '../reasons.ts'
import { appleTokens } from './apns-token.ts'

/** Where messages of these settings go, without a slash at the end. */
export function apnsUrl(
  { apns_environment: environment }: MobilePushConfiguration,
  { urls }: Pick<ProviderEnvironment, 'urls'>,
): string {
  return environment === 'development' ? urls.apns_development : urls.apns
}

export function apnsExchange(
  configuration: MobilePushConfiguration,
  environment: Pick<ProviderEnvironment, 'urls'>,
): HttpExchange<MobilePushMessage> {
  const { origin, pathname } = new URL(apnsUrl(configuration, environment))
  const path = `${pathname.replace(/\/$/, '')}/3/device/`
  const tokens = appleTokens(configuration)
  return {
    request: ({ deviceToken, payload, collapseId }) => ({
      origin,
      path: path + deviceToken,
      method: 'POST',
      headers: {
        authorization: `bearer ${tokens.take()}`,
        'apns-topic': configuration.apns_bundle_id ?? '',
        'apns-push-type': 'alert',
        'apns-priority': '10',
        'apns-expiration': String(Math.floor(Date.now() / 1000) + KEPT_SECONDS),
        'apns-collapse-id': collapseId,
        'content-type': 'application/json',
      },
      body: payload,
    }),
    outcome: answer => (answer.status === 200 ? taken(answer) : apnsFailure(answer, () => tokens.drop())),
  }
}

function taken({ headers }: HttpAnswer): Outcome {
  const id = headers['apns-id']
  return { kind: 'sent', answer: '200', ...(typeof id === 'string' && { providerMessageId: id }) }
}

/** gone, unknown: this device. message: this message. later: again. settings: nothing will get through. renew: our token is too old. */
type Meaning = [MobilePushReason, 'gone' | 'unknown' | 'message' | 'later' | 'settings' | 'renew']

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

/** `dropToken`: the next message signs in anew. */
export function apnsFailure(answer: HttpAnswer, dropToken: () => void): Outcome {
  const name = reasonIn(answer.body)
  const [reason, reach] = (Object.hasOwn(BY_REASON, name) ? BY_REASON[name] : undefined) ?? byStatus(answer.status)
  const words = name === '' ? answer.body.trim().slice(0, 300) : name
  const said = { reason, code: String(answer.status), answer: `${answer.status} ${words}`.trim() }
  if (reach === 'renew') dropToken()
  switch (reach) {
    case 'gone':
      return { kind: 'bounced', ...said, suppress: true }
    case 'unknown':
      return { kind: 'bounced', ...said, suppress: false }
    case 'message':
      return { kind: 'rejected', ...said, wholeConfiguration: false, temporary: false }
    case 'settings':
      return { kind: 'rejected', ...said, wholeConfiguration: true, temporary: false }
    case 'later':
    case 'renew': {
      const waitMs = retryAfterMs(answer.headers)
      return { kind: 'deferred', ...said, ...(waitMs !== undefined && { retryAfterMs: waitMs }) }
    }
  }
}

function byStatus(status: number): Meaning {
  if (status === 410) return ['device_gone', 'gone']
  if (status === 403) return ['wrong_key', 'settings']
  if (status === 429) return ['rate_limited', 'later']
  if (status === 413) return ['message_too_large', 'message']
  return status >= 500 ? ['temporary_failure', 'later'] : ['push_refused', 'message']
}

function reasonIn(body: string): string {
  try {
    const { reason } = JSON.parse(body) as { reason?: unknown }
    return typeof reason === 'string' ? reason : ''
  } catch {
    return ''
  }
}
