import type { UserDetails } from '@notifly/contracts/accounts/accounts'
import { sentence } from '@notifly/contracts/sentences/sentence'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Caller, Origin } from '../../../http/caller.ts'
import type { Deps } from '../../../http/deps.ts'
import { originOf, sessionCookieName, type Http } from '../../../http/route.ts'
import { isFromOwnPages } from '../../../http/same-origin.ts'
import { AppError } from '../../../lib/app-error.ts'
import { hashToken } from '../../../lib/secrets.ts'
import { recordAccountAudit } from '../../audit/audit.ts'
import { rememberDevice } from './known-devices.ts'
import { verificationProof } from '../sign-up/links.ts'
import { selectSignInState } from '../queries.ts'
import { consumeSecondFactor } from '../second-factor/second-factor.ts'
import { deleteSessionByCookie } from './session-queries.ts'
import { type AccountName, openUser, SESSION_SECONDS, startSession, switchSession } from './sessions.ts'

/** A person who has proved ownership of an account: by password, provider or invitation. */
interface ProvedPerson {
  accountId: string
  /** A code of the authenticator app or a recovery code, as it was typed. */
  otp?: string | undefined
  /** Where to start; absent: where the account was last. */
  applicationId?: string | null
  request: FastifyRequest
  reply: FastifyReply
}

/**
 * The last step of every way to sign in: demands the second factor, starts the session, sets its cookie and returns the user. Ends this
 * browser's earlier session. Throws emailNotVerified, secondFactorNeeded (also for a wrong code) and tooManyAttempts.
 */
export async function finishSignIn(http: Http, deps: Deps, person: ProvedPerson): Promise<UserDetails> {
  const { accountId, applicationId, request, reply } = person
  const db = deps.database.kysely
  const state = await selectSignInState(db, accountId)
  if (state === undefined) throw new AppError('wrongCredentials')
  if (state.email_verified_at === null) {
    throw new AppError('emailNotVerified', { data: { proof: verificationProof(deps, accountId) } })
  }
  const account = { accountId, name: state.name, email: state.email }
  const origin = originOf(request)
  if (state.has_second_factor) await requireSecondFactor(deps, account, person.otp, origin)

  const replaced = isFromOwnPages(request, http.publicUrl) ? request.cookies[sessionCookieName(http)] : undefined
  const { session, cookie } = await startSession(deps, account, origin)
  if (replaced !== undefined) await deleteSessionByCookie(db, hashToken(replaced))
  setSessionCookie(http, reply, cookie)
  rememberDevice(http, deps, reply, state)
  return applicationId === undefined ? openUser(deps, session) : switchSession(deps, { ...session, applicationId })
}

async function requireSecondFactor(
  deps: Deps,
  account: AccountName,
  otp: string | undefined,
  origin: Origin,
): Promise<void> {
  if (otp === undefined || otp === '') throw new AppError('secondFactorNeeded')
  if (await consumeSecondFactor(deps, account.accountId, otp)) return
  const act = { account, origin, action: 'account.sign-in-failed', after: { wrong: 'code' } } as const
  await recordAccountAudit(deps.database.kysely, act, deps.clock.now())
  const words = sentence('accounts.code')
  throw new AppError('secondFactorNeeded', { ...words, errors: [{ field: 'otp', ...words }] })
}

/** Makes an application the active one of a signed-in person, and returns a new token for it. */
export function enterApplication(deps: Deps, caller: Caller, applicationId: string | null): Promise<UserDetails> {
  return switchSession(deps, { sessionId: caller.sessionId, accountId: caller.accountId, applicationId })
}

/** Sets the session's cookie for another thirty days. */
export function setSessionCookie(http: Http, reply: FastifyReply, cookie: string): void {
  reply.setCookie(sessionCookieName(http), cookie, { ...sessionCookieOptions(http), maxAge: SESSION_SECONDS })
}

export function sessionCookieOptions({ publicUrl }: Http) {
  const secure = new URL(publicUrl).protocol === 'https:'
  return { httpOnly: true, sameSite: 'lax', path: '/', secure } as const
}
