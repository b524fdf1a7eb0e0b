import { MESSAGES } from '@notifly/contracts/fields'
import {
  beginSso,
  connectSso,
  disconnectSso,
  listSsoConnections,
  listSsoProviders,
  verifySso,
  type SsoProvider,
} from '@notifly/contracts/sso'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../../http/deps.ts'
import { callerOf, originOf, route, type Http } from '../../http/route.ts'
import { isFromOwnPages, refuseForeignPages } from '../../http/same-origin.ts'
import { AppError, invalidField } from '../../lib/app-error.ts'
import { networkOf } from '../../lib/rate-limit.ts'
import { randomToken } from '../../lib/secrets.ts'
import { finishSignIn, requireRaised } from '../accounts/accounts.ts'
import { exchangeCode } from './code-exchange.ts'
import { addConnection, listConnections, removeConnection } from './connections.ts'
import { identityOf, readIdToken, type Identity } from './identity.ts'
import { createKeySets } from './key-sets.ts'
import { createSsoLimits } from './limits.ts'
import { optionOf, providersOf, redirectUriOf, type Provider } from './providers.ts'
import { refusal, SsoRefusal } from './refusal.ts'
import { accountFor } from './sign-in.ts'
import { beginTrip, endTrip, issueTicket, readTicket, useTicket } from './trips.ts'

/** Ties a trip to the browser that began it: another one cannot be made to end it. */
const BROWSER_COOKIE = 'sso'
const BROWSER_SECONDS = 15 * 60

interface ProviderAnswer {
  id_token?: string | undefined
  nonce?: string | undefined
  code?: string | undefined
  redirect_uri?: string | undefined
  state?: string | undefined
}

export function ssoRoutes(http: Http, deps: Deps): void {
  const { config, clock } = deps
  const limits = createSsoLimits(deps.database.pool)
  const providers = new Map(providersOf(config).map(provider => [provider.name, provider]))
  const tools = { keySets: createKeySets(clock), clock }

  route(http, listSsoProviders, () => [...providers.values()].map(provider => optionOf(config, provider)))

  route(http, beginSso, async ({ params, request, reply }) => {
    refuseForeignPages(request, http.publicUrl)
    const { name } = providerOf(params.provider)
    await limits.beginByNetwork.take(networkOf(request.ip))
    const caller = await callerOf(http, request)
    // A new way in outlives the session that adds it, so a token alone is not enough.
    if (caller !== null) await requireRaised(deps, caller)
    const browser = nameBrowser(request, reply)
    return beginTrip(deps, { provider: name, accountId: caller?.accountId ?? null, browser })
  })

  route(http, verifySso, async ({ body, request, reply }) => {
    refuseForeignPages(request, http.publicUrl)
    const { name } = providerOf(body.provider)
    await limits.verifyByNetwork.take(networkOf(request.ip))
    const browser = request.cookies[BROWSER_COOKIE] ?? null
    const { ticket, otp } = body
    const user = await logged(request, name, async () => {
      if (ticket !== undefined) {
        const accountId = await readTicket(deps, { provider: name, browser }, ticket)
        const signedIn = await finishSignIn(http, deps, { accountId, otp, request, reply })
        await useTicket(deps, ticket)
        return signedIn
      }
      const identity = await identify(request, body.provider, body, null)
      const circumstances = { origin: originOf(request), locale: body.locale ?? 'en' }
      const accountId = await accountFor(deps, limits, identity, circumstances)
      return withTicket(finishSignIn(http, deps, { accountId, otp, request, reply }), () =>
        issueTicket(deps, { provider: name, accountId, browser }),
      )
    })
    await limits.verifyByNetwork.giveBack(networkOf(request.ip))
    return user
  })

  route(http, listSsoConnections, ({ caller }) => listConnections(deps, caller))

  route(http, connectSso, ({ body, caller, request }) =>
    logged(request, body.provider, async () => {
      const identity = await identify(request, body.provider, body, caller.accountId)
      await addConnection(deps, caller, identity)
    }),
  )

  route(http, disconnectSso, async ({ query, caller }) => {
    await requireRaised(deps, caller)
    await removeConnection(deps, caller, query.provider)
  })

  /** Who came back from the trip. The trip is used up first, so that nothing of it can be tried twice. */
  async function identify(
    request: FastifyRequest,
    name: SsoProvider,
    answer: ProviderAnswer,
    accountId: string | null,
  ): Promise<Identity> {
    const provider = providerOf(name)
    const browser = request.cookies[BROWSER_COOKIE] ?? null
    const { state, nonce } = answer
    if (provider.exchange === 'server') {
      const code = required('code', answer.code)
      const redirectUri = required('redirect_uri', answer.redirect_uri)
      await endTrip(deps, { provider: name, accountId, browser }, { state: required('state', state), nonce: undefined })
      if (redirectUri !== redirectUriOf(config)) throw refusal('the code was issued for another address')
      return identityOf(provider, await exchangeCode(tools, provider, code, redirectUri))
    }
    const idToken = required('id_token', answer.id_token)
    const expected = required('nonce', nonce)
    await endTrip(deps, { provider: name, accountId, browser }, { state, nonce: expected })
    const claims = await readIdToken(tools, provider, idToken)
    if (claims['nonce'] !== expected) throw refusal('the nonce is another one')
    return identityOf(provider, claims)
  }

  function providerOf(name: SsoProvider): Provider {
    const provider = providers.get(name)
    if (provider === undefined) throw new AppError('notFound')
    return provider
  }

  /** The cookie of a browser on our own pages; others get none, and their trips are tied to nothing. */
  function nameBrowser(request: FastifyRequest, reply: FastifyReply): string | null {
    if (!isFromOwnPages(request, http.publicUrl)) return null
    const known = request.cookies[BROWSER_COOKIE]
    const browser = known !== undefined && /^[\w-]{43}$/.test(known) ? known : randomToken()
    const secure = new URL(http.publicUrl).protocol === 'https:'
    const options = { httpOnly: true, sameSite: 'lax', path: '/authP', secure, maxAge: BROWSER_SECONDS } as const
    reply.setCookie(BROWSER_COOKIE, browser, options)
    return browser
  }
}

/** The log says why a sign-in failed, the answer does not. Neither ever holds a token or a code. */
async function logged<Result>(
  request: FastifyRequest,
  provider: SsoProvider,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof AppError) {
      const { cause } = error
      const because = cause instanceof SsoRefusal ? cause.message : error.error
      const detail = cause instanceof SsoRefusal && cause.cause instanceof Error ? cause.cause.message : undefined
      request.log.warn({ provider, because, detail, requestId: request.id }, 'single sign-on failed')
    }
    throw error
  }
}

/** A sign-in that waits for its second factor gets a ticket, since the provider's answer is used up. */
async function withTicket<User>(signingIn: Promise<User>, issue: () => Promise<string>): Promise<User> {
  try {
    return await signingIn
  } catch (error) {
    if (!(error instanceof AppError) || error.error !== 'secondFactorNeeded') throw error
    const { message, errors } = error
    throw new AppError('secondFactorNeeded', { message, ...(errors && { errors }), data: { ticket: await issue() } })
  }
}

function required(field: string, value: string | undefined): string {
  if (value === undefined) throw invalidField(field, MESSAGES.required)
  return value
}
