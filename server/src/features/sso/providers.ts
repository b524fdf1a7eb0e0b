/** The providers of single sign-on: their endpoints, and how they differ. */
import type { SsoOption, SsoProvider } from '@notifly/contracts/sso/sso'
import type { Config } from '../../config.ts'
import { createAddressCheck, type AddressCheck } from '../../lib/network/net-guard.ts'

export interface Provider {
  name: SsoProvider
  clientId: string
  clientSecret: string | null
  /** What people call it. */
  title: string
  discoveryUrl: string
  /** Null, as the token's: where the discovery document says. */
  authorizeUrl: string | null
  tokenUrl: string | null
  scope: string
  /** Who exchanges the code. */
  exchange: 'browser' | 'server'
  /** Whether it checks a code challenge, and puts our nonce into its token. */
  pkce: boolean
  /** How it may sign. Anything else (none, or HMAC with a public key as its secret) is an attack. */
  algorithms: string[]
  /** Whether this is who the discovery document may say it comes from. */
  isIssuer(issuer: string): boolean
  /** For calls to the host that the operator named, and for calls to those that the provider names. */
  isAllowed(url: string): AddressCheck
}

type Traits = Omit<Provider, 'name' | 'clientId' | 'clientSecret' | 'isAllowed'>

/** The configured providers, in the order in which they are shown. */
export function providersOf(config: Config): Provider[] {
  return Object.entries(config.sso).map(([key, setting]) => {
    const name = key as SsoProvider
    const { url, clientId, clientSecret } = setting
    const traits = TRAITS[name](url)
    const title = setting.name ?? traits.title
    return { name, clientId, clientSecret, ...traits, title, isAllowed: guardOf(config, url) }
  })
}

/** The redirect URL, which must be registered with every provider. */
export function redirectUriOf({ publicUrl }: Config): string {
  return `${publicUrl}/auth/sso-callback`
}

export function optionOf(config: Config, provider: Provider): SsoOption {
  const isBrowser = provider.exchange === 'browser'
  return {
    provider: provider.name,
    name: provider.title,
    authorize_url: provider.authorizeUrl,
    token_url: isBrowser ? provider.tokenUrl : null,
    client_id: provider.clientId,
    redirect_uri: redirectUriOf(config),
    scope: provider.scope,
    pkce: provider.pkce,
  }
}

/** Endpoints that the dashboard itself calls, for its content policy. */
export function browserEndpoints(config: Config): string[] {
  return providersOf(config).flatMap(({ exchange, tokenUrl }) =>
    exchange === 'browser' && tokenUrl !== null ? [tokenUrl] : [],
  )
}

const TRAITS: Record<SsoProvider, (url: string) => Traits> = {
  gitlab: url => ({
    title: 'GitLab',
    discoveryUrl: `${url}/.well-known/openid-configuration`,
    authorizeUrl: `${url}/oauth/authorize`,
    tokenUrl: `${url}/oauth/token`,
    scope: 'openid profile email read_user',
    exchange: 'browser',
    pkce: true,
    algorithms: ['RS256'],
    isIssuer: issuer => issuer === url,
  }),
  microsoft: url => ({
    title: 'Microsoft',
    discoveryUrl: `${url}/v2.0/.well-known/openid-configuration`,
    authorizeUrl: `${url}/oauth2/v2.0/authorize`,
    tokenUrl: `${url}/oauth2/v2.0/token`,
    scope: 'openid profile email offline_access',
    exchange: 'browser',
    pkce: true,
    algorithms: ['RS256'],
    // A tenant may be called by its domain, by "common" or the like: the issuer then holds its id, or {tenantid}.
    isIssuer: issuer => issuer.startsWith(`${url.slice(0, url.lastIndexOf('/'))}/`) && /\/[^/]+\/v2\.0$/.test(issuer),
  }),
  linkedin: url => ({
    title: 'LinkedIn',
    discoveryUrl: `${url}/oauth/.well-known/openid-configuration`,
    authorizeUrl: `${url}/oauth/v2/authorization`,
    tokenUrl: `${url}/oauth/v2/accessToken`,
    scope: 'openid profile email',
    exchange: 'server',
    pkce: false,
    algorithms: ['RS256'],
    isIssuer: issuer => issuer === `${url}/oauth`,
  }),
  // OpenID Connect Discovery 1.0: everything else is in the document below the issuer.
  oidc: issuer => ({
    title: new URL(issuer).hostname,
    discoveryUrl: `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`,
    authorizeUrl: null,
    tokenUrl: null,
    scope: 'openid profile email',
    exchange: 'server',
    pkce: true,
    algorithms: ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519'],
    isIssuer: told => told === issuer,
  }),
}

/** The operator may run a GitLab inside the internal network, but no document of a provider may point us there. */
function guardOf(config: Config, configuredUrl: string): Provider['isAllowed'] {
  const { host } = new URL(configuredUrl)
  return url => createAddressCheck({ allowPrivate: config.allowPrivateTargets || new URL(url).host === host })
}
