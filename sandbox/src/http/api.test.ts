import { request } from 'node:http'
import { expect, test } from 'vitest'
import { testDirectory, testSandbox, type TestSandbox } from '../testing/test-sandbox.ts'

/** A call with headers that fetch would not let anybody set. */
function call(sandbox: TestSandbox, method: string, path: string, headers: Record<string, string>) {
  return new Promise<{ status: number; headers: Record<string, unknown>; body: string }>((resolve, reject) => {
    const sent = request(sandbox.url + path, { method, headers }, answer => {
      let body = ''
      answer.on('data', chunk => (body += String(chunk)))
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body }))
    })
    sent.on('error', reject)
    sent.end()
  })
}

test('a list has rows, newest first, and says where it is', async () => {
  const sandbox = await testSandbox()
  for (let i = 1; i <= 5; i++) await sandbox.send({ to: `p${i}@x.example`, subject: `Mail ${i}`, text: `Text ${i}` })
  const { status, headers, body } = await sandbox.get('/api/messages?channel=email&page=2&per_page=2')
  expect(status).toBe(200)
  expect(body).toEqual({
    success: true,
    data: [3, 2].map(i => ({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      channel: 'email',
      provider: 'smtp',
      to: `p${i}@x.example`,
      from: 'shop@shop.example',
      from_name: 'Shop',
      envelope_from: 'shop@shop.example',
      subject: `Mail ${i}`,
      text: `Text ${i}`,
      received_on: expect.closeTo(Date.now() / 1000, -2),
    })),
  })
  expect(Number.isInteger(body.data[0].received_on)).toBe(true)
  const paging = ['total-count', 'total-pages', 'current-page', 'next-page', 'previous-page']
  expect(paging.map(name => headers.get(`x-notifly-${name}`))).toEqual(['5', '3', '2', '3', '1'])
  const ends = await sandbox.get('/api/messages')
  expect(paging.map(name => ends.headers.get(`x-notifly-${name}`))).toEqual(['5', '1', '1', null, null])
})

test('messages are found by address, channel and words', async () => {
  const sandbox = await testSandbox()
  await sandbox.send({ to: ['Ann@x.example', 'bob@x.example'], subject: 'Shared', text: 'the secret code is 4711' })
  await sandbox.send({ to: 'joann@x.example', subject: 'Other' })
  const found = async (query: string) => {
    const { body } = await sandbox.get(`/api/messages?${query}`)
    return body.data.map(({ to }: { to: string }) => to)
  }
  expect(await found('to=ANN@X.EXAMPLE')).toEqual(['Ann@x.example'])
  expect(await found('to=nn@x.example')).toEqual([])
  expect(await found('channel=sms')).toEqual([])
  expect(await found('search=CODE+is+4711')).toEqual(['bob@x.example', 'Ann@x.example'])
  expect(await found('search=ann')).toEqual(['joann@x.example', 'Ann@x.example'])
})

test('everything about one message, its attachments and its bytes', async () => {
  const sandbox = await testSandbox()
  await sandbox.send({
    to: 'a@x.example',
    subject: 'Rechnung für Jürgen',
    html: '<p>Hello <a href="http://localhost:3000/t/c/1">link</a></p>',
    headers: { 'X-Two': ['one', 'two'] },
    attachments: [{ filename: 'Preis ₹.csv', content: 'a;b' }],
  })
  const { body: list } = await sandbox.get('/api/messages')
  const path = `/api/messages/${list.data[0].id}`
  const { data } = (await sandbox.get(path)).body
  expect(data).toMatchObject({
    ...list.data[0],
    subject: 'Rechnung für Jürgen',
    html: expect.stringContaining('<a href="http://localhost:3000/t/c/1">'),
    headers: { subject: 'Rechnung für Jürgen', 'x-two': 'one\ntwo', to: 'a@x.example' },
    links: ['http://localhost:3000/t/c/1'],
    attachments: [{ filename: 'Preis ₹.csv', content_type: 'text/csv', size: 3, url: `${path}/attachments/0` }],
  })
  const file = await fetch(sandbox.url + data.attachments[0].url)
  expect(await file.text()).toBe('a;b')
  expect(file.headers.get('content-disposition')).toBe(
    `attachment; filename="Preis _.csv"; filename*=UTF-8''Preis%20%E2%82%B9.csv`,
  )
  expect(file.headers.get('content-type')).toBe('application/octet-stream')
  const raw = await fetch(`${sandbox.url}${path}/raw`)
  expect(await raw.text()).toBe(data.raw)
  expect((await sandbox.get(`${path}/attachments/1`)).status).toBe(404)
})

test('what is not there is 404, what makes no sense 400, always in the one shape', async () => {
  const sandbox = await testSandbox()
  for (const path of [
    '/api/messages/1',
    '/api/messages/01a1f7bd-3dbf-7000-8000-000000000040',
    '/api/faults/fax',
    '/x',
  ]) {
    expect(await sandbox.get(path)).toMatchObject({
      status: 404,
      body: { success: false, message: expect.any(String) },
    })
  }
  for (const query of ['page=0', 'per_page=101', 'page=x']) {
    const [field] = query.split('=')
    expect(await sandbox.get(`/api/messages?${query}`)).toMatchObject({ status: 400, body: { errors: [{ field }] } })
  }
})

