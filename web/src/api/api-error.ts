import type { Answer } from '@notifly/contracts/answer'
import { ERRORS, type FieldError } from '@notifly/contracts/errors'

interface Failure {
  status: number
  message: string
  method: string
  path: string
  code?: number | undefined
  errors?: FieldError[] | undefined
  data?: unknown
  requestId?: string | undefined
  retryAfterSeconds?: number | undefined
}

/** What a person reads when no answer came at all; the catalogue of server sentences holds it too. */
export const UNREACHABLE = 'The server cannot be reached. Check your connection, then try again.'

/** A call that did not succeed. Without any answer from the network the status is 500. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  readonly code: number | undefined
  readonly errors: FieldError[]
  readonly data: unknown
  readonly method: string
  readonly path: string
  readonly requestId: string | undefined
  readonly retryAfterSeconds: number | undefined
  readonly occurredOn = new Date()

  constructor(failure: Failure, cause?: unknown) {
    super(failure.message, { cause })
    this.status = failure.status
    this.code = failure.code
    this.errors = failure.errors ?? []
    this.data = failure.data
    this.method = failure.method
    this.path = failure.path
    this.requestId = failure.requestId
    this.retryAfterSeconds = failure.retryAfterSeconds
  }
}

/** Turns an unsuccessful answer into an error; a body that is not ours gets the general sentence. */
export function failureOf(method: string, path: string, response: Response, answer: Answer | undefined): ApiError {
  const retryAfter = Number(response.headers.get('Retry-After') ?? Number.NaN)
  return new ApiError({
    status: response.status,
    message: answer?.message ?? ERRORS.internal.message,
    method,
    path,
    code: answer?.error_code,
    errors: answer?.errors,
    data: answer?.data,
    requestId: response.headers.get('X-Request-Id') ?? undefined,
    retryAfterSeconds: Number.isFinite(retryAfter) ? retryAfter : undefined,
  })
}

/** No answer arrived: counted as a 500, as every other failure of the other side. */
export function unreachable(method: string, path: string, cause?: unknown): ApiError {
  return new ApiError({ status: 500, message: UNREACHABLE, method, path }, cause)
}

/** Codes whose meaning fills the whole page, with what the person can do about it. */
export const PAGE_CODES = {
  foreign: [1071],
  differentUser: [1083],
  /** Invitation and verification links that no longer work: message, countdown, sign-in. */
  deadLink: [1055, 1058, 1059, 1060],
} as const

/** True for failures that replace the page rather than stand at a form. */
export function fillsThePage(error: ApiError): boolean {
  return Object.values(PAGE_CODES).some(codes => (codes as readonly number[]).includes(error.code ?? 0))
}
