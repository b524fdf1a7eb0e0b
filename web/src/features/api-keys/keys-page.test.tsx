import type { ApiKey } from '@notifly/contracts/api-keys/api-keys'
import { ACTIVITY_IDS } from '@notifly/contracts/roles/activities'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { page as screen } from 'vitest/browser'
import { setFlags } from '../../api/signals.ts'
import { type ApiStub, APPLICATION, failed, ok, page, stubApi, user } from '../../testing/api-stub.ts'
import { axeFindings } from '../../testing/axe.ts'
import { pick } from '../../testing/pick.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { until } from '../../testing/until.ts'

const ADDRESS = `/applications/${APPLICATION}/settings/keys-and-integration`
const CLIENT = '0198c0de-0000-7000-8000-0000000000c1'
const SECRET = 'E_usidZIdYzgYVe5jPSkKypjDEXcHo-1Dqj-nmJgQ-o'
const LICENSES = '/authP/user/licenses'
const key = (change: Partial<ApiKey> = {}): ApiKey => ({
  client_id: CLIENT,
  name: 'Checkout service',
  scopes: ['messages:send'],
  rate_limit: 100,
  old_secret_until: null,
  last_used_on: null,
  created_on: 1_795_000_000,
  created_by: 'Asha Raman',
  ...change,
})

let api: ApiStub
beforeEach(() => {
  api = stubApi({ [`GET ${LICENSES}`]: () => page([key()]) })
})
afterEach(() => {
  api.restore()
  setFlags({ makerChecker: false })
})

const sent = (method: string, path: string) => api.asked.findLast(one => one.method === method && one.path === path)

test('a secret is shown once the person has confirmed who they are, and gone when the dialog closes', async () => {
  let isConfirmed = false
  api.on(`POST ${LICENSES}/getclientsecret`, () =>
    isConfirmed ? ok({ client_secret: SECRET }) : failed('confirmIdentity'),
  )
  api.on('GET /authP/profile', () => ok({ email: 'asha@palmyra.example', has_password: true, mfa_enabled: false }))
  api.on('POST /authP/reauthenticate', () => {
    isConfirmed = true
    return ok()
  })
  const app = await renderApp(ADDRESS, user())
  await screen.getByRole('button', { name: /Checkout service/ }).click()
  await pick(screen.getByRole('menuitem', { name: 'Show secret' }))
  await screen
    .getByRole('dialog')
    .getByLabelText(/password/i)
    .first()
    .fill('Correct-horse-7')
  await screen.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click()
  await expect.element(screen.getByText(SECRET)).toBeVisible()
  expect(sent('POST', `${LICENSES}/getclientsecret`)?.body).toEqual({ client_id: CLIENT })
  expect(await axeFindings()).toEqual([])
  await screen.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click()
  await expect.element(screen.getByText(SECRET)).not.toBeInTheDocument()
  app.stop()
})

test('a new key needs a name and a scope; held for approval, the dialog says so and nothing is added', async () => {
  api.on(`POST ${LICENSES}`, () => ok({ approval_uuid: CLIENT }, { maker_checker: true }))
  const app = await renderApp(ADDRESS, user())
  await screen.getByRole('button', { name: 'New key' }).click()
  const dialog = screen.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Create key' }).click()
  await expect.element(dialog.getByText('Choose at least one permission.')).toBeVisible()
  await dialog.getByLabelText('Name').fill('Data warehouse')
  // Only scopes that open a call.
  expect(dialog.getByRole('checkbox').elements()).toHaveLength(6)
  await dialog.getByRole('checkbox', { name: /devices:write/ }).click()
  const rate = dialog.getByLabelText('Requests per second')
  await expect.element(rate).toHaveValue('100')
  await rate.fill('5000')
  await dialog.getByRole('button', { name: 'Create key' }).click()
  await expect.element(dialog.getByText('Enter at most 1,000.')).toBeVisible()
  await rate.fill('20')
  await dialog.getByRole('button', { name: 'Create key' }).click()
  await expect.element(screen.getByText('Sent for approval')).toBeVisible()
  expect(sent('POST', LICENSES)?.body).toEqual({ name: 'Data warehouse', scopes: ['devices:write'], rate_limit: 20 })
  await expect.element(dialog.getByText('Create key')).not.toBeInTheDocument()
  app.stop()
})

test('a key is changed in the form that made it; its secret is not shown for that', async () => {
  api.on(`GET ${LICENSES}`, () => page([key({ scopes: ['devices:write'], rate_limit: 20 })]))
  api.on(`PUT ${LICENSES}`, () => ok(key()))
  const app = await renderApp(ADDRESS, user())
  await screen.getByRole('button', { name: /Checkout service/ }).click()
  await pick(screen.getByRole('menuitem', { name: 'Edit key' }))
  const dialog = screen.getByRole('dialog', { name: 'Edit “Checkout service”' })
  await expect.element(dialog.getByLabelText('Name')).toHaveValue('Checkout service')
  await expect.element(dialog.getByRole('checkbox', { name: /devices:write/ })).toBeChecked()
  await dialog.getByLabelText('Requests per second').fill('50')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  const body = { client_id: CLIENT, name: 'Checkout service', scopes: ['devices:write'], rate_limit: 50 }
  expect(sent('PUT', LICENSES)?.body).toEqual(body)
  expect(screen.getByRole('dialog').query()).toBeNull()
  app.stop()
})

