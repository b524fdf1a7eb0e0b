import { signUp } from '@notifly/contracts/accounts/accounts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { session } from '../../api/session.ts'
import { setFlags } from '../../api/signals.ts'
import { visit } from '../../app/loading/visit.ts'
import { type ApiStub, failed, ok, stubApi, user } from '../../testing/api-stub.ts'
import { axeFindings } from '../../testing/axe.ts'
import { renderApp } from '../../testing/render-app.tsx'

const LINK = '/auth/verify?token=the-token'
const VERIFY = 'GET /authP/verify/the-token'
const LOGIN = 'POST /authP/login'

let api: ApiStub
let stop: (() => void) | undefined

async function open(who?: ReturnType<typeof user>) {
  const app = await renderApp(LINK, who)
  stop = app.stop
  return app
}

const asked = (call: string) => api.asked.filter(({ method, path }) => `${method} ${path}` === call)
const notVerified = () =>
  Response.json(
    { success: false, error_code: 1010, message: 'Your email isn’t verified yet.', data: { proof: 'of-asha' } },
    { status: 400 },
  )

beforeEach(() => {
  localStorage.clear()
  api = stubApi({
    'GET /api/installation': () => ok({ name: 'Notifly', version: '1.0.0', sandbox_url: null, sandbox_warning: false }),
    'GET /authP/sso': () => ok([]),
    'GET /api/dashboard/application': () => ok([]),
    [VERIFY]: () => ok(),
  })
})

afterEach(() => {
  stop?.()
  api.restore()
  session.set(undefined)
  setFlags({ forbidden: undefined, pageError: undefined })
})

async function fill({ screen }: Awaited<ReturnType<typeof open>>): Promise<void> {
  await screen.getByLabelText('Email').fill('asha@palmyra.example')
  await screen.getByLabelText('Password', { exact: true }).fill('correct horse 7!')
  await screen.getByRole('button', { name: 'Confirm and sign in' }).click()
}

test('a verification link changes nothing when it is opened, nor by a wrong password', async () => {
  api.on(LOGIN, () => failed('wrongCredentials'))
  const app = await open()
  await expect.element(app.screen.getByRole('heading', { name: 'Confirm your email' })).toBeVisible()
  expect(await axeFindings()).toEqual([])
  await fill(app)
  await expect.element(app.screen.getByText('Wrong email or password.')).toBeVisible()
  expect(asked(VERIFY)).toEqual([])
})

test('the right password confirms the address and signs in, typed once', async () => {
  api.on(LOGIN, () => (asked(VERIFY).length === 0 ? notVerified() : ok(user())))
  const app = await open()
  await fill(app)
  await expect.element(app.screen.getByText('Email confirmed.')).toBeVisible()
  expect(asked(VERIFY).map(({ query }) => query.get('proof'))).toEqual(['of-asha'])
  expect(asked(LOGIN)).toHaveLength(2)
  await expect.poll(() => app.address()).not.toContain('/auth/')
})

test('who signed up in this browser has the address filled in, and it is forgotten with the first sign-in', async () => {
  localStorage.setItem('notifly.newcomer', 'asha@palmyra.example')
  api.on(LOGIN, () => (asked(VERIFY).length === 0 ? notVerified() : ok(user())))
  const { screen, address } = await open()
  await expect.element(screen.getByLabelText('Email')).toHaveValue('asha@palmyra.example')
  await expect.element(screen.getByLabelText('Password', { exact: true })).toHaveFocus()
  await screen.getByLabelText('Password', { exact: true }).fill('correct horse 7!')
  await screen.getByRole('button', { name: 'Confirm and sign in' }).click()
  await expect.poll(address).not.toContain('/auth/')
  expect(localStorage.getItem('notifly.newcomer')).toBeNull()
})

test('who was verified before is signed in all the same, and a new address is confirmed as that account', async () => {
  api.on(LOGIN, () => ok(user()))
  api.on(VERIFY, () => failed('verificationLinkInvalid'))
  const app = await open()
  await fill(app)
  await expect.element(app.screen.getByText(/no longer valid/)).toBeVisible()
  expect(asked(VERIFY).map(({ token }) => token)).toEqual([user().token])
  await expect.poll(() => app.address()).not.toContain('/auth/')
})

test('a link that was used to sign in is not used again when the router visits its page once more', async () => {
  const { router } = await open()
  const { latestLocation } = router
  session.set(user())
  for (const pathname of ['/', latestLocation.pathname]) {
    await visit({ ...latestLocation, pathname }).catch(() => undefined)
  }
  expect(asked(VERIFY)).toEqual([])
})

test('somebody who is signed in needs no password for a link of their own', async () => {
  api.on('GET /authP/session', () => ok(user()))
  const { screen, address } = await open(user())
  await expect.element(screen.getByText('Email verified.')).toBeVisible()
  expect(asked(VERIFY).map(({ token }) => token)).toEqual([user().token])
  await expect.poll(address).not.toContain('/auth/')
})

test('an expired link says so to whoever gives the right password', async () => {
  api.on(LOGIN, notVerified)
  api.on(VERIFY, () => failed('verificationLinkInvalid'))
  const { screen } = await open().then(async app => (await fill(app), app))
  await expect.element(screen.getByText(/no longer valid/)).toBeVisible()
  expect(session.get()).toBeUndefined()
})

describe('the inbox of the sandbox, where the email has arrived', () => {
  const SANDBOX = 'http://localhost:3100/email'
  const installed = (url: string | null) => () =>
    ok({ name: 'Notifly', version: '1.0.0', sandbox_url: url, sandbox_warning: false })

  test.each([
    ['somebody who is not verified', () => renderApp('/applications', user({ status: 'unverified' }))],
    ['somebody who has just signed up', signedUp],
  ])('is a click away for %s while the sandbox is on, and not spoken of otherwise', async (_who, arrive) => {
    const inbox = page.getByRole('link', { name: 'Open sandbox inbox' })
    api.on('GET /api/installation', installed(SANDBOX))
    let app = await arrive()
    stop = app.stop
    await expect.element(inbox).toHaveAttribute('href', SANDBOX)
    app.stop()
    api.on('GET /api/installation', installed(null))
    app = await arrive()
    stop = app.stop
    await expect.poll(() => api.asked.filter(({ path }) => path === '/api/installation').length).toBeGreaterThan(1)
    await expect.element(inbox).not.toBeInTheDocument()
  })
})

async function signedUp(): ReturnType<typeof renderApp> {
  api.on(`POST ${signUp.path}`, () => ok())
  const app = await renderApp('/auth/sign-up', undefined)
  await app.screen.getByLabelText('Name').fill('Asha Raman')
  await app.screen.getByLabelText('Email').fill('asha@palmyra.example')
  await app.screen.getByLabelText('Password', { exact: true }).fill('correct horse 7!')
  await app.screen.getByLabelText('Confirm password').fill('correct horse 7!')
  await app.screen.getByRole('button', { name: 'Create account' }).click()
  await expect.element(app.screen.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  return app
}
