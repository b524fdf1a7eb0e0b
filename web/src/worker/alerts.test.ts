/** What the worker makes of messages, and of a subscription that ended. */
import { afterEach, expect, test, vi } from 'vitest'
import { readAlert, showAlerts } from './alerts.ts'

afterEach(() => vi.unstubAllGlobals())

const message = (notification: unknown) => JSON.stringify({ web_push: 8030, notification })
const TAG = '0198c0de0000700080000000000000c1'
const GOOD = {
  title: 'Kiran Rao requests your approval',
  body: '“Spring offer” in Shop',
  lang: 'fr',
  tag: TAG,
  navigate: 'https://elsewhere.example/fr/applications/1/settings/approvals?x=1#request-2',
}

test('an alert is shown as it was sent, and leads to a page of our own, whatever address it names', () => {
  const { title, options } = readAlert(message(GOOD))
  expect(title).toBe(GOOD.title)
  const path = '/fr/applications/1/settings/approvals?x=1#request-2'
  expect(options).toMatchObject({ body: GOOD.body, lang: 'fr', tag: TAG, silent: false, data: { path } })
  expect(readAlert(message({ ...GOOD, silent: true })).options.silent).toBe(true)
})

test.each([
  ['no JSON', 'hello'],
  ['nothing', ''],
  ['null', 'null'],
  ['no notification', '{}'],
  ['no words', message({ ...GOOD, title: '' })],
  ['a title that is none', message({ ...GOOD, title: { toString: 'x' } })],
  ['a title that is too long', message({ ...GOOD, title: 'x'.repeat(301) })],
  ['a text that is too long', message({ ...GOOD, body: 'x'.repeat(601) })],
  ['more than a message holds', message({ ...GOOD, more: 'x'.repeat(5000) })],
])('%s is shown as news without words', (_, text) => {
  const { title, options } = readAlert(text)
  expect([title, options.body, options.data.path]).toEqual(['Notifly', undefined, '/'])
})

test.each(['javascript:alert(1)', '//evil.example', 7, undefined])('%s leads home', navigate => {
  expect(readAlert(message({ ...GOOD, navigate })).options.data.path).toBe('/')
})

test('a subscription that the browser ends is made anew in the name of who is signed in, and of nobody else', async () => {
  const asked: [string, RequestInit?][] = []
  const answers: Record<string, object> = {
    '/authP/session': { token: 'T' },
    '/authP/alerts': { application_server_key: 'KEY' },
    '/authP/alerts/browsers': { uuid: '1' },
  }
  let isSignedIn = true
  vi.stubGlobal('fetch', async (path: string, request?: RequestInit) => {
    asked.push(request ? [path, request] : [path])
    return isSignedIn ? Response.json({ data: answers[path] }) : new Response('', { status: 401 })
  })
  const made = { toJSON: () => ({ endpoint: 'https://push.example/2', keys: { p256dh: 'P', auth: 'A' } }) }
  const subscribe = vi.fn(async () => made)
  vi.stubGlobal('registration', { pushManager: { subscribe } })
  const listeners = vi.spyOn(globalThis as unknown as ServiceWorkerGlobalScope, 'addEventListener')
  listeners.mockImplementation(() => undefined)
  showAlerts()
  const change = async () => {
    let work: Promise<unknown> = Promise.resolve()
    const heard = listeners.mock.calls.find(([name]) => name === 'pushsubscriptionchange')?.[1] as (
      event: object,
    ) => void
    heard({ waitUntil: (promise: Promise<unknown>) => (work = promise) })
    await work
  }

  await change()
  expect(subscribe).toHaveBeenCalledWith({ userVisibleOnly: true, applicationServerKey: 'KEY' })
  expect(asked.map(([path]) => path)).toEqual(Object.keys(answers))
  expect(asked[2]?.[1]).toMatchObject({
    method: 'POST',
    headers: { Authorization: 'Bearer T' },
    body: JSON.stringify({ endpoint: 'https://push.example/2', p256dh: 'P', auth: 'A' }),
  })
  isSignedIn = false
  await change()
  expect(subscribe).toHaveBeenCalledOnce()
})
