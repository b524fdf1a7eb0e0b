/** Why a connection could not be opened or was lost. */
import type { Words } from '@notifly/contracts/sentences/sentence'
import type { Rejected } from '../../provider.ts'
import { asError } from '../../../lib/as-error.ts'
import { errorReason } from '../../network-reasons.ts'
import { withAnswer } from '../../../lib/stored-words.ts'
import { reasonSentence } from '../reasons.ts'
import type { EmailReason } from '../reasons.ts'
import { replyCode, replyText, SmtpProtocolError } from './reply.ts'
import type { Reply } from './reply.ts'

export class SmtpError extends Error {
  readonly reason: EmailReason
  readonly code: string
  readonly answer: string

  constructor(reason: EmailReason, answer = '', code = '') {
    super(answer === '' ? reason : `${reason} (${answer})`)
    this.name = 'SmtpError'
    this.reason = reason
    this.answer = answer
    this.code = code
  }

  get words(): Words {
    return withAnswer(reasonSentence(this.reason), this.answer)
  }
}

/** Returns the error for a reply. */
export function replyError(reason: EmailReason, reply: Reply): SmtpError {
  return new SmtpError(reason, replyText(reply), replyCode(reply))
}

/** Gives any error of a connection its reason. */
export function asSmtpError(thrown: unknown): SmtpError {
  if (thrown instanceof SmtpError) return thrown
  const error = asError(thrown)
  if (error instanceof SmtpProtocolError) return new SmtpError('protocol_error', error.message)
  return new SmtpError(errorReason(error), error.message)
}

// What may go away without a change of settings.
const TEMPORARY = new Set<EmailReason>([
  'connection_refused',
  'host_unreachable',
  'connection_timeout',
  'connection_lost',
  'server_closing',
  'temporary_failure',
  'rate_limited',
  'quota_exceeded',
  'sign_in_unavailable',
  'timeout',
])

/** Returns the outcome for every message that would use this configuration. A name that did not resolve may resolve later. */
export function asRejection(error: SmtpError): Rejected {
  const temporary = TEMPORARY.has(error.reason) || (error.reason === 'server_refused' && error.code.startsWith('4'))
  const { reason, code, answer } = error
  return { kind: 'rejected', reason, code, answer, wholeConfiguration: true, temporary }
}
