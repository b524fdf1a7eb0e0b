import { afterEach, expect, test, vi } from 'vitest'
import { subscribeOwnBrowser } from './own-browser.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

test('a browser whose push service never answers has failed after twenty seconds', async () => {
  vi.useFakeTimers()
  vi.stubGlobal('Notification', { permission: 'default', requestPermission: async () => 'granted' })
  const isAsked = Promise.withResolvers<void>()
  const subscribe = () => {
    isAsked.resolve()
    return new Promise(() => {})
  }
  const registration = { active: {}, pushManager: { getSubscription: async () => null, subscribe } }
  vi.spyOn(navigator.serviceWorker, 'register').mockResolvedValue(registration as never)
  let outcome: unknown
  const asking = subscribeOwnBrowser('app', 'BPublicKey').then(found => (outcome = found))
  await isAsked.promise
  await vi.advanceTimersByTimeAsync(19_000)
  expect(outcome).toBeUndefined()
  await vi.advanceTimersByTimeAsync(1000)
  await asking
  expect(outcome).toBe('failed')
})
