import { login, logout, readSession } from '@notifly/contracts/accounts/accounts'
import { switchApplication } from '@notifly/contracts/applications/applications'
import type { Deps } from '../../../http/deps.ts'
import { callerOf, originOf, route, sessionCookieName, type Http } from '../../../http/route.ts'
import { isFromOwnPages, refuseForeignPages } from '../../../http/same-origin.ts'
import { AppError } from '../../../lib/app-error.ts'
import { findApplication } from '../../applications/applications.ts'
import { finishSignIn, sessionCookieOptions, setSessionCookie } from './finish-sign-in.ts'
import { openUser, resumeSession, signOut, switchSession } from './sessions.ts'
import { checkPassword } from './sign-in.ts'

export function sessionRoutes(http: Http, deps: Deps): void {
  const db = deps.database.kysely

  route(http, login, async ({ body, request, reply }) => {
    // Otherwise another site could sign its visitor in to another account.
    refuseForeignPages(request, http.publicUrl)
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
