import { createHmac, randomBytes, randomUUID } from 'node:crypto'
import { request } from 'node:http'
import { expect, test } from 'vitest'
import { testDirectory, testSandbox, type TestSandbox } from '../../testing/test-sandbox.ts'
import { KEPT_MAX } from './received.ts'

const BODY = JSON.stringify({
  type: 'message.clicked',
  timestamp: '2026-09-21T13:33:20.000Z',
  data: { to: '<b>ada</b>' },
})
const newSecret = () => `whsec_${randomBytes(32).toString('base64')}`

interface Sent {
  secrets?: string[]
  id?: string
  atSeconds?: number
  body?: string
}

/** As Notifly sends it; signed with each of the secrets. */
async function send(sandbox: TestSandbox, { secrets = [], id = randomUUID(), body = BODY, ...rest }: Sent = {}) {
  const time = String(rest.atSeconds ?? Math.floor(Date.now() / 1000))
  const signatures = secrets.map(secret => {
    const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
    return `v1,${createHmac('sha256', key).update(`${id}.${time}.${body}`).digest('base64')}`
  })
  const signed = { 'webhook-id': id, 'webhook-timestamp': time, 'webhook-signature': signatures.join(' ') }
  const { status } = await fetch(`${sandbox.url}/webhooks/orders?shop=1`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(secrets.length > 0 && signed) },
    body,
    redirect: 'manual',
  })
  return status
}

const verdicts = async (sandbox: TestSandbox): Promise<string[]> =>
  (await sandbox.get('/api/webhooks')).body.data.map(({ verdict }: { verdict: string }) => verdict)
