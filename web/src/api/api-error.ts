import type { Answer } from '@notifly/contracts/answer'
import type { FieldError } from '@notifly/contracts/errors'
import { calls } from '@notifly/contracts/sentences/calls'
import type { TranslatableText, SentenceKey, SentenceValue } from '@notifly/contracts/sentences/sentence'

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

/** A message of the dashboard's own, for a call without an answer that has one. */
function own(key: keyof typeof calls): TranslatableText {
  return { key, message: calls[key] }
}

/** A call that failed. Without any answer from the network the status is 500. */
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

/** Converts an unsuccessful answer to an error; a body that is not ours gets the general message. */
export function failureOf(method: string, path: string, response: Response, answer: Answer | undefined): ApiError {
  const retryAfter = Number(response.headers.get('Retry-After') ?? Number.NaN)
  return new ApiError({
    status: response.status,
    ...((answer && messageOf(answer)) ?? own('errors.internal')),
    method,
    path,
    code: answer?.error_code,
    errors: answer?.errors,
    data: answer?.data,
    requestId: response.headers.get('X-Request-Id') ?? undefined,
    retryAfterSeconds: Number.isFinite(retryAfter) ? retryAfter : undefined,
  })
}

/** The message of an answer for people, if it has one. */
export function messageOf({ message, key, values }: Answer): TranslatableText | undefined {
  return message === undefined ? undefined : { message, ...(key && { key }), ...(values && { values }) }
}

/** No answer arrived: treated as a 500, like every other failure of the server's side. */
export function unreachable(method: string, path: string, cause?: unknown): ApiError {
  return new ApiError({ status: 500, ...own('errors.unreachable'), method, path }, cause)
}

/** Error codes that fill the whole page, with what the person can do about them. */
export const PAGE_CODES = {
  foreign: [1071],
  differentUser: [1083],
  /** Invitation and verification links that no longer work: message, countdown, sign-in. */
  deadLink: [1055, 1058, 1059, 1060],
} as const

/** Whether the failure replaces the page instead of showing at a form. */
export function replacesPage(error: ApiError): boolean {
  return Object.values(PAGE_CODES).some(codes => (codes as readonly number[]).includes(error.code ?? 0))
}
