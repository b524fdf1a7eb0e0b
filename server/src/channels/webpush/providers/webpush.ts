/**
 * The push services of browsers (RFC 8030), which share one protocol: one message per request, each to the endpoint of its subscription.
 */
import { sentence } from '@notifly/contracts/sentences/sentence'
import { MASK } from '@notifly/contracts/approvals/holding'
import { type HttpAnswer, type HttpExchange, bounced, deferred, rejected } from '../../http/http-exchange.ts'
import { RequestNotSent } from '../../http/http-exchange.ts'
import { openHttpSender } from '../../http/http-sender.ts'
import type { ConfigurationTest, Outcome, Provider, ProviderEnvironment } from '../../provider.ts'
import type { WebPushConfiguration, WebPushMessage } from '../message.ts'
import { createPushOriginOf } from '../push-services.ts'
import type { WebPushReason } from '../reasons.ts'
import { type AnyWebPushMessage, safariAccount, safariExchange } from '../safari.ts'
import { NotOnCurve } from '../primitives.ts'
import { createSealer, readReceiver } from '../sealing.ts'
import { arePair, createAuthorize } from '../vapid.ts'

/** Limit for all services together; each opens as many of them as it needs. */
const CONNECTIONS = 64
/** How long a service keeps a message for a browser that is off: a campaign is of no use a week later. */
const TTL_SECONDS = 3 * 86_400

export const webPushProvider: Provider<WebPushConfiguration, AnyWebPushMessage> = {
  name: 'webpush',
  connections: CONNECTIONS,
  openSender: (configuration, environment, maxConnections = CONNECTIONS) =>
    openHttpSender(exchangeOf(configuration, environment), {
      maxConnections,
      manyServers: true,
      ...appleConnection(configuration, environment),
    }),
  test: async configuration => testKeys(configuration),
  // The site's worker does.
  reportsDelivery: () => true,
  // A subscription's address is enough to write to its browser, and what leaves is sealed.
  logged: message => ({
    method: 'POST',
    endpoint: message === null ? 'webpush' : serviceOf(message),
    payload: message?.payload.toString() ?? '',
  }),
}

function serviceOf(message: AnyWebPushMessage): string {
  const origin = 'deviceToken' in message ? 'https://api.push.apple.com' : new URL(message.endpoint).origin
  return `${origin}/${MASK}`
}

/** Apple supports HTTP/2 only, and identifies us by a certificate. */
function appleConnection(configuration: WebPushConfiguration, { urls }: ProviderEnvironment) {
  const account = safariAccount(configuration)
  if (account === null) return {}
  const { cert, key } = account
  return { http2Origin: new URL(urls.apns_safari).origin, http2Certificate: { cert, key } }
}

/** Returns the exchange that sends each message to the right service. */
function exchangeOf(
  configuration: WebPushConfiguration,
  environment: ProviderEnvironment,
): HttpExchange<AnyWebPushMessage> {
  const browsers = browserExchange(configuration, environment)
  const safari = safariExchange(configuration, environment)
  return {
    request: message => ('deviceToken' in message ? safari.request(message) : browsers.request(message)),
    outcome: (answer, message) =>
      'deviceToken' in message ? safari.outcome(answer, message) : browsers.outcome(answer, message),
  }
}

function browserExchange(
  { vapid_public_key: publicKey, vapid_private_key: privateKey, site_url, contact }: WebPushConfiguration,
  { pushOrigins }: ProviderEnvironment,
): HttpExchange<WebPushMessage> {
  const authorize = createAuthorize({ publicKey, privateKey }, contact ?? new URL(site_url).origin)
  const sealer = createSealer()
  const originOf = createPushOriginOf(pushOrigins)
  return {
    request({ endpoint, keys, payload, topic }) {
      const origin = originOf(endpoint)
      if (origin === null) throw refused('push_service_unknown')
      const receiver = readReceiver(keys)
      if (receiver === null) throw refused('subscription_broken')
      return {
        origin,
        path: endpoint.slice(origin.length) || '/',
        method: 'POST',
        headers: {
          authorization: authorize(origin),
          'content-encoding': 'aes128gcm',
          'content-type': 'application/octet-stream',
          ttl: String(TTL_SECONDS),
          urgency: 'normal',
          topic,
        },
        body: sealed(() => sealer.seal(payload, receiver)),
      }
    },
    outcome: readAnswer,
  }
}

/** Bounced before it was sent: the subscription cannot be used, although no response said that the browser has dropped it. */
function refused(reason: WebPushReason): RequestNotSent {
  return new RequestNotSent(bounced({ reason, code: '', answer: '' }, false))
}

/** A point that is not on the curve is detected only when it is multiplied. */
function sealed(seal: () => Buffer): Buffer {
  try {
    return seal()
  } catch (error) {
    throw error instanceof NotOnCurve ? refused('subscription_broken') : error
  }
}

function readAnswer({ status, headers, body }: HttpAnswer): Outcome {
  const answer = `${status} ${body}`.trim().slice(0, 300)
  const code = String(status)
  if (status >= 200 && status < 300) {
    const { location } = headers
    // No push service answers with a page: something between us and it did, and what it did with the message is unknown.
    if (location === undefined && /^\s*</.test(body)) return { kind: 'unknown', reason: 'unreadable_answer', answer }
    return { kind: 'sent', answer, ...(location !== undefined && { providerMessageId: location }) }
  }
  if (status === 404 || status === 410) return bounced({ reason: 'subscription_gone', code, answer }, true)
  if (status === 429 || status >= 500)
    return deferred({ reason: status === 429 ? 'rate_limited' : 'temporary_failure', code, answer }, headers)
  // One subscription may be of an older key while all others are well: the run goes on.
  return rejected({ reason: refusal(status), code, answer })
}

function refusal(status: number): WebPushReason {
  if (status === 401 || status === 403) return 'push_key_refused'
  return status === 413 ? 'message_too_large' : 'push_refused'
}

/** No service can be tested without sending; only the key pair can be checked. */
function testKeys({ vapid_public_key, vapid_private_key }: WebPushConfiguration): ConfigurationTest {
  const ok = arePair({ publicKey: vapid_public_key, privateKey: vapid_private_key })
  const words = ok ? sentence('push.pair') : sentence('push.noPair')
  return { ok, steps: [{ name: 'keys', ok, words }] }
}
