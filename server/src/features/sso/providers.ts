/** The providers of single sign-on: where they answer, and in what they differ. */
import type { SsoOption, SsoProvider } from '@notifly/contracts/sso'
import type { Config } from '../../config.ts'
import { createAddressCheck, type AddressCheck } from '../../lib/net-guard.ts'

export interface Provider {
  name: SsoProvider
  clientId: string
  clientSecret: string | null
  discoveryUrl: string
  authorizeUrl: string
  tokenUrl: string
  scope: string
  /** Who exchanges the code: with `server` there is neither PKCE nor nonce. */
  exchange: 'browser' | 'server'
  /** Whether this is who the discovery document may say it comes from. */
  isIssuer(issuer: string): boolean
  /** For calls to the host that the operator named, and for calls to those that the provider names. */
  isAllowed(url: string): AddressCheck
}

type Traits = Pick<Provider, 'discoveryUrl' | 'authorizeUrl' | 'tokenUrl' | 'scope' | 'exchange' | 'isIssuer'>

/** Those that are set up, in the order in which they are shown. */
export function providersOf(config: Config): Provider[] {
  return Object.entries(config.sso).map(([key, setting]) => {
    const name = key as SsoProvider
    const { url, clientId, clientSecret } = setting
    return { name, clientId, clientSecret, ...TRAITS[name](url), isAllowed: guardOf(config, url) }
  })
}

/** The one redirect address, as it has to be registered with every provider. */
export function redirectUriOf({ publicUrl }: Config): string {
  return `${publicUrl}/auth/sso-callback`
}

export function optionOf(config: Config, provider: Provider): SsoOption {
  const isBrowser = provider.exchange === 'browser'
  return {
    provider: provider.name,
    authorize_url: provider.authorizeUrl,
    token_url: isBrowser ? provider.tokenUrl : null,
    client_id: provider.clientId,
    redirect_uri: redirectUriOf(config),
    scope: provider.scope,
    pkce: isBrowser,
  }
}

/** Endpoints that the dashboard itself calls, for its content policy. */
export function browserEndpoints(config: Config): string[] {
  return providersOf(config).flatMap(({ exchange, tokenUrl }) => (exchange === 'browser' ? [tokenUrl] : []))
}

const TRAITS: Record<SsoProvider, (url: string) => Traits> = {
  gitlab: url => ({
    discoveryUrl: `${url}/.well-known/openid-configuration`,
    authorizeUrl: `${url}/oauth/authorize`,
    tokenUrl: `${url}/oauth/token`,
    scope: 'openid profile email read_user',
    exchange: 'browser',
    isIssuer: issuer => issuer === url,
  }),
  microsoft: url => ({
    discoveryUrl: `${url}/v2.0/.well-known/openid-configuration`,
    authorizeUrl: `${url}/oauth2/v2.0/authorize`,
    tokenUrl: `${url}/oauth2/v2.0/token`,
    scope: 'openid profile email offline_access',
    exchange: 'browser',
    // A tenant may be called by its domain, by "common" or the like: the issuer then holds its id, or {tenantid}.
    isIssuer: issuer => issuer.startsWith(`${url.slice(0, url.lastIndexOf('/'))}/`) && /\/[^/]+\/v2\.0$/.test(issuer),
  }),
  linkedin: url => ({
    discoveryUrl: `${url}/oauth/.well-known/openid-configuration`,
    authorizeUrl: `${url}/oauth/v2/authorization`,
    tokenUrl: `${url}/oauth/v2/accessToken`,
    scope: 'openid profile email',
    exchange: 'server',
    isIssuer: issuer => issuer === `${url}/oauth`,
  }),
}

/** The operator may well run a GitLab inside the own network; no document of a provider may point us there. */
function guardOf(config: Config, configuredUrl: string): Provider['isAllowed'] {
  const { host } = new URL(configuredUrl)
  return url => createAddressCheck({ allowPrivate: config.allowPrivateTargets || new URL(url).host === host })
}
