import { createHmac, randomUUID } from 'node:crypto'
import type { UserDetails } from '@notifly/contracts/accounts'
import type { SsoConnection, SsoOption, SsoProvider } from '@notifly/contracts/sso'
import { generateKeyPair, type JWTPayload } from 'jose'
import { Secret, TOTP } from 'otpauth'
import { beforeEach, describe, expect, test } from 'vitest'
import { PASSWORD, testApp, type Person } from '../../testing/app.ts'
import { CLIENT_ID, MICROSOFT_TENANT, startIdentityProvider } from '../../testing/identity-provider.ts'

const outside = await startIdentityProvider()
const kit = await testApp({ config: { sso: outside.sso } })
const { call, clock, mailbox } = kit
const OWN = { 'sec-fetch-site': 'same-origin' }
const MINUTE_MS = 60_000
const REDIRECT = `${kit.deps.config.publicUrl}/auth/sso-callback`

interface Trip {
  state: string
  nonce: string
}

async function begin(provider: SsoProvider, options: { bearer?: string; headers?: Record<string, string> } = {}) {
  const { status, data, body, headers } = await call<Trip>('POST', `/authP/sso/${provider}`, options)
  return { status, body, ...data, cookie: /sso=([\w-]{43})/.exec(String(headers['set-cookie']))?.[1] ?? '' }
}

const newEmail = () => `sso-${randomUUID()}@example.com`

function claimsFor(provider: SsoProvider, change: JWTPayload = {}): JWTPayload {
  const now = Math.floor(clock.now().getTime() / 1000)
  const common = { iss: outside.issuers[provider], aud: CLIENT_ID, sub: randomUUID(), iat: now, exp: now + 120 }
  return { ...common, ...(provider === 'microsoft' && { tid: MICROSOFT_TENANT }), ...change }
}

const verify = (body: Record<string, unknown>, headers: Record<string, string> = {}) =>
  call<UserDetails>('POST', '/authP/verify', { body, headers })

/** The whole way with a browser-exchanged provider, for somebody with these claims. */
async function signIn(provider: 'gitlab' | 'microsoft', claims: JWTPayload) {
  const { state, nonce } = await begin(provider)
  const id_token = await outside.sign(claimsFor(provider, { nonce, ...claims }))
  return verify({ provider, id_token, nonce, state })
}

/** The same with LinkedIn, whose code our server exchanges. */
async function signInByCode(claims: JWTPayload) {
  const { state } = await begin('linkedin')
  outside.tokens = { id_token: await outside.sign(claimsFor('linkedin', claims)), access_token: 'an access token' }
  return verify({ provider: 'linkedin', code: 'a code', redirect_uri: REDIRECT, state })
}

const lastWarning = () =>
  kit.logLines.map(line => JSON.parse(line) as Record<string, unknown>).findLast(({ level }) => level === 40)

const failed = { success: false, message: expect.stringMatching(/^Signing in with this provider did not work/) }

beforeEach(() => {
  outside.tokens = {}
  outside.userInfo = {}
  outside.keyIssuer = undefined
  outside.isDown = false
})

describe('the list of providers', () => {
  test('says where to send people, and who exchanges the code', async () => {
    const { data } = await call<SsoOption[]>('GET', '/authP/sso')
    const { gitlab, microsoft, linkedin } = outside.sso
    expect(data).toEqual([
      {
        provider: 'gitlab',
        authorize_url: `${gitlab?.url}/oauth/authorize`,
        token_url: `${gitlab?.url}/oauth/token`,
        client_id: CLIENT_ID,
        redirect_uri: REDIRECT,
        scope: 'openid profile email read_user',
        pkce: true,
      },
      expect.objectContaining({
        token_url: `${microsoft?.url}/oauth2/v2.0/token`,
        scope: 'openid profile email offline_access',
        pkce: true,
      }),
      expect.objectContaining({
        authorize_url: `${linkedin?.url}/oauth/v2/authorization`,
        token_url: null,
        scope: 'openid profile email',
        pkce: false,
      }),
    ])
    expect(JSON.stringify(data)).not.toContain('our secret')
  })

  test('pages may call exactly the token endpoints that browsers use', async () => {
    const { headers } = await call('GET', '/authP/sso')
    const policy = String(headers['content-security-policy'])
    const { gitlab, microsoft } = outside.sso
    expect(policy).toContain(`connect-src 'self' ${gitlab?.url}/oauth/token ${microsoft?.url}/oauth2/v2.0/token;`)
  })
})

