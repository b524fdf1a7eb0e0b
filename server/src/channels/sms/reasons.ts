/**
 * Why a text message did not arrive, or a provider could not be used: one code for machines, one sentence for people. Each
 * provider has numbers and words of its own; the codes below are what we make of them.
 */
import { NETWORK_SENTENCES } from '../network-reasons.ts'

const SENTENCES = {
  ...NETWORK_SENTENCES,
  // The recipient.
  number_invalid: 'The number is not a valid mobile number.',
  number_unknown: 'The network does not know this number.',
  number_unreachable: 'The phone could not be reached: it is switched off or has no coverage.',
  number_blocked: 'The phone or its network blocks our messages.',
  landline: 'The number belongs to a landline, which takes no text messages.',
  opted_out: 'The recipient has replied STOP to this sender.',
  do_not_disturb: 'The number is on a do-not-disturb register.',
  region_off: 'The account may not send to this country.',
  number_unverified: 'A trial account sends only to numbers that were verified.',
  message_expired: 'The phone stayed out of reach until the message expired.',
  not_delivered: 'The network could not deliver the message and did not say why.',
  // The message.
  carrier_filtered: 'The network filtered the message as unwanted.',
  dlt_rejected: 'The text, its DLT template or its sender is not registered as India asks for.',
  text_too_long: 'The text is longer than the provider takes.',
  text_empty: 'The text is empty.',
  message_refused: 'The provider refused the message.',
  message_canceled: 'The message was cancelled at the provider.',
  sender_missing: 'There is no key and sender for messages of this class.',
  unreadable_answer: "The provider's answer cannot be read; the message may have been taken.",
  // The configuration.
  wrong_credentials: 'The provider refused the key or the token of the account.',
  no_credit: 'The account at the provider has no credit left.',
  account_suspended: 'The account at the provider is suspended.',
  sender_refused: 'The account may not send under this number or name.',
  report_address_refused: 'The provider does not accept the address for its reports. It must be reached from outside.',
} as const

export type SmsReason = keyof typeof SENTENCES

/** Those that a delivery may end with. Their places are numbers in the database (delivery/reasons.ts): new ones go to the end. */
export const SMS_DELIVERY_REASONS = [
  'number_invalid',
  'number_unknown',
  'number_unreachable',
  'number_blocked',
  'landline',
  'opted_out',
  'do_not_disturb',
  'region_off',
  'number_unverified',
  'message_expired',
  'not_delivered',
  'carrier_filtered',
  'dlt_rejected',
  'text_too_long',
  'text_empty',
  'message_refused',
  'message_canceled',
  'sender_missing',
  'unreadable_answer',
] as const satisfies readonly SmsReason[]

/** What the reason of an outcome means, in one sentence. A word that is no reason of SMS comes back as it is. */
export function smsReasonSentence(reason: string): string {
  return Object.hasOwn(SENTENCES, reason) ? SENTENCES[reason as SmsReason] : reason
}

// Nothing should be sent to these numbers again.
const DEAD = new Set<SmsReason>(['number_invalid', 'number_unknown', 'landline'])

export function isDeadNumber(reason: SmsReason): boolean {
  return DEAD.has(reason)
}

/** Whether a message that failed for this reason was the last one: its number is dead, or its owner has told the sender to stop. */
export function isPermanent(reason: SmsReason): boolean {
  return isDeadNumber(reason) || reason === 'opted_out'
}
