import { createHmac, randomUUID } from 'node:crypto'
import { generateKeyPair, type JWTPayload } from 'jose'
import { beforeEach, describe, expect, test } from 'vitest'
import { testApp } from '../../testing/app.ts'
import { CLIENT_ID, MICROSOFT_TENANT, startIdentityProvider } from '../../testing/sign-in/identity-provider.ts'
import { FAILED, newEmail, ssoTestKit } from '../../testing/sign-in/sso-trips.ts'

// What is not believed, and that only the log says why.
const outside = await startIdentityProvider()
const kit = await testApp({ config: { sso: outside.sso } })
const { clock } = kit
const { redirectUri, begin, claimsFor, verify, signIn, signInByCode, lastWarning } = ssoTestKit(kit, outside)
const OWN = { 'sec-fetch-site': 'same-origin' }
const MINUTE_MS = 60_000

beforeEach(() => {
  outside.tokens = {}
  outside.userInfo = {}
  outside.keyIssuer = undefined
  outside.isDown = false
})

describe('an id_token', () => {
  const good = { email: 'victim@example.com', email_verified: true }
  const attempts: [what: string, forge: (claims: JWTPayload) => Promise<string> | string][] = [
    [
      'signed with another key',
      async claims => outside.sign(claims, { key: (await generateKeyPair('RS256')).privateKey }),
    ],
    ['of an unknown key', claims => outside.sign(claims, { kid: 'unknown' })],
    ['without a signature', claims => unsigned({ alg: 'none' }, claims)],
    ['signed with the public key as a password', async claims => hmacSigned(claims, await outside.publicPem())],
    ['of another issuer', claims => outside.sign({ ...claims, iss: 'https://gitlab.example' })],
    ['of a mixed-up issuer', claims => outside.sign({ ...claims, iss: outside.issuers.linkedin })],
    ['for another application', claims => outside.sign({ ...claims, aud: 'their-app' })],
    ['for several applications', claims => outside.sign({ ...claims, aud: [CLIENT_ID, 'their-app'] })],
    ['asked for by another application', claims => outside.sign({ ...claims, azp: 'their-app' })],
    ['that has expired', claims => outside.sign({ ...claims, exp: Number(claims.iat) - 61 })],
    ['that begins later', claims => outside.sign({ ...claims, nbf: Number(claims.iat) + 600 })],
    ['without an end', ({ exp: _exp, ...claims }) => outside.sign(claims)],
    ['without a subject', ({ sub: _sub, ...claims }) => outside.sign(claims)],
    ['with another nonce', claims => outside.sign({ ...claims, nonce: 'another' })],
    ['without a nonce', ({ nonce: _nonce, ...claims }) => outside.sign(claims)],
    ['that is none', () => 'a.b.c'],
  ]

  test.each(attempts)('%s is refused, and only the log says why', async (_what, forge) => {
    const { state, nonce } = await begin('gitlab')
    const id_token = await forge(claimsFor('gitlab', { nonce, ...good }))
    const { status, body, cookie } = await verify({ provider: 'gitlab', id_token, nonce, state })
    expect([status, body, cookie]).toEqual([400, FAILED, undefined])
    expect(lastWarning()).toMatchObject({
      provider: 'gitlab',
      because: expect.any(String),
      requestId: expect.any(String),
    })
    expect(kit.logLines.join('\n')).not.toContain(id_token)
  })

  test('of Microsoft is believed for the tenant that its own issuer names, and only by a key of that tenant', async () => {
    const email = newEmail()
    const other = '0a1b2c3d-0000-4000-8000-000000000000'
    for (const claims of [{ tid: other }, { tid: '../x' }, { tid: undefined }, { iss: outside.issuers.gitlab }]) {
      expect((await signIn('microsoft', { email, xms_edov: true, ...claims })).body).toEqual(FAILED)
    }
    outside.keyIssuer = outside.issuers.microsoft.replace(MICROSOFT_TENANT, other)
    await outside.rotate()
    clock.advance(MINUTE_MS)
    expect((await signIn('microsoft', { email, xms_edov: true })).body).toEqual(FAILED)
    outside.keyIssuer = outside.issuers.microsoft.replace(MICROSOFT_TENANT, '{tenantid}')
    await outside.rotate()
    clock.advance(MINUTE_MS)
    expect((await signIn('microsoft', { email, xms_edov: '1' })).status).toBe(200)
  })

  test('of a new key is believed, since the provider is asked for its keys again', async () => {
    await signIn('gitlab', { ...good, email: newEmail() })
    await outside.rotate()
    clock.advance(MINUTE_MS)
    expect((await signIn('gitlab', { ...good, email: newEmail() })).status).toBe(200)
  })

  test('cannot be checked while the provider is away: that is as quiet', async () => {
    outside.isDown = true
    clock.advance(61 * MINUTE_MS)
    expect((await signIn('gitlab', { ...good, email: newEmail() })).body).toEqual(FAILED)
    expect(lastWarning()).toMatchObject({
      because: 'the provider cannot be read',
      detail: expect.stringContaining('503'),
    })
  })
})

