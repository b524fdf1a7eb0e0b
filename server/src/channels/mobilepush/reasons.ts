/** Why a message was not taken by a phone's push service: one code for machines, one sentence for people. */
import { sentence, type Words } from '@notifly/contracts/sentences/sentence'
import { NETWORK_SENTENCES } from '../network-reasons.ts'

export const MOBILEPUSH_SENTENCES = {
  ...NETWORK_SENTENCES,
  // The recipient.
  device_gone: sentence('reasons.mobilepush.device_gone'),
  device_unknown: sentence('reasons.mobilepush.device_unknown'),
  device_of_another_app: sentence('reasons.mobilepush.device_of_another_app'),
  device_busy: sentence('reasons.mobilepush.device_busy'),
  // The message.
  message_too_large: sentence('reasons.mobilepush.message_too_large'),
  push_refused: sentence('reasons.mobilepush.push_refused'),
  // The configuration.
  wrong_key: sentence('reasons.mobilepush.wrong_key'),
  key_not_permitted: sentence('reasons.mobilepush.key_not_permitted'),
  wrong_bundle: sentence('reasons.mobilepush.wrong_bundle'),
  apple_key_missing: sentence('reasons.mobilepush.apple_key_missing'),
  not_set_up: sentence('reasons.mobilepush.not_set_up'),
  unreadable_answer: sentence('reasons.mobilepush.unreadable_answer'),
} as const

export type MobilePushReason = keyof typeof MOBILEPUSH_SENTENCES

/** What the reason of an outcome means, in one sentence. A word that is no reason of mobile push comes back as it is. */
export function reasonSentence(reason: string): Words {
  return Object.hasOwn(MOBILEPUSH_SENTENCES, reason) ? MOBILEPUSH_SENTENCES[reason as MobilePushReason] : reason
}
