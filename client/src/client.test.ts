/** The client against the product; what only a broken server does, against one of the test's own. */
import { readdir, readFile, rm } from 'node:fs/promises'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { ensureLeaves } from '@notifly/server/db/partitions'
import { ensureEventMonths } from '@notifly/server/people/events/upkeep'
import { testApp } from '@notifly/server/testing/app'
import { setUpEmail } from '@notifly/server/testing/campaigns'
import { startWebhookSink } from '@notifly/server/testing/channels/webhook-sink'
import { newProgram } from '@notifly/server/testing/programs'
import { webhooksOf } from '@notifly/server/testing/webhooks'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { Notifly, NotiflyConnectionError, NotiflyError, verifyWebhook, WebhookVerificationError } from './index.ts'
import { wireTypes, WIRE_FILE } from './testing/generate-wire.ts'
import { checkTypes, folderWithPackage, runExamples, RUNTIMES } from './testing/package-folder.ts'

const kit = await testApp()
const owner = await kit.withApplication()
const scopes = ['messages:send', 'messages:read', 'contacts:read', 'contacts:write', 'events:write'] as const
const program = await newProgram(kit, owner, [...scopes], { rate_limit: 1000 })
const secretIn = (basic: string) => Buffer.from(basic.slice('Basic '.length), 'base64').toString().split(':')[1] ?? ''
const secret = secretIn(program.authorization)
let baseUrl = ''
let notifly: Notifly

beforeAll(async () => {
  await setUpEmail(kit, owner)
  await ensureLeaves(kit.database, kit.clock.now())
  await ensureEventMonths(kit.database, kit.clock.now(), kit.deps.config.eventDays)
  await kit.app.listen({ port: 0, host: '127.0.0.1' })
  baseUrl = `http://127.0.0.1:${(kit.app.server.address() as AddressInfo).port}`
  notifly = new Notifly({ baseUrl, clientId: program.keyId, secret })
})
afterAll(() => kit.app.server.closeAllConnections())

const MAIL = { channel: 'email', to: 'ana@example.com', content: { subject: 'Hi', html: '<p>Hi</p>' } } as const

/** The compiler runs twice, beside everything else that a busy machine does. */
const COMPILER_MS = 240_000

