/** Why a message was not taken by a phone's push service: one code for machines, one sentence for people. */
import { NETWORK_SENTENCES, reasonsBy, sentencesIn } from '../network-reasons.ts'

export const MOBILEPUSH_SENTENCES = { ...NETWORK_SENTENCES, ...sentencesIn('reasons.mobilepush.') }

export type MobilePushReason = keyof typeof MOBILEPUSH_SENTENCES

/** What the reason of an outcome means, in one sentence. */
export const reasonSentence = reasonsBy(MOBILEPUSH_SENTENCES)
