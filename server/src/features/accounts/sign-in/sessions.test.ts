import type { UserDetails } from '@notifly/contracts/accounts/accounts'
import { ACTIVITY_IDS } from '@notifly/contracts/roles/activities'
import { describe, expect, test } from 'vitest'
import { PASSWORD, testApp, type Person } from '../../../testing/app.ts'

const kit = await testApp()
const { call, clock, database } = kit
const OWN = { 'sec-fetch-site': 'same-origin' }
const DAY_MS = 86_400_000

const signIn = (email: string, password = PASSWORD, headers: Record<string, string> = {}) =>
  call<UserDetails>('POST', '/authP/login', { body: { email, password }, headers })

const session = (cookie: string, headers: Record<string, string> = OWN) =>
  call<UserDetails>('GET', '/authP/session', { headers: { cookie: `usr=${cookie}`, ...headers } })

const isAlive = async ({ bearer }: { bearer: string }) =>
  (await call('GET', '/api/verticals', { bearer })).status === 200

describe('signing in', () => {
  test('answers the user with a token for an hour and sets the session cookie for thirty days', async () => {
    const { email } = await kit.signUpAndIn()
    const answer = await signIn(email)
    expect(answer.data).toMatchObject({
      email,
      name: 'Asha Raman',
      status: 'active',
      application_uuid: null,
      organization_uuid: null,
      role: null,
      locale: 'en',
      mfa_enabled: false,
    })
    expect(answer.data.permission_activity_list).toEqual(ACTIVITY_IDS)
    expect(answer.data.permission_set).toEqual(ACTIVITY_IDS.map(() => 1))
    const lifeSeconds = answer.data.token_expires_on - clock.now().getTime() / 1000
    expect(lifeSeconds).toBeGreaterThan(3590)
    expect(lifeSeconds).toBeLessThanOrEqual(3600)
    expect(answer.headers['set-cookie']).toEqual([
      expect.stringMatching(/^usr=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/),
      expect.stringMatching(/^device=[\w-]{43}\.[\w-]{22}; Max-Age=34560000; Path=\/authP; HttpOnly; SameSite=Lax$/),
    ])
  })

  test('with a wrong password or an unknown address is answered alike', async () => {
    const { email } = await kit.signUpAndIn()
    const wrong = await signIn(email, 'wrong password')
    const unknown = await signIn('nobody@example.com', 'wrong password')
    expect([wrong.status, wrong.body.error_code]).toEqual([400, 1001])
    expect(unknown.body).toEqual(wrong.body)
    expect(wrong.cookie ?? unknown.cookie).toBeUndefined()
  })

  test('tells of an unverified address only after a right password', async () => {
    const email = 'unverified@example.com'
    await call('POST', '/authP/sign-up', { body: { name: 'Una', email, password: PASSWORD } })
    expect((await signIn(email, 'wrong password')).body.error_code).toBe(1001)
    expect((await signIn(email)).body.error_code).toBe(1010)
  })

  test.each(['known', 'unknown'])('makes a %s address wait after five wrong passwords', async kind => {
    const email = kind === 'known' ? (await kit.signUpAndIn()).email : 'unknown-waits@example.com'
    const statuses = []
    for (let n = 0; n < 5; n++) statuses.push((await signIn(email, 'wrong')).status)
    expect(statuses).toEqual([400, 400, 400, 400, 400])
    const refused = await signIn(email.toUpperCase())
    expect([refused.status, refused.body.error_code]).toEqual([429, 1005])
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(300)
    expect((await signIn('somebody-else@example.com', 'wrong')).status).toBe(400)
  })

  describe('while others try passwords', () => {
    const from = (network: string, email: string, password: string, device = '') =>
      kit.app
        .inject({
          method: 'POST',
          url: '/authP/login',
          remoteAddress: network,
          headers: { cookie: `device=${device}` },
          payload: { email, password },
        })
        .then(answer => ({
          status: answer.statusCode,
          device: answer.cookies.find(({ name }) => name === 'device')?.value ?? '',
        }))

    test('from one network, those of an account are not kept out elsewhere', async () => {
      const { email } = await kit.signUpAndIn()
      for (let n = 0; n < 5; n++) await from('192.0.2.1', email, 'wrong')
      expect((await from('192.0.2.1', email, PASSWORD)).status).toBe(429)
      expect((await from('192.0.2.2', email, PASSWORD)).status).toBe(200)
    })

    test('from everywhere, they are bounded, and a browser that signed in before is let in', async () => {
      const { email } = await kit.signUpAndIn()
      const { device } = await from('198.51.100.1', email, PASSWORD)
      const attempts = []
      for (let n = 0; n < 60; n++) attempts.push(await from(`203.0.113.${n}`, email, 'wrong'))
      expect(attempts.filter(({ status }) => status === 400)).toHaveLength(50)
      expect((await from('198.51.100.2', email, PASSWORD)).status).toBe(429)
      expect((await from('203.0.113.1', email, PASSWORD, device)).status).toBe(200)
      // The mark is of one account, of its present password, and has a limit of its own.
      const other = await kit.signUpAndIn()
      for (let n = 0; n < 5; n++) await from('198.51.100.3', other.email, 'wrong', device)
      expect((await from('198.51.100.3', other.email, PASSWORD, device)).status).toBe(429)
      for (let n = 0; n < 5; n++) expect((await from('198.51.100.4', email, 'wrong', device)).status).toBe(400)
      expect((await from('198.51.100.4', email, PASSWORD, device)).status).toBe(429)
    })

    test('a new password makes earlier marks worthless, and one by mail gives a new one', async () => {
      const person = await kit.signUpAndIn()
      const { device: old } = await from('198.51.100.5', person.email, PASSWORD)
      await call('POST', '/authP/forgot-password', { body: { email: person.email } })
      const body = { token: await kit.mailbox.nextToken(person.email), password: 'a new one 8!' }
      const reset = await kit.app.inject({ method: 'POST', url: '/authP/reset-password', payload: body })
      const fresh = reset.cookies.find(({ name }) => name === 'device')?.value ?? ''
      for (let n = 0; n < 50; n++) await from(`203.0.113.${n}`, person.email, 'wrong')
      expect((await from('198.51.100.6', person.email, body.password, old)).status).toBe(429)
      expect((await from('198.51.100.6', person.email, body.password, fresh)).status).toBe(200)
    })
  })

  test('attempts at the same moment count as well', async () => {
    const answers = await Promise.all(Array.from({ length: 12 }, () => signIn('parallel@example.com', 'wrong')))
    expect(answers.filter(({ status }) => status === 400).length).toBeLessThanOrEqual(5)
  })

  test('a right password clears the wrong ones before it', async () => {
    const { email } = await kit.signUpAndIn()
    for (let n = 0; n < 4; n++) await signIn(email, 'wrong')
    expect((await signIn(email)).status).toBe(200)
    for (let n = 0; n < 4; n++) expect((await signIn(email, 'wrong')).status).toBe(400)
  })

  test('never takes over a cookie that the browser brings, and ends the session behind it', async () => {
    const before = await kit.signUpAndIn()
    const planted = await signIn(before.email, PASSWORD, { cookie: 'usr=planted', ...OWN })
    expect(planted.cookie).not.toBe('planted')
    expect((await session('planted')).status).toBe(401)
    await signIn(before.email, PASSWORD, { cookie: `usr=${before.cookie}`, ...OWN })
    expect((await session(before.cookie)).status).toBe(401)
    expect(await isAlive(before)).toBe(false)
  })

  test("is refused to another site's page", async () => {
    const { email } = await kit.signUpAndIn()
    const answer = await signIn(email, PASSWORD, { origin: 'https://evil.example' })
    expect([answer.status, answer.cookie]).toEqual([403, undefined])
    expect((await signIn(email, PASSWORD, { origin: 'http://localhost:3000' })).status).toBe(200)
  })
})

