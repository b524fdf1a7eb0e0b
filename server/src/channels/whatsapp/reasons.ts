/**
 * Why a WhatsApp message did not arrive, or a number could not be used: one code for machines, one sentence for people. What
 * WhatsApp's own numbers mean stands beside the provider that answers them.
 */
import { sentence, type Words } from '@notifly/contracts/sentences/sentence'
import { NETWORK_SENTENCES } from '../network-reasons.ts'

export const WHATSAPP_SENTENCES = {
  ...NETWORK_SENTENCES,
  // The recipient.
  not_on_whatsapp: sentence('reasons.whatsapp.not_on_whatsapp'),
  invalid_number: sentence('reasons.whatsapp.invalid_number'),
  not_in_address_book: sentence('reasons.whatsapp.not_in_address_book'),
  sent_to_self: sentence('reasons.whatsapp.sent_to_self'),
  marketing_cap: sentence('reasons.whatsapp.marketing_cap'),
  marketing_stopped: sentence('reasons.whatsapp.marketing_stopped'),
  in_experiment: sentence('reasons.whatsapp.in_experiment'),
  session_closed: sentence('reasons.whatsapp.session_closed'),
  pair_rate_limited: sentence('reasons.whatsapp.pair_rate_limited'),
  whatsapp_undelivered: sentence('reasons.whatsapp.whatsapp_undelivered'),
  // The message.
  invalid_template: sentence('reasons.whatsapp.invalid_template'),
  template_paused: sentence('reasons.whatsapp.template_paused'),
  template_disabled: sentence('reasons.whatsapp.template_disabled'),
  merge_field_count_mismatch: sentence('reasons.whatsapp.merge_field_count_mismatch'),
  invalid_merge_field: sentence('reasons.whatsapp.invalid_merge_field'),
  message_too_long: sentence('reasons.whatsapp.message_too_long'),
  content_refused: sentence('reasons.whatsapp.content_refused'),
  media_unavailable: sentence('reasons.whatsapp.media_unavailable'),
  invalid_request: sentence('reasons.whatsapp.invalid_request'),
  // The configuration.
  token_refused: sentence('reasons.whatsapp.token_refused'),
  permission_missing: sentence('reasons.whatsapp.permission_missing'),
  phone_number_missing: sentence('reasons.whatsapp.phone_number_missing'),
  account_locked: sentence('reasons.whatsapp.account_locked'),
  spam_limited: sentence('reasons.whatsapp.spam_limited'),
  messaging_limit: sentence('reasons.whatsapp.messaging_limit'),
  number_not_ready: sentence('reasons.whatsapp.number_not_ready'),
  maintenance: sentence('reasons.whatsapp.maintenance'),
  protocol_error: sentence('whatsappTemplates.notTheApi'),
} as const

export type WhatsappReason = keyof typeof WHATSAPP_SENTENCES

/** What the reason of an outcome means, in one sentence. A word that is no reason of WhatsApp comes back as it is. */
export function reasonSentence(reason: string): Words {
  return Object.hasOwn(WHATSAPP_SENTENCES, reason) ? WHATSAPP_SENTENCES[reason as WhatsappReason] : reason
}
