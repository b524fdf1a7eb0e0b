/** What errors of Firebase Cloud Messaging mean: by the code in the details, else by the status. */
import { recordIn, recordOf } from '../../../lib/json.ts'
import { type HttpAnswer, bounced, deferred, rejected } from '../../http/http-exchange.ts'
import type { Outcome } from '../../provider.ts'
import type { MobilePushReason } from '../reasons.ts'

interface GoogleError {
  status?: string
  message?: string
  details?: { '@type'?: string; errorCode?: string; fieldViolations?: { field?: string; description?: string }[] }[]
}

/** Without Retry-After, we wait this long after an exceeded quota. */
const QUOTA_WAIT_MS = 60_000

/** `dropToken` discards the access token; it returns whether a new token would be refused as well. */
export function fcmFailure(answer: HttpAnswer, dropToken: () => boolean): Outcome {
  const error: GoogleError = recordOf(recordIn(answer.body)['error'])
  const code = error.details?.find(detail => detail.errorCode !== undefined)?.errorCode ?? error.status ?? ''
  const words = `${code} ${error.message ?? answer.body}`.trim().slice(0, 300)
  const said = { code: String(answer.status), answer: words }
  const gone = (reason: MobilePushReason) => bounced({ reason, ...said }, true)
  const refused = (reason: MobilePushReason, whole: boolean) => rejected({ reason, ...said }, whole)
  const later = (reason: MobilePushReason, leastMs?: number) => deferred({ reason, ...said }, answer.headers, leastMs)
  switch (code) {
    case 'UNREGISTERED':
    case 'NOT_FOUND':
      return gone('device_gone')
    case 'SENDER_ID_MISMATCH':
      return gone('device_of_another_app')
    case 'INVALID_ARGUMENT':
      return isAboutToken(error) ? gone('device_unknown') : refused(sizeOr(words), false)
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
      if (answer.status === 429) return later('rate_limited')
      if (answer.status >= 500) return later('temporary_failure')
      if (answer.status === 401 || answer.status === 403) return refused('key_not_permitted', true)
      return refused(answer.status === 413 ? 'message_too_large' : 'push_refused', false)
  }
}

/** The same code means that a token is invalid and that a field of ours is wrong. */
function isAboutToken({ message = '', details = [] }: GoogleError): boolean {
  const violations = details.flatMap(({ fieldViolations = [] }) => fieldViolations)
  if (violations.length > 0) return violations.every(({ field }) => field === 'message.token')
  return /registration token/i.test(message)
}

function sizeOr(words: string): MobilePushReason {
  return /too (big|large)/i.test(words) ? 'message_too_large' : 'push_refused'
}