describe('somebody new', () => {
  test('has an account at once when the provider vouches for the address, and the same one next time', async () => {
    const person = { sub: '4711', email: 'asha.raman@example.com', email_verified: true }
    const first = await signIn('gitlab', person)
    expect(first.data).toMatchObject({ email: person.email, name: 'Asha Raman', status: 'active' })
    expect(first.cookie).toMatch(/^[\w-]{43}$/)
    expect((await signIn('gitlab', { ...person, email: 'moved@example.com' })).data.uuid).toBe(first.data.uuid)
    // The same number at another provider is another person.
    expect((await signInByCode({ ...person, email: newEmail() })).data.uuid).not.toBe(first.data.uuid)
  })

  test('is refused when the provider says that the address is not verified', async () => {
    const email = newEmail()
    for (const answer of [
      await signIn('gitlab', { email, email_verified: false }),
      await signIn('microsoft', { email, xms_edov: false }),
      await signInByCode({ email, email_verified: false }),
    ]) {
      expect([answer.status, answer.body.message]).toEqual([400, expect.stringContaining('is not verified')])
    }
    expect((await signIn('gitlab', { email, email_verified: true })).status).toBe(200)
  })

  test('of whose address the provider says nothing signs in only after our own mail', async () => {
    const person = { sub: randomUUID(), email: newEmail(), name: 'Tom Baker' }
    const before = await signIn('microsoft', person)
    expect(before.body).toMatchObject({ error_code: 1010, data: { email: person.email } })
    expect(before.cookie).toBeUndefined()
    expect((await call('GET', `/authP/verify/${await mailbox.nextToken(person.email)}`)).status).toBe(200)
    expect((await signIn('microsoft', person)).data).toMatchObject({ email: person.email, name: 'Tom Baker' })
  })

  test('learns nothing about who has an account here', async () => {
    const known = await kit.signUpAndIn()
    const answers = []
    for (const email of [known.email, newEmail()]) answers.push(await signIn('microsoft', { email }))
    const [ofKnown, ofUnknown] = answers.map(({ status, body }) => ({ status, ...body, data: undefined }))
    expect(ofKnown).toEqual(ofUnknown)
    // The owner hears of it; nothing was connected.
    expect((await mailbox.next(known.email)).subject).toMatch(/already have an account/i)
    expect((await call<SsoConnection[]>('GET', '/authP/sso/connections', known)).data).toEqual([])
  })

  test('without any address is refused', async () => {
    expect((await signIn('microsoft', { email: 'not an address' })).body).toEqual(failed)
    expect((await signIn('gitlab', { email_verified: true })).body).toEqual(failed)
  })
})

