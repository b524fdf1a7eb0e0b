import type { AlertBrowser, Alerts } from '@notifly/contracts/alerts/alerts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { session } from '../../../api/session.ts'
import { type ApiStub, failed, ok, stubApi, user } from '../../../testing/api-stub.ts'
import { axeFindings } from '../../../testing/axe.ts'
import { SUBSCRIPTION, stubPushBrowser } from '../../../testing/push-browser.ts'
import { renderApp } from '../../../testing/render-app.tsx'

const here: AlertBrowser = {
  uuid: '0198c0de-0000-7000-8000-0000000000d1',
  browser: 'Chrome',
  system: 'Windows',
  kind: 'desktop',
  created_on: 1_790_000_000,
  is_current: true,
}
const phone: AlertBrowser = {
  ...here,
  uuid: `${here.uuid.slice(0, -1)}2`,
  system: 'Android',
  kind: 'mobile',
  is_current: false,
}

let api: ApiStub
let alerts: Alerts
let stop: (() => void) | undefined

beforeEach(() => {
  alerts = {
    application_server_key: 'KEY',
    kinds: { requests: true, decisions: true, campaigns: true },
    browsers: [phone],
  }
  const profile = { uuid: user().uuid, name: 'Asha', email: 'a@x.example', pending_email: null, locale: 'en' }
  api = stubApi({
    'GET /api/installation': () => ok({ name: 'Notifly', version: '1', sandbox_url: null, sandbox_warning: false }),
    'GET /authP/session': () => ok(user()),
    'GET /authP/profile': () => ok({ ...profile, has_password: true, mfa_enabled: false, recovery_codes_left: 0 }),
    'GET /authP/sessions': () => ok([]),
    'GET /authP/sso': () => ok([]),
    'GET /authP/sso/connections': () => ok([]),
    'GET /authP/alerts': () => ok(alerts),
    'PUT /authP/alerts': ({ body }) => {
      alerts = { ...alerts, kinds: body as Alerts['kinds'] }
      return ok()
    },
    'POST /authP/alerts/browsers': () => {
      alerts = { ...alerts, browsers: [here, phone] }
      return ok({ uuid: here.uuid })
    },
    [`DELETE /authP/alerts/browsers/${here.uuid}`]: () => removed(here),
    [`DELETE /authP/alerts/browsers/${phone.uuid}`]: () => removed(phone),
  })
})

afterEach(() => {
  stop?.()
  api.restore()
  session.set(undefined)
  localStorage.removeItem('alerts')
  vi.unstubAllGlobals()
})

function removed({ uuid }: AlertBrowser): Response {
  alerts = { ...alerts, browsers: alerts.browsers.filter(each => each.uuid !== uuid) }
  return ok()
}

function withoutPush(): void {
  stubPushBrowser({ permission: 'default' })
  // Stubbed first, so that it comes back.
  vi.stubGlobal('PushManager', undefined)
  Reflect.deleteProperty(window, 'PushManager')
}

async function open() {
  const app = await renderApp('/settings', user())
  stop = app.stop
  return app.screen.getByLabelText('Browser notifications', { exact: true })
}

const sent = (method: string) => api.asked.filter(asked => asked.method === method).map(({ body }) => body)

test('they are turned on by a click, chosen by kind, removed elsewhere, and turned off again', async () => {
  stubPushBrowser({ permission: 'default' })
  const panel = await open()
  await expect.element(panel.getByText('Off in this browser')).toBeVisible()
  expect(sent('POST')).toEqual([])
  await panel.getByRole('button', { name: 'Get notifications' }).click()
  await expect.element(panel.getByText('Until you sign out')).toBeVisible()
  expect(sent('POST')).toEqual([SUBSCRIPTION])
  expect(await axeFindings()).toEqual([])

  await panel.getByRole('switch', { name: 'Decisions on my requests' }).click()
  await expect.element(panel.getByRole('switch', { name: 'Decisions on my requests' })).not.toBeChecked()
  expect(sent('PUT')).toEqual([{ requests: true, decisions: false, campaigns: true }])

  await panel.getByRole('button', { name: 'Remove Chrome on Android' }).click()
  await expect.element(panel.getByText('Chrome on Android')).not.toBeInTheDocument()
  await panel.getByRole('button', { name: 'Stop notifications' }).click()
  await expect.element(panel.getByText('Off in this browser')).toBeVisible()
  expect(alerts.browsers).toEqual([])
})

test.each([
  [
    'that blocks them says where to allow them',
    'Blocked in this browser',
    () => stubPushBrowser({ permission: 'denied' }),
  ],
  ['without push says so', 'Not available in this browser', withoutPush],
])('a browser %s, and offers nothing', async (_, words, prepare) => {
  prepare()
  const panel = await open()
  await expect.element(panel.getByText(words)).toBeVisible()
  await expect.element(panel.getByRole('button', { name: 'Get notifications' })).not.toBeInTheDocument()
})

test.each([
  [
    'whose person says no',
    'Blocked in this browser',
    () => stubPushBrowser({ permission: 'default', answer: 'denied' }),
  ],
  [
    'whose push service does not answer',
    'Couldn’t turn on notifications',
    () => stubPushBrowser({ permission: 'default', isReached: false }),
  ],
])('a browser %s stays as it was, and says why', async (_, words, prepare) => {
  prepare()
  const panel = await open()
  await panel.getByRole('button', { name: 'Get notifications' }).click()
  await expect.element(panel.getByText(words)).toBeVisible()
  expect(sent('POST')).toEqual([])
})

test('what cannot be read says so, and Retry reads again', async () => {
  api.on('GET /authP/alerts', () => failed('unavailable'))
  stubPushBrowser({ permission: 'default' })
  const app = await renderApp('/settings', user())
  stop = app.stop
  await expect.element(app.screen.getByRole('button', { name: 'Retry' })).toBeVisible()
  api.on('GET /authP/alerts', () => ok(alerts))
  await app.screen.getByRole('button', { name: 'Retry' }).click()
  await expect.element(app.screen.getByText('Off in this browser')).toBeVisible()
})
