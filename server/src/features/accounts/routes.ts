import {
  forgotPassword,
  resendVerification,
  resetPassword,
  signUp,
  verifyEmail,
} from '@notifly/contracts/accounts/accounts'
import type { Deps } from '../../http/deps.ts'
import { callerOf, originOf, route, type Http } from '../../http/route.ts'
import { networkOf } from '../../lib/rate-limit.ts'
import { emailKey } from './account/email-key.ts'
import { rememberDevice } from './sign-in/known-devices.ts'
import { accountLimits } from './sign-in/limits.ts'
import * as links from './sign-up/links.ts'
import { securityRoutes } from './second-factor/security-routes.ts'
import { forgetAttempts } from './sign-in/sign-in.ts'
import { sessionRoutes } from './sign-in/session-routes.ts'
import * as people from './sign-up/sign-up.ts'

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
    await forgetAttempts(limits, account.email_key, networkOf(request.ip))
    // Attempts that others go on making do not hold up the browser that has just proved the address.
    rememberDevice(http, deps, reply, account)
    await limits.linksByNetwork.giveBack(networkOf(request.ip))
  })

  async function limitMail(email: string, address: string, byEmail = limits.mailByEmail): Promise<void> {
    await limits.mailByNetwork.take(networkOf(address))
    await byEmail.take(emailKey(email))
  }
}
