/** Why a web push message was not taken, or not written: one code for machines, one sentence for people. */
import { sentence, type Words } from '@notifly/contracts/sentences/sentence'
import { NETWORK_SENTENCES } from '../network-reasons.ts'

export const WEBPUSH_SENTENCES = {
  ...NETWORK_SENTENCES,
  // The recipient.
  subscription_gone: sentence('reasons.webpush.subscription_gone'),
  push_service_unknown: sentence('reasons.webpush.push_service_unknown'),
  subscription_broken: sentence('reasons.webpush.subscription_broken'),
  push_key_refused: sentence('reasons.webpush.push_key_refused'),
  safari_unknown: sentence('reasons.webpush.safari_unknown'),
  device_busy: sentence('reasons.webpush.device_busy'),
  // Safari 7 to 15.
  safari_off: sentence('reasons.webpush.safari_off'),
  safari_certificate_expired: sentence('reasons.webpush.safari_certificate_expired'),
  safari_certificate_refused: sentence('reasons.webpush.safari_certificate_refused'),
  // The message.
  message_too_large: sentence('reasons.mobilepush.message_too_large'),
  push_refused: sentence('reasons.mobilepush.push_refused'),
} as const

export type WebPushReason = keyof typeof WEBPUSH_SENTENCES

/** What the reason of an outcome means, in one sentence. A word that is no reason of web push comes back as it is. */
export function reasonSentence(reason: string): Words {
  return Object.hasOwn(WEBPUSH_SENTENCES, reason) ? WEBPUSH_SENTENCES[reason as WebPushReason] : reason
}
