import { HARD_BOUNCE_REASONS } from '@notifly/contracts/dashboards/figures'
import { type Sentence, sentence } from '@notifly/contracts/sentences/sentence'
import { EMAIL_SENTENCES } from '../channels/email/reasons.ts'
import { MOBILEPUSH_SENTENCES } from '../channels/mobilepush/reasons.ts'
import { SMS_DELIVERY_REASONS, SMS_SENTENCES } from '../channels/sms/reasons.ts'
import { WEBPUSH_SENTENCES } from '../channels/webpush/reasons.ts'
import { WHATSAPP_SENTENCES } from '../channels/whatsapp/reasons.ts'

/**
 * Why a delivery ended as it did. The number is stored in `delivery.reason`, so new reasons are only added at the end; the API returns the
 * name; the sentence is for support staff to read out.
 */
const REASONS = [
  ['none', null],
  ['no_address', sentence('reasons.delivery.no_address')],
  ['duplicate_address', sentence('reasons.delivery.duplicate_address')],
  ['unsubscribed', sentence('reasons.delivery.unsubscribed')],
  ['suppressed_hard_bounce', sentence('reasons.delivery.suppressed_hard_bounce')],
  ['suppressed_complaint', sentence('reasons.delivery.suppressed_complaint')],
  ['suppressed_unsubscribe', sentence('reasons.delivery.suppressed_unsubscribe')],
  ['suppressed_manual', sentence('reasons.delivery.suppressed_manual')],
  ['contact_erased', sentence('reasons.delivery.contact_erased')],
  ['frequency_cap', sentence('reasons.delivery.frequency_cap')],
  ['render_error', sentence('reasons.delivery.render_error')],
  ['attempts_exhausted', sentence('reasons.delivery.attempts_exhausted')],
  ['run_expired', sentence('reasons.delivery.run_expired')],
  ['run_cancelled', sentence('reasons.delivery.run_cancelled')],
  ['in_doubt', sentence('reasons.delivery.in_doubt')],
  ['reported_bounce', sentence('reasons.delivery.reported_bounce')],
  ['reported_complaint', sentence('reasons.delivery.reported_complaint')],
  ['refused', sentence('reasons.delivery.refused')],
  ...from(EMAIL_SENTENCES, [
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
  ['unsubscribed_topic', sentence('reasons.delivery.unsubscribed_topic')],
  ['moment_passed', sentence('reasons.delivery.moment_passed')],
  ['moment_after_end', sentence('reasons.delivery.moment_after_end')],
  ['quiet_past_end', sentence('reasons.delivery.quiet_past_end')],
  ['device_gone', sentence('reasons.delivery.device_gone')],
  ...from(WHATSAPP_SENTENCES, [
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
  ...from(SMS_SENTENCES, SMS_DELIVERY_REASONS),
  ...from(WEBPUSH_SENTENCES, [
    'subscription_gone',
    'push_service_unknown',
    'subscription_broken',
    'push_key_refused',
    'push_refused',
  ]),
  ...from(MOBILEPUSH_SENTENCES, [
    'device_unknown',
    'device_of_another_app',
    'device_busy',
    'apple_key_missing',
    'not_set_up',
  ]),
  ...from(EMAIL_SENTENCES, ['account_in_sandbox']),
  ...from(WEBPUSH_SENTENCES, [
    'safari_unknown',
    'safari_off',
    'safari_certificate_expired',
    'safari_certificate_refused',
  ]),
  // Faults of servers that differ per recipient: push services.
  ['host_not_found', sentence('reasons.delivery.host_not_found')],
  ['address_not_allowed', sentence('reasons.delivery.address_not_allowed')],
  ['connection_refused', sentence('reasons.delivery.connection_refused')],
  ['host_unreachable', sentence('reasons.delivery.host_unreachable')],
  ['connection_timeout', sentence('reasons.delivery.connection_timeout')],
  ['tls_failed', sentence('reasons.delivery.tls_failed')],
  ['certificate_expired', sentence('reasons.delivery.certificate_expired')],
  ['certificate_untrusted', sentence('reasons.delivery.certificate_untrusted')],
  ['certificate_name', sentence('reasons.delivery.certificate_name')],
  ...from(WHATSAPP_SENTENCES, ['whatsapp_undelivered', 'number_not_ready', 'account_locked', 'spam_limited']),
  ['waits_for_next_run', sentence('reasons.delivery.waits_for_next_run')],
  ['passed_at_launch', sentence('reasons.delivery.passed_at_launch')],
  ['message_cancelled', sentence('reasons.delivery.message_cancelled')],
  ['restored', sentence('reasons.delivery.restored')],
] as const

export type DeliveryReason = (typeof REASONS)[number][0]

const NUMBERS = new Map<string, number>(REASONS.map(([name], number) => [name, number]))

export function reasonNumber(name: DeliveryReason): number {
  return NUMBERS.get(name) ?? 0
}

export const REASON_NAMES: readonly DeliveryReason[] = REASONS.map(([name]) => name)

/** The number of a provider's own reason; that of "refused" if the list lacks it. */
export function providerReasonNumber(name: string): number {
  return NUMBERS.get(name) ?? reasonNumber('refused')
}

/** The reason for suppressing an address after a message that ended like this. */
export function suppressionReasonOf(reason: number): 'unsubscribe' | 'hard_bounce' {
  return reason === reasonNumber('opted_out') ? 'unsubscribe' : 'hard_bounce'
}

export const HARD_BOUNCES: readonly number[] = HARD_BOUNCE_REASONS.map(reasonNumber)

/** Null for "none" and for a number from a newer version. */
export function reasonOf(number: number): { name: DeliveryReason; sentence: Sentence } | null {
  const [name, words = null] = REASONS[number] ?? []
  return name === undefined || words === null ? null : { name, sentence: words }
}

function from<Sentences extends Record<string, Sentence>, const Name extends keyof Sentences>(
  sentences: Sentences,
  names: readonly Name[],
): [Name, Sentence][] {
  return names.map(name => [name, sentences[name]])
}
