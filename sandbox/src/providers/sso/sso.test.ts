import { createHash } from 'node:crypto'
import { createRemoteJWKSet, jwtVerify } from 'jose'
import { describe, expect, test } from 'vitest'
import { testDirectory, testSandbox, type TestSandbox } from '../../testing/test-sandbox.ts'
import { Grants, type Grant } from './grants.ts'

const VERIFIER = 'a'.repeat(43)
const CHALLENGE = createHash('sha256').update(VERIFIER).digest('base64url')
const REDIRECT = 'http://localhost:3000/auth/sso-callback'
const ORIGIN = { origin: 'http://localhost:3000' }
const ASHA = { name: 'Asha Raman', email: 'asha@palmyra.example', assertion: 'verified' }

const PROVIDERS = {
  gitlab: {
    base: '/sso/gitlab',
    discovery: '/sso/gitlab/.well-known/openid-configuration',
    authorize: '/sso/gitlab/oauth/authorize',
    token: '/sso/gitlab/oauth/token',
  },
  microsoft: {
    base: '/sso/microsoft/common',
    discovery: '/sso/microsoft/common/v2.0/.well-known/openid-configuration',
    authorize: '/sso/microsoft/common/oauth2/v2.0/authorize',
    token: '/sso/microsoft/common/oauth2/v2.0/token',
  },
  linkedin: {
    base: '/sso/linkedin',
    discovery: '/sso/linkedin/oauth/.well-known/openid-configuration',
    authorize: '/sso/linkedin/oauth/v2/authorization',
    token: '/sso/linkedin/oauth/v2/accessToken',
  },
} as const
type Name = keyof typeof PROVIDERS

const question = (change: Record<string, string> = {}) => ({
  client_id: 'notifly',
  redirect_uri: REDIRECT,
  response_type: 'code',
  scope: 'openid profile email',
  state: 'a-state',
  nonce: 'a-nonce',
  code_challenge: CHALLENGE,
  code_challenge_method: 'S256',
  ...change,
})

/** Asks for a code as a person who has chosen who they are. */
async function authorize(sandbox: TestSandbox, name: Name, change: Record<string, string> = {}): Promise<URL> {
  const query = new URLSearchParams({ ...question(), choice: 'person', ...ASHA, ...change })
  const answer = await fetch(`${sandbox.url}${PROVIDERS[name].authorize}?${query.toString()}`, { redirect: 'manual' })
  expect(answer.status).toBe(302)
  return new URL(answer.headers.get('location') ?? '')
}

async function codeOf(sandbox: TestSandbox, name: Name, change: Record<string, string> = {}): Promise<string> {
  return (await authorize(sandbox, name, change)).searchParams.get('code') ?? ''
}

/** The exchange as each provider wants it. */
function exchange(sandbox: TestSandbox, name: Name, code: string, change: Record<string, string> = {}) {
  const common = { grant_type: 'authorization_code', code, client_id: 'notifly', redirect_uri: REDIRECT }
  const url = sandbox.url + PROVIDERS[name].token
  const proof = name === 'linkedin' ? { client_secret: 'sandbox-secret' } : { code_verifier: VERIFIER }
  const values = new URLSearchParams({ ...common, ...proof, ...change })
  if (name === 'gitlab') return fetch(`${url}?${values.toString()}`, { method: 'POST', headers: ORIGIN })
  return fetch(url, { method: 'POST', body: values, ...(name === 'microsoft' && { headers: ORIGIN }) })
}

async function claimsOf(sandbox: TestSandbox, name: Name, change: Record<string, string> = {}) {
  const answer = await exchange(sandbox, name, await codeOf(sandbox, name, change))
  expect(answer.status).toBe(200)
  const tokens = (await answer.json()) as { id_token: string; access_token: string }
  const { body: discovery } = await sandbox.get(PROVIDERS[name].discovery)
  const { payload } = await jwtVerify(tokens.id_token, createRemoteJWKSet(new URL(discovery.jwks_uri)), {
    audience: 'notifly',
    algorithms: ['RS256'],
  })
  return { payload, discovery, tokens }
}

