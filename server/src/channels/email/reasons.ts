/**
 * Why a mail did not arrive, or a server could not be used: one code for machines, one sentence for people. Servers word
 * their refusals freely; the codes below are what we make of their reply codes (RFC 5321), statuses (RFC 3463) and words.
 */
import { NETWORK_SENTENCES } from '../network-reasons.ts'

const SENTENCES = {
  ...NETWORK_SENTENCES,
  // The recipient.
  mailbox_missing: 'The mailbox does not exist.',
  domain_missing: 'The domain of the address does not exist or takes no mail.',
  bad_address: 'The address is not valid.',
  mailbox_moved: 'The mailbox has moved and left no new address.',
  mailbox_disabled: 'The mailbox is disabled.',
  mailbox_full: 'The mailbox is full.',
  recipient_refused: "The recipient's server refused the message.",
  address_unsupported: 'The server cannot handle letters of other scripts in this address.',
  // The message.
  message_too_large: 'The message is larger than the server accepts.',
  content_refused: 'The server refused the content of the message.',
  eight_bit_unsupported: 'The server cannot take the message in its encoding.',
  blocked: "The recipient's server blocked the message by its policy.",
  unauthenticated_mail: 'The message failed the checks of SPF, DKIM or DMARC.',
  // Later.
  greylisted: 'The server asks us to try again later (greylisting).',
  server_closing: 'The server ended the connection.',
  // The configuration.
  server_refused: 'The server does not accept connections from us.',
  starttls_missing: 'The server offers no STARTTLS, and these settings ask for encryption.',
  clear_text_refused: 'The server offers no encryption, so the password was not sent. Choose another port or security.',
  sign_in_not_offered: 'The server offers no kind of sign-in that we know.',
  sign_in_missing:
    'The server offers no sign-in. Leave user name and password empty, or choose another port or encryption.',
  sign_in_needed: 'The server asks for a sign-in. Enter a user name and a password.',
  wrong_password: 'The server refused the user name or the password.',
  sign_in_unavailable: 'The server cannot check sign-ins at the moment.',
  sender_refused: 'The server does not accept this sender address.',
  relay_denied: 'The server does not send mail to other domains for these settings.',
  quota_exceeded: 'The sending quota of this account is used up for now.',
  wrong_key: 'Amazon refused the access key. Check its id, its secret and the region.',
  key_not_permitted: 'The access key may not send: its policy needs ses:SendEmail and ses:SendRawEmail.',
  account_suspended: 'Amazon has suspended sending for this account.',
  sending_paused: 'Sending is paused in this account at Amazon.',
  configuration_set_missing: 'The configuration set does not exist in this region.',
  account_in_sandbox: 'The account is still in the sandbox of Amazon SES: it writes to verified addresses only.',
  // The connection.
  mail_server_missing: 'No mail server answered there. Check host, port and encryption, and the firewalls on the way.',
  protocol_error: 'The server sent something that is not SMTP.',
  bad_sequence: 'The server refused the order of the commands.',
} as const

export type EmailReason = keyof typeof SENTENCES

/** What the reason of an outcome means, in one sentence. A word that is no reason of e-mail comes back as it is. */
export function reasonSentence(reason: string): string {
  return Object.hasOwn(SENTENCES, reason) ? SENTENCES[reason as EmailReason] : reason
}

/** Reasons that mean that nothing should be written to this address again. */
export function isDeadAddress(reason: EmailReason): boolean {
  return DEAD_ADDRESS.has(reason)
}

const DEAD_ADDRESS = new Set<EmailReason>([
  'mailbox_missing',
  'domain_missing',
  'bad_address',
  'mailbox_moved',
  'mailbox_disabled',
])

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

/** Reads a refusal of a recipient or a message. `permanent` is the class of the reply or status: 5 rather than 4. */
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