describe('the session', () => {
  test('gives a fresh token to our own pages only', async () => {
    const { cookie } = await kit.signUpAndIn()
    const own = [OWN, { origin: 'http://localhost:3000' }, { referer: 'http://localhost:3000/applications' }]
    for (const headers of own) expect((await session(cookie, headers)).status).toBe(200)
    const foreign = [
      {},
      { origin: 'http://localhost:3100' },
      { origin: 'null' },
      { 'sec-fetch-site': 'same-site' },
      { 'sec-fetch-site': 'cross-site', referer: 'https://evil.example/http://localhost:3000' },
    ] as Record<string, string>[]
    for (const headers of foreign) expect((await session(cookie, headers)).status).toBe(401)
  })

  test('opens nothing but itself: a call with the cookie alone is refused', async () => {
    const { cookie } = await kit.signUpAndIn()
    const answer = await call('GET', '/api/verticals', { headers: { cookie: `usr=${cookie}`, ...OWN } })
    expect(answer.status).toBe(401)
  })

  test('lives thirty days from its last use', async () => {
    const { cookie } = await kit.signUpAndIn()
    clock.advance(29 * DAY_MS)
    expect((await session(cookie)).cookie).toBe(cookie)
    clock.advance(29 * DAY_MS)
    expect((await session(cookie)).status).toBe(200)
    clock.advance(30 * DAY_MS)
    expect((await session(cookie)).status).toBe(401)
  })

  test('ends ninety days after it began, however much it is used', async () => {
    const { cookie, bearer } = await kit.signUpAndIn()
    for (const days of [25, 25, 25, 14]) {
      clock.advance(days * DAY_MS)
      expect((await session(cookie)).status).toBe(200)
    }
    const { data } = await session(cookie)
    clock.advance(DAY_MS)
    expect((await session(cookie)).status).toBe(401)
    expect(await isAlive({ bearer: data.token })).toBe(false)
    expect(await isAlive({ bearer })).toBe(false)
  })

  test('ends by signing out, with all its tokens, and signing out twice is no failure', async () => {
    const person = await kit.signUpAndIn()
    const second = await session(person.cookie)
    const headers = { cookie: `usr=${person.cookie}`, ...OWN }
    const out = await call('POST', '/authP/logout', { headers })
    expect(out.status).toBe(200)
    expect(out.headers['set-cookie']).toMatch(/^usr=; Max-Age=0|^usr=; Path=\/; Expires=Thu, 01 Jan 1970/)
    expect(await isAlive(person)).toBe(false)
    expect(await isAlive({ bearer: second.data.token })).toBe(false)
    expect((await session(person.cookie)).status).toBe(401)
    expect((await call('POST', '/authP/logout', { headers })).status).toBe(200)
  })

  test('cannot be ended by another site, but by a token alone', async () => {
    const person = await kit.signUpAndIn()
    const headers = { cookie: `usr=${person.cookie}`, origin: 'https://evil.example' }
    expect((await call('POST', '/authP/logout', { headers })).status).toBe(401)
    expect(await isAlive(person)).toBe(true)
    expect((await call('POST', '/authP/logout', { bearer: person.bearer })).status).toBe(200)
    expect(await isAlive(person)).toBe(false)
  })

  test('of one browser ends without those of others', async () => {
    const first = await kit.signUpAndIn()
    const second = await signIn(first.email)
    await call('POST', '/authP/logout', { bearer: first.bearer })
    expect(await isAlive({ bearer: second.data.token })).toBe(true)
  })

  test('is stored as a hash only', async () => {
    const { cookie, bearer } = await kit.signUpAndIn()
    const { rows } = await database.pool.query(
      'select row_to_json(s)::text as s, row_to_json(b)::text as b from session s join bearer b using (session_id)',
    )
    expect(JSON.stringify(rows)).not.toContain(cookie)
    expect(JSON.stringify(rows)).not.toContain(bearer)
  })
})