describe('a trip', () => {
  const person = () => ({ email: newEmail(), email_verified: true })

  test('is good once: neither token nor state can be shown again', async () => {
    const { state, nonce } = await begin('gitlab')
    const body = {
      provider: 'gitlab',
      id_token: await outside.sign(claimsFor('gitlab', { nonce, ...person() })),
      nonce,
      state,
    }
    expect((await verify(body)).status).toBe(200)
    expect((await verify(body)).body).toEqual(FAILED)
    // Of two who come at once one gets in.
    const again = await begin('gitlab')
    const token = await outside.sign(claimsFor('gitlab', { nonce: again.nonce, ...person() }))
    const both = { provider: 'gitlab', id_token: token, nonce: again.nonce, state: again.state }
    const statuses = (await Promise.all([verify(both), verify(both)])).map(({ status }) => status)
    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 400])
  })

  test('may go without a state where the nonce names it', async () => {
    const { nonce } = await begin('gitlab')
    const id_token = await outside.sign(claimsFor('gitlab', { nonce, ...person() }))
    expect((await verify({ provider: 'gitlab', id_token, nonce })).status).toBe(200)
  })

  test('ends after ten minutes', async () => {
    const { state, nonce } = await begin('gitlab')
    clock.advance(10 * MINUTE_MS)
    const id_token = await outside.sign(claimsFor('gitlab', { nonce, ...person() }))
    expect((await verify({ provider: 'gitlab', id_token, nonce, state })).body).toEqual(FAILED)
  })

  test('belongs to its provider, its nonce and its browser', async () => {
    const toGitlab = async (change: (trip: Awaited<ReturnType<typeof begin>>) => Promise<Record<string, unknown>>) => {
      const trip = await begin('gitlab', { headers: OWN })
      const id_token = await outside.sign(claimsFor('gitlab', { nonce: trip.nonce, ...person() }))
      const { cookie, ...body } = {
        provider: 'gitlab',
        id_token,
        nonce: trip.nonce,
        state: trip.state,
        cookie: trip.cookie,
        ...(await change(trip)),
      }
      return verify(body, { ...OWN, cookie: `sso=${cookie}` })
    }
    expect((await toGitlab(async () => ({ state: 'invented' }))).body).toEqual(FAILED)
    expect((await toGitlab(async () => ({ state: (await begin('gitlab')).state }))).body).toEqual(FAILED)
    expect((await toGitlab(async () => ({ state: (await begin('microsoft')).state }))).body).toEqual(FAILED)
    expect((await toGitlab(async () => ({ cookie: (await begin('gitlab', { headers: OWN })).cookie }))).body).toEqual(
      FAILED,
    )
    expect((await toGitlab(async () => ({}))).status).toBe(200)
  })

  test('is not begun or ended by the pages of another site', async () => {
    const headers = { origin: 'https://evil.example' }
    expect((await begin('gitlab', { headers })).status).toBe(403)
    expect((await verify({ provider: 'gitlab', id_token: 'x', nonce: 'x' }, headers)).status).toBe(403)
  })
})

describe('LinkedIn', () => {
  test('gets the code from our server, with the secret and no verifier', async () => {
    const before = outside.exchanges.length
    expect((await signInByCode({ email: newEmail(), email_verified: true, name: 'Lena Graf' })).data.name).toBe(
      'Lena Graf',
    )
    expect(Object.fromEntries(outside.exchanges[before] ?? [])).toEqual({
      grant_type: 'authorization_code',
      code: 'a code',
      redirect_uri: redirectUri,
      client_id: CLIENT_ID,
      client_secret: 'our secret',
    })
  })

  test('is asked for the address where its token holds none, about the same person', async () => {
    const sub = randomUUID()
    const email = newEmail()
    outside.userInfo = { sub: 'somebody else', email, email_verified: true }
    expect((await signInByCode({ sub })).body).toEqual(FAILED)
    outside.userInfo = { sub, email, email_verified: true }
    expect((await signInByCode({ sub })).data.email).toBe(email)
  })

  test('refuses a code: so do we', async () => {
    const { state } = await begin('linkedin')
    outside.tokens = { error: 'invalid_request' }
    const body = { provider: 'linkedin', code: 'replayed', redirect_uri: redirectUri, state }
    expect((await verify(body)).body).toEqual(FAILED)
    expect(lastWarning()).toMatchObject({ because: 'the code was not exchanged: 400 invalid_request' })
    // The state went with it.
    expect((await verify(body)).body).toEqual(FAILED)
  })

  test('takes part with a code for our own address only, never with a token from a browser', async () => {
    const { state } = await begin('linkedin')
    const elsewhere = { provider: 'linkedin', code: 'x', redirect_uri: 'https://evil.example/auth/sso-callback', state }
    expect((await verify(elsewhere)).body).toEqual(FAILED)
    const { nonce } = await begin('linkedin')
    const { body } = await verify({ provider: 'linkedin', id_token: 'x', nonce })
    expect(body.errors).toMatchObject([{ field: 'code' }])
  })
})

const encoded = (part: unknown) => Buffer.from(JSON.stringify(part)).toString('base64url')

function unsigned(header: object, claims: JWTPayload): string {
  return `${encoded(header)}.${encoded(claims)}.`
}

function hmacSigned(claims: JWTPayload, key: string): string {
  const text = unsigned({ alg: 'HS256', kid: 'first' }, claims).slice(0, -1)
  return `${text}.${createHmac('sha256', key).update(text).digest('base64url')}`
}
