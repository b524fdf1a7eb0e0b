import { afterEach, beforeEach, expect, test, vi } from 'vitest'

type Listener = (event: object) => void

const listeners = new Map<string, Listener>()
const told: string[] = []
const shown: string[] = []
const opened: string[] = []
let work: Promise<unknown>[] = []

/** A browser, as far as the worker looks at it. */
beforeEach(async () => {
  for (const list of [told, shown, opened]) list.length = 0
  vi.stubGlobal('self', {
    addEventListener: (name: string, listener: Listener) => listeners.set(name, listener),
    registration: { showNotification: async (title: string) => void shown.push(title) },
    clients: { openWindow: async (address: string) => void opened.push(address) },
  })
  vi.stubGlobal('fetch', async (_: string, { body }: { body: URLSearchParams }) => {
    told.push(`${body.get('event')} ${body.get('token')}`)
    return new Response()
  })
  vi.resetModules()
  await import('./worker.ts')
})
afterEach(() => void vi.unstubAllGlobals())

async function happens(name: string, event: object): Promise<void> {
  work = []
  listeners.get(name)?.({ ...event, waitUntil: (promise: Promise<unknown>) => work.push(promise) })
  await Promise.all(work)
}

const notification = { title: 'Sale', navigate: 'https://notifly.example/c/1', data: { notifly: 'signed' } }

test('a message is shown, and that it came is told', async () => {
  await happens('push', { data: { json: () => ({ web_push: 8030, notification, mutable: true }) } })
  expect(shown).toEqual(['Sale'])
  expect(told).toEqual(['delivered signed'])
})

test('the push event is over once the notification is shown, however long the product takes to answer', async () => {
  vi.stubGlobal('fetch', (_: string, { body }: { body: URLSearchParams }) => {
    told.push(`${body.get('event')} ${body.get('token')}`)
    return new Promise(() => undefined)
  })
  await happens('push', { data: { json: () => ({ web_push: 8030, notification, mutable: true }) } })
  await happens('push', { data: null, notification })
  expect(shown).toEqual(['Sale'])
  expect(told).toEqual(['delivered signed', 'delivered signed'])
})

test('of what the browser shows by itself only the delivery and the dismissal are told', async () => {
  await happens('push', { data: null, notification })
  await happens('notificationclick', { notification, action: '' })
  await happens('notificationclose', { notification })
  expect(told).toEqual(['delivered signed', 'dismissed signed'])
  expect([...shown, ...opened]).toEqual([])
})

test('of what is not ours nothing is told', async () => {
  await happens('push', { data: { json: () => ({ title: 'Hello' }) } })
  await happens('push', { data: null })
  await happens('push', { data: null, notification: { title: 'Hello', data: null } })
  await happens('notificationclose', { notification: { title: 'Hello', data: { notifly: null } } })
  expect([...told, ...shown]).toEqual([])
})