test('deleting empties the inbox', async () => {
  const sandbox = await testSandbox()
  await sandbox.send({ to: 'a@x.example' })
  expect(await sandbox.get('/api/messages', { method: 'DELETE' })).toMatchObject({
    status: 200,
    body: { success: true },
  })
  expect((await sandbox.get('/api/messages')).body).toEqual({ success: true, data: [] })
})

test('counts name those who got more than one message', async () => {
  const sandbox = await testSandbox()
  for (const to of ['a@x.example', 'b@x.example', 'A@x.example']) await sandbox.send({ to })
  expect((await sandbox.get('/api/messages/counts')).body.data).toEqual({
    messages: 3,
    recipients: 2,
    repeated: [{ to: 'a@x.example', messages: 2 }],
  })
})

test('messages and dials outlive a restart', async () => {
  const dataDir = await testDirectory()
  const before = await testSandbox({ dataDir })
  await before.send({ to: 'a@x.example', subject: 'Kept' })
  await before.put('/api/faults/email', { latency_ms: 5, open_rate: 0.25, seed: 9 })
  await before.stop()
  const after = await testSandbox({ dataDir })
  expect((await after.get('/api/messages')).body.data).toMatchObject([{ subject: 'Kept' }])
  expect((await after.get('/api/faults/email')).body.data).toMatchObject({ latency_ms: 5, open_rate: 0.25, seed: 9 })
})

test('a dial that is not named is off, and one that makes no sense changes nothing', async () => {
  const sandbox = await testSandbox()
  await sandbox.put('/api/faults/email', { error_rate: 1, seed: 5 })
  await expect(sandbox.send({ to: 'a@x.example' })).rejects.toMatchObject({ responseCode: 451 })
  const { body } = await sandbox.put('/api/faults/email', { complaint_rate: 0.5 })
  const off = { latency_ms: 0, error_rate: 0, throttle_rate: 0, soft_bounce_rate: 0, hard_bounce_rate: 0 }
  const calls = { doubled_rate: 0, disorder_rate: 0 }
  const dials = { ...off, ...calls, open_rate: 0, click_rate: 0, complaint_rate: 0.5, seed: 1 }
  expect(body).toEqual({ success: true, data: dials })
  await sandbox.send({ to: 'a@x.example' })
  for (const wrong of [{ error_rate: 1.1 }, { open_rate: '1' }, { latency: 5 }, { seed: 1.5 }, 5]) {
    expect(await sandbox.put('/api/faults/email', wrong)).toMatchObject({ status: 400, body: { success: false } })
  }
  expect((await sandbox.get('/api/faults/email')).body.data).toEqual(dials)
})

test('only names of this machine are answered', async () => {
  const sandbox = await testSandbox({ allowedHosts: ['box.test'] })
  const status = async (host: string) => (await call(sandbox, 'GET', '/api/messages', { host })).status
  for (const host of ['localhost', 'LOCALHOST:9', '127.0.0.1:3100', '[::1]:3100', '[::1]', 'box.test:80']) {
    expect([host, await status(host)]).toEqual([host, 200])
  }
  for (const host of ['evil.example', '127.0.0.1.evil.example', 'localhost.evil.example:3100', '192.168.1.5']) {
    expect([host, await status(host)]).toEqual([host, 421])
  }
})

test('other sites may neither read nor change anything', async () => {
  const sandbox = await testSandbox()
  const { host } = new URL(sandbox.url)
  const change = async (headers: Record<string, string>) =>
    (await call(sandbox, 'DELETE', '/api/messages', { host, ...headers })).status
  expect(await change({})).toBe(200)
  expect(await change({ origin: sandbox.url })).toBe(200)
  expect(await change({ 'sec-fetch-site': 'same-origin' })).toBe(200)
  for (const origin of ['http://localhost:3000', 'https://evil.example', 'null', `https://${host}`]) {
    expect([origin, await change({ origin })]).toEqual([origin, 403])
  }
  expect(await change({ 'sec-fetch-site': 'same-site' })).toBe(403)
  const read = await call(sandbox, 'GET', '/api/messages', { host, origin: 'http://localhost:3000' })
  expect(Object.keys(read.headers).filter(name => name.startsWith('access-control-'))).toEqual([])
  expect((await call(sandbox, 'OPTIONS', '/api/messages', { host, origin: 'http://localhost:3000' })).status).toBe(403)
})

test.each([
  ['/ses', '/ses/subscriptions'],
  ['/whatsapp', '/whatsapp/webhook'],
])('the form of %s is taken as browsers send it, and from nowhere else', async (page, action) => {
  const sandbox = await testSandbox()
  const { headers, text } = await fetch(sandbox.url + page).then(async answer => ({
    headers: answer.headers,
    text: await answer.text(),
  }))
  expect(text).toContain(`method="post" action="${action}"`)
  // What a browser names as the origin of a form is decided by the policy of its page: with "no-referrer" that is "null", which any
  // page in a sandboxed frame has too.
  expect(headers.get('referrer-policy')).toBe('same-origin')
  expect(text).not.toMatch(/<meta[^>]*referrer|<form[^>]*noreferrer/)
  const send = async (origin: string) => {
    const body = new URLSearchParams({ remove: 'nothing' })
    return (await fetch(sandbox.url + action, { method: 'POST', headers: { origin }, body, redirect: 'manual' })).status
  }
  expect(await Promise.all([sandbox.url, 'null', 'https://evil.example'].map(send))).toEqual([303, 403, 403])
})
