import { randomUUID } from 'node:crypto'
import type { UserDetails } from '@notifly/contracts/accounts/accounts'
import type { SsoProvider } from '@notifly/contracts/sso/sso'
import type { JWTPayload } from 'jose'
import { expect } from 'vitest'
import type { TestApp } from '../app.ts'
import { CLIENT_ID, MICROSOFT_TENANT, type IdentityProvider } from './identity-provider.ts'

interface SsoTrip {
  state: string
  nonce: string
  authorize_url: string
}

/** What every answer to something that is not believed looks like. */
export const FAILED = {
  success: false,
  message: expect.stringMatching(/^Couldn’t sign in with this provider/),
  key: 'errors.ssoFailed',
  doc_url: expect.stringMatching(/\/developers\/errors#errors\.ssoFailed$/),
}

/** An address that belongs to no contact. */
export const newEmail = () => `sso-${randomUUID()}@example.com`

/** The way of a browser to a provider and back, over the API of `kit`. */
export function ssoTestKit({ call, clock, deps, logLines }: TestApp, outside: IdentityProvider) {
  const redirectUri = `${deps.config.publicUrl}/auth/sso-callback`

  async function begin(provider: SsoProvider, options: { bearer?: string; headers?: Record<string, string> } = {}) {
    const { status, data, body, headers } = await call<SsoTrip>('POST', `/authP/sso/${provider}`, options)
    return { status, body, ...data, cookie: /sso=([\w-]{43})/.exec(String(headers['set-cookie']))?.[1] ?? '' }
  }

  /** What the provider would say of an unknown person. */
  function claimsFor(provider: keyof IdentityProvider['issuers'], change: JWTPayload = {}): JWTPayload {
    const now = Math.floor(clock.now().getTime() / 1000)
    const common = { iss: outside.issuers[provider], aud: CLIENT_ID, sub: randomUUID(), iat: now, exp: now + 120 }
    return { ...common, ...(provider === 'microsoft' && { tid: MICROSOFT_TENANT }), ...change }
  }

  const verify = (body: Record<string, unknown>, headers: Record<string, string> = {}) =>
    call<UserDetails>('POST', '/authP/verify', { body, headers })

  /** The whole way with a browser-exchanged provider, for a person with these claims. */
  async function signIn(provider: 'gitlab' | 'microsoft', claims: JWTPayload, more: { verification?: string } = {}) {
    const { state, nonce } = await begin(provider)
    const id_token = await outside.sign(claimsFor(provider, { nonce, ...claims }))
    return verify({ provider, id_token, nonce, state, ...more })
  }

  /** The same with LinkedIn, whose code our server exchanges. */
  async function signInByCode(claims: JWTPayload) {
    const { state } = await begin('linkedin')
    outside.tokens = { id_token: await outside.sign(claimsFor('linkedin', claims)), access_token: 'an access token' }
    return verify({ provider: 'linkedin', code: 'a code', redirect_uri: redirectUri, state })
  }

  const lastWarning = () =>
    logLines.map(line => JSON.parse(line) as Record<string, unknown>).findLast(({ level }) => level === 40)

  return { redirectUri, begin, claimsFor, verify, signIn, signInByCode, lastWarning }
}
