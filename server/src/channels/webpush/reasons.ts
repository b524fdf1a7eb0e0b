/** Why a web push message was not taken, or not written: one code for machines, one sentence for people. */
import { NETWORK_SENTENCES } from '../network-reasons.ts'

const SENTENCES = {
  ...NETWORK_SENTENCES,
  // The recipient.
  subscription_gone: 'The browser has given up this subscription, so nothing is sent to it any more.',
  push_service_unknown: 'The subscription names a push service that messages may not be sent to.',
  subscription_broken: 'The keys of this subscription are not those of a browser.',
  push_key_refused: 'The push service refused our key for this subscription: it was made with another one.',
  safari_unknown: 'Apple does not know this Safari for the website push ID of the site.',
  device_busy: 'This browser gets too many messages at the moment.',
  // Safari 7 to 15.
  safari_off: 'Safari 7 to 15 are not set up, or switched off in the web push settings.',
  safari_certificate_expired: 'The certificate for Safari 7 to 15 has expired.',
  safari_certificate_refused: 'Apple refused the certificate for Safari 7 to 15.',
  // The message.
  message_too_large: 'The message is larger than push services take.',
  push_refused: 'The push service refused the message.',
} as const

export type WebPushReason = keyof typeof SENTENCES

/** What the reason of an outcome means, in one sentence. A word that is no reason of web push comes back as it is. */
export function reasonSentence(reason: string): string {
  return Object.hasOwn(SENTENCES, reason) ? SENTENCES[reason as WebPushReason] : reason
}
