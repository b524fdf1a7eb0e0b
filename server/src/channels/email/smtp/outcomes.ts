/** What a server's reply to MAIL, RCPT, DATA or the final dot means for the message. */
import type { Outcome, Rejected, Sent } from '../../provider.ts'
import { isPermanentlyUndeliverable, refusalReason } from '../reasons.ts'
import type { EmailReason } from '../reasons.ts'
import { replyCode, replyText, replyWords } from './reply.ts'
import type { Reply } from './reply.ts'
import type { SmtpError } from './smtp-error.ts'

/** The step of a message that a reply belongs to. */
export type MailStep = 'mail' | 'rcpt' | 'data' | 'dot'

// Queue names in the usual answers: "queued as 4cX9yZ", "OK id=1rT8aB-...", "2.6.0 <id@host> queued", "Ok 0102018f-...".
const QUEUE_NAMES = [
  /queued as <?([\w.+/=@-]{6,})/i,
  /\bid=<?([\w.+/=@-]{6,})/i,
  /^2\.6\.0 <([^\s>]+)>/,
  /^ok:? <?([\w.+/=@-]{12,})/i,
]

const SHORTEST_NAME = 6

/** The outcome of a message that the server accepted. */
export function sentOutcome(reply: Reply): Sent {
  const text = reply.lines[0] ?? ''
  let name: string | undefined
  // A bare "ok" names nothing.
  if (text.length > SHORTEST_NAME) for (const pattern of QUEUE_NAMES) name ??= pattern.exec(text)?.[1]
  return { kind: 'sent', answer: replyText(reply), ...(name !== undefined && { providerMessageId: name }) }
}

/**
 * Turns a refusal into an outcome. `provenServer`: this server has accepted messages from us before, so a refusal to relay concerns the
 * recipient and not our settings.
 */
export function refusalOutcome(step: MailStep, reply: Reply, provenServer: boolean): Outcome {
  const words = replyWords(reply)
  const permanent = reply.code >= 500
  const whole = wholeConfigurationReason(step, reply, words)
  if (whole !== undefined && !(whole === 'relay_denied' && provenServer)) return rejection(whole, reply)
  const reason = reply.code === 421 ? 'server_closing' : messageReason(step, reply, words)
  const base = { reason, code: replyCode(reply), answer: replyText(reply) }
  if (!permanent) return { kind: 'deferred', ...base }
  if (step === 'mail' && reason === 'message_too_large') return notThisMessage(reason, base.code, base.answer)
  return { kind: 'bounced', ...base, suppress: isPermanentlyUndeliverable(reason) && speaksOfRecipient(step, reply) }
}

/** Whether a refusal is about the order of commands rather than their content. */
export function isSequenceError(reply: Reply): boolean {
  return reply.code === 503 || (reply.code >= 400 && ORDER.test(replyWords(reply)))
}

const ORDER = /pipelin|synchroni[sz]ation|(bad|wrong|out of) sequence/i

/** Some servers ask for a sign-in with 503 instead of 530. */
export function requiresSignIn(reply: Reply): boolean {
  return /\b(auth|sign|log)/i.test(replyWords(reply))
}

/** The outcome of a message that this server cannot accept, decided before a byte of it was sent. */
export function notThisMessage(reason: EmailReason, code = '', answer = ''): Rejected {
  return { kind: 'rejected', reason, code, answer, wholeConfiguration: false, temporary: false }
}

/** The outcome for an address that an envelope cannot hold. */
export function invalidAddress(reason: EmailReason, address: string): Outcome {
  const answer = JSON.stringify(address.slice(0, 100))
  return { kind: 'bounced', reason, code: '', answer, suppress: isPermanentlyUndeliverable(reason) }
}

/** The outcome if the connection ended during a message: in doubt if its final dot had been sent, else only delayed. */
export function connectionLostOutcome(finalDotLeft: boolean, error: SmtpError): Outcome {
  const { reason, answer, code } = error
  return finalDotLeft ? { kind: 'unknown', reason, answer } : { kind: 'deferred', reason, code, answer }
}

// After the content only a status counts: words such as "account suspended" may speak of the sender.
function speaksOfRecipient(step: MailStep, reply: Reply): boolean {
  return step === 'rcpt' || (step === 'dot' && /^5\.(1\.|2\.1$)/.test(reply.enhanced))
}

function rejection(reason: EmailReason, reply: Reply): Rejected {
  const temporary = reply.code < 500 || reason === 'quota_exceeded'
  return {
    kind: 'rejected',
    reason,
    code: replyCode(reply),
    answer: replyText(reply),
    wholeConfiguration: true,
    temporary,
  }
}

function wholeConfigurationReason(step: MailStep, reply: Reply, words: string): EmailReason | undefined {
  if (/(daily|monthly|sending|user|message) (message |sending )?(quota|limit)( was)? exceeded/i.test(words))
    return 'quota_exceeded'
  if (reply.code === 530 || reply.code === 535 || (reply.code === 503 && step !== 'dot' && requiresSignIn(reply)))
    return 'sign_in_needed'
  if (reply.code < 500) return undefined
  if (step === 'mail') return /size|too large/i.test(words) || reply.code === 552 ? undefined : 'sender_refused'
  if (step === 'rcpt' && /relay/i.test(words)) return 'relay_denied'
  if (/(sender|from|email|e-mail|identity|identities) .{0,80}not (verified|authori[sz]ed|owned)/i.test(words))
    return 'sender_refused'
  return undefined
}

function messageReason(step: MailStep, reply: Reply, words: string): EmailReason {
  const permanent = reply.code >= 500
  const reason = refusalReason(permanent, reply.enhanced, words)
  if (step === 'mail' && reply.code === 552) return 'message_too_large'
  if (reason === 'recipient_refused') return plainReason(step, reply)
  return reason
}

/** For refusals without a specific status or wording: only the reply code says something (RFC 5321 section 4.2.3). */
function plainReason(step: MailStep, reply: Reply): EmailReason {
  if (step === 'rcpt') {
    if (reply.code === 550) return 'mailbox_missing'
    if (reply.code === 501 || reply.code === 553) return 'bad_address'
    if (reply.code === 552) return 'mailbox_full'
    return 'recipient_refused'
  }
  return reply.code === 552 ? 'message_too_large' : 'content_refused'
}
