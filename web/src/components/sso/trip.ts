/**
 * Sends the browser to a provider and back (authorization code, RFC 6749; PKCE, RFC 7636). The state is stored in this tab meanwhile, so a
 * link of a stranger to the callback page cannot complete a sign-in that was not started here.
 */
import type { Locale } from '@notifly/contracts/accounts/accounts'
import { beginSso, type SsoOption } from '@notifly/contracts/sso/sso'
import { call } from '../../api/client.ts'
import { currentLocale } from '../../locales/i18n.ts'

export interface Trip {
  /** What the result is for: signing in, or connecting the provider to the signed-in account. */
  purpose: 'sign-in' | 'connect'
  option: SsoOption
  state: string
  nonce: string
  /** 43 characters; undefined if the provider does not support PKCE. */
  verifier: string | undefined
  locale: Locale
  /** The sign-in page's `redirect`, to follow afterwards. */
  redirect?: string | undefined
  /** The token of the verification link that the person followed. */
  verification?: string | undefined
}

/** What the dashboard sends to the server, which verifies all of it. */
interface ProviderAnswer {
  provider: SsoOption['provider']
  id_token?: string
  access_token?: string
  nonce?: string
  code?: string
  code_verifier?: string
  redirect_uri?: string
  state: string
}

const KEY = 'sso-trip'

/**
 * Starts a sign-in at a provider and leaves the page. Throws ApiError, with code 1006 if a signed-in person must confirm their identity
 * first.
 */
export async function beginTrip(
  option: SsoOption,
  purpose: Trip['purpose'],
  wishes: Pick<Trip, 'redirect' | 'verification'> = {},
): Promise<void> {
  const { state, nonce, authorize_url } = await call(beginSso, { params: { provider: option.provider } })
  const verifier = option.pkce ? randomText() : undefined
  const trip: Trip = { purpose, option, state, nonce, verifier, locale: currentLocale(), ...wishes }
  sessionStorage.setItem(KEY, JSON.stringify(trip))
  window.location.assign(await authorizeAddress(trip, authorize_url))
}

/** The sign-in that this tab has started, if there is one. */
export function currentTrip(): Trip | undefined {
  const kept = sessionStorage.getItem(KEY)
  return kept === null ? undefined : (JSON.parse(kept) as Trip)
}

/** Forgets the sign-in after it has ended, whatever its result. */
export function clearTrip(): void {
  sessionStorage.removeItem(KEY)
}

/** Exchanges the callback's code for what the server verifies. Rejects if the provider refuses the exchange. */
export async function answerOf(trip: Trip, code: string): Promise<ProviderAnswer> {
  const { option, state, nonce, verifier } = trip
  const { provider, redirect_uri } = option
  // Our server makes the exchange if the provider may require the client's secret.
  if (option.token_url === null) {
    const proof = verifier === undefined ? {} : { nonce, code_verifier: verifier }
    return { provider, code, redirect_uri, state, ...proof }
  }
  const values = new URLSearchParams({
    client_id: option.client_id,
    code,
    grant_type: 'authorization_code',
    redirect_uri,
    ...(verifier !== undefined && { code_verifier: verifier }),
  })
  const tokens = (await exchange(provider, option.token_url, values)) as { id_token?: unknown; access_token?: unknown }
  const { id_token: idToken, access_token: accessToken } = tokens
  if (typeof idToken !== 'string') throw new Error('the provider answered no id_token')
  return {
    provider,
    id_token: idToken,
    nonce,
    state,
    ...(typeof accessToken === 'string' && { access_token: accessToken }),
  }
}

/**
 * GitLab accepts the values in the query, Microsoft as a form. A server in GitLab's place that follows RFC 6749 (3.2) refuses the query,
 * and gets the form then. Neither gets cookies, custom headers or a referrer.
 */
async function exchange(provider: SsoOption['provider'], url: string, values: URLSearchParams): Promise<unknown> {
  const init: RequestInit = { method: 'POST', credentials: 'omit', referrerPolicy: 'no-referrer' }
  if (provider === 'gitlab') {
    const answer = await fetch(`${url}?${values.toString()}`, init)
    if (answer.ok) return answer.json()
  }
  return (await fetch(url, { ...init, body: values })).json()
}

async function authorizeAddress({ option, state, nonce, verifier }: Trip, authorizeUrl: string): Promise<string> {
  const address = new URL(authorizeUrl)
  const values = {
    client_id: option.client_id,
    redirect_uri: option.redirect_uri,
    response_type: 'code',
    scope: option.scope,
    state,
    ...(verifier !== undefined && {
      nonce,
      code_challenge: await challengeOf(verifier),
      code_challenge_method: 'S256',
    }),
  }
  for (const [name, value] of Object.entries(values)) address.searchParams.set(name, value)
  return address.href
}

async function challengeOf(verifier: string): Promise<string> {
  return base64url(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))))
}

/** 256 random bits as 43 characters. */
function randomText(): string {
  return base64url(crypto.getRandomValues(new Uint8Array(32)))
}

function base64url(bytes: Uint8Array): string {
  return btoa(String.fromCodePoint(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}
