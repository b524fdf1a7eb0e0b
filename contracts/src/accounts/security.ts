/** What signed-in people do with their own account: second factor, sessions, address, password, deletion. */
import * as z from 'zod/mini'
import { LOCALES, oneTimePassword, typedPassword, UserDetails } from './accounts.ts'
import { endpoint } from '../endpoint.ts'
import { email, epochSeconds, onlyCharacters, password, uuid } from '../fields.ts'

/** The password, to confirm the person's identity with this call. Without it the session must be confirmed already (error code 1006). */
const confirmedBy = { password: z.optional(typedPassword) }

export const Profile = z.object({
  uuid,
  name: z.string(),
  email: z.string(),
  /** A new address, until its owner opens the link in our email. */
  pending_email: z.nullable(z.string()),
  locale: z.enum(LOCALES),
  /** False for an account that signs in through a provider only. */
  has_password: z.boolean(),
  mfa_enabled: z.boolean(),
  recovery_codes_left: z.int(),
})
export type Profile = z.infer<typeof Profile>

export const readProfile = endpoint({
  call: 'GET /authP/profile',
  summary: 'The own account and how it is protected',
  access: 'user',
  data: Profile,
})

/** Six digits, with spaces and hyphens as people type them. */
const mailedCode = z.optional(
  z.string().check(
    z.overwrite(code => code.replace(/[\s-]/g, '')),
    onlyCharacters(6),
  ),
)

export const reauthenticate = endpoint({
  call: 'POST /authP/reauthenticate',
  summary: 'Confirm that it is you: raises the session for five minutes',
  access: 'user',
  body: z.object({ password: z.optional(typedPassword), otp: oneTimePassword, code: mailedCode }),
  data: z.object({ raised_until: epochSeconds }),
})

export const sendConfirmationCode = endpoint({
  call: 'POST /authP/reauthenticate/code',
  summary: 'Mail six digits to somebody without a password, for confirming that it is them',
  access: 'user',
  message: 'accounts.codeSent',
})

const Toggled = z.object({
  enabled: z.boolean(),
  /** For the authenticator app, until the first right code; shown as a QR code. */
  otpauth_url: z.optional(z.string()),
  /** The same, for typing it in. */
  secret: z.optional(z.string()),
  /** Returned only once, when the second factor is turned on. */
  recovery_codes: z.optional(z.array(z.string())),
})

export const toggleMfa = endpoint({
  call: 'POST /authP/mfa-toggle',
  summary: 'Turn the second factor on (in two calls: for the secret, then with a code of the app) or, with a code, off',
  access: 'user',
  body: z.object({ enable: z.boolean(), otp: oneTimePassword, ...confirmedBy }),
  data: Toggled,
})

export const renewRecoveryCodes = endpoint({
  call: 'POST /authP/recovery-codes',
  summary: 'New recovery codes, for a code of the app or one of the earlier codes; all earlier ones stop working',
  access: 'user',
  body: z.object({ otp: oneTimePassword, ...confirmedBy }),
  data: z.object({ recovery_codes: z.array(z.string()) }),
})

export const OwnSession = z.object({
  uuid,
  /** Null if the browser does not say. */
  browser: z.nullable(z.string()),
  system: z.nullable(z.string()),
  kind: z.enum(['desktop', 'mobile', 'tablet', 'other']),
  address: z.string(),
  created_on: epochSeconds,
  /** When it last got a token; a token is valid for an hour. */
  last_seen_on: epochSeconds,
  is_current: z.boolean(),
})
export type OwnSession = z.infer<typeof OwnSession>

export const listSessions = endpoint({
  call: 'GET /authP/sessions',
  summary: 'Where the account is signed in, the last used first',
  access: 'user',
  data: z.array(OwnSession),
})

export const revokeSession = endpoint({
  call: 'DELETE /authP/sessions/{uuid}',
  summary: 'End one session; its tokens die at once',
  access: 'user',
  params: z.object({ uuid }),
  message: 'accounts.sessionEnded',
})

export const revokeOtherSessions = endpoint({
  call: 'DELETE /authP/sessions',
  summary: 'End all sessions but this one',
  access: 'user',
  message: 'accounts.othersEnded',
})

export const changePassword = endpoint({
  call: 'POST /authP/change-password',
  summary: 'Set a new password; ends all other sessions and every token of this one but the answered',
  access: 'user',
  body: z.object({ new_password: password, ...confirmedBy }),
  data: UserDetails,
  message: 'accounts.passwordChanged',
})

export const changeEmail = endpoint({
  call: 'POST /authP/change-email',
  summary: 'Ask for another address; it counts once the link in the mail to it was opened',
  access: 'user',
  body: z.object({ email, ...confirmedBy }),
  message: 'accounts.linkSent',
})

export const cancelEmailChange = endpoint({
  call: 'DELETE /authP/change-email',
  summary: 'Keep the present address; the link to the new one stops working',
  access: 'user',
})

export const listSecurityQuestions = endpoint({
  call: 'GET /authP/security-question',
  summary: 'Questions that a support desk may ask; they never unlock an account by themselves',
  access: 'public',
  data: z.array(z.object({ id: z.int(), question: z.string() })),
})

export const deleteAccount = endpoint({
  call: 'DELETE /authP/user-delete',
  summary: 'Erase the own account; refused to the only owner of an organization',
  access: 'user',
})
