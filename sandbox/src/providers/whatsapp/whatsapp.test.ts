import { createHmac } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { testSandbox, type TestSandbox } from '../../testing/test-sandbox.ts'

const SECRET = 'a secret of the app'

interface Call {
  raw: Buffer
  signature: string
  // oxlint-disable-next-line typescript/no-explicit-any -- payloads have many shapes
  body: any
}

interface Value {
  metadata: { phone_number_id: string }
  statuses?: { status: string }[]
  messages?: object[]
}

interface Payload {
  entry: { changes: { value: Value }[] }[]
}

/** A webhook as an app has it: proves its token, keeps what it is told. */
async function startWebhook(sandbox: TestSandbox) {
  const calls: Call[] = []
  const server = createServer((request: IncomingMessage, response) => {
    if (request.method === 'GET') {
      const query = new URL(request.url ?? '', 'http://x').searchParams
      const isKnown = query.get('hub.verify_token') === 'ours'
      return response.writeHead(isKnown ? 200 : 403).end(isKnown ? query.get('hub.challenge') : '')
    }
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const raw = Buffer.concat(chunks)
      calls.push({ raw, signature: String(request.headers['x-hub-signature-256']), body: JSON.parse(raw.toString()) })
      response.writeHead(200).end()
    })
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await new Promise(resolve => server.once('listening', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`
  const subscribe = (token: string, number = '') =>
    sandbox.put('/api/whatsapp/webhooks', { phone_number_id: number, url, verify_token: token, app_secret: SECRET })
  return { calls, subscribe }
}

function graph(sandbox: TestSandbox, method: string, path: string, body?: unknown, token = 'good') {
  return sandbox.get(`/providers/whatsapp/v23.0/${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
}

const orderUpdate = (values: string[]) => ({
  name: 'order_update',
  language: { code: 'en_US' },
  components: [
    { type: 'header', parameters: [{ type: 'text', text: '10431' }] },
    { type: 'body', parameters: values.map(text => ({ type: 'text', text })) },
    { type: 'button', sub_type: 'url', index: '0', parameters: [{ type: 'text', text: '10431' }] },
  ],
})

const message = (template: object, to = '919812345678') => ({
  messaging_product: 'whatsapp',
  to,
  type: 'template',
  template,
  biz_opaque_callback_data: 'our token',
})

test('a message fits its template, is kept, and is reported with a signature over the very bytes', async () => {
  const sandbox = await testSandbox()
  const webhook = await startWebhook(sandbox)
  expect((await webhook.subscribe('theirs')).status).toBe(400)
  expect((await webhook.subscribe('ours')).status).toBe(200)
  await sandbox.put('/api/faults/whatsapp', { open_rate: 1 })
  const sent = await graph(sandbox, 'POST', '1055/messages', message(orderUpdate(['Jürgen', 'a chair', 'Friday'])))
  expect(sent).toMatchObject({ status: 200, body: { messages: [{ id: expect.stringMatching(/^wamid\./) }] } })
  const id = sent.body.messages[0].id
  // oxlint-disable-next-line typescript/no-explicit-any -- payloads have many shapes
  const statuses = () => webhook.calls.flatMap(({ body }) => body.entry.flatMap((entry: any) => entry.changes))
  await vi.waitFor(() => expect(JSON.stringify(statuses())).toContain('"read"'), { timeout: 20_000 })
  const [first] = statuses()
  expect(first.value.statuses[0]).toMatchObject({
    id,
    recipient_id: '919812345678',
    biz_opaque_callback_data: 'our token',
  })
  for (const { raw, signature } of webhook.calls) {
    expect(signature).toBe(`sha256=${createHmac('sha256', SECRET).update(raw).digest('hex')}`)
    expect(raw.toString()).toMatch(/^[\x20-\x7e]*$/)
  }
  const { body } = await sandbox.get('/api/messages?channel=whatsapp')
  expect(body.data).toMatchObject([{ to: '+919812345678' }])
})

test('what does not fit is answered with the numbers of the Cloud API', async () => {
  const sandbox = await testSandbox()
  const code = async (body: object, token?: string, number = '1055') =>
    (await graph(sandbox, 'POST', `${number}/messages`, body, token)).body.error?.code
  expect(await code(message(orderUpdate(['a', 'b'])))).toBe(132000)
  expect(await code(message(orderUpdate(['a', 'b', ''])))).toBe(131008)
  expect(await code(message(orderUpdate(['a', 'b', 'c\nd'])))).toBe(132012)
  expect(await code(message({ ...orderUpdate([]), name: 'nowhere' }))).toBe(132001)
  expect(await code(message({ name: 'last_chance', language: { code: 'en_US' } }))).toBe(132001)
  expect(await code(message({ name: 'season_offer', language: { code: 'en_US' } }))).toBe(132000)
  expect(await code({ messaging_product: 'whatsapp', to: '919812345678', type: 'text', text: { body: 'Hi' } })).toBe(
    131047,
  )
  expect(await code(message(orderUpdate(['a', 'b', 'c'])), 'wrong')).toBe(190)
  expect(await code(message(orderUpdate(['a', 'b', 'c'])), 'good', '404123')).toBe(100)
  await sandbox.put('/api/faults/whatsapp', { hard_bounce_rate: 1 })
  expect(await code(message(orderUpdate(['a', 'b', 'c'])))).toBe(131026)
})

test('templates are listed by cursor, decided about, and their ids are numbers beyond 2^53 in events', async () => {
  const sandbox = await testSandbox()
  const webhook = await startWebhook(sandbox)
  await webhook.subscribe('ours')
  const names: string[] = []
  let after = ''
  do {
    const { body } = await graph(sandbox, 'GET', `2066/message_templates?limit=3${after}`)
    names.push(...body.data.map(({ name }: { name: string }) => name))
    after = body.paging?.next === undefined ? '' : `&after=${body.paging.cursors.after}`
  } while (after !== '')
  expect(new Set(names).size).toBe(7)
  const created = await graph(sandbox, 'POST', '2066/message_templates', {
    name: 'reject_me',
    language: 'en_US',
    category: 'MARKETING',
    components: [{ type: 'BODY', text: 'Hello {{1}}, nice.', example: { body_text: [['Ann']] } }],
  })
  expect(created.body).toMatchObject({ status: 'PENDING', id: expect.stringMatching(/^\d{17,}$/) })
  await vi.waitFor(() => expect(webhook.calls).toHaveLength(1), { timeout: 20_000 })
  const [call] = webhook.calls
  expect(call?.raw.toString()).toContain(`"message_template_id":${created.body.id},`)
  expect(call?.body.entry[0].changes[0].value).toMatchObject({ event: 'REJECTED', reason: 'PROMOTIONAL' })
})

test('media and samples are taken in, and a reply opens a session with the number that it went to', async () => {
  const sandbox = await testSandbox()
  const form = new FormData()
  form.set('messaging_product', 'whatsapp')
  form.set('type', 'image/png')
  form.set('file', new File(['a picture'], 'a.png', { type: 'image/png' }))
  const headers = { authorization: 'Bearer good' }
  const base = '/providers/whatsapp/v23.0'
  const media = await sandbox.get(`${base}/1055/media`, { method: 'POST', headers, body: form })
  expect((await graph(sandbox, 'GET', media.body.id)).body).toMatchObject({ mime_type: 'image/png', file_size: 9 })
  const begun = await graph(sandbox, 'POST', '300/uploads?file_name=a.png&file_length=9&file_type=image/png')
  const finished = await sandbox.get(`${base}/${begun.body.id}`, {
    method: 'POST',
    headers: { ...headers, file_offset: '0', 'content-type': 'application/octet-stream' },
    body: 'a picture',
  })
  expect(finished.body.h).toMatch(/^4::/)
  await sandbox.get('/api/whatsapp/inbound', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ from: '+919812345678', to: '1055', text: 'Hello' }),
  })
  const text = { messaging_product: 'whatsapp', to: '919812345678', type: 'text', text: { body: 'Hi' } }
  expect((await graph(sandbox, 'POST', '1055/messages', text)).status).toBe(200)
  expect((await graph(sandbox, 'POST', '1066/messages', text)).body.error.code).toBe(131_047)
})

