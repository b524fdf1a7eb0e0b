import type { OwnSession, Profile } from '@notifly/contracts/accounts/security'
import type { UserDetails } from '@notifly/contracts/accounts/accounts'
import { TOTP } from 'otpauth'
import { describe, expect, test } from 'vitest'
import { PASSWORD, testApp, type Person } from '../../testing/app.ts'
import { DEFAULT_ROLE_IDS } from '../roles/roles.ts'
import { deviceWords } from './sign-in/own-sessions.ts'

const kit = await testApp()
const { call, clock, database, mailbox } = kit
const OWN = { 'sec-fetch-site': 'same-origin' }
const STEP_MS = 30_000
const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36'

type Toggled = { enabled: boolean; otpauth_url?: string; secret?: string; recovery_codes?: string[] }

const signIn = (email: string, otp?: string, password = PASSWORD) =>
  call<UserDetails>('POST', '/authP/login', { body: { email, password, otp }, headers: { 'user-agent': CHROME } })
const toggle = ({ bearer }: Pick<Person, 'bearer'>, body: object) =>
  call<Toggled>('POST', '/authP/mfa-toggle', { bearer, body })
const confirm = ({ bearer }: Pick<Person, 'bearer'>, body: object) =>
  call('POST', '/authP/reauthenticate', { bearer, body })
const profile = async ({ bearer }: Pick<Person, 'bearer'>) =>
  (await call<Profile>('GET', '/authP/profile', { bearer })).data
const sessions = async ({ bearer }: Pick<Person, 'bearer'>) =>
  (await call<OwnSession[]>('GET', '/authP/sessions', { bearer })).data
const isAlive = async (bearer: string) => (await call('GET', '/authP/profile', { bearer })).status === 200

/** What the app shows now, or some steps later. */
const codeOf = (secret: string, steps = 0) =>
  new TOTP({ secret }).generate({ timestamp: clock.now().getTime() + steps * STEP_MS })

/** Turns the second factor on and moves the clock to the next step, so that codes are fresh ones and stay so for a while. */
async function withMfa(person: Person): Promise<{ secret: string; codes: string[] }> {
  const { data } = await toggle(person, { enable: true, password: PASSWORD })
  const secret = data.secret ?? ''
  const on = await toggle(person, { enable: true, password: PASSWORD, otp: codeOf(secret) })
  expect(on.status).toBe(200)
  clock.advance(STEP_MS - (clock.now().getTime() % STEP_MS))
  return { secret, codes: on.data.recovery_codes ?? [] }
}

