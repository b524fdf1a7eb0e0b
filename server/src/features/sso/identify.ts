/** Converts what a browser sends after returning from a provider into the identity that the provider vouches for. */
import type { SsoProvider } from '@notifly/contracts/sso/sso'
import { sentence } from '@notifly/contracts/sentences/sentence'
import type { FastifyRequest } from 'fastify'
import type { Deps } from '../../http/deps.ts'
import { AppError, invalidField, orNotFound } from '../../lib/app-error.ts'
import { exchangeCode, withAddress } from './code-exchange.ts'
import { identityOf, readIdToken, type Identity } from './identity.ts'
import { createKeySets } from './key-sets.ts'
import { providersOf, redirectUriOf, type Provider } from './providers.ts'
import { refusal, SsoRefusal } from './refusal.ts'
import { endTrip, type SsoRequest } from './trips.ts'

interface ProviderAnswer {
  id_token?: string | undefined
  access_token?: string | undefined
  nonce?: string | undefined
  code?: string | undefined
  code_verifier?: string | undefined
  redirect_uri?: string | undefined
  state?: string | undefined
}

export interface Identification {
  /** Those that are set up here. */
  providers: Provider[]
  /** Throws notFound for a provider that is not set up. */
  providerOf(name: SsoProvider): Provider
  /** Where the browser goes to sign in there. Throws ssoFailed while a provider that only discovery knows is not there. */
  authorizeUrlOf(provider: Provider): Promise<string>
  /**
   * Who came back from the trip. The trip is used up first, so that nothing of it can be tried twice. Throws ssoFailed for
   * whatever is not believed.
   */
  identify(traveller: SsoRequest, answer: ProviderAnswer): Promise<Identity>
}

/** Caches the providers' published documents for its lifetime. */
export function createIdentification(deps: Deps): Identification {
  const { config, clock } = deps
  const tools = { keySets: createKeySets(clock), clock }
  const providers = providersOf(config)

  function providerOf(name: SsoProvider): Provider {
    const provider = providers.find(each => each.name === name)
    return orNotFound(provider)
  }

  async function byCode(provider: Provider, traveller: SsoRequest, answer: ProviderAnswer): Promise<Identity> {
    const code = required('code', answer.code)
    const redirectUri = required('redirect_uri', answer.redirect_uri)
    const nonce = provider.pkce ? required('nonce', answer.nonce) : undefined
    const verifier = provider.pkce ? required('code_verifier', answer.code_verifier) : undefined
    await endTrip(deps, traveller, { state: required('state', answer.state), nonce })
    if (redirectUri !== redirectUriOf(config)) throw refusal('the code was issued for another address')
    const claims = await exchangeCode(tools, provider, { code, redirectUri, verifier })
    if (nonce !== undefined && claims['nonce'] !== nonce) throw refusal('the nonce is another one')
    return identityOf(provider, claims)
  }

  async function byToken(provider: Provider, traveller: SsoRequest, answer: ProviderAnswer): Promise<Identity> {
    const idToken = required('id_token', answer.id_token)
    const nonce = required('nonce', answer.nonce)
    await endTrip(deps, traveller, { state: answer.state, nonce })
    const claims = await readIdToken(tools, provider, idToken)
    if (claims['nonce'] !== nonce) throw refusal('the nonce is another one')
    return identityOf(provider, await withAddress(tools, provider, claims, answer.access_token))
  }

  return {
    providers,
    providerOf,
    async authorizeUrlOf(provider) {
      const url = provider.authorizeUrl ?? (await tools.keySets.discover(provider)).authorization_endpoint
      if (url === undefined) throw refusal('discovery names no place to sign in')
      return url
    },
    identify(traveller, answer) {
      const provider = providerOf(traveller.provider)
      return provider.exchange === 'server' ? byCode(provider, traveller, answer) : byToken(provider, traveller, answer)
    },
  }
}

/** Logs why a sign-in failed, which the response does not say. Neither ever contains a token or a code. */
export async function logged<Result>(
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

function required(field: string, value: string | undefined): string {
  if (value === undefined) throw invalidField(field, sentence('fields.required'))
  return value
}