describe('an address that has an account', () => {
  test('is never enough to enter it, however it is written', async () => {
    const { email } = await kit.signUpAndIn()
    const answer = await signIn('gitlab', { email: email.toUpperCase(), email_verified: true })
    expect([answer.status, answer.body.error_code]).toEqual([400, 1002])
    expect(answer.body.message).toContain('Sign in with your password')
  })

  test('of another provider is told apart in words', async () => {
    const email = newEmail()
    await signIn('gitlab', { email, email_verified: true })
    const answer = await signInByCode({ email, email_verified: true })
    expect([answer.body.error_code, answer.body.message]).toEqual([
      1002,
      expect.stringMatching(/the way you did before/),
    ])
    // Nor does another subject of the same provider get in.
    expect((await signIn('gitlab', { email, email_verified: true })).body.error_code).toBe(1002)
  })

  test('is kept by who proves it by mail: an identity that nobody vouched for is gone after a new password', async () => {
    const intruder = { sub: randomUUID(), email: newEmail() }
    expect((await signIn('microsoft', intruder)).body.error_code).toBe(1010)
    await mailbox.next(intruder.email)
    await call('POST', '/authP/forgot-password', { body: { email: intruder.email } })
    const token = await mailbox.nextToken(intruder.email)
    expect((await call('POST', '/authP/reset-password', { body: { token, password: PASSWORD } })).status).toBe(200)
    expect((await signIn('microsoft', intruder)).body.error_code).toBe(1010)
    const owner = await call('POST', '/authP/login', { body: { email: intruder.email, password: PASSWORD } })
    expect(owner.status).toBe(200)
  })
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
    expect([status, body, cookie]).toEqual([400, failed, undefined])
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
      expect((await signIn('microsoft', { email, xms_edov: true, ...claims })).body).toEqual(failed)
    }
    outside.keyIssuer = outside.issuers.microsoft.replace(MICROSOFT_TENANT, other)
    await outside.rotate()
    clock.advance(MINUTE_MS)
    expect((await signIn('microsoft', { email, xms_edov: true })).body).toEqual(failed)
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
    expect((await signIn('gitlab', { ...good, email: newEmail() })).body).toEqual(failed)
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
    expect((await verify(body)).body).toEqual(failed)
    // Of two who come at once one gets in.
    const again = await begin('gitlab')
    const token = await outside.sign(claimsFor('gitlab', { nonce: again.nonce, ...person() }))
    const both = { provider: 'gitlab', id_token: token, nonce: again.nonce, state: again.state }
    const statuses = (await Promise.all([verify(both), verify(both)])).map(({ status }) => status)
    expect(statuses.toSorted()).toEqual([200, 400])
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
    expect((await verify({ provider: 'gitlab', id_token, nonce, state })).body).toEqual(failed)
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
    expect((await toGitlab(async () => ({ state: 'invented' }))).body).toEqual(failed)
    expect((await toGitlab(async () => ({ state: (await begin('gitlab')).state }))).body).toEqual(failed)
    expect((await toGitlab(async () => ({ state: (await begin('microsoft')).state }))).body).toEqual(failed)
    expect((await toGitlab(async () => ({ cookie: (await begin('gitlab', { headers: OWN })).cookie }))).body).toEqual(
      failed,
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
      redirect_uri: REDIRECT,
      client_id: CLIENT_ID,
      client_secret: 'our secret',
    })
  })

  test('is asked for the address where its token holds none, about the same person', async () => {
    const sub = randomUUID()
    const email = newEmail()
    outside.userInfo = { sub: 'somebody else', email, email_verified: true }
    expect((await signInByCode({ sub })).body).toEqual(failed)
    outside.userInfo = { sub, email, email_verified: true }
    expect((await signInByCode({ sub })).data.email).toBe(email)
  })

  test('refuses a code: so do we', async () => {
    const { state } = await begin('linkedin')
    outside.tokens = { error: 'invalid_request' }
    const body = { provider: 'linkedin', code: 'replayed', redirect_uri: REDIRECT, state }
    expect((await verify(body)).body).toEqual(failed)
    expect(lastWarning()).toMatchObject({ because: 'the code was not exchanged: 400 invalid_request' })
    // The state went with it.
    expect((await verify(body)).body).toEqual(failed)
  })

  test('takes part with a code for our own address only, never with a token from a browser', async () => {
    const { state } = await begin('linkedin')
    const elsewhere = { provider: 'linkedin', code: 'x', redirect_uri: 'https://evil.example/auth/sso-callback', state }
    expect((await verify(elsewhere)).body).toEqual(failed)
    const { nonce } = await begin('linkedin')
    const { body } = await verify({ provider: 'linkedin', id_token: 'x', nonce })
    expect(body.errors).toMatchObject([{ field: 'code' }])
  })
})

describe('a second factor', () => {
  test('is asked for after the provider has vouched, with a ticket in place of its answer', async () => {
    const person = { sub: randomUUID(), email: newEmail(), email_verified: true }
    const owner = asPerson(await signIn('gitlab', person))
    const code = await enableSecondFactor(owner)
    const { body } = await signIn('gitlab', person)
    expect(body).toMatchObject({ error_code: 1004, data: { ticket: expect.any(String) } })
    const { ticket } = body.data as unknown as { ticket: string }
    expect((await verify({ provider: 'gitlab', ticket, otp: '000000' })).body.error_code).toBe(1004)
    expect((await verify({ provider: 'microsoft', ticket, otp: code() })).body).toEqual(failed)
    expect((await verify({ provider: 'gitlab', ticket, otp: code() })).data.email).toBe(person.email)
    clock.advance(MINUTE_MS)
    expect((await verify({ provider: 'gitlab', ticket, otp: code() })).body).toEqual(failed)
  })
})

