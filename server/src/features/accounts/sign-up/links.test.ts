import { describe, expect, test } from 'vitest'
import { PASSWORD, testApp } from '../../../testing/app.ts'

const kit = await testApp()
const { call, mailbox, clock } = kit
const HOUR_MS = 3_600_000

async function signUp(email: string): Promise<string> {
  await call('POST', '/authP/sign-up', { body: { name: 'Asha', email, password: PASSWORD } })
  return mailbox.nextToken(email)
}

async function resetToken(email: string): Promise<string> {
  await call('POST', '/authP/forgot-password', { body: { email } })
  return mailbox.nextToken(email)
}

const reset = (token: string, password = 'a new one 8!') =>
  call('POST', '/authP/reset-password', { body: { token, password } })

const signIn = (email: string, password: string) => call('POST', '/authP/login', { body: { email, password } })

describe('a verification link', () => {
  test('works once', async () => {
    const token = await signUp('once@example.com')
    expect((await call('GET', `/authP/verify/${token}`)).status).toBe(200)
    const again = await call('GET', `/authP/verify/${token}`)
    expect([again.status, again.body.error_code]).toEqual([400, 1060])
  })

  test('ends after a day, and another can be had', async () => {
    const token = await signUp('late@example.com')
    clock.advance(24 * HOUR_MS)
    expect((await call('GET', `/authP/verify/${token}`)).body.error_code).toBe(1060)
    expect((await call('POST', '/authP/resend-email', { body: { email: 'late@example.com' } })).status).toBe(200)
    const fresh = await mailbox.nextToken('late@example.com')
    expect((await call('GET', `/authP/verify/${fresh}`)).status).toBe(200)
  })

  test('of an earlier mail dies with the one that was used', async () => {
    const first = await signUp('both@example.com')
    await call('POST', '/authP/resend-email', { body: { email: 'both@example.com' } })
    const second = await mailbox.nextToken('both@example.com')
    expect((await call('GET', `/authP/verify/${second}`)).status).toBe(200)
    expect((await call('GET', `/authP/verify/${first}`)).body.error_code).toBe(1060)
  })

  test('is refused to somebody else who is signed in, and stays good for its owner', async () => {
    const other = await kit.signUpAndIn()
    const token = await signUp('owner@example.com')
    const answer = await call('GET', `/authP/verify/${token}`, { bearer: other.bearer })
    expect([answer.status, answer.body.error_code]).toEqual([403, 1083])
    expect((await call('GET', `/authP/verify/${token}`)).status).toBe(200)
  })

  test('is bound by what the right password alone is answered to the account of that password', async () => {
    const [token] = [await signUp('bound@example.com'), await signUp('other@example.com')]
    const wrong = await signIn('bound@example.com', 'not the right 1!')
    expect([wrong.body.error_code, wrong.body.data]).toEqual([1001, undefined])
    const proofFor = async (email: string) => {
      const { body } = await signIn(email, PASSWORD)
      expect(body.error_code).toBe(1010)
      return new URLSearchParams(body.data as { proof: string }).toString()
    }
    for (const proof of [await proofFor('other@example.com'), 'proof=made-up', 'proof=']) {
      const refused = await call('GET', `/authP/verify/${token}?${proof}`)
      expect([proof, refused.status]).toEqual([proof, proof === 'proof=' ? 400 : 403])
    }
    expect((await signIn('bound@example.com', PASSWORD)).body.error_code).toBe(1010)
    expect((await call('GET', `/authP/verify/${token}?${await proofFor('bound@example.com')}`)).status).toBe(200)
    expect((await signIn('bound@example.com', PASSWORD)).status).toBe(200)
  })

  test('is not used up by a mail server that looks at it with HEAD', async () => {
    const token = await signUp('head@example.com')
    expect((await call('HEAD', `/authP/verify/${token}`)).status).toBe(200)
    expect((await call('GET', `/authP/verify/${token}`)).status).toBe(200)
  })

  test.each(['nonsense', 'x'.repeat(900), '%00', '..%2f..', '%F0%9F%92%A9'])(
    'that is made up (%s) is refused',
    async token => {
      expect([400, 404]).toContain((await call('GET', `/authP/verify/${token}`)).status)
    },
  )

  test('is not sent again to an address that is verified or unknown', async () => {
    const { email } = await kit.signUpAndIn()
    await call('POST', '/authP/resend-email', { body: { email } })
    await call('POST', '/authP/resend-email', { body: { email: 'nobody@example.com' } })
    const openJobs = async () => (await kit.database.pool.query('select 1 from graphile_worker.jobs')).rowCount
    await expect.poll(openJobs).toBe(0)
    expect(mailbox.waiting(email) + mailbox.waiting('nobody@example.com')).toBe(0)
  })
})

