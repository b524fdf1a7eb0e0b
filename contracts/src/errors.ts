import type { Sentence } from './sentences/sentence.ts'

/**
 * Every kind of failure that the product expects, with its HTTP status and, if the specification has one, its `error_code`. Its sentence is
 * `errors.<kind>` unless the failure brings another. Anything that is not listed is a defect and is answered as `internal`.
 */
interface ErrorKind {
  status: number
  /** `error_code` in the body of the answer, if the specification has one. */
  code?: number
}

export const ERRORS = {
  wrongCredentials: { status: 400, code: 1001 },
  passwordAccount: { status: 400, code: 1002 },
  secondFactorNeeded: { status: 400, code: 1004 },
  tooManyAttempts: { status: 429, code: 1005 },
  confirmIdentity: { status: 400, code: 1006 },
  emailNotVerified: { status: 400, code: 1010 },
  resetLinkInvalid: { status: 400, code: 1013 },
  resetLinkExpired: { status: 400, code: 1014 },
  inviteExpired: { status: 400, code: 1055 },
  inviteWithdrawn: { status: 400, code: 1058 },
  inviteAccepted: { status: 400, code: 1059 },
  verificationLinkInvalid: { status: 400, code: 1060 },
  foreignObject: { status: 404, code: 1071 },
  differentUser: { status: 403, code: 1083 },

  ssoFailed: { status: 400 },
  ssoEmailUnverified: { status: 400 },
  ssoOtherAccount: { status: 409 },
  ssoLastWayIn: { status: 409 },

  invalidInput: { status: 400 },
  unauthorized: { status: 401 },
  forbidden: { status: 403 },
  notFound: { status: 404 },
  conflict: { status: 409 },
  quotaReached: { status: 409 },
  gone: { status: 410 },
  tooLarge: { status: 413 },
  wrongType: { status: 415 },
  tooManyRequests: { status: 429 },
  internal: { status: 500 },
  unavailable: { status: 503 },
} as const satisfies Record<string, ErrorKind>

export type ErrorName = keyof typeof ERRORS

/** One field that was refused, and the reason. */
export interface FieldFailure extends Sentence {
  field: string
  line?: number
  column?: number
  tag?: string
}

/** As in an answer: with the English text. */
export interface FieldError extends FieldFailure {
  message: string
}