const page = async (sandbox: TestSandbox, path = '/webhooks') => (await fetch(sandbox.url + path)).text()
const fill = (sandbox: TestSandbox, form: Record<string, string>) =>
  fetch(`${sandbox.url}/webhooks`, { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' })

test('what comes is shown with its headers and its body, and whether a secret signed it', async () => {
  const sandbox = await testSandbox()
  const [secret, other] = [newSecret(), newSecret()]
  expect(await page(sandbox)).toContain('Nothing yet')
  expect(await send(sandbox, { secrets: [secret] })).toBe(200)
  expect(await verdicts(sandbox)).toEqual(['unchecked'])
  expect((await fill(sandbox, { secret: ` ${secret} ` })).status).toBe(303)
  await send(sandbox)
  await send(sandbox, { secrets: [other] })
  await send(sandbox, { secrets: [other, secret] })
  await send(sandbox, { secrets: [secret], atSeconds: Math.floor(Date.now() / 1000) - 301 })
  expect(await verdicts(sandbox)).toEqual(['late', 'verified', 'wrong', 'unsigned', 'verified'])
  const [newest] = (await sandbox.get('/api/webhooks')).body.data
  expect(newest).toMatchObject({ path: '/webhooks/orders?shop=1', body: BODY, answered: 200 })
  const text = await page(sandbox, `/webhooks?id=${newest.id}`)
  for (const shown of ['Verified', 'Wrong signature', 'Not signed', 'Too old', 'message.clicked', 'webhook-timestamp'])
    expect(text).toContain(shown)
  expect(text).toContain('&quot;to&quot;: &quot;&lt;b&gt;ada&lt;/b&gt;&quot;')
  expect(text).toContain(`${secret.slice(0, 12)}…`)
  expect(text).not.toContain(secret)
  await fill(sandbox, { remove: `${secret.slice(0, 12)}…`, clear: '' })
  expect(await verdicts(sandbox)).toEqual([])
  expect(await page(sandbox)).not.toContain(secret.slice(0, 12))
})

test('a changed body is not verified, and an event that comes again is marked', async () => {
  const sandbox = await testSandbox()
  const [secret, id] = [newSecret(), randomUUID()]
  await sandbox.put('/api/webhooks/secret', { secret })
  await send(sandbox, { secrets: [secret], id })
  expect(await page(sandbox)).not.toContain('Again')
  await send(sandbox, { secrets: [secret], id })
  expect((await page(sandbox)).match(/Again/g)).toHaveLength(1)
  const [{ headers }] = (await sandbox.get('/api/webhooks')).body.data
  const signed = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map(name => [name, headers[name]])
  await fetch(`${sandbox.url}/webhooks/x`, { method: 'POST', headers: Object.fromEntries(signed), body: `${BODY} ` })
  expect(await verdicts(sandbox)).toEqual(['wrong', 'verified', 'verified'])
})

test('dials make it fail for a number of requests, and count down', async () => {
  const sandbox = await testSandbox()
  await sandbox.put('/api/faults/webhooks', { error_next: 2, redirect_next: 1, gone_next: 1 })
  expect(await page(sandbox, '/faults')).toContain('3 on')
  const statuses: number[] = []
  for (let request = 0; request < 5; request++) statuses.push(await send(sandbox))
  expect(statuses).toEqual([500, 500, 307, 410, 200])
  expect((await sandbox.get('/api/faults/webhooks')).body.data).toMatchObject({ error_next: 0, gone_next: 0 })

  await sandbox.put('/api/faults/webhooks', { silent_next: 1 })
  const silent = request(`${sandbox.url}/webhooks/orders`, { method: 'POST', agent: false })
  const end = new Promise(resolve => silent.on('response', resolve).on('error', resolve))
  silent.end(BODY)
  await expect.poll(async () => (await sandbox.get('/api/webhooks')).body.data[0].answered).toBe('silence')
  expect(await send(sandbox)).toBe(200)
  expect((await sandbox.put('/api/faults/webhooks', { gone_next: -1 })).status).toBe(400)
  silent.setTimeout(1, () => silent.destroy(new Error('nothing came')))
  expect(await end).toMatchObject({ message: 'nothing came' })
})

test('a share of requests fails and a later attempt gets through; responses come late', async () => {
  const sandbox = await testSandbox()
  await sandbox.put('/api/faults/webhooks', { error_rate: 0.5 })
  const ids = Array.from({ length: 20 }, (_, index) => `event-${index}`)
  const sendAll = () => Promise.all(ids.map(id => send(sandbox, { id, secrets: [newSecret()] })))
  const first = await sendAll()
  expect(new Set(first)).toEqual(new Set([200, 500]))
  const second = await sendAll()
  expect(second.filter((status, index) => first[index] === 500 && status === 200)).not.toEqual([])
  await sandbox.put('/api/faults/webhooks', { latency_ms: 120 })
  const beganMs = performance.now()
  await send(sandbox)
  expect(performance.now() - beganMs).toBeGreaterThanOrEqual(119)
})

test('only the newest requests are kept, large ones are refused; secrets and dials outlive a restart', async () => {
  const dataDir = await testDirectory()
  const first = await testSandbox({ dataDir })
  const secret = newSecret()
  await first.put('/api/webhooks/secret', { secret })
  await first.put('/api/faults/webhooks', { seed: 7 })
  for (let request = 0; request <= KEPT_MAX; request++) await send(first, { secrets: [secret] })
  const kept = (await first.get('/api/webhooks')).body.data
  expect([kept.length, kept.at(-1).id]).toEqual([KEPT_MAX, 2])
  expect(await send(first, { body: 'x'.repeat(65_536) })).toBe(200)
  expect(await send(first, { body: 'x'.repeat(65_537) })).toBe(413)
  await first.stop()
  const sandbox = await testSandbox({ dataDir })
  await send(sandbox, { secrets: [secret] })
  expect(await verdicts(sandbox)).toEqual(['verified'])
  expect((await sandbox.get('/api/faults/webhooks')).body.data.seed).toBe(7)
})

test('a secret that is none is refused, in the API and on the page', async () => {
  const sandbox = await testSandbox()
  for (const secret of ['', 'whsec_', 'whsec_short', 'sk_live_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA']) {
    expect((await sandbox.put('/api/webhooks/secret', { secret })).status).toBe(400)
    const answer = await fill(sandbox, { secret })
    expect([answer.status, await answer.text()]).toEqual([400, expect.stringContaining('begins with whsec_')])
  }
})
