import { USABLE_KEY_SCOPES } from '@notifly/contracts/api-keys/scopes'
import { expect, test } from 'vitest'
import { testApp } from '../testing/app.ts'
import { declaredEndpoints } from '../testing/contracts.ts'
import { newProgram } from '../testing/programs.ts'

// Without limits, which would answer many a call in place of the routes.
const kit = await testApp({ limits: { anonymous: 1e6, token: 1e6, address: 1e6, publicCalls: 1e6 } })
const { call, app } = kit

const NO_ID = '01890000-0000-7000-8000-000000000000'

/** What the dashboard's calls say to a program. */
const NO_SESSION: unknown = expect.stringMatching(/[.]/)

/** What a signed-in person or a program may call. */
const closed = (await declaredEndpoints()).filter(
  ({ method, path, access }) =>
    access !== 'public' && access !== 'session' && app.hasRoute({ method, url: path.replace(/\{(\w+)\}/g, ':$1') }),
)
const isForPrograms = (access: unknown): boolean => typeof access === 'string' && access.startsWith('key:')

test('a new key can get exactly the scopes that some call asks for', () => {
  const asked = closed.map(({ access }) => access).filter(isForPrograms)
  expect(new Set(asked)).toEqual(new Set(USABLE_KEY_SCOPES.map(scope => `key:${scope}`)))
})

test.for(USABLE_KEY_SCOPES)(
  '%s opens exactly its calls, by key and by token, and nothing of the dashboard',
  async scope => {
    const { authorization } = await newProgram(kit, await kit.withApplication(), [scope])
    const headers = { authorization, 'content-type': 'application/x-www-form-urlencoded' }
    const payload = 'grant_type=client_credentials'
    const issued = await app.inject({ method: 'POST', url: '/oauth/token', headers, payload })
    const token = issued.json<{ access_token: string }>().access_token
    for (const { method, path, access } of closed) {
      for (const by of [authorization, `Bearer ${token}`]) {
        const { status, body } = await call(method, path.replace(/\{\w+\}/g, NO_ID), { headers: { authorization: by } })
        const isRefused = status === 401 || status === 403
        const expected = access === `key:${scope}` ? 'open' : isForPrograms(access) ? 'apiKeys.scopeNeeded' : NO_SESSION
        expect([method, path, isRefused ? body.key : 'open']).toEqual([method, path, expected])
      }
    }
  },
)
