import { reasonSentence as mobilePushSentence, type MobilePushReason } from '../channels/mobilepush/reasons.ts'
import { type WebPushReason, reasonSentence as webPushReasonSentence } from '../channels/webpush/reasons.ts'
import { reasonSentence, type EmailReason } from '../channels/email/reasons.ts'
import { SMS_DELIVERY_REASONS, smsReasonSentence } from '../channels/sms/reasons.ts'
import { reasonSentence as whatsappSentence, type WhatsappReason } from '../channels/whatsapp/reasons.ts'

/**
 * Why a delivery ended as it did. The number stands in `delivery.reason`, so the list only ever grows at its end; the name
 * is what the wire says; the sentence is what a support person reads out.
 */
const REASONS = [
  ['none', ''],
  ['no_address', 'The contact has no address for this channel.'],
  ['duplicate_address', 'Another contact of this run has the same address.'],
  ['unsubscribed', 'The contact has unsubscribed.'],
  ['suppressed_hard_bounce', 'An earlier message to this address bounced for good.'],
  ['suppressed_complaint', 'The recipient marked an earlier message as unwanted.'],
  ['suppressed_unsubscribe', 'The address is on the list of unsubscribed addresses.'],
  ['suppressed_manual', 'Somebody put the address on the suppression list.'],
  ['contact_erased', 'The contact was deleted before its turn came.'],
  ['frequency_cap', 'The contact has had as many messages as the application allows.'],
  ['render_error', 'The message could not be written for this contact.'],
  ['attempts_exhausted', 'Every attempt was put off by the server; we stopped trying.'],
  ['run_expired', 'The run ended before the message could leave.'],
  ['run_cancelled', 'The run was cancelled before the message left.'],
  ['in_doubt', 'The connection broke before the answer came; the message may have arrived.'],
  ['reported_bounce', 'A later report said that the message could not be delivered.'],
  ['reported_complaint', 'The recipient marked the message as unwanted.'],
  ['refused', 'The message was refused.'],
  ...fromChannel([
    'mailbox_missing',
    'domain_missing',
    'bad_address',
    'mailbox_moved',
    'mailbox_disabled',
    'mailbox_full',
    'recipient_refused',
    'address_unsupported',
    'message_too_large',
    'content_refused',
    'eight_bit_unsupported',
    'blocked',
    'unauthenticated_mail',
    'greylisted',
    'rate_limited',
    'temporary_failure',
    'server_closing',
    'connection_lost',
    'timeout',
    'relay_denied',
  ]),
  ['unsubscribed_topic', 'The contact has left the topic of this campaign.'],
  ['moment_passed', "On the contact's clock its moment had passed more than 24 hours before the run began."],
  ['moment_after_end', "On the contact's clock its moment comes after the end of the campaign."],
  ['quiet_past_end', "The contact's quiet hours last beyond the end of the campaign."],
  ['device_gone', 'The device does not take messages any more.'],
  ...fromWhatsapp([
    'not_on_whatsapp',
    'invalid_number',
    'not_in_address_book',
    'sent_to_self',
    'marketing_cap',
    'marketing_stopped',
    'in_experiment',
    'session_closed',
    'pair_rate_limited',
    'invalid_template',
    'template_paused',
    'template_disabled',
    'merge_field_count_mismatch',
    'invalid_merge_field',
    'message_too_long',
    'media_unavailable',
    'invalid_request',
    'messaging_limit',
  ]),
  ...SMS_DELIVERY_REASONS.map((name): [typeof name, string] => [name, smsReasonSentence(name)]),
  ...fromWebPush([
    'subscription_gone',
    'push_service_unknown',
    'subscription_broken',
    'push_key_refused',
    'push_refused',
  ]),
  ...fromMobilePush(['device_unknown', 'device_of_another_app', 'device_busy', 'apple_key_missing', 'not_set_up']),
  ...fromChannel(['account_in_sandbox']),
  ...fromWebPush(['safari_unknown', 'safari_off', 'safari_certificate_expired', 'safari_certificate_refused']),
  // Of servers that each recipient may have another one of: push services.
  ['host_not_found', 'The server of the provider was not found.'],
  ['address_not_allowed', 'The server of the provider is inside a private network, which is not allowed here.'],
  ['connection_refused', 'Nothing answered at the server of the provider.'],
  ['host_unreachable', 'The server of the provider cannot be reached from here.'],
  ['connection_timeout', 'The server of the provider did not answer in time.'],
  ['tls_failed', 'The encrypted connection to the provider failed.'],
  ['certificate_expired', 'The certificate of the provider’s server has expired.'],
  ['certificate_untrusted', 'The certificate of the provider’s server comes from nobody we trust.'],
  ['certificate_name', 'The certificate of the provider’s server was issued for another host name.'],
  ...fromWhatsapp(['whatsapp_undelivered', 'number_not_ready', 'account_locked', 'spam_limited']),
] as const

export type DeliveryReason = (typeof REASONS)[number][0]

const NUMBERS = new Map<string, number>(REASONS.map(([name], number) => [name, number]))

export function reasonNumber(name: DeliveryReason): number {
  return NUMBERS.get(name) ?? 0
}

export const REASON_NAMES: readonly DeliveryReason[] = REASONS.map(([name]) => name)

/** The number of a provider's own reason; "refused" for one that is not in our list. */
export function providerReasonNumber(name: string): number {
  return NUMBERS.get(name) ?? reasonNumber('refused')
}

/** Null for "none" and for a number from a newer version. */
export function reasonOf(number: number): { name: DeliveryReason; sentence: string } | null {
  const entry = number === 0 ? undefined : REASONS[number]
  return entry === undefined ? null : { name: entry[0], sentence: entry[1] }
}

function fromChannel<const R extends EmailReason>(names: readonly R[]): [R, string][] {
  return names.map(name => [name, reasonSentence(name)])
}

function fromMobilePush<const R extends MobilePushReason>(names: readonly R[]): [R, string][] {
  return names.map(name => [name, mobilePushSentence(name)])
}

function fromWhatsapp<const R extends WhatsappReason>(names: readonly R[]): [R, string][] {
  return names.map(name => [name, whatsappSentence(name)])
}

function fromWebPush<const R extends WebPushReason>(names: readonly R[]): [R, string][] {
  return names.map(name => [name, webPushReasonSentence(name)])
}
