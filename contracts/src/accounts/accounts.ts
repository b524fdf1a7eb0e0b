import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { email, epochSeconds, maxCharacters, password, personName, text, uuid } from '../fields.ts'
import { sentenceKey } from '../sentences/sentence.ts'
import type { ERRORS } from '../errors.ts'

// Sign-in failures that pages handle in their own way. The numbers are repeated here, since the whole table would load with the first page.
export const SECOND_FACTOR_NEEDED = 1004 satisfies (typeof ERRORS)['secondFactorNeeded']['code']
export const EMAIL_NOT_VERIFIED = 1010 satisfies (typeof ERRORS)['emailNotVerified']['code']

export const LOCALES = ['en', 'es', 'fr', 'hi'] as const
export type Locale = (typeof LOCALES)[number]

/** The signed-in user as seen from the active application, with the bearer token for it. */
export const UserDetails = z.object({
  uuid,
  name: z.string(),
  email: z.string(),
  token: z.string(),
  token_expires_on: epochSeconds,
  status: z.enum(['active', 'unverified']),
  application_uuid: z.nullable(uuid),
  organization_uuid: z.nullable(uuid),
  role: z.nullable(z.object({ uuid, name: z.string() })),
  /** Every activity id; `permission_set` and `permission_levels` run parallel to it. */
  permission_activity_list: z.array(z.int()),
  /** 0 if the user may at least read, else 1. */
  permission_set: z.array(z.int()),
  /** `[level, approve]` per activity. */
  permission_levels: z.array(z.tuple([z.int(), z.int()])),
  /** Every write under approval waits for a second person, even if its author may approve. */
  two_people: z.optional(z.literal(true)),
  locale: z.enum(LOCALES),
  mfa_enabled: z.boolean(),
  /** Only for operators of the installation. */
  is_operator: z.optional(z.literal(true)),
})
export type UserDetails = z.infer<typeof UserDetails>

/** A password as it was typed: spaces count, and rules that changed since must not lock an account out. */
export const typedPassword = z
  .string(sentenceKey('fields.required'))
  .check(z.minLength(1, sentenceKey('fields.required')), maxCharacters(200))

/** A code of an authenticator app, or a recovery code; spaces and hyphens as people type them. */
export const oneTimePassword = z.optional(z.string().check(z.trim(), z.maxLength(20)))

export const signUp = endpoint({
  call: 'POST /authP/sign-up',
  summary: 'Create an account; the same answer whether or not the address is known',
  access: 'public',
  status: 201,
  body: z.object({ name: personName, email, password, locale: z.optional(z.enum(LOCALES)) }),
  message: 'accounts.signUp',
})

/** Data of a 1010 answer if the password was right. */
export const UnverifiedAccount = z.object({ proof: z.string() })
export type UnverifiedAccount = z.infer<typeof UnverifiedAccount>

export const login = endpoint({
  call: 'POST /authP/login',
  summary: 'Sign in with email and password; sets the session cookie',
  access: 'public',
  body: z.object({ email, password: typedPassword, otp: oneTimePassword }),
  data: UserDetails,
})

export const readSession = endpoint({
  call: 'GET /authP/session',
  summary: 'The signed-in user with a fresh token',
  access: 'session',
  data: UserDetails,
})

export const logout = endpoint({
  call: 'POST /authP/logout',
  summary: 'End the session; its tokens die at once',
  access: 'session',
})

export const verifyEmail = endpoint({
  call: 'GET /authP/verify/{token}',
  summary: 'Confirm an email address by the token of a mailed link; a new address of an account only with its bearer',
  access: 'public',
  params: z.object({ token: z.string() }),
  /** From the `data` of a 1010 answer to the right password: the link must belong to that account. */
  query: z.object({ proof: z.optional(text(200)) }),
  message: 'accounts.verified',
})

export const resendVerification = endpoint({
  call: 'POST /authP/resend-email',
  summary: 'Send the verification mail again; never tells whether the account exists',
  access: 'public',
  body: z.object({ email }),
  message: 'accounts.resent',
})

export const forgotPassword = endpoint({
  call: 'POST /authP/forgot-password',
  summary: 'Send a reset link; never tells whether the account exists',
  access: 'public',
  body: z.object({ email }),
  message: 'accounts.resetSent',
})

export const resetPassword = endpoint({
  call: 'POST /authP/reset-password',
  summary: 'Set a new password by the link in the mail; ends all sessions',
  access: 'public',
  body: z.object({ token: text(1000), password }),
  message: 'accounts.resetDone',
})

export const updateProfile = endpoint({
  call: 'PUT /authP/profile',
  summary: 'Change the own name or language',
  access: 'user',
  body: z.object({ name: z.optional(personName), locale: z.optional(z.enum(LOCALES)) }),
  message: 'accounts.profileSaved',
})
