/**
 * Why a WhatsApp message did not arrive, or a number could not be used: one code for machines, one sentence for people. What
 * WhatsApp's own numbers mean is defined beside the provider that answers them.
 */
import { sentence } from '@notifly/contracts/sentences/sentence'
import { NETWORK_SENTENCES, reasonsBy, sentencesIn } from '../network-reasons.ts'

export const WHATSAPP_SENTENCES = {
  ...NETWORK_SENTENCES,
  ...sentencesIn('reasons.whatsapp.'),
  protocol_error: sentence('whatsappTemplates.notTheApi'),
}

export type WhatsappReason = keyof typeof WHATSAPP_SENTENCES

/** What the reason of an outcome means, in one sentence. */
export const reasonSentence = reasonsBy(WHATSAPP_SENTENCES)
