import { randomUUID } from 'node:crypto'
import type { SsoConnection, SsoOption } from '@notifly/contracts/sso/sso'
import type { JWTPayload } from 'jose'
import { Secret, TOTP } from 'otpauth'
import { describe, expect, test } from 'vitest'
import { PASSWORD, testApp, type Person } from '../../testing/app.ts'
import { CLIENT_ID, startIdentityProvider } from '../../testing/sign-in/identity-provider.ts'
import { FAILED, newEmail, ssoTestKit } from '../../testing/sign-in/sso-trips.ts'

const outside = await startIdentityProvider()
const kit = await testApp({ config: { sso: outside.sso } })
const { call, clock, mailbox } = kit
const { redirectUri, begin, claimsFor, verify, signIn, signInByCode } = ssoTestKit(kit, outside)
const MINUTE_MS = 60_000

describe('the list of providers', () => {
  test('says where to send people, and who exchanges the code', async () => {
    const { data } = await call<SsoOption[]>('GET', '/authP/sso')
    const { gitlab, microsoft, linkedin } = outside.sso
    expect(data).toEqual([
      {
        provider: 'gitlab',
        name: 'GitLab',
        authorize_url: `${gitlab?.url}/oauth/authorize`,
        token_url: `${gitlab?.url}/oauth/token`,
        client_id: CLIENT_ID,
        redirect_uri: redirectUri,
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
    const { rows } = await kit.database.pool.query(
      `select action, after from audit_entry where object_id = $1 and action = 'account.create'`,
      [first.data.uuid],
    )
    expect(rows).toEqual([{ action: 'account.create', after: { provider: 'gitlab' } }])
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
      expect([answer.status, answer.body.message]).toEqual([400, expect.stringContaining('hasn’t verified')])
    }
    expect((await signIn('gitlab', { email, email_verified: true })).status).toBe(200)
  })

  test('of whose address the provider says nothing signs in only after our own mail', async () => {
    const person = { sub: randomUUID(), email: newEmail(), name: 'Tom Baker' }
    const before = await signIn('microsoft', person)
    expect(before.body).toMatchObject({ error_code: 1010, data: { email: person.email } })
    expect(before.cookie).toBeUndefined()
    const verification = await mailbox.nextToken(person.email)
    expect((await call('GET', `/authP/verify/${verification}`)).status).toBe(401)
    const stranger = await signIn('microsoft', { email: newEmail() }, { verification })
    expect(stranger.body.error_code).toBe(1010)
    expect((await signIn('microsoft', person, { verification: 'made up' })).body.error_code).toBe(1060)
    expect((await signIn('microsoft', person, { verification })).data).toMatchObject({
      email: person.email,
      name: 'Tom Baker',
    })
    expect((await signIn('microsoft', person)).status).toBe(200)
  })

  test('needs one connection to the database at a time, so that many at once do not wait for each other', async () => {
    const { pool } = kit.database
    const free = pool.options.max - pool.totalCount + pool.idleCount
    const held = await Promise.all(Array.from({ length: free - 1 }, () => pool.connect()))
    const answer = await signIn('microsoft', { email: newEmail() }).finally(() => {
      for (const client of held) client.release()
    })
    expect(answer.body.error_code).toBe(1010)
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

  test('is asked about at userinfo where the token tells no address and the browser got an access token', async () => {
    const sub = randomUUID()
    const email = newEmail()
    for (const [provider, said] of [
      ['gitlab', 200],
      ['microsoft', 400],
    ] as const) {
      const { state, nonce } = await begin(provider)
      const id_token = await outside.sign(claimsFor(provider, { nonce, sub }))
      outside.userInfo = { sub, email: `${provider}-${email}`, email_verified: true }
      const answer = await verify({ provider, id_token, access_token: 'an access token', nonce, state })
      // Of Microsoft only its own claim about the domain counts, so our mail has to prove the address.
      expect([answer.status, answer.body.error_code]).toEqual([said, said === 200 ? undefined : 1010])
      expect((answer.data as { email?: string }).email).toBe(`${provider}-${email}`)
    }
    const { state, nonce } = await begin('gitlab')
    const id_token = await outside.sign(claimsFor('gitlab', { nonce }))
    expect((await verify({ provider: 'gitlab', id_token, access_token: 'of another', nonce, state })).body).toEqual(
      FAILED,
    )
  })

  test('without any address is refused', async () => {
    expect((await signIn('microsoft', { email: 'not an address' })).body).toEqual(FAILED)
    expect((await signIn('gitlab', { email_verified: true })).body).toEqual(FAILED)
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

describe('a second factor', () => {
  test('is asked for after the provider has vouched, with a ticket in place of its answer', async () => {
    const person = { sub: randomUUID(), email: newEmail(), email_verified: true }
    const owner = asPerson(await signIn('gitlab', person))
    const code = await enableSecondFactor(owner)
    const { body } = await signIn('gitlab', person)
    expect(body).toMatchObject({ error_code: 1004, data: { ticket: expect.any(String) } })
    const { ticket } = body.data as unknown as { ticket: string }
    expect((await verify({ provider: 'gitlab', ticket, otp: '000000' })).body.error_code).toBe(1004)
    expect((await verify({ provider: 'microsoft', ticket, otp: code() })).body).toEqual(FAILED)
    expect((await verify({ provider: 'gitlab', ticket, otp: code() })).data.email).toBe(person.email)
    clock.advance(MINUTE_MS)
    expect((await verify({ provider: 'gitlab', ticket, otp: code() })).body).toEqual(FAILED)
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
    expect((await mailbox.next(owner.email)).subject).toBe('GitLab is connected')
    expect((await signIn('gitlab', identity)).data.uuid).toBe(owner.user.uuid)

    const another = await kit.signUpAndIn()
    await raise(another)
    expect([(await connect(another, identity)).status, await connections(another)]).toEqual([409, []])

    // Another identity of the same provider takes its place.
    expect((await connect(owner, { ...identity, sub: randomUUID() })).status).toBe(201)
    expect(await connections(owner)).toHaveLength(1)
    const gone = await call('DELETE', '/authP/sso/connections?provider=gitlab', owner)
    expect([gone.status, await connections(owner)]).toEqual([200, []])
    await mailbox.next(owner.email)
    expect((await mailbox.next(owner.email)).subject).toBe('GitLab is disconnected')
    expect((await call('DELETE', '/authP/sso/connections?provider=gitlab', owner)).status).toBe(404)
  })

  test('are added by a trip of the same account, begun for that', async () => {
    const owner = await kit.signUpAndIn()
    await raise(owner)
    const claims = { email: newEmail(), email_verified: true }
    for (const trip of [await begin('gitlab'), await begin('gitlab', await raised())]) {
      const id_token = await outside.sign(claimsFor('gitlab', { nonce: trip.nonce, ...claims }))
      const body = { provider: 'gitlab', id_token, nonce: trip.nonce, state: trip.state }
      expect((await call('POST', '/authP/sso/connections', { bearer: owner.bearer, body })).body).toEqual(FAILED)
    }
    // Nor does a trip for connecting sign anybody in.
    const { state, nonce } = await begin('gitlab', owner)
    const id_token = await outside.sign(claimsFor('gitlab', { nonce, ...claims }))
    expect((await verify({ provider: 'gitlab', id_token, nonce, state })).body).toEqual(FAILED)
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

/** Turns it on by the calls of the settings page. Returns what the app shows now. */
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