describe('connections', () => {
  const connections = async ({ bearer }: { bearer: string }) =>
    (await call<SsoConnection[]>('GET', '/authP/sso/connections', { bearer })).data

  async function connect({ bearer }: { bearer: string }, claims: JWTPayload) {
    const { state, nonce } = await begin('gitlab', { bearer })
    const id_token = await outside.sign(claimsFor('gitlab', { nonce, ...claims }))
    return call('POST', '/authP/sso/connections', { bearer, body: { provider: 'gitlab', id_token, nonce, state } })
  }

  const raise = ({ bearer }: { bearer: string }) =>
    call('POST', '/authP/reauthenticate', { bearer, body: { password: PASSWORD } })

  test('are added by who has confirmed who they are, and are a way in from then on', async () => {
    const owner = await kit.signUpAndIn()
    const identity = { sub: randomUUID(), email: newEmail(), email_verified: true }
    expect((await begin('gitlab', owner)).body.error_code).toBe(1006)
    await raise(owner)
    expect((await connect(owner, identity)).status).toBe(201)
    expect(await connections(owner)).toMatchObject([
      { provider: 'gitlab', email: identity.email, can_disconnect: true },
    ])
    expect((await signIn('gitlab', identity)).data.uuid).toBe(owner.user.uuid)

    const another = await kit.signUpAndIn()
    await raise(another)
    expect([(await connect(another, identity)).status, await connections(another)]).toEqual([409, []])

    // Another identity of the same provider takes its place.
    expect((await connect(owner, { ...identity, sub: randomUUID() })).status).toBe(201)
    expect(await connections(owner)).toHaveLength(1)
    const gone = await call('DELETE', '/authP/sso/connections?provider=gitlab', owner)
    expect([gone.status, await connections(owner)]).toEqual([200, []])
    expect((await call('DELETE', '/authP/sso/connections?provider=gitlab', owner)).status).toBe(404)
  })

  test('are added by a trip of the same account, begun for that', async () => {
    const owner = await kit.signUpAndIn()
    await raise(owner)
    const claims = { email: newEmail(), email_verified: true }
    for (const trip of [await begin('gitlab'), await begin('gitlab', await raised())]) {
      const id_token = await outside.sign(claimsFor('gitlab', { nonce: trip.nonce, ...claims }))
      const body = { provider: 'gitlab', id_token, nonce: trip.nonce, state: trip.state }
      expect((await call('POST', '/authP/sso/connections', { bearer: owner.bearer, body })).body).toEqual(failed)
    }
    // Nor does a trip for connecting sign anybody in.
    const { state, nonce } = await begin('gitlab', owner)
    const id_token = await outside.sign(claimsFor('gitlab', { nonce, ...claims }))
    expect((await verify({ provider: 'gitlab', id_token, nonce, state })).body).toEqual(failed)
  })

  test('the last one stays while there is no password', async () => {
    const person = asPerson(await signIn('gitlab', { email: newEmail(), email_verified: true }))
    expect(await connections(person)).toMatchObject([{ can_disconnect: false }])
    await call('POST', '/authP/reauthenticate/code', { bearer: person.bearer })
    const code = /\b(\d{6})\b/.exec((await mailbox.next(person.email)).text ?? '')?.[1]
    expect((await call('POST', '/authP/reauthenticate', { bearer: person.bearer, body: { code } })).status).toBe(200)
    expect((await call('DELETE', '/authP/sso/connections?provider=gitlab', person)).status).toBe(409)
    expect(await connections(person)).toHaveLength(1)
  })

  async function raised(): Promise<Person> {
    const person = await kit.signUpAndIn()
    await raise(person)
    return person
  }
})

function asPerson({ data, cookie }: Awaited<ReturnType<typeof verify>>): Person {
  return { bearer: data.token, user: data, email: data.email, cookie: cookie ?? '' }
}

/** Turns it on by the calls of the settings page. Answers what the app shows now. */
async function enableSecondFactor(person: Person): Promise<() => string> {
  const { bearer } = person
  await call('POST', '/authP/reauthenticate/code', { bearer })
  const code = /\b(\d{6})\b/.exec((await mailbox.next(person.email)).text ?? '')?.[1]
  await call('POST', '/authP/reauthenticate', { bearer, body: { code } })
  const { data } = await call<{ secret: string }>('POST', '/authP/mfa-toggle', { bearer, body: { enable: true } })
  const app = new TOTP({ secret: Secret.fromBase32(data.secret) })
  const now = () => app.generate({ timestamp: clock.now().getTime() })
  const enabled = await call('POST', '/authP/mfa-toggle', { bearer, body: { enable: true, otp: now() } })
  expect(enabled.status).toBe(200)
  clock.advance(MINUTE_MS)
  return now
}

const encoded = (part: unknown) => Buffer.from(JSON.stringify(part)).toString('base64url')

function unsigned(header: object, claims: JWTPayload): string {
  return `${encoded(header)}.${encoded(claims)}.`
}

function hmacSigned(claims: JWTPayload, key: string): string {
  const text = unsigned({ alg: 'HS256', kid: 'first' }, claims).slice(0, -1)
  return `${text}.${createHmac('sha256', key).update(text).digest('base64url')}`
}
