import { afterEach, beforeEach, expect, test } from 'vitest'
import { setFlags } from '../../api/signals.ts'
import type { Trip } from '../../components/sso/trip.ts'
import { type ApiStub, ok, page, stubApi, user } from '../../testing/api-stub.ts'
import { axeFindings } from '../../testing/axe.ts'
import { renderApp } from '../../testing/render-app.tsx'

// LinkedIn: nothing is exchanged by the browser, so all calls are our server's.
const OPTION: Trip['option'] = {
  provider: 'linkedin',
  name: 'LinkedIn',
  authorize_url: 'https://www.linkedin.com/oauth/v2/authorization',
  token_url: null,
  client_id: 'our-app',
  redirect_uri: 'https://notifly.example/auth/sso-callback',
  scope: 'openid profile email',
  pkce: false,
}
const HANDED_OVER = { provider: 'linkedin', code: 'a-code', redirect_uri: OPTION.redirect_uri, state: 'a-state' }

let api: ApiStub
let stop: (() => void) | undefined

/** Comes back from the provider with this tab on a trip. */
async function comeBack(change: Partial<Trip> = {}, who?: ReturnType<typeof user>) {
  const trip = { purpose: 'sign-in', option: OPTION, state: 'a-state', nonce: 'a-nonce', locale: 'en', ...change }
  sessionStorage.setItem('sso-trip', JSON.stringify(trip))
  const app = await renderApp('/auth/sso-callback?code=a-code&state=a-state', who)
  stop = app.stop
  return app
}

const refused = (error_code: number, message: string, data?: unknown) =>
  Response.json({ success: false, message, error_code, data }, { status: 400 })

const posted = (path: string) => api.asked.filter(call => call.method === 'POST' && call.path === path)

beforeEach(() => {
  api = stubApi({
    'GET /api/installation': () => ok({ name: 'Notifly', version: '1.0.0', sandbox_url: null, sandbox_warning: false }),
    'GET /api/dashboard/application': () => ok([]),
    'GET /authP/organization': () => page([]),
    'GET /authP/sso': () => ok([OPTION]),
  })
})

afterEach(() => {
  stop?.()
  api.restore()
  sessionStorage.clear()
  setFlags({ unauthorized: false, pageError: undefined })
})

test('who owes a second factor gives its code with the ticket, and is asked again for a wrong one', async () => {
  api.on('POST /authP/verify', ({ body }) => {
    const { ticket, otp } = body as { ticket?: string; otp?: string }
    if (otp === '654321') return ok(user())
    return refused(
      1004,
      'Enter the code from your authenticator app.',
      ticket === undefined ? { ticket: 'a-ticket' } : undefined,
    )
  })
  const { screen, address } = await comeBack()
  const field = screen.getByLabelText('Code')
  await field.fill('000000')
  await screen.getByRole('button', { name: 'Sign in' }).click()
  await expect.element(screen.getByText('Enter the code from your authenticator app.')).toBeVisible()
  await field.fill('654321')
  await screen.getByRole('button', { name: 'Sign in' }).click()
  await expect.poll(address).not.toContain('/auth/')
  expect(posted('/authP/verify').map(({ body }) => body)).toEqual([
    { ...HANDED_OVER, locale: 'en' },
    { provider: 'linkedin', ticket: 'a-ticket', otp: '000000' },
    { provider: 'linkedin', ticket: 'a-ticket', otp: '654321' },
  ])
})

test('a server in the place of GitLab that takes nothing in the address gets a form', async () => {
  const token_url = `${window.location.origin}/api/their/token`
  const gitlab = { ...OPTION, provider: 'gitlab', name: 'GitLab', token_url, pkce: true } as const
  api.on('POST /api/their/token', ({ body }) =>
    body === undefined
      ? Response.json({ error: 'invalid_request' }, { status: 400 })
      : Response.json({ id_token: 'an id token', access_token: 'an access token' }),
  )
  api.on('POST /authP/verify', () => ok(user()))
  const { address } = await comeBack({ option: gitlab, verifier: 'a-verifier' })
  await expect.poll(address).not.toContain('/auth/')
  const [inAddress, asForm] = posted('/api/their/token')
  expect([inAddress?.query.get('code_verifier'), asForm?.query.size]).toEqual(['a-verifier', 0])
  expect(Object.fromEntries(asForm?.body as URLSearchParams)).toEqual({
    client_id: 'our-app',
    code: 'a-code',
    grant_type: 'authorization_code',
    redirect_uri: OPTION.redirect_uri,
    code_verifier: 'a-verifier',
  })
  const tokens = { id_token: 'an id token', access_token: 'an access token', nonce: 'a-nonce', state: 'a-state' }
  expect(posted('/authP/verify').map(({ body }) => body)).toEqual([{ provider: 'gitlab', ...tokens, locale: 'en' }])
})

test('the code of a company’s own provider goes to our server with its verifier, and its name is on its button', async () => {
  const own = { ...OPTION, provider: 'oidc', name: 'Palmyra ID', authorize_url: null, pkce: true } as const
  api.on('GET /authP/sso', () => ok([own]))
  api.on('POST /authP/verify', () => refused(1001, 'Couldn’t sign in with this provider.'))
  const { screen } = await comeBack({ option: own, verifier: 'a-verifier' })
  await expect.element(screen.getByRole('button', { name: 'Continue with Palmyra ID' })).toBeVisible()
  const proof = { nonce: 'a-nonce', code_verifier: 'a-verifier' }
  expect(posted('/authP/verify').map(({ body }) => body)).toEqual([
    { ...HANDED_OVER, ...proof, provider: 'oidc', locale: 'en' },
  ])
})

test('who has to prove the address reads where the mail went, and may ask for another', async () => {
  api.on('POST /authP/verify', () => refused(1010, 'Not verified.', { email: 'tom@palmyra.example' }))
  api.on('POST /authP/resend-email', () => ok())
  const { screen } = await comeBack()
  await expect.element(screen.getByRole('heading', { name: 'Confirm your email' })).toBeVisible()
  expect(await axeFindings()).toEqual([])
  await screen.getByRole('button', { name: 'Resend email' }).click()
  await expect.element(screen.getByText(/If tom@palmyra.example still needs verification/)).toBeVisible()
})

test('an answer for another trip is not handed over', async () => {
  const { screen, address } = await comeBack({ state: 'another' })
  await expect.element(screen.getByText('Couldn’t sign in with LinkedIn.')).toBeVisible()
  expect(address()).toContain('/auth/sign-in')
  expect(posted('/authP/verify')).toEqual([])
  expect(sessionStorage.getItem('sso-trip')).toBeNull()
})

test('somebody who is signed in connects the provider and is back in the settings', async () => {
  api.on('POST /authP/sso/connections', () => ok())
  const { address } = await comeBack({ purpose: 'connect' }, user())
  await expect.poll(address).toBe('/settings')
  expect(posted('/authP/sso/connections').map(({ body, token }) => [body, token])).toEqual([[HANDED_OVER, 'token-1']])
})