test('types are those of the contracts', async () => {
  // As it was formatted. Otherwise: node client/src/testing/generate-wire.ts
  const bare = (text: string) => text.replaceAll(/[\s;()|"']/g, '')
  expect(bare(await readFile(WIRE_FILE, 'utf8')) === bare(wireTypes())).toBe(true)
})

test(
  'the package as it is published needs nothing else, and the examples of its README are right and run',
  async () => {
    const { folder, installed, examples } = await folderWithPackage()
    onTestFinished(() => rm(folder, { recursive: true }))
    const files = await readdir(join(installed, 'dist'))
    expect(files).toEqual(expect.arrayContaining(['index.js', 'index.d.ts']))
    const texts = await Promise.all(files.map(file => readFile(join(installed, 'dist', file), 'utf8')))
    const imports = texts.flatMap(text => [...text.matchAll(/from '([^']+)'/g)].map(([, from]) => from))
    expect(imports.filter(from => !from?.startsWith('./'))).toEqual([])
    expect(examples.length).toBeGreaterThan(6)
    await checkTypes(folder)
    for (const command of RUNTIMES) {
      const reader = await kit.withApplication()
      await setUpEmail(kit, reader)
      const { keyId, authorization } = await newProgram(kit, reader, [...scopes])
      const env = { NOTIFLY_URL: baseUrl, NOTIFLY_CLIENT_ID: keyId, NOTIFLY_SECRET: secretIn(authorization) }
      // Runtimes differ in the quotes that they print.
      const printed = (await runExamples(folder, { count: examples.length, env, command })).replaceAll('"', "'")
      expect(printed).toContain('accepted as ')
      expect(printed).toContain('new\nunsubscribed\n')
      expect(printed).toContain("[ 'accepted', 'refused' ]")
      expect(printed).toContain('400 fields.email')
    }
  },
  COMPILER_MS,
)

describe('messages', () => {
  test('are sent once for a key, found again page by page, and cancelled while they wait', async () => {
    const tag = 'paged'
    const first = await notifly.messages.send({ ...MAIL, tags: [tag] }, { idempotencyKey: 'once' })
    expect(await notifly.messages.send({ ...MAIL, tags: [tag] }, { idempotencyKey: 'once' })).toEqual(first)
    const later = Math.floor(Date.now() / 1000) + 3600
    const waiting = await notifly.messages.batch([
      { ...MAIL, tags: [tag], send_at: later },
      { ...MAIL, tags: [tag] },
    ])
    const found: string[] = []
    for await (const { id } of notifly.messages.list({ tag, limit: 1 })) found.push(id)
    expect(found.toSorted()).toEqual([first.id, ...waiting.map(({ id }) => id ?? '')].toSorted())
    expect(await notifly.messages.cancel(waiting[0]?.id ?? '')).toMatchObject({ status: 'cancelled' })
    expect(await notifly.messages.get(first.id)).toMatchObject({ to: MAIL.to, tags: [tag], idempotency_key: 'once' })
  })
})

test('any number of contacts and events is cut into calls that the product takes, and answered in order', async () => {
  const contacts = Array.from({ length: 1001 }, (_, at) => ({
    external_user_id: `many-${at}`,
    email: `many-${at}@example.com`,
  }))
  const stored = await notifly.contacts.batch([...contacts, { external_user_id: 'bad', email: 'none' }])
  expect(stored).toHaveLength(1002)
  expect([stored[1000], stored[1001]]).toMatchObject([
    { external_user_id: 'many-1000', result: 'created' },
    { result: 'refused', error: { key: 'fields.email' } },
  ])
  // By size: three of these are more than one body takes.
  const properties = Object.fromEntries(Array.from({ length: 15 }, (_, at) => [`p${at}`, 'x'.repeat(990)]))
  const events = Array.from({ length: 300 }, (_, at) => ({ external_user_id: `many-${at}`, name: 'large', properties }))
  const told = await notifly.events.batch(events)
  expect(told.filter(({ result }) => result === 'accepted')).toHaveLength(300)
  expect(await notifly.contacts.batch([])).toEqual([])
})

test('refusals are typed, and say where they are explained', async () => {
  const refused = await notifly.contacts.put('ana', { email: 'none' }).catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(NotiflyError)
  expect(refused).toMatchObject({
    status: 400,
    key: 'fields.email',
    errors: [{ field: 'email', key: 'fields.email' }],
    docUrl: expect.stringContaining('/developers/errors#fields.email'),
    requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
  })
  const stranger = new Notifly({ baseUrl, clientId: program.keyId, secret: 'wrong' })
  await expect(stranger.contacts.get('ana')).rejects.toMatchObject({ status: 401, key: 'apiKeys.wrongKey' })
  await expect(notifly.contacts.get('a/b?c')).rejects.toMatchObject({ status: 404, key: 'contacts.noExternalId' })
  expect(() => new Notifly({ baseUrl })).toThrow(TypeError)
})

describe('a server that fails', () => {
  type Step = (response: ServerResponse) => unknown
  const answer =
    (status: number, body: unknown, headers = {}): Step =>
    response =>
      response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
  const busy = { success: false, message: 'Busy.', key: 'errors.unavailable' }
  const good = answer(202, { success: true, data: { result: 'accepted' } })

  /** Answers each request by the next step, and all further ones by the last. */
  async function failing(...steps: Step[]) {
    const seen: { key: string | undefined; body: string }[] = []
    const server = createServer((request, response) => {
      void text(request).then(body => {
        seen.push({ key: request.headers['idempotency-key'] as string | undefined, body })
        steps[Math.min(seen.length, steps.length) - 1]?.(response)
      })
    })
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => {
      server.closeAllConnections()
      server.close()
    })
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
    return { seen, client: new Notifly({ baseUrl: url, accessToken: 'nat_x', timeoutMs: 2000 }) }
  }

  test('is asked again with the same key after 5xx, 429 and a broken connection', async () => {
    const cut: Step = response => response.destroy()
    const { seen, client } = await failing(answer(503, busy), answer(429, busy, { 'retry-after': '0' }), cut, good)
    await client.messages.send(MAIL)
    expect(seen.map(({ key }) => key)).toEqual(Array.from({ length: 4 }, () => seen[0]?.key))
    expect(seen[0]?.key).toMatch(/^[0-9a-f-]{36}$/)
    const again = await failing(answer(502, 'Bad gateway'), good)
    await again.client.events.track({ external_user_id: 'ana', name: 'paid' })
    expect(again.seen.map(({ body }) => body)).toEqual([again.seen[0]?.body, again.seen[0]?.body])
    expect(JSON.parse(again.seen[0]?.body ?? '')).toHaveProperty('id')
  })

  test('is given up at last, at once for what cannot pass, and when the caller aborts', async () => {
    const { seen, client } = await failing(answer(500, busy))
    await expect(client.contacts.get('ana', { maxRetries: 1 })).rejects.toMatchObject({ status: 500 })
    expect(seen).toHaveLength(2)
    const wrong = await failing(answer(400, { ...busy, key: 'fields.email' }))
    await expect(wrong.client.contacts.get('ana')).rejects.toMatchObject({ status: 400 })
    expect(wrong.seen).toHaveLength(1)
    const moved = await failing(answer(308, {}, { location: '/elsewhere' }))
    await expect(moved.client.contacts.get('ana')).rejects.toMatchObject({ status: 308 })
    expect(moved.seen).toHaveLength(1)
    const silent = await failing(() => undefined)
    const late = silent.client.contacts.get('ana', { timeoutMs: 50, maxRetries: 0 })
    await expect(late).rejects.toBeInstanceOf(NotiflyConnectionError)
    const controller = new AbortController()
    const patient = await failing(answer(503, busy, { 'retry-after': '30' }))
    const aborted = patient.client.contacts.get('ana', { signal: controller.signal })
    setTimeout(() => controller.abort(new Error('enough')), 100)
    await expect(aborted).rejects.toThrow('enough')
  })
})

test('webhooks of the product are verified; what is old, altered or signed by others is not', async () => {
  const sink = await startWebhookSink()
  const { create } = webhooksOf(kit)
  const webhook = await create(owner, { webhook_url: sink.url, events: [601] })
  await kit.call('POST', '/api/webhook/test', { bearer: owner.bearer, body: { uuid: webhook.uuid, event: 601 } })
  const [request] = sink.received
  if (request === undefined) throw new Error('nothing came')
  const { text: body, headers } = request
  const other = `whsec_${Buffer.from('another secret of others').toString('base64')}`
  expect(await verifyWebhook(body, headers, webhook.secret)).toMatchObject({
    type: 'contact.created',
    data: { test: true },
  })
  const sent = new Headers(headers as Record<string, string>)
  expect(await verifyWebhook(Buffer.from(body), sent, [other, webhook.secret])).toEqual(request.body)
  sent.set('webhook-signature', `v1,AAAA v2,x v1,*** ${String(headers['webhook-signature'])}`)
  expect(await verifyWebhook(body, sent, webhook.secret)).toEqual(request.body)
  const refused: [string, Parameters<typeof verifyWebhook>[1], string][] = [
    [`${body} `, headers, webhook.secret],
    [body, headers, other],
    [body, { ...headers, 'webhook-id': 'another' }, webhook.secret],
    [body, { ...headers, 'webhook-signature': undefined }, webhook.secret],
    [body, { ...headers, 'webhook-signature': 'v1,' }, webhook.secret],
    [body, { ...headers, 'webhook-timestamp': 'now' }, webhook.secret],
    [body, { ...headers, 'webhook-timestamp': String(Math.floor(Date.now() / 1000) - 301) }, webhook.secret],
    [body, { ...headers, 'webhook-timestamp': String(Math.floor(Date.now() / 1000) + 302) }, webhook.secret],
  ]
  for (const [payload, given, key] of refused) {
    await expect(verifyWebhook(payload, given, key)).rejects.toBeInstanceOf(WebhookVerificationError)
  }
  await expect(verifyWebhook(body, headers, 'whsec_')).rejects.toBeInstanceOf(TypeError)
})