test('two numbers have a webhook each: nobody hears of the other one, and a reply goes to the number that wrote', async () => {
  const sandbox = await testSandbox()
  const numbers = ['1055', '1066']
  const webhooks = await Promise.all(numbers.map(() => startWebhook(sandbox)))
  for (const [index, webhook] of webhooks.entries()) await webhook.subscribe('ours', numbers[index])
  for (const number of numbers) {
    const sent = await graph(sandbox, 'POST', `${number}/messages`, message(orderUpdate(['Ana', 'a chair', 'Friday'])))
    expect(sent.status).toBe(200)
  }
  await sandbox.put('/api/faults/whatsapp', { open_rate: 0 })
  const reply = { channel: 'whatsapp', number: '+919812345678', text: 'Thank you' }
  const json = { 'content-type': 'application/json' }
  const replied = await sandbox.get('/api/phone/replies', {
    method: 'POST',
    headers: json,
    body: JSON.stringify(reply),
  })
  expect(replied.status).toBe(200)
  const heard = webhooks.map(({ calls }) => calls)
  const values = (calls: Call[]): Value[] =>
    calls.flatMap(({ body }) => (body as Payload).entry.flatMap(({ changes }) => changes.map(({ value }) => value)))
  const isWhole = (calls: Call[]) => values(calls).some(({ statuses }) => statuses?.[0]?.status === 'delivered')
  await vi.waitFor(() => expect(heard.every(isWhole)).toBe(true), { timeout: 20_000 })
  for (const [index, calls] of heard.entries()) {
    const about = values(calls).map(({ metadata }) => metadata.phone_number_id)
    expect(new Set(about)).toEqual(new Set([numbers[index]]))
  }
  const replies = () => heard.map(calls => values(calls).filter(({ messages }) => messages !== undefined).length)
  await vi.waitFor(() => expect(replies()).toEqual([0, 1]))
})

test('its dials stand beside those of the other channels, under the names that all of them share', async () => {
  const sandbox = await testSandbox()
  const { body } = await sandbox.get('/api/faults/whatsapp')
  expect(body.data).toMatchObject({ hard_bounce_rate: 0, soft_bounce_rate: 0, open_rate: 0.5, delivered_rate: 1 })
  const turned = await sandbox.put('/api/faults/whatsapp', { error_rate: 1, open_rate: 0.1, seed: 5 })
  expect(turned.body.data).toMatchObject({ error_rate: 1, open_rate: 0.1, seed: 5 })
  expect((await sandbox.put('/api/faults/whatsapp', { read_rate: 1 })).status).toBe(400)
})