describe('the second factor', () => {
  test('is on only after a right code of the app, and tells its recovery codes that once', async () => {
    const person = await kit.signUpAndIn()
    const prepared = await toggle(person, { enable: true, password: PASSWORD })
    const { secret = '', otpauth_url: url } = prepared.data
    expect(prepared.data).toEqual({ enabled: false, secret, otpauth_url: url })
    expect(url).toMatch(/^otpauth:\/\/totp\/Notifly:person-.+secret=[A-Z2-7]{32}/)
    expect((await signIn(person.email)).status).toBe(200)

    const wrong = await toggle(person, { enable: true, password: PASSWORD, otp: '000000' })
    expect([wrong.status, wrong.body.errors?.[0]?.field]).toEqual([400, 'otp'])
    expect((await profile(person)).mfa_enabled).toBe(false)

    const on = await toggle(person, { enable: true, password: PASSWORD, otp: codeOf(secret) })
    expect(on.data.recovery_codes).toHaveLength(10)
    expect(new Set(on.data.recovery_codes).size).toBe(10)
    expect(await profile(person)).toMatchObject({ mfa_enabled: true, recovery_codes_left: 10 })
    expect((await toggle(person, { enable: true, password: PASSWORD })).status).toBe(409)
    expect((await mailbox.next(person.email)).subject).toBe('Two-step sign-in is on')

    const { rows } = await database.pool.query('select row_to_json(f)::text f from second_factor f')
    const codes = await database.pool.query('select row_to_json(c)::text c from recovery_code c')
    expect(JSON.stringify(rows)).not.toContain(secret)
    for (const code of on.data.recovery_codes ?? []) expect(JSON.stringify(codes.rows)).not.toContain(code)
  })

  test('is asked for after a right password only, and no code counts twice', async () => {
    const person = await kit.signUpAndIn()
    const { secret } = await withMfa(person)
    expect((await signIn(person.email, codeOf(secret), 'wrong')).body.error_code).toBe(1001)
    const asked = await signIn(person.email)
    expect([asked.status, asked.body.error_code, asked.cookie]).toEqual([400, 1004, undefined])
    expect((await signIn(person.email, '000000')).body.error_code).toBe(1004)

    const code = codeOf(secret)
    const signedIn = await signIn(person.email, ` ${code.slice(0, 3)} ${code.slice(3)}`)
    expect(signedIn.data.mfa_enabled).toBe(true)
    expect((await signIn(person.email, code)).body.error_code).toBe(1004)
    // The step before it is as good as used.
    expect((await signIn(person.email, codeOf(secret, -1))).body.error_code).toBe(1004)
    expect((await signIn(person.email, codeOf(secret, 2))).body.error_code).toBe(1004)
    expect((await signIn(person.email, codeOf(secret, 1))).status).toBe(200)
  })

  test('counts one code once, also when it comes twice at the same moment', async () => {
    const person = await kit.signUpAndIn()
    const { secret, codes } = await withMfa(person)
    for (const otp of [codeOf(secret), codes[0]]) {
      const answers = await Promise.all([signIn(person.email, otp), signIn(person.email, otp)])
      expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400])
    }
  })

  test('is replaced by a recovery code, each good once, for signing in and for confirming', async () => {
    const person = await kit.signUpAndIn()
    const { codes } = await withMfa(person)
    const [first = '', second = '', third = ''] = codes
    expect((await signIn(person.email, first.toUpperCase().replace('-', ' '))).status).toBe(200)
    expect((await signIn(person.email, first)).body.error_code).toBe(1004)
    expect((await confirm(person, { otp: second })).status).toBe(200)
    expect((await confirm(person, { otp: second })).body.error_code).toBe(1006)
    expect((await profile(person)).recovery_codes_left).toBe(8)

    const fresh = await call<{ recovery_codes: string[] }>('POST', '/authP/recovery-codes', {
      bearer: person.bearer,
      body: { otp: third },
    })
    expect(fresh.data.recovery_codes).toHaveLength(10)
    expect((await signIn(person.email, codes[3])).body.error_code).toBe(1004)
    expect((await signIn(person.email, fresh.data.recovery_codes[0])).status).toBe(200)
  })

  test('lets nobody try all codes, even who knows the password', async () => {
    const person = await kit.signUpAndIn()
    const { secret } = await withMfa(person)
    for (let n = 0; n < 5; n++) expect((await signIn(person.email, '000000')).body.error_code).toBe(1004)
    const refused = await signIn(person.email, codeOf(secret))
    expect([refused.status, refused.body.error_code]).toEqual([429, 1005])
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  })

  test('is turned off with the password and a code, never by the password alone, and its codes die', async () => {
    const person = await kit.signUpAndIn()
    const { secret, codes } = await withMfa(person)
    const off = (body: object) => toggle(person, { enable: false, ...body })
    const renewal = { bearer: person.bearer, body: { password: PASSWORD } }
    for (const answer of [
      await off({ password: PASSWORD }),
      await off({ password: PASSWORD, otp: '000000' }),
      await call('POST', '/authP/recovery-codes', renewal),
    ]) {
      expect([answer.body.error_code, answer.body.errors?.[0]?.field]).toEqual([1004, 'otp'])
    }
    expect((await off({ otp: codes[0] })).body.error_code).toBe(1006)
    expect(await profile(person)).toMatchObject({ mfa_enabled: true, recovery_codes_left: 10 })
    expect((await off({ password: PASSWORD, otp: codeOf(secret) })).data).toEqual({ enabled: false })
    expect(await profile(person)).toMatchObject({ mfa_enabled: false, recovery_codes_left: 0 })
    expect((await signIn(person.email)).status).toBe(200)
    const { rowCount } = await database.pool.query('select from recovery_code where account_id = $1', [
      person.user.uuid,
    ])
    expect(rowCount).toBe(0)
  })
})

