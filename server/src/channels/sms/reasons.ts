/**
 * Why a text message did not arrive, or a provider could not be used: a code for machines, a sentence for people. Each provider has its own
 * numbers and words; these codes are derived from them.
 */
import { sentence } from '@notifly/contracts/sentences/sentence'
import { NETWORK_SENTENCES, reasonsBy } from '../network-reasons.ts'

/** Reasons that a delivery may end with. Their positions are numbers in the database (engine/reasons.ts): new ones are added at the end. */
const OF_DELIVERIES = {
  // The recipient.
  number_invalid: sentence('sms.number_invalid'),
  number_unknown: sentence('sms.number_unknown'),
  number_unreachable: sentence('sms.number_unreachable'),
  number_blocked: sentence('sms.number_blocked'),
  landline: sentence('sms.landline'),
  opted_out: sentence('sms.opted_out'),
  do_not_disturb: sentence('sms.do_not_disturb'),
  region_off: sentence('sms.region_off'),
  number_unverified: sentence('sms.number_unverified'),
  message_expired: sentence('sms.message_expired'),
  not_delivered: sentence('sms.not_delivered'),
  // The message.
  carrier_filtered: sentence('sms.carrier_filtered'),
  dlt_rejected: sentence('sms.dlt_rejected'),
  text_too_long: sentence('sms.text_too_long'),
  text_empty: sentence('sms.text_empty'),
  message_refused: sentence('sms.message_refused'),
  message_canceled: sentence('sms.message_canceled'),
  sender_missing: sentence('sms.sender_missing'),
  unreadable_answer: sentence('sms.unreadable_answer'),
} as const

export const SMS_DELIVERY_REASONS = Object.keys(OF_DELIVERIES) as (keyof typeof OF_DELIVERIES)[]

export const SMS_SENTENCES = {
  ...NETWORK_SENTENCES,
  ...OF_DELIVERIES,
  // The configuration.
  wrong_credentials: sentence('sms.wrong_credentials'),
  no_credit: sentence('sms.no_credit'),
  account_suspended: sentence('sms.account_suspended'),
  sender_refused: sentence('sms.sender_refused_sms'),
  report_address_refused: sentence('sms.report_address_refused'),
} as const

export type SmsReason = keyof typeof SMS_SENTENCES

/** Explains the reason of an outcome in one sentence. */
export const smsReasonSentence = reasonsBy(SMS_SENTENCES)

// Nothing should be sent to these numbers again.
const DEAD = new Set<SmsReason>(['number_invalid', 'number_unknown', 'landline'])

export function isPermanentlyUndeliverable(reason: SmsReason): boolean {
  return DEAD.has(reason)
}

/** Whether no more messages should be sent after one that failed for this reason: the number is dead, or its owner has opted out. */
export function isPermanent(reason: SmsReason): boolean {
  return isPermanentlyUndeliverable(reason) || reason === 'opted_out'
}
