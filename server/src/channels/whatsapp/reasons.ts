/**
 * Why a WhatsApp message did not arrive, or a number could not be used: a code for machines, a sentence for people. The provider's folder
 * defines what WhatsApp's error codes mean.
 */
import { sentence } from '@notifly/contracts/sentences/sentence'
import { NETWORK_SENTENCES, reasonsBy, sentencesIn } from '../network-reasons.ts'

export const WHATSAPP_SENTENCES = {
  ...NETWORK_SENTENCES,
  ...sentencesIn('reasons.whatsapp.'),
  protocol_error: sentence('whatsappTemplates.notTheApi'),
}

export type WhatsappReason = keyof typeof WHATSAPP_SENTENCES

/** Explains the reason of an outcome in one sentence. */
export const reasonSentence = reasonsBy(WHATSAPP_SENTENCES)
