import { describe, expect, test } from 'vitest'
import { PASSWORD, testApp } from '../../../testing/app.ts'

const kit = await testApp()
const { call, mailbox } = kit

const signUp = (email: string, rest: object = {}) =>
  call('POST', '/authP/sign-up', { body: { name: 'Asha Raman', email, password: PASSWORD, ...rest } })

describe('signing up', () => {
  test('creates an account that signs in once its address is verified', async () => {
    const answer = await signUp('Asha@Example.com')
    expect(answer.status).toBe(201)
    expect(answer.body).toEqual({ success: true, message: expect.any(String), key: 'accounts.signUp' })

    const credentials = { email: 'asha@example.COM', password: PASSWORD }
    expect((await call('POST', '/authP/login', { body: credentials })).body.error_code).toBe(1010)

    const mail = await mailbox.next('asha@example.com')
    const link = /http:\S+/.exec(mail.text ?? '')?.[0]
    expect(link).toMatch(/^http:\/\/localhost:3000\/auth\/verify\?token=[\w-]{43}$/)
    expect(mail.html).toContain(`href="${link}"`)
    const token = link?.split('=')[1] ?? ''
    expect((await call('GET', `/authP/verify/${token}`)).status).toBe(200)
    expect((await call('POST', '/authP/login', { body: credentials })).status).toBe(200)
  })

  test('answers a known address alike and tells its owner by mail', async () => {
    const { email } = await kit.signUpAndIn()
    const known = await signUp(email.toUpperCase(), { password: 'another one 9!' })
    const fresh = await signUp('fresh@example.com')
    expect(known.status).toBe(fresh.status)
    expect(known.body).toEqual(fresh.body)

    const mail = await mailbox.next(email)
    expect(mail.subject).toBe('You already have an account')
    expect(mail.text).toContain('http://localhost:3000/auth/new-password?token=')
    // The password that the stranger typed opens nothing.
    const attempt = await call('POST', '/authP/login', { body: { email, password: 'another one 9!' } })
    expect(attempt.body.error_code).toBe(1001)
  })

  test('two requests for one address at the same moment make one account', async () => {
    const answers = await Promise.all([signUp('twice@example.com'), signUp('twice@example.com')])
    expect(answers.map(({ status }) => status)).toEqual([201, 201])
    const mails = [await mailbox.next('twice@example.com'), await mailbox.next('twice@example.com')]
    expect(new Set(mails.map(({ subject }) => subject))).toEqual(
      new Set(['Confirm your email address', 'You already have an account']),
    )
  })

  test.each([
    ['es', 'Confirme su dirección de correo', '/es/auth/verify'],
    ['fr', 'Confirmez votre adresse e-mail', '/fr/auth/verify'],
    ['hi', 'अपने ईमेल पते की पुष्टि करें', '/hi/auth/verify'],
  ])('writes to a %s person in their language, with a link to that language', async (locale, subject, path) => {
    const email = `${locale}@example.com`
    await signUp(email, { locale })
    const mail = await mailbox.next(email)
    expect(mail.subject).toBe(subject)
    expect(mail.text).toContain(`http://localhost:3000${path}?token=`)
    expect(mail.html).toContain(`<html lang="${locale}">`)
  })

  test('names every field that is missing or wrong', async () => {
    const answer = await call('POST', '/authP/sign-up', { body: { name: 'R2D2', email: 'nobody', password: 'short' } })
    expect(answer.status).toBe(400)
    expect(answer.body.errors).toEqual([
      { field: 'name', key: 'fields.letters', message: 'The field may only contain alphabetic characters.' },
      { field: 'email', key: 'fields.email', message: 'Please enter a valid Email Id.' },
      {
        field: 'password',
        key: 'fields.password',
        message:
          'Password must contain at least 8 characters, including at least one number and one special character.',
      },
    ])
    const empty = await call('POST', '/authP/sign-up')
    expect(empty.body.errors?.map(({ field, message }) => [field, message])).toEqual(
      ['name', 'email', 'password'].map(field => [field, 'This field is required.']),
    )
  })

  test.each(['Password1!', 'P@ssw0rd1!', 'Qwerty123!', '12345678!', '1!'.repeat(100)])(
    'with a password that everybody tries first (%s) is refused, whatever it is for',
    async password => {
      const answer = await signUp('common@example.com', { password })
      expect([answer.status, answer.body.errors?.[0]]).toEqual([
        400,
        {
          field: 'password',
          key: 'accounts.commonPassword',
          message: 'This password is easy to guess. Choose a less common one.',
        },
      ])
      const { bearer, email } = await kit.signUpAndIn()
      const body = { password: PASSWORD, new_password: password }
      const changed = await call('POST', '/authP/change-password', { bearer, body })
      expect([changed.status, changed.body.errors?.[0]?.field]).toEqual([400, 'new_password'])
      await call('POST', '/authP/forgot-password', { body: { email } })
      const reset = { token: await mailbox.nextToken(email), password }
      expect((await call('POST', '/authP/reset-password', { body: reset })).status).toBe(400)
    },
  )

  test('takes links and texts only from us: neither base_url nor Host nor the name reaches a mail', async () => {
    await call('POST', '/authP/sign-up', {
      body: {
        name: 'Visit evil.example',
        email: 'host@example.com',
        password: PASSWORD,
        base_url: 'https://evil.example',
      },
      headers: { host: 'evil.example' },
    })
    const mail = await mailbox.next('host@example.com')
    expect(`${mail.text}${mail.html}${mail.subject}`).not.toContain('evil')
  })

  test('sends one address a few mails an hour at most, whether or not it has an account', async () => {
    const limited = async (path: string, email: string) => {
      const answers = []
      for (let n = 0; n < 6; n++) answers.push(await call('POST', path, { body: { email } }))
      return answers
    }
    const { email } = await kit.signUpAndIn()
    const known = await limited('/authP/forgot-password', email)
    const unknown = await limited('/authP/resend-email', 'unknown@example.com')
    for (const answers of [known, unknown]) {
      expect(answers[0]?.status).toBe(200)
      expect(answers[5]?.status).toBe(429)
      expect(answers[5]?.body.error_code).toBe(1005)
      // Asking on does not bring the next mail nearer.
      expect(Number(answers[5]?.headers['retry-after'])).toBeGreaterThan(3000)
    }
  })

  test('sends a link for a new password whatever other mails strangers have caused', async () => {
    const { email } = await kit.signUpAndIn()
    for (let n = 0; n < 5; n++) await call('POST', '/authP/resend-email', { body: { email } })
    expect((await call('POST', '/authP/resend-email', { body: { email } })).status).toBe(429)
    expect((await call('POST', '/authP/forgot-password', { body: { email } })).status).toBe(200)
    expect(await mailbox.nextToken(email)).toMatch(/^[\w-]+$/)
  })
})

test('neither passwords nor the tokens of links are stored as they are', async () => {
  await signUp('stored@example.com')
  const token = await mailbox.nextToken('stored@example.com')
  const tables = ['account', 'mail_token', 'graphile_worker._private_jobs']
  for (const table of tables) {
    const { rows } = await kit.database.pool.query(`select row_to_json(t)::text as text from ${table} t`)
    expect(JSON.stringify(rows)).not.toContain(PASSWORD)
    expect(JSON.stringify(rows)).not.toContain(token)
  }
  expect(kit.logLines.join('\n')).not.toContain(token)
  expect(kit.logLines.join('\n')).not.toContain(PASSWORD)
})