describe('confirming that it is you', () => {
  test('raises this session alone, for five minutes', async () => {
    const person = await kit.signUpAndIn()
    const other = await signIn(person.email)
    expect((await toggle(person, { enable: true })).body.error_code).toBe(1006)
    expect((await confirm(person, { password: PASSWORD })).status).toBe(200)
    expect((await toggle(person, { enable: true })).status).toBe(200)
    expect((await toggle({ bearer: other.data.token }, { enable: true })).body.error_code).toBe(1006)
    clock.advance(299_000)
    expect((await toggle(person, { enable: true })).status).toBe(200)
    clock.advance(1_000)
    expect((await toggle(person, { enable: true })).body.error_code).toBe(1006)
  })

  test('fails alike for nothing, a wrong password and a wrong code, and waits after five', async () => {
    const person = await kit.signUpAndIn()
    for (const body of [{}, { password: 'wrong' }, { otp: '123456' }, { code: '123456' }]) {
      const answer = await confirm(person, body)
      expect([answer.status, answer.body.error_code]).toEqual([400, 1006])
    }
    for (let n = 0; n < 4; n++) await toggle(person, { enable: false, password: 'wrong' })
    expect((await confirm(person, { password: PASSWORD })).body.error_code).toBe(1005)
  })

  test('takes six digits by mail from somebody without a password, once, in that session', async () => {
    const person = await kit.signUpAndIn()
    const ask = () => call('POST', '/authP/reauthenticate/code', { bearer: person.bearer })
    expect((await ask()).status).toBe(409)
    await database.pool.query('update account set password_hash = null where account_id = $1', [person.user.uuid])
    expect((await profile(person)).has_password).toBe(false)
    // What strangers have mailed to the address does not keep its owner from it.
    for (let n = 0; n < 5; n++) {
      await call('POST', '/authP/resend-email', { body: { email: person.email } })
    }
    expect((await ask()).status).toBe(200)
    const code = /\d{6}/.exec((await mailbox.next(person.email)).subject ?? '')?.[0] ?? ''
    const { rows } = await database.pool.query('select row_to_json(c)::text c from confirmation_code c')
    expect(JSON.stringify(rows)).not.toContain(code)

    expect((await confirm(person, { password: '' })).status).toBe(400)
    expect((await confirm(person, { code })).status).toBe(200)
    expect((await confirm(person, { code })).body.error_code).toBe(1006)
    await ask()
    const late = /\d{6}/.exec((await mailbox.next(person.email)).subject ?? '')?.[0] ?? ''
    clock.advance(600_000)
    expect((await confirm(person, { code: late })).body.error_code).toBe(1006)
  })
})

describe('sessions', () => {
  test('are listed with device words and ended one by one, with their tokens', async () => {
    const person = await kit.signUpAndIn()
    const phone = await signIn(person.email)
    const list = await sessions(person)
    expect(list).toHaveLength(2)
    const [other] = list.filter(({ is_current }) => !is_current)
    expect(other).toMatchObject({ browser: 'Chrome', system: 'Windows', kind: 'desktop', address: '127.0.0.1' })
    expect(list.filter(({ is_current }) => is_current)).toHaveLength(1)

    const stranger = await kit.signUpAndIn()
    const end = (bearer: string, uuid = other?.uuid) => call('DELETE', `/authP/sessions/${uuid}`, { bearer })
    expect((await end(stranger.bearer)).status).toBe(404)
    expect(await isAlive(phone.data.token)).toBe(true)
    expect((await end(person.bearer)).status).toBe(200)
    expect(await isAlive(phone.data.token)).toBe(false)
    const back = await call('GET', '/authP/session', { headers: { cookie: `usr=${phone.cookie}`, ...OWN } })
    expect(back.status).toBe(401)
  })

  test('all others end at once', async () => {
    const person = await kit.signUpAndIn()
    const others = [await signIn(person.email), await signIn(person.email)]
    expect((await call('DELETE', '/authP/sessions', { bearer: person.bearer })).status).toBe(200)
    for (const other of others) expect(await isAlive(other.data.token)).toBe(false)
    expect(await isAlive(person.bearer)).toBe(true)
  })

  test.each([
    ['', { browser: null, system: null, kind: 'other' }],
    ['node', { browser: null, system: null, kind: 'other' }],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.0 Mobile/15E148 Safari/604.1',
      { browser: 'Safari', system: 'iOS', kind: 'mobile' },
    ],
  ])('name what %s is', (userAgent, words) => {
    expect(deviceWords(userAgent)).toEqual(words)
  })
})

