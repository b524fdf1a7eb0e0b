/**
 * Why a WhatsApp message did not arrive, or a number could not be used: one code for machines, one sentence for people. What
 * WhatsApp's own numbers mean stands beside the provider that answers them.
 */
import { NETWORK_SENTENCES } from '../network-reasons.ts'

const SENTENCES = {
  ...NETWORK_SENTENCES,
  // The recipient.
  not_on_whatsapp: 'The number is not on WhatsApp, or its app is too old for this message.',
  invalid_number: 'This is not a number that WhatsApp can write to.',
  not_in_address_book: 'The number is not among those that this test account may write to.',
  sent_to_self: 'The number is the sender’s own.',
  marketing_cap:
    'The recipient has had as much marketing on WhatsApp as is good for them. WhatsApp held this one back.',
  marketing_stopped: 'The recipient has stopped marketing messages of this business.',
  in_experiment: 'WhatsApp sends no marketing to this recipient, who takes part in one of its experiments.',
  session_closed: 'The recipient has not written in the last 24 hours, so only an approved template can be sent.',
  pair_rate_limited: 'Too many messages went to this number in a short time.',
  whatsapp_undelivered: 'WhatsApp took the message, yet could not deliver it, and gave no reason that we know.',
  // The message.
  invalid_template: 'The template does not exist in this language, or WhatsApp has not approved it.',
  template_paused: 'WhatsApp has paused the template, because readers react badly to it.',
  template_disabled: 'WhatsApp has disabled the template for good.',
  merge_field_count_mismatch: 'The number of values is not that of the variables in the template.',
  invalid_merge_field: 'A value does not fit the place that it has in the template.',
  message_too_long: 'The message is too long once its values are filled in.',
  content_refused: 'The content goes against the rules of WhatsApp.',
  media_unavailable: 'WhatsApp could not fetch the media of the message.',
  invalid_request: 'WhatsApp did not understand the request.',
  // The configuration.
  token_refused: 'WhatsApp refused the access token. It may have expired: enter a new one.',
  permission_missing: 'The access token does not include the right to send from this number.',
  phone_number_missing: 'There is no such phone number, or the token does not reach it.',
  account_locked: 'WhatsApp has locked or restricted the account because of its policies.',
  spam_limited: 'WhatsApp holds this number back, because many recipients blocked or reported it.',
  messaging_limit: 'The business has written to as many people as WhatsApp allows it within 24 hours.',
  number_not_ready: 'The phone number is not ready to send: its display name, registration or payment is not settled.',
  maintenance: 'The phone number is being maintained by WhatsApp.',
  protocol_error: 'The server answered something that is not the WhatsApp Cloud API.',
} as const

export type WhatsappReason = keyof typeof SENTENCES

/** What the reason of an outcome means, in one sentence. A word that is no reason of WhatsApp comes back as it is. */
export function reasonSentence(reason: string): string {
  return Object.hasOwn(SENTENCES, reason) ? SENTENCES[reason as WhatsappReason] : reason
}
