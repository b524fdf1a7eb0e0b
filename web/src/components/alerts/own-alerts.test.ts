/** Whose alerts a browser shows, through the ends and beginnings of sessions. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { session } from '../../api/session.ts'
import { type ApiStub, ok, stubApi, user } from '../../testing/api-stub.ts'
import { SUBSCRIPTION, stubPushBrowser } from '../../testing/push-browser.ts'
import { alertsHere, checkAlerts, forgetAlerts, takeUpAlerts, turnOnAlerts } from './own-alerts.ts'

const OTHER = { ...user(), uuid: '0198c0de-0000-7000-8000-0000000000fe' }

let api: ApiStub
let isCurrent: boolean

beforeEach(() => {
  isCurrent = true
  stubPushBrowser({ permission: 'granted' })
  api = stubApi({
    'POST /authP/alerts/browsers': () => ok({ uuid: '1' }),
    'GET /authP/alerts': () => ok({ browsers: isCurrent ? [{ is_current: true }] : [] }),
  })
  session.set(user())
})

afterEach(async () => {
  await forgetAlerts()
  api.restore()
  session.set(undefined)
  vi.unstubAllGlobals()
})

const registered = () => api.asked.filter(({ method }) => method === 'POST').map(({ body }) => body)

test('once turned on they go on after the same person signs in again, and end when another one does', async () => {
  expect(await alertsHere()).toBe('off')
  expect(await turnOnAlerts('KEY')).toBe('on')
  expect([await alertsHere(), registered()]).toEqual(['on', [SUBSCRIPTION]])
  await takeUpAlerts()
  expect(registered()).toEqual([SUBSCRIPTION, SUBSCRIPTION])
  session.set(OTHER)
  await takeUpAlerts()
  expect([await alertsHere(), registered().length]).toEqual(['off', 2])
  // Nor do they come back by themselves.
  session.set(user())
  await takeUpAlerts()
  expect(registered()).toHaveLength(2)
})

test('end in a browser that was removed from elsewhere, and stay in one that was not', async () => {
  await turnOnAlerts('KEY')
  await checkAlerts()
  expect(await alertsHere()).toBe('on')
  isCurrent = false
  await checkAlerts()
  expect(await alertsHere()).toBe('off')
})

test('a browser that nothing was turned on in asks our server nothing', async () => {
  await takeUpAlerts()
  await checkAlerts()
  await forgetAlerts()
  expect(api.asked).toEqual([])
})
