import type { OwnSession, Profile } from '@notifly/contracts/accounts/security'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { session } from '../../../api/session.ts'
import { type ApiStub, failed, ok, page, stubApi, user } from '../../../testing/api-stub.ts'
import { axeFindings } from '../../../testing/axe.ts'
import { renderApp } from '../../../testing/render-app.tsx'
import { until } from '../../../testing/until.ts'

const profile: Profile = {
  uuid: user().uuid,
  name: 'Asha Raman',
  email: 'asha@palmyra.example',
  pending_email: null,
  locale: 'en',
  has_password: true,
  mfa_enabled: false,
  recovery_codes_left: 0,
}
const now = Math.floor(Date.now() / 1000)
const here: OwnSession = {
  uuid: '0198c0de-0000-7000-8000-0000000000c1',
  browser: 'Firefox',
  system: 'Linux',
  kind: 'desktop',
  address: '192.0.2.7',
  created_on: now - 9000,
  last_seen_on: now - 60,
  is_current: true,
}
const phone: OwnSession = {
  ...here,
  uuid: '0198c0de-0000-7000-8000-0000000000c2',
  browser: 'Safari',
  system: 'iOS',
  kind: 'mobile',
  last_seen_on: now - 86_400,
  is_current: false,
}
const CODES = ['aaaaa-bbbbb', 'ccccc-ddddd']

let api: ApiStub
let stop: (() => void) | undefined

async function open(address = '/settings') {
  const app = await renderApp(address, user())
  stop = app.stop
  return { ...app.screen, address: app.address }
}

const sent = (method: string, path: string) =>
  api.asked.filter(asked => asked.method === method && asked.path === path).map(({ body }) => body)

/** A call that is refused until the person confirmed who they are, as the server does it. */
function guarded(call: string, answer: () => Response): void {
  let isRaised = false
  api.on(call, () => (isRaised ? answer() : failed('confirmIdentity')))
  api.on('POST /authP/reauthenticate', ({ body }) => {
    const { password, code } = body as { password?: string; code?: string }
    const isRight = password === 'right 1!' || code === '123456'
    const message = 'Wrong password.'
    if (!isRight) return failed('confirmIdentity', { errors: [{ field: 'password', message }] })
    isRaised = true
    return ok({ raised_until: now + 300 })
  })
}

beforeEach(() => {
  api = stubApi({
    'GET /api/installation': () =>
      ok({ name: 'Notifly', version: '1', sandbox_url: null, sandbox_smtp: null, sandbox_warning: false }),
    'GET /api/dashboard/application': () => ok([]),
    'GET /authP/organization': () => page([]),
    'GET /authP/session': () => ok(user()),
    'GET /authP/profile': () => ok(profile),
    'GET /authP/sessions': () => ok([phone, here]),
    'GET /authP/alerts': () =>
      ok({ application_server_key: 'K', kinds: { requests: true, decisions: true, campaigns: true }, browsers: [] }),
    'GET /authP/sso': () => ok([]),
    'GET /authP/sso/connections': () => ok([]),
  })
})

afterEach(() => {
  stop?.()
  api.restore()
  session.set(undefined)
})

test('every part is there, this browser first, and axe finds nothing', async () => {
  const screen = await open()
  for (const part of ['Profile', 'Password', 'Two-step sign-in', 'Connected accounts', 'Sessions', 'Delete account']) {
    await expect.element(screen.getByRole('heading', { name: part })).toBeVisible()
  }
  const devices = screen.getByText(/ on (Linux|iOS)$/)
  await expect.element(devices.first()).toHaveTextContent('Firefox on Linux')
  expect(devices.elements().length).toBe(2)
  expect(await axeFindings()).toEqual([])
})

