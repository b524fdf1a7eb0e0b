/**
 * Why a mail did not arrive, or a server could not be used: a code for machines, a sentence for people. Servers word their refusals freely;
 * these codes are derived from their reply codes (RFC 5321), statuses (RFC 3463) and words.
 */
import { DEAD_ADDRESS_REASONS } from '@notifly/contracts/dashboards/figures'
import { reasonsBy, sentencesIn } from '../network-reasons.ts'

export const EMAIL_SENTENCES = sentencesIn('reasons.email.')

export type EmailReason = keyof typeof EMAIL_SENTENCES

/** Explains the reason of an outcome in one sentence. */
export const reasonSentence = reasonsBy(EMAIL_SENTENCES)

/** Whether the reason means that no more mails should be sent to this address. */
export function isPermanentlyUndeliverable(reason: EmailReason): boolean {
  return DEAD.has(reason)
}

const DEAD = new Set<EmailReason>(DEAD_ADDRESS_REASONS)

// RFC 3463 subject and detail, for both 4.x.x and 5.x.x.
const BY_STATUS: Record<string, EmailReason> = {
  '1.1': 'mailbox_missing',
  '1.2': 'domain_missing',
  '1.3': 'bad_address',
  '1.6': 'mailbox_moved',
  '1.10': 'domain_missing',
  '2.1': 'mailbox_disabled',
  '2.2': 'mailbox_full',
  '2.3': 'message_too_large',
  '3.4': 'message_too_large',
  '4.4': 'domain_missing',
  '4.5': 'rate_limited',
  '6.0': 'content_refused',
  '7.20': 'unauthenticated_mail',
  '7.21': 'unauthenticated_mail',
  '7.22': 'unauthenticated_mail',
  '7.23': 'unauthenticated_mail',
  '7.24': 'unauthenticated_mail',
  '7.25': 'unauthenticated_mail',
  '7.26': 'unauthenticated_mail',
  '7.28': 'rate_limited',
}

// Said with a class of 4 these mean only that something could not be found out yet.
const VAGUE_WHEN_TEMPORARY = new Set<EmailReason>(['domain_missing', 'mailbox_disabled'])

// In this order: a text about spam may well mention the mailbox, one about the mailbox hardly ever mentions spam.
const BY_WORDS: [RegExp, EmailReason][] = [
  [/grey-?list|gray-?list/i, 'greylisted'],
  [/\b(dkim|spf|dmarc)\b|unauthenticated/i, 'unauthenticated_mail'],
  [/\brate\b|throttl|too many|too fast|slow down/i, 'rate_limited'],
  [/spam|block|blacklist|listed|reputation|policy|abuse|banned/i, 'blocked'],
  [/over ?quota|quota exceeded|mailbox (is )?full|insufficient storage|exceeded storage/i, 'mailbox_full'],
  [/too (large|big)|size limit|exceeds.*size/i, 'message_too_large'],
  [/(mailbox|user|recipient|account|address)\b.{0,40}(disabled|inactive|suspended|deactivated)/i, 'mailbox_disabled'],
  // Narrow on purpose: what is read as a missing mailbox is never written to again.
  [/no such (user|recipient|mailbox|address|account|person)|no mailbox|doesn't have an? /i, 'mailbox_missing'],
  [/(unknown|invalid) (local )?(user|recipient|mailbox|address)|user unknown/i, 'mailbox_missing'],
  // Exim, of what no router of its own takes.
  [/unroute?able address/i, 'mailbox_missing'],
  [
    /(user|recipient|mailbox|address|account)\b.{0,60}(not exist|n't exist|not found|unknown|unavailable|invalid)/i,
    'mailbox_missing',
  ],
]

/** Derives the reason for which a recipient or a message was refused. `permanent`: the class of the reply or status is 5 rather than 4. */
export function refusalReason(permanent: boolean, status: string, words: string): EmailReason {
  const detail = status.slice(2)
  const known = BY_STATUS[detail]
  if (known !== undefined && (permanent || !VAGUE_WHEN_TEMPORARY.has(known))) return known
  // Servers use x.7.1 for everything; their words say more.
  const worded = BY_WORDS.find(([pattern]) => pattern.test(words))?.[1]
  if (worded !== undefined) return worded
  if (!permanent) return detail === '7.1' ? 'greylisted' : 'temporary_failure'
  if (detail.startsWith('7.')) return 'blocked'
  return detail.startsWith('6.') ? 'content_refused' : 'recipient_refused'
}
