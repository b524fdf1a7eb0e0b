/** Why a web push message was not taken, or not written: one code for machines, one sentence for people. */
import { NETWORK_SENTENCES } from '../network-reasons.ts'

const SENTENCES = {
  ...NETWORK_SENTENCES,
  // The recipient.
  subscription_gone: 'The browser has given up this subscription, so nothing is sent to it any more.',
  push_service_unknown: 'The subscription names a push service that messages may not be sent to.',
  subscription_broken: 'The keys of this subscription are not those of a browser.',
  push_key_refused: 'The push service refused our key for this subscription: it was made with another one.',
  // The message.
  message_too_large: 'The message is larger than push services take.',
  push_refused: 'The push service refused the message.',
} as const

export type WebPushReason = keyof typeof SENTENCES

/** What the reason of an outcome means, in one sentence. A word that is no reason of web push comes back as it is. */
export function reasonSentence(reason: string): string {
  return Object.hasOwn(SENTENCES, reason) ? SENTENCES[reason as WebPushReason] : reason
}