describe('changing the account', () => {
  test('a new password ends every other session and every old token, and mails the owner', async () => {
    const person = await kit.signUpAndIn()
    const other = await signIn(person.email)
    const body = { new_password: 'quite another 9!' }
    const change = (extra: object) =>
      call<UserDetails>('POST', '/authP/change-password', { bearer: person.bearer, body: { ...body, ...extra } })
    expect((await change({})).body.error_code).toBe(1006)
    expect((await change({ password: PASSWORD, new_password: 'weak' })).status).toBe(400)
    const changed = await change({ password: PASSWORD })
    expect(await isAlive(changed.data.token)).toBe(true)
    expect(await isAlive(person.bearer)).toBe(false)
    expect(await isAlive(other.data.token)).toBe(false)
    expect((await signIn(person.email)).body.error_code).toBe(1001)
    expect((await signIn(person.email, undefined, body.new_password)).status).toBe(200)
    expect((await mailbox.next(person.email)).subject).toBe('Your password was changed')
  })

  test('a new password ends what somebody prepared with the old one: a reset link, a wish for another address', async () => {
    const person = await kit.signUpAndIn()
    const { bearer, email } = person
    const prepare = async (password: string) => {
      await call('POST', '/authP/forgot-password', { body: { email } })
      const reset = await mailbox.nextToken(email)
      const wish = `thief-${reset.slice(0, 8).toLowerCase()}@example.com`
      expect((await call('POST', '/authP/change-email', { bearer, body: { email: wish, password } })).status).toBe(200)
      return { reset, wish: await mailbox.nextToken(wish) }
    }
    const first = await prepare(PASSWORD)
    const body = { password: PASSWORD, new_password: 'quite another 9!' }
    const changed = await call<UserDetails>('POST', '/authP/change-password', { bearer, body })
    expect(changed.status).toBe(200)
    const renewed = { password: 'once more 10!' }
    const bring = (token: string) => call('POST', '/authP/reset-password', { body: { token, ...renewed } })
    expect((await bring(first.reset)).body.error_code).toBe(1013)
    expect((await call('GET', `/authP/verify/${first.wish}`)).body.error_code).toBe(1060)
    expect((await profile({ bearer: changed.data.token })).pending_email).toBeNull()

    await mailbox.next(email)
    await call('POST', '/authP/change-email', {
      bearer: changed.data.token,
      body: { email: `again-${email}`, password: body.new_password },
    })
    const wish = await mailbox.nextToken(`again-${email}`)
    await call('POST', '/authP/forgot-password', { body: { email } })
    expect((await bring(await mailbox.nextToken(email))).status).toBe(200)
    expect((await call('GET', `/authP/verify/${wish}`)).body.error_code).toBe(1060)
  })

  test('a new address counts once its owner opened the link; the old one is told', async () => {
    const person = await kit.signUpAndIn()
    const email = `New-${person.email}`
    const ask = (body: object) => call('POST', '/authP/change-email', { bearer: person.bearer, body })
    expect((await ask({ email })).body.error_code).toBe(1006)
    expect((await ask({ email, password: PASSWORD })).status).toBe(200)
    expect(await profile(person)).toMatchObject({ email: person.email, pending_email: email })
    const token = await mailbox.nextToken(email)

    const stranger = await kit.signUpAndIn()
    const open = (bearer?: string) => call('GET', `/authP/verify/${token}`, { bearer })
    expect((await open(stranger.bearer)).body.error_code).toBe(1083)
    // The reader of the email at the new address can give it only to their own account.
    expect((await open()).status).toBe(401)
    expect(await profile(person)).toMatchObject({ email: person.email })
    expect((await open(person.bearer)).status).toBe(200)
    expect((await open(person.bearer)).body.error_code).toBe(1060)
    expect(await profile(person)).toMatchObject({ email, pending_email: null })
    expect((await mailbox.next(person.email)).subject).toBe('Your email address was changed')
    expect((await signIn(email)).status).toBe(200)
    expect((await signIn(person.email)).body.error_code).toBe(1001)
  })

  test('nothing tells that a wanted address is taken, but its owner', async () => {
    const [person, owner] = [await kit.signUpAndIn(), await kit.signUpAndIn()]
    const free = `free-${person.email}`
    const answers = []
    for (const email of [owner.email, free]) {
      const body = { email, password: PASSWORD }
      answers.push(await call('POST', '/authP/change-email', { bearer: person.bearer, body }))
    }
    expect(answers[0]?.body).toEqual(answers[1]?.body)
    await call('DELETE', '/authP/change-email', { bearer: person.bearer })
    expect((await profile(person)).pending_email).toBeNull()
    // The first wish was replaced before its mail went out, or was told to the owner; a link for it never existed.
    const body = { email: owner.email, password: PASSWORD }
    await call('POST', '/authP/change-email', { bearer: person.bearer, body })
    const mail = await mailbox.next(owner.email)
    expect(mail.subject).toBe('You already have an account')
    expect(mail.text).not.toContain('token=')
  })
})

