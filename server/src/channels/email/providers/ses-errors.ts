/** What errors of Amazon SES mean, by the name in `x-amzn-errortype` and, if one name stands for several errors, by its message. */
import { recordIn } from '../../../lib/json.ts'
import { type HttpAnswer, bounced, deferred, rejected } from '../../http/http-exchange.ts'
import type { Outcome } from '../../provider.ts'
import type { EmailReason } from '../reasons.ts'

/**
 * later: retry this message, more slowly. recipient, message: this one alone, permanently. quota: everything waits. configuration: a person
 * has to fix it.
 */
type Reach = 'later' | 'recipient' | 'message' | 'quota' | 'configuration'

const BY_NAME: Readonly<Record<string, [EmailReason, Reach]>> = {
  TooManyRequestsException: ['rate_limited', 'later'],
  ThrottlingException: ['rate_limited', 'later'],
  Throttling: ['rate_limited', 'later'],
  LimitExceededException: ['quota_exceeded', 'quota'],
  AccountSuspendedException: ['account_suspended', 'configuration'],
  SendingPausedException: ['sending_paused', 'configuration'],
  MailFromDomainNotVerifiedException: ['sender_refused', 'configuration'],
  NotFoundException: ['configuration_set_missing', 'configuration'],
  AccessDeniedException: ['key_not_permitted', 'configuration'],
  UnrecognizedClientException: ['wrong_key', 'configuration'],
  InvalidClientTokenId: ['wrong_key', 'configuration'],
  InvalidSignatureException: ['wrong_key', 'configuration'],
  SignatureDoesNotMatch: ['wrong_key', 'configuration'],
  MissingAuthenticationTokenException: ['wrong_key', 'configuration'],
  IncompleteSignature: ['wrong_key', 'configuration'],
  ExpiredTokenException: ['wrong_key', 'configuration'],
  MessageRejected: ['content_refused', 'message'],
  BadRequestException: ['content_refused', 'message'],
}

const BAD_ADDRESS =
  /illegal address|invalid (email )?address|missing (final|domain)|(local|domain) (name |address )?contains/i

/** Returns the outcome for a response other than 200. */
export function sesFailure(answer: HttpAnswer, recipient: string): Outcome {
  const { name, words } = sesError(answer)
  const [reason, reach] = meaningOf(answer.status, name, words, recipient)
  const said = { reason, code: String(answer.status), answer: `${name} ${words}`.trim().slice(0, 300) }
  switch (reach) {
    case 'later':
      return deferred(said, answer.headers)
    case 'recipient':
      return bounced(said, true)
    case 'message':
      return rejected(said)
    case 'quota':
      return rejected(said, true, true)
    case 'configuration':
      return rejected(said, true)
  }
}

/** Returns the bare name of the error (it may carry a namespace and a URL) and its message. */
export function sesError({ headers, body }: HttpAnswer): { name: string; words: string } {
  const said = recordIn(body)
  const header = headers['x-amzn-errortype']
  const type = [header, said['__type'], said['code']].find(each => typeof each === 'string') ?? ''
  const name = type.split(':')[0]?.split('#').at(-1) ?? ''
  const words = said['message'] ?? said['Message']
  return { name, words: typeof words === 'string' ? words : body.trim().slice(0, 300) }
}

function meaningOf(status: number, name: string, words: string, recipient: string): [EmailReason, Reach] {
  // The same words come under several names.
  if (/sending rate exceeded|rate exceeded/i.test(words)) return ['rate_limited', 'later']
  if (/daily (message|sending) quota/i.test(words)) return ['quota_exceeded', 'quota']
  if (/not verified/i.test(words)) return unverified(words, recipient)
  if (name === 'BadRequestException' && BAD_ADDRESS.test(words)) return ['bad_address', 'recipient']
  const known = Object.hasOwn(BY_NAME, name) ? BY_NAME[name] : undefined
  if (known !== undefined) return known
  if (status === 429) return ['rate_limited', 'later']
  if (status === 401 || status === 403) return ['wrong_key', 'configuration']
  if (status === 413) return ['message_too_large', 'message']
  return status >= 500 ? ['temporary_failure', 'later'] : ['content_refused', 'message']
}

/** A new account may only write to verified addresses: the error then names the recipient, and the next recipient may be verified. */
function unverified(words: string, recipient: string): [EmailReason, Reach] {
  return words.toLowerCase().includes(recipient.toLowerCase())
    ? ['account_in_sandbox', 'message']
    : ['sender_refused', 'configuration']
}