describe('a token', () => {
  test('lives an hour', async () => {
    const person = await kit.signUpAndIn()
    clock.advance(3_599_000)
    expect(await isAlive(person)).toBe(true)
    clock.advance(1_000)
    expect(await isAlive(person)).toBe(false)
  })

  test.each(['', 'x', 'a'.repeat(43), 'a'.repeat(5000), "' or 1=1 --"])(
    'that is made up (%s) opens nothing',
    async bearer => {
      expect(await isAlive({ bearer })).toBe(false)
    },
  )

  test('dies at once when its holder is no longer a member, is disabled, or the application is deleted', async () => {
    const changes = [
      'delete from member where organization_id = $1',
      "update member set status = 'disabled' where organization_id = $1",
      'update application set deleted_at = now() where organization_id = $1',
      'update organization set deleted_at = now() where organization_id = $1',
    ]
    for (const change of changes) {
      const owner = await kit.withApplication()
      expect(await isAlive(owner)).toBe(true)
      await database.pool.query(change, [owner.organizationId])
      expect(await isAlive(owner)).toBe(false)
      // The session itself goes on, without the application.
      expect((await session(owner.cookie)).data.application_uuid).toBeNull()
    }
  })

  test('grants what the role grants now, not what it granted when it was issued', async () => {
    const owner = await kit.withApplication()
    const save = () =>
      call('POST', '/api/verticals', { bearer: owner.bearer, body: { uuid: owner.applicationId, name: 'Renamed' } })
    expect((await save()).status).toBe(200)
    await database.pool.query('update member set role_id = $1 where organization_id = $2', [
      '00000000-0000-7000-8000-000000000003',
      owner.organizationId,
    ])
    expect((await save()).status).toBe(403)
  })
})

