import {
  createCipheriv,
  createECDH,
  createPrivateKey,
  generateKeyPairSync,
  hkdfSync,
  randomBytes,
  sign,
} from 'node:crypto'
import { expect, test, vi } from 'vitest'
import { testProduct } from '../../testing/product.ts'
import { testSandbox, type TestSandbox } from '../../testing/test-sandbox.ts'

interface Subscription {
  endpoint: string
  keys: { p256dh: string; auth: string }
}

const json = { 'content-type': 'application/json' }

async function subscribe(sandbox: TestSandbox, body: object = {}): Promise<Subscription> {
  const { body: answer } = await sandbox.get('/api/webpush/subscriptions', {
    method: 'POST',
    headers: json,
    body: JSON.stringify(body),
  })
  return (answer as { data: [Subscription] }).data[0]
}

/** RFC 8291, written down once more for this test. */
function seal(text: string, { p256dh, auth }: Subscription['keys']): Buffer {
  const receiver = Buffer.from(p256dh, 'base64url')
  const ecdh = createECDH('prime256v1')
  const sender = ecdh.generateKeys()
  const salt = randomBytes(16)
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), receiver, sender])
  const ikm = Buffer.from(hkdfSync('sha256', ecdh.computeSecret(receiver), Buffer.from(auth, 'base64url'), info, 32))
  const key = Buffer.from(hkdfSync('sha256', ikm, salt, 'Content-Encoding: aes128gcm\0', 16))
  const nonce = Buffer.from(hkdfSync('sha256', ikm, salt, 'Content-Encoding: nonce\0', 12))
  const cipher = createCipheriv('aes-128-gcm', key, nonce)
  const sealed = Buffer.concat([
    cipher.update(Buffer.concat([Buffer.from(text), Buffer.of(2)])),
    cipher.final(),
    cipher.getAuthTag(),
  ])
  const size = Buffer.alloc(4)
  size.writeUInt32BE(4096)
  return Buffer.concat([salt, size, Buffer.of(65), sender, sealed])
}

function vapid(audience: string, ageSeconds = 3600) {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
  const { x = '', y = '' } = privateKey.export({ format: 'jwk' })
  const key = Buffer.concat([Buffer.of(4), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')]).toString(
    'base64url',
  )
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const claims = { aud: audience, exp: Math.floor(Date.now() / 1000) + ageSeconds, sub: 'https://shop.example' }
  const text = `${part({ typ: 'JWT', alg: 'ES256' })}.${part(claims)}`
  const signature = sign('sha256', Buffer.from(text), {
    key: createPrivateKey(privateKey.export({ format: 'pem', type: 'pkcs8' })),
    dsaEncoding: 'ieee-p1363',
  })
  return { key, header: `vapid t=${text}.${signature.toString('base64url')}, k=${key}` }
}

function message(base: string, changes: object = {}): string {
  const navigate = `${base}/t/c/token.1`
  const notification = {
    title: 'Sale',
    body: 'All lamps',
    navigate,
    actions: [{ action: '1', title: 'Look', navigate: `${base}/t/c/token.2` }],
    data: { notifly: 'token' },
    ...changes,
  }
  return JSON.stringify({ web_push: 8030, notification })
}

function push(
  sandbox: TestSandbox,
  { endpoint, keys }: Subscription,
  text: string,
  headers: Record<string, string> = {},
) {
  const authorization = vapid(sandbox.url).header
  const all = { ttl: '60', 'content-encoding': 'aes128gcm', authorization, ...headers }
  return fetch(endpoint, { method: 'POST', headers: all, body: new Uint8Array(seal(text, keys)) })
}

test('a message is opened, shown on the desktop, told as delivered, and answers clicks', async () => {
  const { calls, base } = await testProduct()
  const sandbox = await testSandbox()
  const subscription = await subscribe(sandbox)
  expect((await push(sandbox, subscription, message(base))).status).toBe(201)
  await vi.waitFor(() => expect(calls).toEqual(['POST /sdk/v1/event token=token&event=delivered']))
  const { body: list } = await sandbox.get('/api/messages?channel=webpush')
  expect(list.data).toMatchObject([
    { to: subscription.endpoint, subject: 'Sale', text: 'All lamps', provider: 'webpush' },
  ])
  const page = await (await fetch(`${sandbox.url}/desktop`)).text()
  for (const shown of ['Sale', 'All lamps', 'Look', 'shop.example']) expect(page).toContain(shown)
  const act = (fields: Record<string, string>) =>
    fetch(`${sandbox.url}/desktop/${list.data[0].id}`, {
      method: 'POST',
      body: new URLSearchParams(fields),
      redirect: 'manual',
    })
  await act({ act: 'click' })
  await act({ button: '1' })
  expect(await (await fetch(`${sandbox.url}/desktop`)).text()).toContain('“Look” clicked')
  await act({ act: 'dismiss' })
  expect(calls.slice(1)).toEqual([
    'GET /t/c/token.1',
    'GET /t/c/token.2',
    'POST /sdk/v1/event token=token&event=dismissed',
  ])
})

test('the desktop shows pictures of the web and as many buttons as Chrome', async () => {
  const sandbox = await testSandbox()
  const subscription = await subscribe(sandbox)
  const base = 'http://127.0.0.1:1'
  const actions = ['One', 'Two', 'Three'].map((title, index) => ({ action: `${index}`, title, navigate: base }))
  const pictures = { icon: `${base}/icon?a=1&b="2`, image: 'https://shop.example/banner.png' }
  await push(sandbox, subscription, message(base, { ...pictures, actions }))
  await push(sandbox, subscription, message(base, { icon: 'javascript:alert(1)', image: '/api/messages' }))
  const answer = await fetch(`${sandbox.url}/desktop`)
  expect(answer.headers.get('content-security-policy')).toContain("img-src 'self' data: http: https:;")
  const page = await answer.text()
  expect([...page.matchAll(/<img[^>]* src="([^"]*)"/g)].map(([, address]) => address)).toEqual([
    'https://shop.example/banner.png',
    `${base}/icon?a=1&amp;b=&quot;2`,
  ])
  expect([...page.matchAll(/name="button"[^>]* title="([^"]*)"/g)].map(([, title]) => title)).toEqual([
    'Look',
    'One',
    'Two',
  ])
})