describe('deleting the account', () => {
  const remove = (bearer: string) => call('DELETE', '/authP/user-delete', { bearer })

  test('is refused to the only Owner of an organization, by its name', async () => {
    const owner = await kit.withApplication()
    expect((await remove(owner.bearer)).body.error_code).toBe(1006)
    await confirm(owner, { password: PASSWORD })
    const refused = await remove(owner.bearer)
    expect([refused.status, refused.body.message]).toEqual([409, expect.stringContaining('Palmyra')])

    const second = await kit.signUpAndIn()
    await database.pool.query("insert into member values ($1, $2, $3, 'active', now())", [
      owner.organizationId,
      second.user.uuid,
      DEFAULT_ROLE_IDS.owner,
    ])
    expect((await remove(owner.bearer)).status).toBe(200)
  })

  test('leaves nothing personal, ends everything and frees the address', async () => {
    const person = await kit.signUpAndIn({ name: 'Zebulon Quince' })
    const { codes } = await withMfa(person)
    const other = await signIn(person.email, codes[0])
    await confirm(person, { password: PASSWORD })
    const gone = await remove(person.bearer)
    expect(gone.headers['set-cookie']).toMatch(/^usr=;/)
    for (const bearer of [person.bearer, other.data.token]) expect(await isAlive(bearer)).toBe(false)
    expect((await signIn(person.email)).body.error_code).toBe(1001)

    const tables = await database.pool.query<{ name: string }>(
      "select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'",
    )
    for (const { name } of tables.rows) {
      const { rows } = await database.pool.query(`select t::text as row from "${name}" t`)
      const text = JSON.stringify(rows)
      for (const trace of [person.email, 'Zebulon']) expect([name, text.includes(trace)]).toEqual([name, false])
    }
    const subjects = [(await mailbox.next(person.email)).subject, (await mailbox.next(person.email)).subject]
    expect(subjects).toEqual(['Two-step sign-in is on', 'Your account was deleted'])
    expect((await kit.signUpAndIn({ email: person.email })).user.uuid).not.toBe(person.user.uuid)
  })
})

test('security questions can be read', async () => {
  const { data } = await call<{ id: number; question: string }[]>('GET', '/authP/security-question')
  expect(data.length).toBeGreaterThan(2)
  expect(Object.keys(data[0] ?? {})).toEqual(['id', 'question'])
})

test('nothing of all this reaches the log', async () => {
  const person = await kit.signUpAndIn()
  const { secret, codes } = await withMfa(person)
  const otp = codeOf(secret)
  const wrong = await signIn(person.email, otp, 'a wrong secret 1!')
  const right = await signIn(person.email, otp)
  await confirm(person, { password: PASSWORD })
  expect(wrong.status).toBe(400)
  const log = kit.logLines.join('\n')
  const secrets = [secret, codes[0], PASSWORD, 'a wrong secret', person.bearer, person.cookie, right.data.token]
  for (const each of secrets) expect(log.includes(each ?? '-')).toBe(false)
  expect(JSON.stringify(right.body)).not.toContain(secret)
})
