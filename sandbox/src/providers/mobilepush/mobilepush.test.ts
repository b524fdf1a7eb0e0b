import { connect } from 'node:http2'
import { expect, test, vi } from 'vitest'
import { testProduct } from '../../testing/product.ts'
import { startSilentServer } from '../../testing/silent-server.ts'
import { testSandbox, type TestSandbox } from '../../testing/test-sandbox.ts'

const ANDROID = 'android:registration-token-1'
const IPHONE = 'ab'.repeat(32)
const IMAGE = 'https://shop.example/lamp.png'

function toAndroid(sandbox: TestSandbox, message: object): Promise<Response> {
  const authorization = 'Bearer ya29.sandbox.01a1f7bd-3dbf-7000-8000-000000000040'
  return fetch(`${sandbox.url}/providers/fcm/v1/projects/shop/messages:send`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify({ message: { token: ANDROID, ...message } }),
  })
}

function toIphone(sandbox: TestSandbox, message: object): Promise<number> {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const claims = { iss: 'TEAM000001', iat: Math.floor(Date.now() / 1000) }
  const session = connect(sandbox.url)
  return new Promise((resolve, reject) => {
    session.on('error', reject)
    const request = session.request({
      ':method': 'POST',
      ':path': `/providers/apns/3/device/${IPHONE}`,
      authorization: `bearer ${part({ alg: 'ES256', kid: 'KEY0000001' })}.${part(claims)}.c2lnbmVk`,
      'content-type': 'application/json',
      'apns-topic': 'com.example.shop',
      'apns-push-type': 'alert',
      'apns-priority': '10',
      'apns-expiration': '0',
    })
    request.on('response', headers => {
      resolve(Number(headers[':status']))
      session.destroy()
    })
    request.end(JSON.stringify(message))
  })
}

/** The page with the device's pushes. */
async function phone(sandbox: TestSandbox, device: string): Promise<{ policy: string; text: string }> {
  const answer = await fetch(`${sandbox.url}/phone?channel=push&number=${encodeURIComponent(device)}`)
  return { policy: answer.headers.get('content-security-policy') ?? '', text: await answer.text() }
}

/** Does it with the newest push, as the page's form. Returns where the page goes on. */
async function act(sandbox: TestSandbox, fields: Record<string, string>): Promise<string> {
  const { body } = await sandbox.get('/api/messages?channel=mobilepush')
  const answer = await fetch(`${sandbox.url}/phone/push/${body.data[0].id}`, {
    method: 'POST',
    body: new URLSearchParams(fields),
    redirect: 'manual',
  })
  return answer.headers.get('location') ?? ''
}

test('a push of Firebase has its picture and buttons, and its app tells of taps, presses and dismissals', async () => {
  const { calls, base } = await testProduct()
  const sandbox = await testSandbox()
  const actions = [
    { title: 'Look', url: `${base}/t/c/2` },
    { title: 'Cart', url: 'shop://cart' },
  ]
  const data = { notifly_token: 'token', notifly_url: `${base}/t/c/1`, notifly_actions: JSON.stringify(actions) }
  await toAndroid(sandbox, { notification: { title: 'Sale', body: 'All <lamps>', image: IMAGE }, data })
  await vi.waitFor(() => expect(calls).toEqual(['POST /sdk/v1/event {"token":"token","event":"delivered"}']))
  const { policy, text } = await phone(sandbox, ANDROID)
  expect(policy).toContain("img-src 'self' data: http: https:;")
  for (const part of [`src="${IMAGE}"`, 'All &lt;lamps&gt;', 'Look', 'Cart', 'Dismiss “Sale”'])
    expect(text).toContain(part)

  expect(await act(sandbox, { act: 'click' })).toMatch(/^\/phone\?channel=push&number=android%3A.*#n-[0-9a-f-]+$/)
  await act(sandbox, { button: '1' })
  await act(sandbox, { button: '2' })
  expect((await phone(sandbox, ANDROID)).text).toContain('“Cart” pressed')
  await act(sandbox, { act: 'dismiss' })
  const event = (said: object) => `POST /sdk/v1/event ${JSON.stringify({ token: 'token', ...said })}`
  expect(calls.slice(1)).toEqual([
    'GET /t/c/1',
    event({ event: 'action', action: 'Look' }),
    'GET /t/c/2',
    event({ event: 'action', action: 'Cart' }),
    event({ event: 'dismissed' }),
  ])
})

test('a push of Apple has its picture and buttons too; one without an address of the product is told to nobody', async () => {
  const { calls, base } = await testProduct()
  const sandbox = await testSandbox()
  const alert = { title: 'Sale', body: 'All lamps' }
  const actions = [{ title: 'Look', url: `${base}/t/c/2` }]
  expect(await toIphone(sandbox, { aps: { alert }, notifly: { token: 'token', image: IMAGE, actions } })).toBe(200)
  const { text } = await phone(sandbox, IPHONE)
  for (const part of [`src="${IMAGE}"`, 'All lamps', 'Look']) expect(text).toContain(part)
  await act(sandbox, { act: 'click' })
  expect(calls).toEqual(['POST /sdk/v1/event {"token":"token","event":"clicked"}'])

  await toIphone(sandbox, { aps: { alert }, notifly: { token: 'token', image: 'file:///etc/passwd' } })
  await act(sandbox, { act: 'click' })
  const later = (await phone(sandbox, IPHONE)).text
  expect(later).toContain('Told nobody')
  expect(later).not.toContain('file:')
  expect(calls).toHaveLength(1)
})

test('phones that tell a server which answers none hold up no others', async () => {
  const silence = await startSilentServer()
  const { calls, base } = await testProduct()
  const sandbox = await testSandbox()
  const told = (url: string) => ({ data: { notifly_token: 'token', notifly_url: `${url}/t/c/1` } })
  await Promise.all(Array.from({ length: 80 }, () => toAndroid(sandbox, told(silence))))
  await toAndroid(sandbox, told(base))
  await vi.waitFor(() => expect(calls).toHaveLength(1), { timeout: 5000 })
})

test('a search finds title, text and buttons of both services', async () => {
  const sandbox = await testSandbox()
  const actions = JSON.stringify([{ title: 'Zum Korb', url: 'shop://cart' }])
  await toAndroid(sandbox, { notification: { title: 'Sale', body: 'All Lamps' }, data: { notifly_actions: actions } })
  await toIphone(sandbox, { aps: { alert: { title: 'Autumn', body: 'New shelves' } } })
  const found = async (words: string): Promise<string[]> => {
    const { body } = await sandbox.get(`/api/messages?search=${encodeURIComponent(words)}`)
    return body.data.map(({ subject }: { subject: string }) => subject)
  }
  expect(await found('sale')).toEqual(['Sale'])
  expect(await found('lamps')).toEqual(['Sale'])
  expect(await found('zum korb')).toEqual(['Sale'])
  expect(await found('NEW SHELVES')).toEqual(['Autumn'])
  expect(await found('notifly_actions')).toEqual([])
})
