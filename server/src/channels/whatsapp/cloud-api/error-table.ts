/**
 * What the error codes of the Cloud API mean for a message (developers.facebook.com, "Error codes"). Its titles and HTTP statuses vary;
 * only the code is used, and the status if there is no code.
 */
import { isRecord, recordOf } from '../../../lib/json.ts'
import { type HttpAnswer, retryAfterMs } from '../../http/http-exchange.ts'
import type { Outcome } from '../../provider.ts'
import type { WhatsappReason } from '../reasons.ts'

export interface GraphError {
  code: number
  subcode: number | null
  /** What a support person wants to read. */
  words: string
}

/** Returns the error in a response body, or in one of a report's errors; undefined if there is none. */
export function graphError(value: unknown): GraphError | undefined {
  if (!isRecord(value) || typeof value['code'] !== 'number') return undefined
  const data = recordOf(value['error_data'])
  const texts = [value['message'], value['title'], data['details'], value['error_user_msg']]
  const said = texts.flatMap(text => (typeof text === 'string' && text !== '' ? [bare(text)] : []))
  const words = [...new Set(said)].join(' · ')
  const subcode = typeof value['error_subcode'] === 'number' ? value['error_subcode'] : null
  return { code: value['code'], subcode, words: words.slice(0, 300) }
}

/** Returns "132015 Template is paused" for "(#132015) Template is paused": our sentences add their own brackets. */
function bare(text: string): string {
  return text.replace(/^\(#(\d+)\)/, '$1')
}

type Meaning =
  | { kind: 'bounced'; reason: WhatsappReason; suppress?: true }
  | { kind: 'deferred'; reason: WhatsappReason; retryAfterMs?: number | undefined }
  | {
      kind: 'rejected'
      reason: WhatsappReason
      whole?: 'for now' | 'until mended' | 'run'
      retryAfterMs?: number | undefined
    }

const refused = (reason: WhatsappReason): Meaning => ({ kind: 'bounced', reason })
const wrong = (reason: WhatsappReason): Meaning => ({ kind: 'rejected', reason })
const later = (reason: WhatsappReason, retryAfterMs?: number): Meaning => ({ kind: 'deferred', reason, retryAfterMs })
/** Every further message would end the same way. */
const all = (reason: WhatsappReason): Meaning => ({ kind: 'rejected', reason, whole: 'until mended' })
/** The same, until some time has passed. */
const allFor = (reason: WhatsappReason, retryAfterMs?: number): Meaning => ({
  kind: 'rejected',
  reason,
  whole: 'for now',
  retryAfterMs,
})
/** Every recipient of the run would be refused: the cause is in the template. */
const run = (reason: WhatsappReason): Meaning => ({ kind: 'rejected', reason, whole: 'run' })

const MINUTE_MS = 60_000
/** A number may send one person about one message in six seconds. */
const PAIR_MS = 6000

const MEANINGS: Record<number, Meaning> = {
  0: all('token_refused'),
  1: later('temporary_failure'),
  2: later('temporary_failure'),
  3: all('permission_missing'),
  4: later('rate_limited'),
  10: all('permission_missing'),
  33: all('phone_number_missing'),
  100: wrong('invalid_request'),
  190: all('token_refused'),
  368: all('account_locked'),
  80007: later('rate_limited'),
  130429: later('rate_limited'),
  130472: refused('in_experiment'),
  130497: refused('content_refused'),
  131000: later('temporary_failure'),
  131005: all('permission_missing'),
  131008: wrong('invalid_merge_field'),
  131009: wrong('invalid_merge_field'),
  131016: later('temporary_failure'),
  131021: refused('sent_to_self'),
  131026: refused('not_on_whatsapp'),
  131030: refused('not_in_address_book'),
  131031: all('account_locked'),
  131037: all('number_not_ready'),
  131042: all('number_not_ready'),
  131045: all('number_not_ready'),
  131047: refused('session_closed'),
  131048: allFor('spam_limited'),
  131049: refused('marketing_cap'),
  131050: { kind: 'bounced', reason: 'marketing_stopped', suppress: true },
  131051: wrong('invalid_request'),
  131052: wrong('media_unavailable'),
  131053: wrong('media_unavailable'),
  131056: later('pair_rate_limited', PAIR_MS),
  131057: allFor('maintenance'),
  131064: allFor('messaging_limit', 60 * MINUTE_MS),
  132000: wrong('merge_field_count_mismatch'),
  132001: run('invalid_template'),
  132005: wrong('message_too_long'),
  132007: wrong('content_refused'),
  132008: wrong('invalid_merge_field'),
  132012: wrong('invalid_merge_field'),
  132015: run('template_paused'),
  132016: run('template_disabled'),
  132018: wrong('invalid_merge_field'),
  133004: later('temporary_failure'),
  133010: all('number_not_ready'),
  133016: later('rate_limited', 10 * MINUTE_MS),
}

/** Returns the outcome of a message whose response has this error. */
export function outcomeOf(error: GraphError | undefined, answer: Pick<HttpAnswer, 'status' | 'headers'>): Outcome {
  const meaning = (error && meaningOf(error)) ?? meaningOfStatus(answer.status)
  const said = { code: String(error?.code ?? answer.status), answer: error?.words ?? `HTTP ${answer.status}` }
  const { reason } = meaning
  if (meaning.kind === 'bounced') return { kind: 'bounced', reason, ...said, suppress: meaning.suppress ?? false }
  const wait = retryAfterMs(answer.headers) ?? meaning.retryAfterMs
  const waiting = { ...(wait !== undefined && { retryAfterMs: wait }) }
  if (meaning.kind === 'deferred') return { kind: 'deferred', reason, ...said, ...waiting }
  const { whole } = meaning
  const rejected = { kind: 'rejected', reason, ...said, ...waiting, temporary: whole === 'for now' } as const
  if (whole === 'run') return { ...rejected, wholeConfiguration: false, wholeRun: true }
  return { ...rejected, wholeConfiguration: whole !== undefined }
}

export interface ReportedFailure {
  reason: WhatsappReason
  /** The recipient wants no more. */
  hasLeft: boolean
  /** A person has to correct the settings or the account. */
  ofSettings: boolean
}

/** Returns why a message failed after WhatsApp had accepted it. */
export function reportedFailure(error: GraphError | undefined): ReportedFailure {
  const meaning = error === undefined ? undefined : meaningOf(error)
  const reason = meaning?.reason ?? 'whatsapp_undelivered'
  const ofSettings = meaning?.kind === 'rejected' && meaning.whole === 'until mended'
  return { reason, hasLeft: reason === 'marketing_stopped', ofSettings }
}

function meaningOf({ code, subcode }: GraphError): Meaning | undefined {
  // "Object does not exist" of the Graph API: the number's id is wrong, so that nothing can be sent.
  if (code === 100 && subcode === 33) return all('phone_number_missing')
  if (code >= 200 && code <= 299) return all('permission_missing')
  return MEANINGS[code]
}

function meaningOfStatus(status: number): Meaning {
  if (status === 401) return all('token_refused')
  if (status === 403) return all('permission_missing')
  if (status === 429) return later('rate_limited')
  return status >= 500 ? later('temporary_failure') : wrong('invalid_request')
}
