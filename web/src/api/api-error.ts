import type { Answer } from '@notifly/contracts/answer'
import type { FieldError } from '@notifly/contracts/errors'
import { calls } from '@notifly/contracts/sentences/calls'
import type { Said, SentenceKey, SentenceValue } from '@notifly/contracts/sentences/sentence'

interface Failure {
  status: number
  message: string
  key?: SentenceKey | undefined
  values?: Record<string, SentenceValue> | undefined
  method: string
  path: string
  code?: number | undefined
  errors?: FieldError[] | undefined
  data?: unknown
  requestId?: string | undefined
  retryAfterSeconds?: number | undefined
}

/** What the browser itself says of a call, without an answer that says it. */
function own(key: keyof typeof calls): Said {
  return { key, message: calls[key] }
}

/** A call that did not succeed. Without any answer from the network the status is 500. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  declare readonly status: number
  declare readonly key: SentenceKey | undefined
  declare readonly values: Record<string, SentenceValue> | undefined
  declare readonly code: number | undefined
  declare readonly errors: FieldError[]
  declare readonly data: unknown
  declare readonly method: string
  declare readonly path: string
  declare readonly requestId: string | undefined
  declare readonly retryAfterSeconds: number | undefined
  readonly occurredOn = new Date()

  /** The same failure with other errors at fields. */
  withErrors(errors: FieldError[]): ApiError {
    return new ApiError({ ...this, message: this.message, errors }, this)
  }

  constructor(failure: Failure, cause?: unknown) {
    super(failure.message, { cause })
    Object.assign(this, failure, { errors: failure.errors ?? [] })
  }
}

/** Turns an unsuccessful answer into an error; a body that is not ours gets the general sentence. */
export function failureOf(method: string, path: string, response: Response, answer: Answer | undefined): ApiError {
  const retryAfter = Number(response.headers.get('Retry-After') ?? Number.NaN)
  return new ApiError({
    status: response.status,
    ...((answer && saidIn(answer)) ?? own('errors.internal')),
    method,
    path,
    code: answer?.error_code,
    errors: answer?.errors,
    data: answer?.data,
    requestId: response.headers.get('X-Request-Id') ?? undefined,
    retryAfterSeconds: Number.isFinite(retryAfter) ? retryAfter : undefined,
  })
}

/** What an answer says to a person, if it does. */
export function saidIn({ message, key, values }: Answer): Said | undefined {
  return message === undefined ? undefined : { message, ...(key && { key }), ...(values && { values }) }
}

/** No answer arrived: counted as a 500, as every other failure of the other side. */
export function unreachable(method: string, path: string, cause?: unknown): ApiError {
  return new ApiError({ status: 500, ...own('errors.unreachable'), method, path }, cause)
}

/** Codes whose meaning fills the whole page, with what the person can do about it. */
export const PAGE_CODES = {
  foreign: [1071],
  differentUser: [1083],
  /** Invitation and verification links that no longer work: message, countdown, sign-in. */
  deadLink: [1055, 1058, 1059, 1060],
} as const

/** True for failures that replace the page rather than show at a form. */
export function fillsThePage(error: ApiError): boolean {
  return Object.values(PAGE_CODES).some(codes => (codes as readonly number[]).includes(error.code ?? 0))
}