test('a page that cannot be read says so, and Retry reads again', async () => {
  api.on('GET /authP/profile', () => failed('unavailable'))
  const screen = await open()
  await expect.element(screen.getByRole('button', { name: 'Retry' })).toBeVisible()
  api.on('GET /authP/profile', () => ok(profile))
  await screen.getByRole('button', { name: 'Retry' }).click()
  await expect.element(screen.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('Asha Raman')
})

describe('confirming who it is', () => {
  test('asks for the password in the middle of a call, empties the field after a wrong one, and repeats the call', async () => {
    guarded('POST /authP/mfa-toggle', () => ok({ enabled: false, secret: 'ABCDEFGH', otpauth_url: 'otpauth://totp/x' }))
    const screen = await open()
    await screen.getByRole('button', { name: 'Turn on' }).click()
    const dialog = screen.getByRole('dialog', { name: 'Confirm it’s you' })
    const field = dialog.getByLabelText('Password', { exact: true })
    await field.fill('wrong')
    expect(await axeFindings(dialog.element())).toEqual([])
    await dialog.getByRole('button', { name: 'Confirm' }).click()
    await expect.element(dialog.getByText('Wrong password.')).toBeVisible()
    await expect.element(field).toHaveValue('')
    await field.fill('right 1!')
    await userEvent.keyboard('{Enter}')
    await expect.element(screen.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible()
    await expect.element(dialog).not.toBeInTheDocument()
    expect(sent('POST', '/authP/mfa-toggle')).toEqual([{ enable: true }, { enable: true }])
  })

  test('can be turned away from; then nothing happens', async () => {
    guarded('DELETE /authP/user-delete', () => ok())
    const screen = await open()
    await screen.getByRole('button', { name: 'Delete account' }).click()
    await screen.getByRole('dialog').getByRole('button', { name: 'Delete account' }).click()
    await screen.getByRole('dialog', { name: 'Confirm it’s you' }).getByRole('button', { name: 'Cancel' }).click()
    await until(() => expect(document.querySelector('[role=dialog], [role=alertdialog]')).toBeNull())
    expect(sent('DELETE', '/authP/user-delete')).toHaveLength(1)
    expect(screen.address()).toBe('/settings')
  })

  test('takes a mailed code from somebody without a password', async () => {
    api.on('GET /authP/profile', () => ok({ ...profile, has_password: false }))
    guarded('POST /authP/mfa-toggle', () => ok({ enabled: false, secret: 'ABCDEFGH', otpauth_url: 'otpauth://totp/x' }))
    api.on('POST /authP/reauthenticate/code', () => ok())
    const screen = await open()
    await expect.element(screen.getByRole('button', { name: 'Set password' })).toBeVisible()
    await screen.getByRole('button', { name: 'Turn on' }).click()
    await screen.getByRole('button', { name: 'Send code' }).click()
    await expect.element(screen.getByText('We sent a six-digit code to asha@palmyra.example.')).toBeVisible()
    await screen.getByLabelText('Code from the email').fill('123456')
    await screen.getByRole('button', { name: 'Confirm' }).click()
    await expect.element(screen.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible()
    expect(sent('POST', '/authP/reauthenticate')).toEqual([{ code: '123456' }])
  })
})

test('two-step sign-in: secret, a wrong code, the right one, and the codes are shown once', async () => {
  const url = 'otpauth://totp/Notifly:asha?secret=ABCDEFGH&issuer=Notifly'
  api.on('POST /authP/mfa-toggle', ({ body }) => {
    const { otp } = body as { otp?: string }
    if (otp === undefined) return ok({ enabled: false, secret: 'ABCDEFGH', otpauth_url: url })
    const message = 'This code is wrong. Check your phone’s clock, then enter the next code.'
    if (otp !== '123456') return failed('invalidInput', { errors: [{ field: 'otp', message }] })
    api.on('GET /authP/profile', () => ok({ ...profile, mfa_enabled: true, recovery_codes_left: 10 }))
    return ok({ enabled: true, recovery_codes: CODES })
  })
  const screen = await open()
  await screen.getByRole('button', { name: 'Turn on' }).click()
  await expect.element(screen.getByText('ABCD EFGH')).toBeVisible()
  expect(await axeFindings()).toEqual([])
  await screen.getByLabelText('Code', { exact: true }).fill('000000')
  await screen.getByRole('button', { name: 'Turn on' }).click()
  await expect.element(screen.getByText(/^This code is wrong/)).toBeVisible()
  await screen.getByLabelText('Code', { exact: true }).fill('123456')
  await screen.getByRole('button', { name: 'Turn on' }).click()
  for (const code of CODES) await expect.element(screen.getByText(code)).toBeVisible()
  await screen.getByRole('button', { name: 'I’ve saved them' }).click()
  await expect.element(screen.getByText('10 recovery codes left')).toBeVisible()
  await expect.element(screen.getByText(CODES[0] ?? '')).not.toBeInTheDocument()
})

test('a session of another device is ended, this one cannot be', async () => {
  api.on(`DELETE /authP/sessions/${phone.uuid}`, () => {
    api.on('GET /authP/sessions', () => ok([here]))
    return ok()
  })
  const screen = await open()
  const end = screen.getByRole('button', { name: 'End session of Safari on iOS' })
  await expect.element(end).toBeVisible()
  expect(screen.getByRole('button', { name: /^End session of/ }).elements()).toHaveLength(1)
  await end.click()
  await expect.element(screen.getByText('Safari on iOS')).not.toBeInTheDocument()
  await expect.element(screen.getByText('Firefox on Linux')).toBeVisible()
})

test('a new password is sent with the present one, and both fields are empty afterwards', async () => {
  api.on('POST /authP/change-password', ({ body }) =>
    (body as { password: string }).password === 'old one 1!'
      ? ok(user({ token: 'token-2' }))
      : failed('confirmIdentity', { errors: [{ field: 'password', message: 'Wrong password.' }] }),
  )
  const screen = await open()
  const current = screen.getByLabelText('Current password', { exact: true })
  await current.fill('mistyped')
  await screen.getByLabelText('New password', { exact: true }).fill('new one 22!')
  await screen.getByLabelText('Confirm new password', { exact: true }).fill('new one 22')
  await screen.getByRole('button', { name: 'Change password' }).click()
  await expect.element(screen.getByText("Passwords don't match.")).toBeVisible()
  await screen.getByLabelText('Confirm new password', { exact: true }).fill('new one 22!')
  await screen.getByRole('button', { name: 'Change password' }).click()
  await expect.element(screen.getByText('Wrong password.')).toBeVisible()
  expect(document.querySelector('[role=dialog]')).toBeNull()
  await current.fill('old one 1!')
  await screen.getByRole('button', { name: 'Change password' }).click()
  await expect.element(current).toHaveValue('')
  expect(session.get()?.token).toBe('token-2')
})

test('a wanted address is shown until its link is opened, and can be given up', async () => {
  api.on('POST /authP/change-email', () => {
    api.on('GET /authP/profile', () => ok({ ...profile, pending_email: 'asha@new.example' }))
    return ok()
  })
  api.on('DELETE /authP/change-email', () => {
    api.on('GET /authP/profile', () => ok(profile))
    return ok()
  })
  const screen = await open()
  await screen.getByRole('button', { name: 'Change email' }).click()
  await screen.getByLabelText('New email').fill('asha@new.example')
  await screen.getByRole('button', { name: 'Send link', exact: true }).click()
  await expect.element(screen.getByText('asha@new.example')).toBeVisible()
  await screen.getByRole('button', { name: 'Keep current address' }).click()
  await expect.element(screen.getByText('asha@new.example')).not.toBeInTheDocument()
})

test('the language changes in place', async () => {
  api.on('PUT /authP/profile', () => ok())
  const screen = await open()
  await screen.getByRole('radio', { name: 'Français' }).click()
  await expect.element(screen.getByRole('heading', { level: 1, name: 'Votre compte' })).toBeVisible()
  expect(screen.address()).toBe('/fr/settings')
  expect(sent('PUT', '/authP/profile')).toEqual([{ locale: 'fr' }])
})

test('deleting asks, confirms, and leads to the sign-in page; a refusal stands beside the button', async () => {
  const message = 'You’re the only Owner of Palmyra. Make someone else an Owner, or delete the organization first.'
  api.on('DELETE /authP/user-delete', () => Response.json({ success: false, message }, { status: 409 }))
  api.on('POST /authP/logout', () => ok())
  const screen = await open()
  const remove = async () => {
    await screen.getByRole('button', { name: 'Delete account' }).click()
    await screen.getByRole('dialog').getByRole('button', { name: 'Delete account' }).click()
  }
  await remove()
  await expect.element(screen.getByText(message)).toBeVisible()
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument()
  guarded('DELETE /authP/user-delete', () => ok())
  await remove()
  const dialog = screen.getByRole('dialog', { name: 'Confirm it’s you' })
  await dialog.getByLabelText('Password', { exact: true }).fill('right 1!')
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await until(() => expect(screen.address()).toBe('/auth/sign-in'))
})

test('signing in asks for the code after a right password, and takes a recovery code', async () => {
  stop?.()
  api.on('GET /authP/session', () => failed('unauthorized'))
  api.on('POST /authP/login', ({ body }) => {
    const { otp } = body as { otp?: string }
    return otp === undefined ? failed('secondFactorNeeded') : ok(user())
  })
  const app = await renderApp('/auth/sign-in', undefined)
  stop = app.stop
  const { screen } = app
  await screen.getByLabelText('Email').fill('asha@palmyra.example')
  await screen.getByLabelText('Password', { exact: true }).fill('right 1!')
  await screen.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect.element(screen.getByLabelText('Code', { exact: true })).toHaveFocus()
  await screen.getByRole('button', { name: 'Use a recovery code' }).click()
  await screen.getByLabelText('Recovery code', { exact: true }).fill('aaaaa-bbbbb')
  await screen.getByRole('button', { name: 'Sign in', exact: true }).click()
  await until(() => expect(sent('POST', '/authP/login').at(-1)).toMatchObject({ otp: 'aaaaa-bbbbb' }))
})
