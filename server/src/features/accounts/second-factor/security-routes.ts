import * as security from '@notifly/contracts/accounts/security'
import { updateProfile } from '@notifly/contracts/accounts/accounts'
import type { Deps } from '../../../http/deps.ts'
import { type Http, route, sessionCookieName } from '../../../http/route.ts'
import { epochSeconds } from '../../../lib/clock.ts'
import * as changes from '../account/change-account.ts'
import { eraseAccount } from '../account/erase.ts'
import { sessionCookieOptions } from '../sign-in/finish-sign-in.ts'
import { refuseCommonPassword } from '../passwords/common-passwords.ts'
import { rememberDevice } from '../sign-in/known-devices.ts'
import * as mfa from './mfa.ts'
import * as sessions from '../sign-in/own-sessions.ts'
import { requireRaised } from '../passwords/raised.ts'
import { confirmCaller, requestConfirmationCode } from '../passwords/reauthenticate.ts'

/** Routes by which a signed-in person protects their own account. */
export function securityRoutes(http: Http, deps: Deps): void {
  route(http, security.readProfile, ({ caller }) => changes.readOwnProfile(deps, caller))

  route(http, updateProfile, ({ body, caller }) => changes.changeProfile(deps, caller, body))

  route(http, security.reauthenticate, async ({ body, caller }) => {
    return { raised_until: epochSeconds(await confirmCaller(deps, caller, body)) }
  })

  route(http, security.sendConfirmationCode, ({ caller }) => requestConfirmationCode(deps, caller))

  route(http, security.toggleMfa, async ({ body, caller }) => {
    await requireRaised(deps, caller, body.password)
    if (!body.enable) {
      await mfa.requireOwnFactor(deps, caller, body.otp)
      return mfa.disableMfa(deps, caller)
    }
    return body.otp ? mfa.enableMfa(deps, caller, body.otp) : mfa.prepareMfa(deps, caller)
  })

  route(http, security.renewRecoveryCodes, async ({ body, caller }) => {
    await requireRaised(deps, caller, body.password)
    await mfa.requireOwnFactor(deps, caller, body.otp)
    return { recovery_codes: await mfa.newCodes(deps, caller) }
  })

  route(http, security.listSessions, ({ caller }) => sessions.listOwnSessions(deps, caller))

  route(http, security.revokeSession, ({ params, caller }) => sessions.endSession(deps, caller, params.uuid))

  route(http, security.revokeOtherSessions, ({ caller }) => sessions.endOtherSessions(deps, caller))

  route(http, security.changePassword, async ({ body, caller, reply }) => {
    await requireRaised(deps, caller, body.password)
    await refuseCommonPassword('new_password', body.new_password)
    const { user, account } = await changes.setPassword(deps, caller, body.new_password)
    rememberDevice(http, deps, reply, account)
    return user
  })

  route(http, security.changeEmail, async ({ body, caller }) => {
    await requireRaised(deps, caller, body.password)
    await changes.requestEmailChange(deps, caller, body.email)
  })

  route(http, security.cancelEmailChange, ({ caller }) => changes.cancelChange(deps, caller))

  route(http, security.listSecurityQuestions, () => [...SECURITY_QUESTIONS])

  route(http, security.deleteAccount, async ({ caller, reply }) => {
    await requireRaised(deps, caller)
    await eraseAccount(deps, caller)
    reply.clearCookie(sessionCookieName(http), sessionCookieOptions(http))
  })
}

/** Questions for a support desk. Answers are not stored here, and none of them unlocks an account. */
const SECURITY_QUESTIONS = [
  { id: 1, question: 'What was the name of your first school?' },
  { id: 2, question: 'In which town did your parents meet?' },
  { id: 3, question: 'What was the name of your first pet?' },
  { id: 4, question: 'Which street did you grow up in?' },
  { id: 5, question: 'What was the first concert that you went to?' },
] as const
