import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { session } from '../../../api/session.ts'
import { setFlags } from '../../../api/signals.ts'
import { APPLICATION, type ApiStub, ok, page, stubApi, user } from '../../../testing/api-stub.ts'
import { axeFindings } from '../../../testing/axe.ts'
import { renderApp } from '../../../testing/render-app.tsx'

const EMAIL = 'meera@palmyra.example'
const LINK = '/authP/invite/a-token'
const invitation = { user_exist: false, email: EMAIL, organization_name: 'Palmyra Retail', inviter_name: 'Asha Raman' }
const meera = user({ name: 'Meera Joshi', email: EMAIL, uuid: '0198c0de-0000-7000-8000-0000000000ee' })

/** As the server answers when a link leads nowhere: with a code of its own and whose it is. */
function refused(status: number, error_code: number, message: string): Response {
  return Response.json({ success: false, message, error_code, data: { user_exist: false, email: EMAIL } }, { status })
}

let api: ApiStub
let stop: (() => void) | undefined

async function open(who?: ReturnType<typeof user>) {
  const app = await renderApp('/auth/invite/a-token', who)
  stop = app.stop
  return app
}

const given = () => {
  const body = api.asked.find(({ method }) => method === 'POST')?.body
  return body instanceof FormData ? Object.fromEntries(body.entries()) : undefined
}

beforeEach(() => {
  api = stubApi({
    'GET /api/installation': () => ok({ name: 'Notifly', version: '1.0.0', sandbox_url: null, sandbox_warning: false }),
    'GET /api/dashboard/application': () => ok([]),
    'GET /authP/organization': () => page([]),
    'GET /authP/sso': () => ok([]),
    [`GET ${LINK}`]: () => ok(invitation),
    [`POST ${LINK}`]: () => ok(meera),
    'POST /authP/logout': () => ok(),
  })
})

afterEach(() => {
  stop?.()
  api.restore()
  session.set(undefined)
  setFlags({ pageError: undefined, forbidden: undefined })
})

describe('the page of an invitation', () => {
  test('makes an account for a new person and leads into the application', async () => {
    const { screen, address } = await open()
    await expect.element(screen.getByRole('heading', { name: 'Join Palmyra Retail' })).toBeVisible()
    await expect.element(screen.getByLabelText('Email')).toHaveAttribute('readonly')
    expect(await axeFindings()).toEqual([])
    await screen.getByLabelText('Name').fill('Meera Joshi')
    await screen.getByLabelText('Password', { exact: true }).fill('correct horse 7!')
    await screen.getByLabelText('Confirm password').fill('correct horse 8!')
    await screen.getByRole('button', { name: 'Create' }).click()
    await expect.element(screen.getByText("Passwords don't match.")).toBeVisible()
    await screen.getByLabelText('Confirm password').fill('correct horse 7!')
    await screen.getByRole('button', { name: 'Create' }).click()
    await expect.poll(address).toBe(`/applications/${APPLICATION}/dashboard`)
    expect(given()).toEqual({ name: 'Meera Joshi', password: 'correct horse 7!', locale: 'en' })
    // The link is used up: it is not asked for again.
    expect(api.asked.filter(({ method, path }) => method === 'GET' && path === LINK)).toHaveLength(1)
  })

  test('asks an existing user for the password alone, and for the code where one is needed', async () => {
    api.on(`GET ${LINK}`, () => ok({ ...invitation, user_exist: true }))
    api.on(`POST ${LINK}`, () => refused(400, 1004, 'Enter the code from your authenticator app.'))
    const { screen, address } = await open()
    await expect.element(screen.getByLabelText('Name')).not.toBeInTheDocument()
    await screen.getByLabelText('Password', { exact: true }).fill('correct horse 7!')
    await screen.getByRole('button', { name: 'Login' }).click()
    await expect.element(screen.getByText('Enter the code from your authenticator app.')).toBeVisible()
    api.on(`POST ${LINK}`, () => ok(meera))
    await screen.getByLabelText('Code', { exact: false }).first().fill('123456')
    await screen.getByRole('button', { name: 'Login' }).click()
    await expect.poll(address).toBe(`/applications/${APPLICATION}/dashboard`)
  })

  test('needs one click of the invited person who is signed in, also of a newcomer', async () => {
    api.on(`GET ${LINK}`, () => ok({ ...invitation, user_exist: true }))
    const newcomer = { ...meera, application_uuid: null, organization_uuid: null, role: null }
    const { screen, address } = await open(newcomer)
    await screen.getByRole('button', { name: 'Join' }).click()
    await expect.poll(address).toBe(`/applications/${APPLICATION}/dashboard`)
    expect(given()).toEqual({ locale: 'en' })
  })

  test('explains when somebody else is signed in, who can change the account right there', async () => {
    api.on(`GET ${LINK}`, ({ token }) =>
      token === undefined ? ok(invitation) : refused(403, 1083, 'This link was issued to a different user.'),
    )
    const { screen } = await open(user())
    await expect.element(screen.getByRole('heading', { name: 'This invitation is for another account' })).toBeVisible()
    await expect.element(screen.getByText(/signed in as asha@palmyra.example.*for meera@palmyra.example/)).toBeVisible()
    await expect.element(screen.getByRole('link', { name: 'Cancel' })).toHaveAttribute('href', '/applications')
    expect(await axeFindings()).toEqual([])
    await screen.getByRole('button', { name: 'Switch account' }).click()
    await expect.element(screen.getByRole('button', { name: 'Create' })).toBeVisible()
  })

  test('says what became of a link that no longer works, and counts down to the sign-in page', async () => {
    api.on(`GET ${LINK}`, () => refused(400, 1058, 'This invitation was withdrawn.'))
    const { screen } = await open()
    await expect.element(screen.getByRole('heading', { name: 'This invitation was withdrawn.' })).toBeVisible()
    await expect.element(screen.getByText(/sign-in in \d+ s/)).toBeVisible()
  })

  test('says that a link is none of ours, and leads to the sign-in page', async () => {
    api.on(`GET ${LINK}`, () => Response.json({ success: false, message: 'Not found.' }, { status: 404 }))
    const { screen } = await open()
    await expect.element(screen.getByRole('heading', { name: 'This invitation could not be found' })).toBeVisible()
    await expect.element(screen.getByRole('link', { name: 'Back to sign in' })).toHaveAttribute('href', '/auth/sign-in')
  })
})