describe.each(Object.keys(PROVIDERS) as Name[])('%s', name => {
  test('lets people choose who they are, and says so in a token that its published key signs', async () => {
    const sandbox = await testSandbox()
    const page = await fetch(`${sandbox.url}${PROVIDERS[name].authorize}?${new URLSearchParams(question()).toString()}`)
    expect(page.headers.get('content-security-policy')).toContain("form-action 'self' http://localhost:3000;")
    const text = await page.text()
    for (const words of ['Asha Raman', 'not verified', 'nothing', 'Someone else']) expect(text).toContain(words)

    const { payload, discovery } = await claimsOf(sandbox, name)
    expect(payload).toMatchObject({ email: ASHA.email, aud: 'notifly' })
    expect(payload.iss).toBe(discovery.issuer.replace('{tenantid}', String(payload['tid'])))
    expect(payload['nonce']).toBe(name === 'linkedin' ? undefined : 'a-nonce')
    const again = await claimsOf(sandbox, name)
    const other = await claimsOf(sandbox, name, { email: 'other@palmyra.example' })
    expect([again.payload.sub === payload.sub, other.payload.sub === payload.sub]).toEqual([true, false])
  })

  test('says what the person chose of the address, in its own claim', async () => {
    const sandbox = await testSandbox()
    const claim = name === 'microsoft' ? 'xms_edov' : 'email_verified'
    const said = async (assertion: string) => (await claimsOf(sandbox, name, { assertion })).payload[claim]
    expect([await said('verified'), await said('unverified'), await said('silent')]).toEqual([true, false, undefined])
  })

  test('takes a code once, for the address it was issued for', async () => {
    const sandbox = await testSandbox()
    const code = await codeOf(sandbox, name)
    expect((await exchange(sandbox, name, code)).status).toBe(200)
    expect((await exchange(sandbox, name, code)).status).toBe(400)
    const elsewhere = { redirect_uri: 'http://localhost:3001/auth/sso-callback' }
    expect((await exchange(sandbox, name, await codeOf(sandbox, name), elsewhere)).status).toBe(400)
    expect((await exchange(sandbox, name, 'invented')).status).toBe(400)
  })

  test('sends nobody to an address that is not registered, and cancels when asked to', async () => {
    const sandbox = await testSandbox()
    for (const change of [{ redirect_uri: 'http://evil.example/auth/sso-callback' }, { client_id: 'somebody' }]) {
      const query = new URLSearchParams(question(change))
      const answer = await fetch(`${sandbox.url}${PROVIDERS[name].authorize}?${query.toString()}`, {
        redirect: 'manual',
      })
      expect([answer.status, answer.headers.get('location')]).toEqual([400, null])
    }
    const cancelled = await authorize(sandbox, name, { choice: 'cancel' })
    expect([...cancelled.searchParams.keys()]).toEqual(['error', 'error_description', 'state'])
    expect(cancelled.searchParams.get('error')).toBe('access_denied')
  })
})

test('GitLab and Microsoft check the verifier, LinkedIn refuses one', async () => {
  const sandbox = await testSandbox()
  for (const name of ['gitlab', 'microsoft'] as const) {
    const wrong = await exchange(sandbox, name, await codeOf(sandbox, name), { code_verifier: 'b'.repeat(43) })
    expect(wrong.status).toBe(400)
    const plain = await authorize(sandbox, name, { code_challenge_method: 'plain' })
    expect(plain.searchParams.get('error')).toBe('invalid_request')
  }
  const code = await codeOf(sandbox, 'linkedin')
  const refused = await exchange(sandbox, 'linkedin', code, { code_verifier: VERIFIER })
  expect([refused.status, await refused.json()]).toMatchObject([401, { error: 'invalid_client' }])
  expect((await exchange(sandbox, 'linkedin', code, { client_secret: 'wrong' })).status).toBe(401)
})

test('pages of other sites may read what they may read in life', async () => {
  const sandbox = await testSandbox()
  const allowed = (answer: Response) => answer.headers.get('access-control-allow-origin')
  expect(allowed(await exchange(sandbox, 'gitlab', 'x'))).toBe('*')
  expect(allowed(await exchange(sandbox, 'microsoft', 'x'))).toBe(ORIGIN.origin)
  expect(allowed(await exchange(sandbox, 'linkedin', 'x'))).toBeNull()
  expect(allowed(await fetch(sandbox.url + PROVIDERS.gitlab.token, { method: 'OPTIONS', headers: ORIGIN }))).toBe('*')

  // A server cannot redeem the code of a page, nor a page one with a secret.
  const code = await codeOf(sandbox, 'microsoft')
  const body = new URLSearchParams({ grant_type: 'authorization_code', code, client_id: 'notifly' })
  const asServer = await fetch(sandbox.url + PROVIDERS.microsoft.token, { method: 'POST', body })
  expect(await asServer.json()).toMatchObject({ error_codes: [9002327] })
})

test('keys outlive a restart', async () => {
  const dataDir = await testDirectory()
  const before = await testSandbox({ dataDir })
  const { body: keys } = await before.get('/sso/gitlab/oauth/discovery/keys')
  await before.stop()
  const after = await testSandbox({ dataDir })
  expect((await after.get('/sso/gitlab/oauth/discovery/keys')).body).toEqual(keys)
})

test('the dials of single sign-on make its providers fail, but not the page for people', async () => {
  const sandbox = await testSandbox()
  await sandbox.put('/api/faults/sso', { error_rate: 1 })
  expect((await fetch(sandbox.url + PROVIDERS.gitlab.discovery)).status).toBe(503)
  expect((await authorize(sandbox, 'gitlab')).searchParams.get('code')).not.toBeNull()
})

test('a code is good for a minute', () => {
  let nowMs = 0
  const grants = new Grants(() => nowMs)
  const grant = { provider: 'gitlab' } as Grant
  const [early, late] = [grants.issueCode(grant), grants.issueCode(grant)]
  nowMs = 59_999
  expect(grants.takeCode(early)).toBe(grant)
  nowMs = 60_000
  expect(grants.takeCode(late)).toBeUndefined()
})