test('what a push service refuses', async () => {
  const sandbox = await testSandbox()
  const mine = vapid(sandbox.url)
  const subscription = await subscribe(sandbox, { application_server_key: mine.key })
  const text = message('http://127.0.0.1:1')
  const status = async (headers: Record<string, string>) => (await push(sandbox, subscription, text, headers)).status
  expect(await status({ authorization: mine.header })).toBe(201)
  expect(await status({})).toBe(403)
  expect(await status({ authorization: mine.header, ttl: 'x' })).toBe(400)
  expect(await status({ authorization: mine.header, topic: '' })).toBe(400)
  expect(await status({ authorization: mine.header, topic: 'a'.repeat(33) })).toBe(400)
  expect(await status({ authorization: 'Bearer x' })).toBe(401)
  expect(await status({ authorization: vapid('https://other.example').header })).toBe(401)
  expect(await status({ authorization: vapid(sandbox.url, 90_000).header })).toBe(401)
  expect(await status({ authorization: `${mine.header.slice(0, -3)}AAA` })).toBe(401)
  const large = await push(sandbox, subscription, 'x'.repeat(4100), { authorization: mine.header })
  expect(large.status).toBe(413)
  await sandbox.get(`/api/webpush/subscriptions/${subscription.endpoint.split('/').at(-1)}`, { method: 'DELETE' })
  expect(await status({ authorization: mine.header })).toBe(410)
})

test('keys outlive a restart, and so does a subscription that was given up', async () => {
  const first = await testSandbox()
  const [kept, gone] = [await subscribe(first), await subscribe(first)]
  const idOf = ({ endpoint }: Subscription) => endpoint.split('/').at(-1)
  await first.get(`/api/webpush/subscriptions/${idOf(gone)}`, { method: 'DELETE' })
  await first.stop()
  const second = await testSandbox({ dataDir: first.dataDir })
  const moved = (subscription: Subscription) => ({
    ...subscription,
    endpoint: `${second.url}/providers/webpush/push/${idOf(subscription)}`,
  })
  expect((await push(second, moved(kept), message('http://127.0.0.1:1'))).status).toBe(201)
  expect((await push(second, moved(gone), message('http://127.0.0.1:1'))).status).toBe(410)
  expect((await second.get('/api/messages?channel=webpush')).body.data).toHaveLength(1)
})

test('the dials make it slow down, fail, and lose subscriptions; retries get through', async () => {
  const sandbox = await testSandbox()
  const subscription = await subscribe(sandbox)
  const turn = (dials: object) => sandbox.put('/api/faults/webpush', dials)
  const send = () => push(sandbox, subscription, message('http://127.0.0.1:1'))
  await turn({ throttle_rate: 1 })
  const throttled = await send()
  expect([throttled.status, throttled.headers.get('retry-after')]).toEqual([429, '2'])
  await turn({ error_rate: 1 })
  expect((await send()).status).toBe(503)
  await turn({ hard_bounce_rate: 1 })
  expect((await send()).status).toBe(410)
  await turn({})
  expect((await send()).status).toBe(201)
})
