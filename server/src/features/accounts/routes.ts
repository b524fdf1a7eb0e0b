import {
  forgotPassword,
  login,
  logout,
  readSession,
  resendVerification,
  resetPassword,
  signUp,
  verifyEmail,
} from '@notifly/contracts/accounts/accounts'
import { switchApplication } from '@notifly/contracts/applications/applications'
import type { Deps } from '../../http/deps.ts'
import { callerOf, type Http, originOf, route, sessionCookieName } from '../../http/route.ts'
import { networkOf } from '../../lib/rate-limit.ts'
import { emailKey } from './account/email-key.ts'
import { rememberDevice } from './sign-in/known-devices.ts'
import { accountLimits } from './sign-in/limits.ts'
import * as links from './sign-up/links.ts'
import { securityRoutes } from './second-factor/security-routes.ts'
import { checkPassword, clearAttempts } from './sign-in/sign-in.ts'
import * as people from './sign-up/sign-up.ts'
import { isFromOwnPages, assertSameOrigin } from '../../http/same-origin.ts'
import { AppError } from '../../lib/app-error.ts'
import { findApplication } from '../applications/applications.ts'
import { finishSignIn, sessionCookieOptions, setSessionCookie } from './sign-in/finish-sign-in.ts'
import { openUser, resumeSession, signOut, switchSession } from './sign-in/sessions.ts'

export function accountRoutes(http: Http, deps: Deps): void {
  const limits = accountLimits(deps.database.pool)
  sessionRoutes(http, deps)
  securityRoutes(http, deps)

  route(http, signUp, async ({ body, request }) => {
    await limitMail(body.email, request.ip)
    await people.signUp(deps, { ...body, locale: body.locale ?? 'en' })
  })

  route(http, resendVerification, async ({ body, request }) => {
    await limitMail(body.email, request.ip)
    await people.requestMail(deps, 'verify', body.email)
  })

  route(http, forgotPassword, async ({ body, request }) => {
    await limitMail(body.email, request.ip, limits.resetByEmail)
    await people.requestMail(deps, 'reset', body.email)
  })

  route(http, verifyEmail, async ({ params, query, request }) => {
    await limits.linksByNetwork.take(networkOf(request.ip))
    // Link checkers of mail servers ask with HEAD: that must not use the link up.
    if (request.method === 'HEAD') return
    const caller = await callerOf(http, request)
    const signedIn = caller?.accountId ?? null
    await links.verifyAddress(deps, { ...params, ...query, signedIn, origin: originOf(request) })
    await limits.linksByNetwork.giveBack(networkOf(request.ip))
  })

  route(http, resetPassword, async ({ body, request, reply }) => {
    await limits.linksByNetwork.take(networkOf(request.ip))
    const account = await links.resetPassword(deps, { ...body, origin: originOf(request) })
    await clearAttempts(limits, account.email_key, networkOf(request.ip))
    // Attempts that others go on making do not hold up the browser that has just proved the address.
    rememberDevice(http, deps, reply, account)
    await limits.linksByNetwork.giveBack(networkOf(request.ip))
  })

  async function limitMail(email: string, address: string, byEmail = limits.mailByEmail): Promise<void> {
    await limits.mailByNetwork.take(networkOf(address))
    await byEmail.take(emailKey(email))
  }
}

function sessionRoutes(http: Http, deps: Deps): void {
  const db = deps.database.kysely

  route(http, login, async ({ body, request, reply }) => {
    // Otherwise another site could sign its visitor in to another account.
    assertSameOrigin(request, http.publicUrl)
    const accountId = await checkPassword(deps, { ...body, request })
    return finishSignIn(http, deps, { accountId, otp: body.otp, request, reply })
  })

  route(http, readSession, async ({ request, reply }) => {
    const session = await resumeSession(deps, request.sessionCookie)
    const user = await openUser(deps, session)
    if (request.sessionCookie !== null) setSessionCookie(http, reply, request.sessionCookie)
    return user
  })

  route(http, logout, async ({ request, reply }) => {
    const caller = await callerOf(http, request)
    // Signing out twice is no failure; a cookie that another site sent along does not count.
    if (caller === null && !isFromOwnPages(request, http.publicUrl)) throw new AppError('unauthorized')
    await signOut(deps, { sessionId: caller?.sessionId, cookie: request.sessionCookie }, originOf(request))
    reply.clearCookie(sessionCookieName(http), sessionCookieOptions(http))
  })

  route(http, switchApplication, async ({ params, caller }) => {
    const application = await findApplication(db, caller.accountId, params.uuid)
    if (application === null) throw new AppError('foreignObject')
    const { applicationId } = application
    return switchSession(deps, { sessionId: caller.sessionId, accountId: caller.accountId, applicationId })
  })
}
