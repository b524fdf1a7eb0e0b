import {
  beginSso,
  connectSso,
  disconnectSso,
  listSsoConnections,
  listSsoProviders,
  verifySso,
} from '@notifly/contracts/sso/sso'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../../http/deps.ts'
import { callerOf, originOf, route, type Http } from '../../http/route.ts'
import { isFromOwnPages, assertSameOrigin } from '../../http/same-origin.ts'
import { AppError } from '../../lib/app-error.ts'
import { networkOf } from '../../lib/rate-limit.ts'
import { randomToken } from '../../lib/secrets.ts'
import { finishSignIn, requireRaised } from '../accounts/accounts.ts'
import { addConnection, listConnections, removeConnection } from './connections.ts'
import { createIdentification, type Identification, logged } from './identify.ts'
import { optionOf } from './providers.ts'
import { accountFor, createSsoLimits, type SsoLimits } from './sign-in.ts'
import { beginTrip, issueTicket, readTicket, useTicket, type SsoRequest } from './trips.ts'

/** Binds a sign-in to the browser that began it: no other browser can be made to complete it. */
const BROWSER_COOKIE = 'sso'
const BROWSER_SECONDS = 15 * 60

export function ssoRoutes(http: Http, deps: Deps): void {
  const limits = createSsoLimits(deps.database.pool)
  const identification = createIdentification(deps)
  const { providers, providerOf, identify, authorizeUrlOf } = identification

  route(http, listSsoProviders, () => providers.map(provider => optionOf(deps.config, provider)))

  route(http, beginSso, async ({ params, request, reply }) => {
    assertSameOrigin(request, http.publicUrl)
    const provider = providerOf(params.provider)
    await limits.beginByNetwork.take(networkOf(request.ip))
    const caller = await callerOf(http, request)
    // A new way in outlives the session that adds it, so a token alone is not enough.
    if (caller !== null) await requireRaised(deps, caller)
    const authorize_url = await logged(request, provider.name, () => authorizeUrlOf(provider))
    const trip = await beginTrip(deps, {
      provider: provider.name,
      accountId: caller?.accountId ?? null,
      browser: nameBrowser(http, request, reply),
    })
    return { ...trip, authorize_url }
  })

  route(http, verifySso, async ({ body, request, reply }) => {
    assertSameOrigin(request, http.publicUrl)
    const { name: provider } = providerOf(body.provider)
    await limits.verifyByNetwork.take(networkOf(request.ip))
    const traveller: SsoRequest = { provider, accountId: null, browser: browserOf(request) }
    const { ticket, otp } = body
    const user = await logged(request, provider, async () => {
      if (ticket !== undefined) {
        const accountId = await readTicket(deps, traveller, ticket)
        const signedIn = await finishSignIn(http, deps, { accountId, otp, request, reply })
        await useTicket(deps, ticket)
        return signedIn
      }
      const { locale = 'en', verification } = body
      const circumstances = { locale, origin: originOf(request), verification }
      const accountId = await accountFor(deps, limits, await identify(traveller, body), circumstances)
      const issue = () => issueTicket(deps, { ...traveller, accountId })
      return withTicket(finishSignIn(http, deps, { accountId, otp, request, reply }), issue)
    })
    await limits.verifyByNetwork.giveBack(networkOf(request.ip))
    return user
  })

  connectionRoutes(http, deps, limits, identification)
}

function connectionRoutes(http: Http, deps: Deps, limits: SsoLimits, { providerOf, identify }: Identification): void {
  route(http, listSsoConnections, ({ caller }) => listConnections(deps, caller))

  route(http, connectSso, async ({ body, caller, request }) => {
    const { name: provider } = providerOf(body.provider)
    await limits.verifyByNetwork.take(networkOf(request.ip))
    const traveller = { provider, accountId: caller.accountId, browser: browserOf(request) }
    await logged(request, provider, async () => addConnection(deps, caller, await identify(traveller, body)))
    await limits.verifyByNetwork.giveBack(networkOf(request.ip))
  })

  route(http, disconnectSso, async ({ query, caller }) => {
    await requireRaised(deps, caller)
    await removeConnection(deps, caller, query.provider)
  })
}

function browserOf(request: FastifyRequest): string | null {
  return request.cookies[BROWSER_COOKIE] ?? null
}

/** The cookie of a browser on our own pages; other callers get none, so that their sign-ins are not bound. */
function nameBrowser({ publicUrl }: Http, request: FastifyRequest, reply: FastifyReply): string | null {
  if (!isFromOwnPages(request, publicUrl)) return null
  const known = browserOf(request)
  const browser = known !== null && /^[\w-]{43}$/.test(known) ? known : randomToken()
  const secure = new URL(publicUrl).protocol === 'https:'
  const options = { httpOnly: true, sameSite: 'lax', path: '/authP', secure, maxAge: BROWSER_SECONDS } as const
  reply.setCookie(BROWSER_COOKIE, browser, options)
  return browser
}

/** A sign-in that waits for its second factor gets a ticket, since the provider's response is used up. */
async function withTicket<User>(signingIn: Promise<User>, issue: () => Promise<string>): Promise<User> {
  try {
    return await signingIn
  } catch (error) {
    if (!(error instanceof AppError) || error.error !== 'secondFactorNeeded') throw error
    const { sentence, errors } = error
    throw new AppError('secondFactorNeeded', {
      ...sentence,
      ...(errors && { errors }),
      data: { ticket: await issue() },
    })
  }
}
