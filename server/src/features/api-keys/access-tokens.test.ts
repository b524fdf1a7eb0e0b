import type { IssuedToken, TokenRefusal } from '@notifly/contracts/api-keys/access-tokens'
import { expect, test } from 'vitest'
import { testApp } from '../../testing/app.ts'
import { newProgram } from '../../testing/programs.ts'

const kit = await testApp()
const { call } = kit
const owner = await kit.withApplication()
const program = await newProgram(kit, owner, ['contacts:read', 'contacts:write'])
const [keyId = '', secret = ''] = Buffer.from(program.authorization.slice('Basic '.length), 'base64')
  .toString()
  .split(':')
const CONTACT = '/api/v1/contacts/customer-1'

/** As libraries send it: a form. */
async function ask(fields: Record<string, string>, headers: Record<string, string> = {}) {
  const answer = await kit.app.inject({
    method: 'POST',
    url: '/oauth/token',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    payload: new URLSearchParams(fields).toString(),
  })
  return { status: answer.statusCode, headers: answer.headers, ...answer.json<Partial<IssuedToken & TokenRefusal>>() }
}

const GRANT = { grant_type: 'client_credentials' }
const basic = { authorization: program.authorization }
const withToken = (token = '') => ({ bearer: token })

test('the ID and the secret of a key get a token for an hour, by header or in the body, as a form or as JSON', async () => {
  const byHeader = await ask(GRANT, basic)
  expect([byHeader.status, byHeader.token_type, byHeader.expires_in, byHeader.scope]).toEqual([
    200,
    'Bearer',
    3600,
    'contacts:read contacts:write',
  ])
  expect(byHeader.headers['cache-control']).toBe('no-store')
  const inBody = await ask({ ...GRANT, client_id: keyId, client_secret: secret })
  const asJson = await kit.app.inject({ method: 'POST', url: '/oauth/token', headers: basic, payload: GRANT })
  for (const token of [byHeader.access_token, inBody.access_token, asJson.json<IssuedToken>().access_token]) {
    expect((await call('PUT', CONTACT, { ...withToken(token), body: { lang: 'es' } })).status).toBe(200)
  }
})

test('a token opens the scopes that were asked for, and no other', async () => {
  const { access_token: token, scope } = await ask({ ...GRANT, scope: 'contacts:read' }, basic)
  expect(scope).toBe('contacts:read')
  expect((await call('GET', CONTACT, withToken(token))).status).toBe(200)
  const refused = await call('PUT', CONTACT, { ...withToken(token), body: { lang: 'fr' } })
  expect([refused.status, refused.body.key]).toEqual([403, 'apiKeys.scopeNeeded'])
  const beyond = await ask({ ...GRANT, scope: 'contacts:read messages:send' }, basic)
  expect([beyond.status, beyond.error]).toEqual([400, 'invalid_scope'])
})

test('what is wrong is answered as RFC 6749 has it', async () => {
  const refusals: [Record<string, string>, Record<string, string>, number, string][] = [
    [{}, basic, 400, 'invalid_request'],
    [{ grant_type: 'password' }, basic, 400, 'unsupported_grant_type'],
    [{ ...GRANT, client_id: keyId, client_secret: secret }, basic, 400, 'invalid_request'],
    [GRANT, {}, 401, 'invalid_client'],
    [{ ...GRANT, client_id: keyId, client_secret: `${secret}x` }, {}, 401, 'invalid_client'],
    [{ ...GRANT, client_id: 'nobody', client_secret: secret }, {}, 401, 'invalid_client'],
  ]
  for (const [fields, headers, status, error] of refusals) {
    const answer = await ask(fields, headers)
    expect([fields, answer.status, answer.error]).toEqual([fields, status, error])
    expect(answer.error_description).not.toBe('')
    expect(answer.headers['www-authenticate']).toBe(status === 401 ? 'Basic realm="Notifly"' : undefined)
  }
})

test('a token that is changed, too old, or of a deleted key opens nothing; no token is a session', async () => {
  const doomed = await newProgram(kit, owner, ['contacts:read'])
  const { access_token: ofDoomed } = await ask(GRANT, { authorization: doomed.authorization })
  const { access_token: token = '' } = await ask(GRANT, basic)
  const statusWith = async (bearer = '') => (await call('GET', CONTACT, { bearer })).status
  expect(await statusWith(ofDoomed)).toBe(200)
  await call('DELETE', `/authP/user/licenses?client_id=${doomed.keyId}`, { bearer: owner.bearer })
  expect(await statusWith(ofDoomed)).toBe(401)

  // Each character of it counts: the key, the end, the scopes and the signature.
  for (const at of [6, 28, 31, 40]) {
    const changed = token.slice(0, at) + (token[at] === 'A' ? 'B' : 'A') + token.slice(at + 1)
    expect([at, await statusWith(changed)]).toEqual([at, 401])
  }
  expect(await statusWith(token.slice(0, 20))).toBe(401)
  expect((await call('GET', '/api/template', { bearer: token })).status).toBe(401)
  expect(await statusWith(token)).toBe(200)
  kit.clock.advance(3600_000)
  expect(await statusWith(token)).toBe(401)
})
