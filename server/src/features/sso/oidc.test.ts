import type { SsoOption } from '@notifly/contracts/sso/sso'
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { readConfig } from '../../config.ts'
import { testApp } from '../../testing/app.ts'
import { startIdentityProvider } from '../../testing/sign-in/identity-provider.ts'
import { FAILED, newEmail, ssoTestKit } from '../../testing/sign-in/sso-trips.ts'
import { CONFIDENTIAL, PUBLIC_ID, startStrictProvider } from '../../testing/sign-in/strict-provider.ts'
import { createIdentification } from './identify.ts'

// A company's own provider: one that others wrote, and that tells the address by userinfo alone.
const REDIRECT = 'http://localhost:3000/auth/sso-callback'
const strict = await startStrictProvider(REDIRECT)
const oidc = { url: strict.issuer, name: 'Palmyra ID', clientId: CONFIDENTIAL.id, clientSecret: CONFIDENTIAL.secret }
const kit = await testApp({ config: { publicUrl: 'http://localhost:3000', sso: { oidc } } })
const { call } = kit
const { begin, verify, lastWarning } = ssoTestKit(kit, await startIdentityProvider())

/** From the sign-in page to the provider and back; what the dashboard would hand over then. */
async function trip(clientId = CONFIDENTIAL.id) {
  const { state, nonce, authorize_url: address } = await begin('oidc')
  const code_verifier = randomBytes(32).toString('base64url')
  const query = new URLSearchParams({
    client_id: clientId,
    redirect_uri: REDIRECT,
    response_type: 'code',
    scope: 'openid profile email',
    state,
    nonce,
    code_challenge: createHash('sha256').update(code_verifier).digest('base64url'),
    code_challenge_method: 'S256',
  })
  const back = await strict.walk(`${address}?${query.toString()}`)
  expect(back.get('state')).toBe(state)
  return {
    provider: 'oidc' as const,
    code: back.get('code') ?? '',
    redirect_uri: REDIRECT,
    state,
    nonce,
    code_verifier,
  }
}

const become = (change: Partial<typeof strict.person> = {}) =>
  Object.assign(strict.person, { sub: randomUUID(), email: newEmail(), name: 'Mira Sol', email_verified: true }, change)

test('it is offered by its name, and a trip is told where it leads', async () => {
  const { data } = await call<SsoOption[]>('GET', '/authP/sso')
  expect(data).toEqual([
    {
      provider: 'oidc',
      name: 'Palmyra ID',
      authorize_url: null,
      token_url: null,
      client_id: CONFIDENTIAL.id,
      redirect_uri: REDIRECT,
      scope: 'openid profile email',
      pkce: true,
    },
  ])
  expect((await begin('oidc')).authorize_url).toBe(`${strict.issuer}/auth`)
})

test('somebody new has an account at once, and the same one next time', async () => {
  const person = become()
  const first = await verify(await trip())
  expect([first.status, first.data.email, first.data.name]).toEqual([200, person.email, 'Mira Sol'])
  const again = await verify(await trip())
  expect(again.data.uuid).toBe(first.data.uuid)
  expect(kit.logLines.join()).not.toContain(CONFIDENTIAL.secret)
})

test('an address that the provider doubts is refused', async () => {
  become({ email_verified: false })
  expect((await verify(await trip())).body.message).toMatch(/hasn’t verified/)
})

test('another verifier, another nonce and a code that was used sign nobody in', async () => {
  become()
  expect((await verify({ ...(await trip()), code_verifier: randomBytes(32).toString('base64url') })).body).toEqual(
    FAILED,
  )
  expect(lastWarning()).toMatchObject({ provider: 'oidc', because: expect.stringContaining('invalid_grant') })
  expect((await verify({ ...(await trip()), nonce: (await begin('oidc')).nonce })).body).toEqual(FAILED)
  const { code, ...used } = await trip()
  expect((await verify({ code, ...used })).status).toBe(200)
  const { state, nonce } = await begin('oidc')
  expect((await verify({ ...used, code, state, nonce })).body).toEqual(FAILED)
  expect((await verify({ ...(await trip()), nonce: undefined })).status).toBe(400)
})

test('a client without a secret is one by its verifier alone', async () => {
  const person = become()
  const config = { ...kit.deps.config, sso: { oidc: { ...oidc, clientId: PUBLIC_ID, clientSecret: null } } }
  const { identify } = createIdentification({ ...kit.deps, config })
  const traveller = { provider: 'oidc', accountId: null, browser: null } as const
  expect(await identify(traveller, await trip(PUBLIC_ID))).toMatchObject({
    provider: 'oidc',
    issuer: strict.issuer,
    subject: person.sub,
    email: person.email,
    emailVerified: true,
  })
})

test('while it is away nobody is sent there, and the log says why', async () => {
  const config = { ...kit.deps.config, sso: { oidc: { ...oidc, url: `${strict.issuer}/nowhere` } } }
  const { authorizeUrlOf, providerOf } = createIdentification({ ...kit.deps, config })
  await expect(authorizeUrlOf(providerOf('oidc'))).rejects.toMatchObject({ error: 'ssoFailed' })
})

test('its settings go together, and its issuer is taken letter by letter', () => {
  const issuer = 'https://login.palmyra.example/'
  const { sso } = readConfig({ NOTIFLY_OIDC_ISSUER: issuer, NOTIFLY_OIDC_CLIENT_ID: 'notifly' })
  expect(sso.oidc).toEqual({ url: issuer, name: null, clientId: 'notifly', clientSecret: null })
  expect(readConfig({}).sso.oidc).toBeUndefined()
  for (const wrong of [
    { NOTIFLY_OIDC_ISSUER: issuer },
    { NOTIFLY_OIDC_NAME: 'Palmyra ID' },
    { NOTIFLY_OIDC_ISSUER: 'http://login.palmyra.example', NOTIFLY_OIDC_CLIENT_ID: 'notifly' },
    { NOTIFLY_OIDC_ISSUER: 'palmyra', NOTIFLY_OIDC_CLIENT_ID: 'notifly' },
  ]) {
    expect(() => readConfig(wrong)).toThrow('NOTIFLY_OIDC_ISSUER')
  }
})