test('a rejected change of a key comes back with what was asked for', async () => {
  const payload = { client_id: CLIENT, name: 'Checkout', scopes: ['devices:write'], rate_limit: 900 }
  const rejected = { uuid: APPLICATION, activity_id: 801, command: 'key.update', title: 'Checkout', payload }
  const rest = { status: 2, approver: null, description: 'Too fast.', before: null, can_reopen: true }
  api.on('GET /api/approvals', () => page([{ ...rejected, ...rest }]))
  api.on(`PUT ${LICENSES}`, () => ok({ approval_uuid: CLIENT }, { maker_checker: true }))
  const app = await renderApp(`${ADDRESS}?makerCheckerKeysId=True&approval=${APPLICATION}`, user())
  const dialog = screen.getByRole('dialog', { name: 'Edit “Checkout”' })
  await dialog.getByLabelText('Requests per second').fill('300')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect.element(screen.getByText('Sent for approval')).toBeVisible()
  expect(sent('PUT', LICENSES)?.body).toEqual({ ...payload, rate_limit: 300, reopens: APPLICATION })
  app.stop()
})

test('a secret is replaced with a choice of when the old one ends, and the old one can be ended before', async () => {
  const rotated = key({ old_secret_until: 1_795_600_000 })
  api.on(`POST ${LICENSES}/rotate`, () => {
    api.on(`GET ${LICENSES}`, () => page([rotated]))
    return ok(rotated)
  })
  api.on(`POST ${LICENSES}/getclientsecret`, () => ok({ client_secret: SECRET }))
  api.on(`POST ${LICENSES}/rotate/end`, () => {
    api.on(`GET ${LICENSES}`, () => page([key()]))
    return ok(key())
  })
  const app = await renderApp(ADDRESS, user())
  const menu = screen.getByRole('button', { name: /Checkout service/ })
  await menu.click()
  expect(screen.getByRole('menuitem', { name: 'End old secret' }).query()).toBeNull()
  await pick(screen.getByRole('menuitem', { name: 'Replace secret' }))
  const dialog = screen.getByRole('dialog', { name: 'Replace the secret of “Checkout service”?' })
  await expect.element(dialog.getByRole('radio', { name: 'Works for 24 more hours' })).toBeChecked()
  await dialog.getByRole('radio', { name: 'Works for 7 more days' }).click()
  expect(await axeFindings()).toEqual([])
  await dialog.getByRole('button', { name: 'Replace secret' }).click()
  await expect.element(screen.getByText(SECRET, { exact: true })).toBeVisible()
  expect(sent('POST', `${LICENSES}/rotate`)?.body).toEqual({ client_id: CLIENT, old_secret_hours: 168 })
  await screen.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click()
  await expect.element(screen.getByText(/^Old secret works until /)).toBeVisible()
  await menu.click()
  await pick(screen.getByRole('menuitem', { name: 'End old secret' }))
  await screen.getByRole('dialog').getByRole('button', { name: 'End old secret' }).click()
  await expect.element(screen.getByText(/^Old secret works until /)).not.toBeInTheDocument()
  app.stop()
})

test.each([
  ['devices:write', "curl -X PUT '{origin}/api/v1/contacts/CONTACT_ID/devices'"],
  ['events:write', "curl -X POST '{origin}/api/v1/events'"],
  ['contacts:read', "curl -X GET '{origin}/api/v1/contacts/CONTACT_ID'"],
  ['contacts:write', "curl -X PUT '{origin}/api/v1/contacts/customer-1'"],
  ['messages:send', "curl -X POST '{origin}/api/v1/messages'"],
  ['messages:read', "curl -X GET '{origin}/api/v1/messages'"],
] as const)('the secret of a new key for %s is shown at once, with a first call that has it', async (scope, call) => {
  api.on(`POST ${LICENSES}`, () => ok(key({ name: 'App server', scopes: [scope] })))
  api.on(`POST ${LICENSES}/getclientsecret`, () => ok({ client_secret: SECRET }))
  const app = await renderApp(ADDRESS, user())
  await screen.getByRole('button', { name: 'New key' }).click()
  const form = screen.getByRole('dialog')
  await form.getByLabelText('Name').fill('App server')
  await form.getByRole('checkbox', { name: new RegExp(scope) }).click()
  await form.getByRole('button', { name: 'Create key' }).click()
  const dialog = screen.getByRole('dialog', { name: 'Secret of “App server”' })
  await expect.element(dialog.getByText(SECRET, { exact: true })).toBeVisible()
  await expect.element(dialog.getByRole('button', { name: 'Copy secret' })).toBeVisible()
  const firstCall = () => dialog.getByLabelText('Try it').element().textContent
  expect(firstCall()).toContain(call.replace('{origin}', window.location.origin))
  expect(firstCall()).toContain(`-u '${CLIENT}:${SECRET}'`)
  expect(dialog.getByLabelText('Base address').element().textContent).toBe(window.location.origin)
  for (const name of ['TypeScript', 'Python', 'PHP', 'Go', 'Ruby', 'curl']) {
    await dialog.getByRole('radio', { name }).click()
    for (const part of [CLIENT, SECRET, call.slice(call.indexOf('{origin}') + '{origin}'.length, -1)])
      expect([name, firstCall()]).toEqual([name, expect.stringContaining(part)])
  }
  expect(screen.getByText(/menu/).query()).toBeNull()
  expect(await axeFindings()).toEqual([])
  app.stop()
})

