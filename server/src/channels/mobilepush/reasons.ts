/** Why a phone's push service did not accept a message: a code for machines, a sentence for people. */
import { NETWORK_SENTENCES, reasonsBy, sentencesIn } from '../network-reasons.ts'

export const MOBILEPUSH_SENTENCES = { ...NETWORK_SENTENCES, ...sentencesIn('reasons.mobilepush.') }

export type MobilePushReason = keyof typeof MOBILEPUSH_SENTENCES

/** Explains the reason of an outcome in one sentence. */
export const reasonSentence = reasonsBy(MOBILEPUSH_SENTENCES)
