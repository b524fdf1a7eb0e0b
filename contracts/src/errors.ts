/**
 * Every failure that the product expects, with its HTTP status, the numeric `error_code` of the wire contract where one
 * exists, and the words a caller reads. Anything not listed here is a defect and answers `internal`.
 */
interface ErrorKind {
  status: number
  /** `error_code` in the answer's body, where the wire contract has a number. */
  code?: number
  message: string
}

export const ERRORS = {
  wrongCredentials: { status: 400, code: 1001, message: 'Wrong email or password.' },
  passwordAccount: {
    status: 400,
    code: 1002,
    message: 'Sign in with your password, then connect the provider in your settings.',
  },
  secondFactorNeeded: { status: 400, code: 1004, message: 'Enter the code from your authenticator app.' },
  tooManyAttempts: { status: 429, code: 1005, message: 'Too many attempts. Wait a moment, then try again.' },
  confirmIdentity: { status: 400, code: 1006, message: 'Confirm it is you: enter your password.' },
  emailNotVerified: {
    status: 400,
    code: 1010,
    message: 'Your email is not verified yet. Open the link in the mail we sent, or ask for a new one.',
  },
  resetLinkInvalid: { status: 400, code: 1013, message: 'This reset link is not valid. Ask for a new one.' },
  resetLinkExpired: { status: 400, code: 1014, message: 'This reset link has expired. Ask for a new one.' },
  inviteExpired: { status: 400, code: 1055, message: 'This invitation has expired. Ask for a new one.' },
  inviteWithdrawn: { status: 400, code: 1058, message: 'This invitation was withdrawn.' },
  inviteAccepted: { status: 400, code: 1059, message: 'This invitation was already accepted. Sign in instead.' },
  verificationLinkInvalid: {
    status: 400,
    code: 1060,
    message: 'This verification link is no longer valid. Sign in to ask for a new one.',
  },
  foreignObject: { status: 404, code: 1071, message: 'This does not exist, or belongs to somebody else.' },
  differentUser: { status: 403, code: 1083, message: 'This link was issued to a different user.' },

  ssoFailed: {
    status: 400,
    message: 'Signing in with this provider did not work. Try again, or sign in another way.',
  },
  ssoEmailUnverified: {
    status: 400,
    message: 'The provider says that your email is not verified. Verify it there first, then try again.',
  },
  ssoOtherAccount: {
    status: 409,
    message: 'This identity is connected to another account here. Disconnect it there first.',
  },
  ssoLastWayIn: {
    status: 409,
    message: 'This is your only way to sign in. Set a password by “Forgot password?” first.',
  },

  invalidInput: { status: 400, message: 'Some fields need your attention.' },
  unauthorized: { status: 401, message: 'Sign in to continue.' },
  forbidden: { status: 403, message: 'You do not have the right to do this.' },
  notFound: { status: 404, message: 'There is nothing here.' },
  conflict: { status: 409, message: 'This is not possible in the present state.' },
  quotaReached: { status: 409, message: 'This application has no room for more. Ask your operator.' },
  gone: { status: 410, message: 'This has ended for good.' },
  tooLarge: { status: 413, message: 'This is larger than allowed.' },
  wrongType: { status: 415, message: 'This kind of content is not accepted here.' },
  tooManyRequests: { status: 429, message: 'Too many requests. Wait a moment, then try again.' },
  internal: { status: 500, message: 'Something went wrong on our side. Nothing you typed is lost; try again.' },
  unavailable: { status: 503, message: 'The service is not ready yet. Try again in a moment.' },
} as const satisfies Record<string, ErrorKind>

export type ErrorName = keyof typeof ERRORS

/** One reason why an input was refused, beside the field it belongs to. */
export interface FieldError {
  field: string
  message: string
  /** A stable name of the reason where the dashboard words it itself (`csvFile2mb`, `missingUUID`, ...). */
  key?: string
  line?: number
  column?: number
  tag?: string
}
