/** Why a web push message was not accepted or not written: a code for machines, a sentence for people. */
import { NETWORK_SENTENCES, reasonsBy, sentencesIn } from '../network-reasons.ts'

const { message_too_large, push_refused } = sentencesIn('reasons.mobilepush.')

export const WEBPUSH_SENTENCES = {
  ...NETWORK_SENTENCES,
  ...sentencesIn('reasons.webpush.'),
  message_too_large,
  push_refused,
}

export type WebPushReason = keyof typeof WEBPUSH_SENTENCES

/** Explains the reason of an outcome in one sentence. */
export const reasonSentence = reasonsBy(WEBPUSH_SENTENCES)
