import type { UserDetails } from '@notifly/contracts/accounts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../../http/deps.ts'
import { SESSION_COOKIE, type Http } from '../../http/route.ts'
import { isFromOwnPages } from '../../http/same-origin.ts'
import { hashToken } from '../../lib/secrets.ts'
import { deleteSessionByCookie } from './session-queries.ts'
import { openUser, SESSION_SECONDS, startSession } from './sessions.ts'

/** Somebody who has proved, by password or by a provider, to be the owner of an account. */
export interface ProvedPerson {
  accountId: string
  /** The code of the second factor, if one was given. */
  otp?: string | undefined
  request: FastifyRequest
  reply: FastifyReply
}

/**
 * The end of every way of signing in: starts the session, sets its cookie and answers the user. A session that this browser
 * had before ends.
 */
export async function finishSignIn(
  http: Http,
  deps: Deps,
  { accountId, request, reply }: ProvedPerson,
): Promise<UserDetails> {
  const replaced = isFromOwnPages(request, http.publicUrl) ? request.cookies[SESSION_COOKIE] : undefined
  const { session, cookie } = await startSession(deps, accountId, deviceOf(request))
  if (replaced !== undefined) await deleteSessionByCookie(deps.database.kysely, hashToken(replaced))
  setSessionCookie(http, reply, cookie)
  return openUser(deps, session)
}

/** Gives the browser the session's cookie for another thirty days. */
export function setSessionCookie(http: Http, reply: FastifyReply, cookie: string): void {
  reply.setCookie(SESSION_COOKIE, cookie, { ...sessionCookieOptions(http), maxAge: SESSION_SECONDS })
}

export function sessionCookieOptions({ publicUrl }: Http) {
  const secure = new URL(publicUrl).protocol === 'https:'
  return { httpOnly: true, sameSite: 'lax', path: '/', secure } as const
}

function deviceOf(request: FastifyRequest) {
  return { userAgent: request.headers['user-agent'] ?? '', address: request.ip }
}
