/** Whose alerts a browser shows as people sign in and out. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { session } from '../../api/session.ts'
import { setFlags } from '../../api/signals.ts'
import { type ApiStub, ok, stubApi, user } from '../../testing/api-stub.ts'
import { SUBSCRIPTION, stubPushBrowser } from '../../testing/push-browser.ts'
import { alertsHere, endAlerts, keepAlertsSubscribed, turnOnAlerts } from './own-alerts.ts'

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
  stop?.()
  await endAlerts()
  setFlags({ unauthorized: false })
  api.restore()
  session.set(undefined)
  vi.unstubAllGlobals()
})

let stop: (() => void) | undefined

/** The page follows who is signed in; `wasSignedIn`: since it came. */
function follow(wasSignedIn: boolean): void {
  stop?.()
  stop = keepAlertsSubscribed(wasSignedIn)
}

const registered = () => api.asked.filter(({ method }) => method === 'POST').map(({ body }) => body)

test('once turned on they go on after a session that ended by itself, and end when another person signs in', async () => {
  expect(await alertsHere()).toBe('off')
  expect(await turnOnAlerts('KEY')).toBe('on')
  expect([await alertsHere(), registered()]).toEqual(['on', [SUBSCRIPTION]])
  follow(true)
  setFlags({ unauthorized: true })
  session.set(undefined)
  setFlags({ unauthorized: false })
  session.set(user())
  await expect.poll(registered).toEqual([SUBSCRIPTION, SUBSCRIPTION])

  // The sign-in was before the page followed.
  session.set(OTHER)
  follow(false)
  await expect.poll(alertsHere).toBe('off')
  // Nor do they come back by themselves.
  session.set(user())
  follow(false)
  await expect.poll(alertsHere).toBe('off')
  expect(registered()).toHaveLength(2)
})

test('end with a sign-out, also where that came first', async () => {
  await turnOnAlerts('KEY')
  follow(true)
  session.set(undefined)
  await expect.poll(alertsHere).toBe('off')

  session.set(user())
  await turnOnAlerts('KEY')
  session.set(undefined)
  follow(true)
  await expect.poll(alertsHere).toBe('off')
})

test('end in a browser that was removed from elsewhere, and stay in one that was not', async () => {
  const asked = () => api.asked.filter(({ method }) => method === 'GET').length
  await turnOnAlerts('KEY')
  follow(true)
  await expect.poll(asked).toBe(1)
  expect(await alertsHere()).toBe('on')
  isCurrent = false
  follow(true)
  await expect.poll(alertsHere).toBe('off')
})

test('a browser that nothing was turned on in asks our server nothing', () => {
  for (const wasSignedIn of [true, false]) follow(wasSignedIn)
  session.set(undefined)
  expect(api.asked).toEqual([])
})
