/** What refusals of Firebase Cloud Messaging mean: by the code in the details, else by the status. */
import { type HttpAnswer, retryAfterMs } from '../../http/http-exchange.ts'
import type { Outcome } from '../../provider.ts'
import type { MobilePushReason } from '../reasons.ts'

interface GoogleError {
  status?: string
  message?: string
  details?: { '@type'?: string; errorCode?: string; fieldViolations?: { field?: string; description?: string }[] }[]
}

/** Without Retry-After a quota is spared for a minute. */
const QUOTA_WAIT_MS = 60_000

/** `dropToken`: the access token is not to be used again; answers whether a new one would fare no better. */
export function fcmFailure(answer: HttpAnswer, dropToken: () => boolean): Outcome {
  const error = errorOf(answer.body)
  const code = error.details?.find(detail => detail.errorCode !== undefined)?.errorCode ?? error.status ?? ''
  const words = `${code} ${error.message ?? answer.body}`.trim().slice(0, 300)
  const said = { code: String(answer.status), answer: words }
  const bounced = (reason: MobilePushReason): Outcome => ({ kind: 'bounced', reason, ...said, suppress: true })
  const refused = (reason: MobilePushReason, wholeConfiguration: boolean): Outcome => ({
    kind: 'rejected',
    reason,
    ...said,
    wholeConfiguration,
    temporary: false,
  })
  const later = (reason: MobilePushReason, leastMs?: number): Outcome => {
    const waitMs = retryAfterMs(answer.headers) ?? leastMs
    return { kind: 'deferred', reason, ...said, ...(waitMs !== undefined && { retryAfterMs: waitMs }) }
  }
  switch (code) {
    case 'UNREGISTERED':
    case 'NOT_FOUND':
      return bounced('device_gone')
    case 'SENDER_ID_MISMATCH':
      return bounced('device_of_another_app')
    case 'INVALID_ARGUMENT':
      return isAboutToken(error) ? bounced('device_unknown') : refused(sizeOr(words), false)
    case 'QUOTA_EXCEEDED':
    case 'RESOURCE_EXHAUSTED':
      return later('rate_limited', QUOTA_WAIT_MS)
    case 'UNAVAILABLE':
    case 'INTERNAL':
      return later('temporary_failure')
    case 'THIRD_PARTY_AUTH_ERROR':
      return refused('apple_key_missing', false)
    case 'UNAUTHENTICATED':
      return dropToken() ? refused('wrong_key', true) : later('temporary_failure')
    case 'PERMISSION_DENIED':
      return refused('key_not_permitted', true)
    default:
      return byStatus(answer.status, { refused, later })
  }
}

function byStatus(
  status: number,
  {
    refused,
    later,
  }: { refused: (reason: MobilePushReason, whole: boolean) => Outcome; later: (reason: MobilePushReason) => Outcome },
): Outcome {
  if (status === 429) return later('rate_limited')
  if (status >= 500) return later('temporary_failure')
  if (status === 401 || status === 403) return refused('key_not_permitted', true)
  return refused(status === 413 ? 'message_too_large' : 'push_refused', false)
}

/** The same code says that a token is none and that a field of ours is wrong. */
function isAboutToken({ message = '', details = [] }: GoogleError): boolean {
  const violations = details.flatMap(({ fieldViolations = [] }) => fieldViolations)
  if (violations.length > 0) return violations.every(({ field }) => field === 'message.token')
  return /registration token/i.test(message)
}

function sizeOr(words: string): MobilePushReason {
  return /too (big|large)/i.test(words) ? 'message_too_large' : 'push_refused'
}

function errorOf(body: string): GoogleError {
  try {
    const { error } = JSON.parse(body) as { error?: GoogleError }
    return typeof error === 'object' && error !== null ? error : {}
  } catch {
    return {}
  }
}