describe('a reset link', () => {
  test('sets a new password, ends every session at once and tells the owner', async () => {
    const { email, bearer, cookie } = await kit.signUpAndIn()
    const token = await resetToken(email)
    expect((await reset(token)).status).toBe(200)
    expect((await call('GET', '/api/verticals', { bearer })).status).toBe(401)
    const headers = { cookie: `usr=${cookie}`, 'sec-fetch-site': 'same-origin' }
    expect((await call('GET', '/authP/session', { headers })).status).toBe(401)
    expect((await signIn(email, PASSWORD)).body.error_code).toBe(1001)
    expect((await signIn(email, 'a new one 8!')).status).toBe(200)
    expect((await mailbox.next(email)).subject).toBe('Your password was changed')
  })

  test('works once, and an earlier one not after it', async () => {
    const { email } = await kit.signUpAndIn()
    const earlier = await resetToken(email)
    const token = await resetToken(email)
    expect((await reset(token)).status).toBe(200)
    expect((await reset(token)).body.error_code).toBe(1013)
    expect((await reset(earlier)).body.error_code).toBe(1013)
  })

  test('used twice at the same moment sets one password', async () => {
    const { email } = await kit.signUpAndIn()
    const token = await resetToken(email)
    const answers = await Promise.all([reset(token, 'number one 1!'), reset(token, 'number two 2!')])
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ body }) => body.error_code === 1013)).toHaveLength(1)
  })

  test('ends after an hour', async () => {
    const { email } = await kit.signUpAndIn()
    const token = await resetToken(email)
    clock.advance(HOUR_MS)
    const answer = await reset(token)
    expect([answer.status, answer.body.error_code]).toEqual([400, 1014])
  })

  test('verifies the address as well: the mail arrived there', async () => {
    const verification = await signUp('forgot@example.com')
    expect((await reset(await resetToken('forgot@example.com'))).status).toBe(200)
    expect((await signIn('forgot@example.com', 'a new one 8!')).status).toBe(200)
    expect((await call('GET', `/authP/verify/${verification}`)).body.error_code).toBe(1060)
  })

  test('that is made up is refused, and so is a verification link', async () => {
    expect((await reset('made-up')).body.error_code).toBe(1013)
    expect((await reset(await signUp('wrong-kind@example.com'))).body.error_code).toBe(1013)
  })

  test('is asked for with the same answer whether or not there is an account', async () => {
    const { email } = await kit.signUpAndIn()
    const known = await call('POST', '/authP/forgot-password', { body: { email } })
    const unknown = await call('POST', '/authP/forgot-password', { body: { email: 'nobody@example.com' } })
    expect(known.status).toBe(200)
    expect(unknown.body).toEqual(known.body)
    expect(unknown.status).toBe(known.status)
  })

  test('too weak a password is refused at its field and leaves the link good', async () => {
    const { email } = await kit.signUpAndIn()
    const token = await resetToken(email)
    expect((await reset(token, 'weak')).body.errors?.[0]?.field).toBe('password')
    expect((await reset(token)).status).toBe(200)
  })

  test('lifts the wait after too many wrong passwords', async () => {
    const { email } = await kit.signUpAndIn()
    for (let n = 0; n < 6; n++) await signIn(email, 'wrong')
    expect((await signIn(email, PASSWORD)).status).toBe(429)
    await reset(await resetToken(email))
    expect((await signIn(email, 'a new one 8!')).status).toBe(200)
  })
})

test('guessing links is slowed down', async () => {
  let answer = await reset('guess')
  for (let n = 0; n < 60 && answer.status !== 429; n++) answer = await reset(`guess-${n}`)
  expect([answer.status, answer.body.error_code]).toEqual([429, 1005])
})