test('a rejected key comes back with its reason, its name and the scopes that are of use', async () => {
  const rejected = {
    uuid: CLIENT,
    activity_id: 801,
    command: 'key.create',
    title: 'Data warehouse',
    status: 2,
    approver: { uuid: CLIENT, name: 'Meera Iyer' },
    description: 'Name the server.',
    payload: { name: 'Data warehouse', scopes: ['campaigns:send', 'devices:write'], rate_limit: 20 },
    before: null,
    can_reopen: true,
  }
  api.on('GET /api/approvals', () => page([rejected]))
  api.on(`POST ${LICENSES}`, () => ok({ approval_uuid: APPLICATION }, { maker_checker: true }))
  const app = await renderApp(`${ADDRESS}?makerCheckerKeysId=True&approval=${CLIENT}`, user())
  const dialog = screen.getByRole('dialog')
  await expect.element(dialog.getByText('Name the server.')).toBeVisible()
  await expect.element(dialog.getByLabelText('Name')).toHaveValue('Data warehouse')
  await dialog.getByRole('button', { name: 'Create key' }).click()
  await expect.element(screen.getByText('Sent for approval')).toBeVisible()
  const body = { name: 'Data warehouse', scopes: ['devices:write'], rate_limit: 20, reopens: CLIENT }
  expect(sent('POST', LICENSES)?.body).toEqual(body)
  expect(app.address()).toBe(ADDRESS)
  app.stop()
})

test('whoever only reads keys is offered their calls and no act, and one that waits for an approver says so', async () => {
  api.on(`GET ${LICENSES}`, () => page([key({ approval_uuid: CLIENT })]))
  const reader = user({ permission_levels: ACTIVITY_IDS.map((): [number, number] => [1, 0]) })
  const app = await renderApp(ADDRESS, reader)
  await expect.element(screen.getByText('Pending approval')).toBeVisible()
  await until(() => expect(screen.getByRole('button', { name: 'New key' }).query()).toBeNull())
  await screen.getByRole('button', { name: /Checkout service/ }).click()
  const calls = screen.getByRole('menuitem', { name: 'Recent calls' })
  await expect.element(calls).toBeVisible()
  expect(calls.element().getAttribute('href')).toContain(`/logs?kind=api&key=${CLIENT}`)
  expect(screen.getByRole('menuitem').elements()).toHaveLength(1)
  app.stop()
})

test('a page behind the last one leads to the last, and to the first where there is no row at all', async () => {
  api.on(`GET ${LICENSES}`, ({ query }) => page(query.get('page') === '2' ? [key()] : [], 11))
  const app = await renderApp(`${ADDRESS}?page=99`, user())
  await expect.element(screen.getByText('Checkout service')).toBeVisible()
  expect(app.address()).toBe(`${ADDRESS}?page=2`)
  api.on(`GET ${LICENSES}`, () => page([]))
  await app.router.navigate({ to: `${ADDRESS}?page=99&search=x` as never })
  await expect.element(screen.getByText('No keys match “x”')).toBeVisible()
  expect(app.address()).toBe(`${ADDRESS}?search=x`)
  app.stop()
})

test.each(['en', 'es', 'fr', 'hi'])('a client ID stands in one line of a window of 1440 px (%s)', async locale => {
  api.on(`GET ${LICENSES}`, () =>
    page([
      key({
        name: 'Order confirmations of the shop in Southern Europe',
        scopes: ['messages:send', 'contacts:write', 'events:write', 'devices:write'],
        last_used_on: 1_795_000_000,
        old_secret_until: 1_795_100_000,
        created_by: 'Maximiliane von Hohenstein-Oberwaldegg',
      }),
    ]),
  )
  await screen.viewport(1440, 900)
  const app = await renderApp(locale === 'en' ? ADDRESS : `/${locale}${ADDRESS}`, user())
  const id = screen.getByText(CLIENT)
  await expect.element(id).toBeVisible()
  expect(id.element().getBoundingClientRect().height).toBeLessThan(24)
  // Nor for a scroll bar: every column is in sight.
  const frame = () => document.querySelector('table')?.parentElement
  expect(frame()?.scrollWidth).toBe(frame()?.clientWidth)
  await screen.viewport(1280, 900)
  expect(frame()?.scrollWidth).toBe(frame()?.clientWidth)
  app.stop()
})