describe('the active application', () => {
  const enter = (person: Pick<Person, 'bearer'>, applicationId: string) =>
    call<UserDetails>('GET', `/api/update-notification-vertical/${applicationId}`, { bearer: person.bearer })

  test('is switched with a token of its own; the old token stays with the old application', async () => {
    const owner = await kit.withApplication()
    const second = await call<{ app_id: string }>('POST', '/api/verticals', {
      bearer: owner.bearer,
      body: { name: 'Second' },
    })
    const switched = await enter(owner, second.data.app_id)
    expect(switched.data.application_uuid).toBe(second.data.app_id)
    expect(switched.data.organization_uuid).toBe(owner.organizationId)
    expect(switched.data.role?.name).toBe('Owner')
    expect(switched.data.permission_set).toEqual(ACTIVITY_IDS.map(() => 0))
    expect(switched.data.permission_levels).toEqual(ACTIVITY_IDS.map(() => [4, 1]))
    expect(switched.data.token).not.toBe(owner.bearer)
    expect(await isAlive(owner)).toBe(true)
    // The session remembers it, and so does the next one of the same person.
    expect((await session(owner.cookie)).data.application_uuid).toBe(second.data.app_id)
    expect((await signIn(owner.email)).data.application_uuid).toBe(second.data.app_id)
  })

  test('is the first one that somebody may enter when they never chose', async () => {
    const owner = await kit.withApplication()
    await call('POST', '/api/verticals', { bearer: owner.bearer, body: { name: 'A later one' } })
    await call('POST', '/authP/logout', { bearer: owner.bearer })
    expect((await signIn(owner.email)).data.application_uuid).toBe(owner.applicationId)
  })

  test('cannot be one of somebody else: the same answer as for one that does not exist', async () => {
    const owner = await kit.withApplication()
    const stranger = await kit.withApplication()
    const answers = [
      await enter(stranger, owner.applicationId),
      await enter(stranger, '01890000-0000-7000-8000-000000000000'),
      await enter(stranger, 'no-id-at-all'),
    ]
    for (const answer of answers) {
      expect([answer.status, answer.body.error_code]).toEqual([404, 1071])
      expect(answer.body).toEqual(answers[0]?.body)
    }
    expect((await session(stranger.cookie)).data.application_uuid).toBe(stranger.applicationId)
  })
})

test('a person changes name and language, and only to sensible ones', async () => {
  const { bearer, cookie } = await kit.signUpAndIn()
  const answer = await call('PUT', '/authP/profile', { bearer, body: { name: 'Renée O’Neil-Łu', locale: 'fr' } })
  expect(answer.status).toBe(200)
  expect((await session(cookie)).data).toMatchObject({ name: 'Renée O’Neil-Łu', locale: 'fr' })
  expect((await call('PUT', '/authP/profile', { bearer, body: { locale: 'de' } })).status).toBe(400)
  expect((await call('PUT', '/authP/profile', { bearer, body: {} })).status).toBe(200)
  expect((await call('PUT', '/authP/profile', { body: { name: 'Nobody' } })).status).toBe(401)
})
