/**
 * Messages to Safari 7 to 15: Apple's push service accepts them with the site's certificate. They show a title, a text and one button, and
 * any click leads to one address; there are no pictures and no further buttons.
 */
import { X509Certificate } from 'node:crypto'
import { type ApnsMessage, type ApnsReason, apnsOutcome, apnsRequest } from '../http/http-apns.ts'
import { type HttpExchange, RequestNotSent, rejected } from '../http/http-exchange.ts'
import type { Outcome, ProviderEnvironment } from '../provider.ts'
import type { WebPushConfiguration, WebPushMessage } from './message.ts'
import type { WebPushReason } from './reasons.ts'

export interface SafariMessage extends ApnsMessage {
  /** The device's id. */
  recipient: string
}

export type AnyWebPushMessage = WebPushMessage | SafariMessage

export interface SafariNotification {
  title: string
  body: string
  /** What the button says; empty: Safari's own word. */
  action: string
  /** Goes behind the address in the site's package. */
  target: string
}

/** Limit of Apple's HTTP/2 interface. */
export const SAFARI_PAYLOAD_MAX_BYTES = 4096

export function safariPayload({ title, body, action, target }: SafariNotification): Buffer {
  const alert = { title, body, ...(action !== '' && { action }) }
  return Buffer.from(JSON.stringify({ aps: { alert, 'url-args': [target] } }))
}

/** As long as the push services of browsers keep messages. */
const KEPT_SECONDS = 3 * 86_400

/** Returns how Apple knows a site; null if Safari 7 to 15 are not set up or switched off. */
export function safariAccount({ platform, safari, safari_key: key }: WebPushConfiguration) {
  if (platform !== 1 || safari === undefined || key === undefined) return null
  const [own = ''] = safari.chain
  return {
    topic: safari.webpush_id,
    cert: safari.chain.join(''),
    key,
    validUntil: new X509Certificate(own).validToDate,
  }
}

/** `nowMs` is called once per message. */
export function safariExchange(
  configuration: WebPushConfiguration,
  { urls }: Pick<ProviderEnvironment, 'urls'>,
  nowMs: () => number = Date.now,
): HttpExchange<SafariMessage> {
  const account = safariAccount(configuration)
  return {
    request(message) {
      // A message that was written while it was still set up.
      if (account === null) throw notSent('safari_off')
      if (nowMs() >= account.validUntil.getTime()) throw notSent('safari_certificate_expired')
      return apnsRequest({ url: urls.apns_safari, topic: account.topic, keptSeconds: KEPT_SECONDS }, message)
    },
    outcome: (answer, message) => inOurWords(apnsOutcome(answer, message, () => undefined)),
  }
}

const OUR_WORDS: Readonly<Record<ApnsReason, WebPushReason>> = {
  device_gone: 'subscription_gone',
  device_unknown: 'safari_unknown',
  device_of_another_app: 'safari_unknown',
  device_busy: 'device_busy',
  message_too_large: 'message_too_large',
  push_refused: 'push_refused',
  wrong_key: 'safari_certificate_refused',
  wrong_bundle: 'safari_certificate_refused',
  rate_limited: 'rate_limited',
  temporary_failure: 'temporary_failure',
}

/** If the certificate is at fault, all other browsers still get their messages. */
function inOurWords(outcome: Outcome): Outcome {
  if (!('reason' in outcome)) return outcome
  const reason = OUR_WORDS[outcome.reason as ApnsReason] ?? 'push_refused'
  return outcome.kind === 'rejected' ? { ...outcome, reason, wholeConfiguration: false } : { ...outcome, reason }
}

function notSent(reason: WebPushReason): RequestNotSent {
  return new RequestNotSent(rejected({ reason, code: '', answer: '' }))
}
