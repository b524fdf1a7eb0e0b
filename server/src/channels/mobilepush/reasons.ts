/** Why a message was not taken by a phone's push service: one code for machines, one sentence for people. */
import { NETWORK_SENTENCES } from '../network-reasons.ts'

const SENTENCES = {
  ...NETWORK_SENTENCES,
  // The recipient.
  device_gone: 'The app is not installed any more, or its device has another token now.',
  device_unknown: 'The push service does not know this device: it may belong to the other environment of Apple.',
  device_of_another_app: 'This device belongs to another app or project.',
  device_busy: 'This device gets too many messages at the moment.',
  // The message.
  message_too_large: 'The message is larger than push services take.',
  push_refused: 'The push service refused the message.',
  // The configuration.
  wrong_key:
    'The push service refused the key. Check that it belongs to this project or team, and that it was not revoked.',
  key_not_permitted: 'The service account may not send: it needs the right to use Firebase Cloud Messaging.',
  wrong_bundle: 'Apple does not accept this bundle id for the key.',
  apple_key_missing: 'The Firebase project has no key of Apple, so that it cannot reach devices of iOS.',
  not_set_up: 'The push service of this device is not set up.',
  unreadable_answer: 'The push service answered something that cannot be read.',
} as const

export type MobilePushReason = keyof typeof SENTENCES

/** What the reason of an outcome means, in one sentence. A word that is no reason of mobile push comes back as it is. */
export function reasonSentence(reason: string): string {
  return Object.hasOwn(SENTENCES, reason) ? SENTENCES[reason as MobilePushReason] : reason
}
