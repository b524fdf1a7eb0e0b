import { Webhook } from 'standardwebhooks'
import { expect, onTestFinished, test, vi } from 'vitest'
import { testApp } from '../../../testing/app.ts'
import { type Received, signersOf, startWebhookSink } from '../../../testing/channels/webhook-sink.ts'
import { EMAIL, webhooksOf } from '../../../testing/webhooks.ts'
import { Dispatcher, IN_FLIGHT_MAX } from './dispatcher.ts'

const kit = await testApp()
const { create, read, attempts, run, happen, dispatch, later } = webhooksOf(kit)

const SECOND = 1 / 3600
const MINUTE = 1 / 60

/** What a receiver with the published library gets to see; throws where that refuses. */
function verified(secret: string, { headers, text }: Received): unknown {
  return new Webhook(secret).verify(text, headers as Record<string, string>)
}

test('an event reaches the endpoint that asked for it, signed as Standard Webhooks says', async () => {
  const [who, sink] = [await kit.withApplication(), await startWebhookSink()]
  const { runId, campaignId } = await run(who)
  const { uuid, secret } = await create(who, { webhook_url: sink.url, events: [EMAIL.clicked] })
  await happen(who, runId, 'opened', [1])
  await happen(who, runId, 'clicked', [2], { linkNo: 1, at: new Date(Date.UTC(2026, 5, 1)) })
  await happen(who, runId, 'clicked', [3], { linkNo: 1, bot: true })
  await dispatch()
  expect(sink.received).toHaveLength(1)
  const [request] = sink.received
  if (request === undefined) throw new Error('nothing came')
  expect(signersOf(request, [secret, 'whsec_AAAA'])).toEqual([secret])
  expect(verified(secret, request)).toEqual(request.body)
  expect(Math.abs(Number(request.headers['webhook-timestamp']) - Date.now() / 1000)).toBeLessThan(60)
  const { rows } = await kit.database.pool.query<{ address: string; contact_id: string }>(
    'select address, contact_id from delivery where run_id = $1 and seq = 2',
    [runId],
  )
  expect(request.body).toEqual({
    type: 'message.clicked',
    timestamp: '2026-06-01T00:00:00.000Z',
    data: {
      channel: 'email',
      message_uuid: `${runId}.2`,
      run_uuid: runId,
      campaign: { uuid: campaignId, name: 'Autumn restock' },
      contact: { uuid: rows[0]?.contact_id, external_user_id: null },
      to: rows[0]?.address,
      reason: null,
      link: { number: 1, url: expect.stringContaining('https://shop.example/') },
    },
  })
  const { data } = await attempts(who, uuid)
  expect(data).toMatchObject([
    {
      message_uuid: request.headers['webhook-id'],
      type: 'message.clicked',
      ok: true,
      status: 200,
      attempt: 1,
      next_on: null,
    },
  ])
  await dispatch()
  expect(sink.received).toHaveLength(1)
})

test('the library of Standard Webhooks refuses what was changed, what another secret signed, and what is old', async () => {
  const [who, sink] = [await kit.withApplication(), await startWebhookSink()]
  const { runId } = await run(who)
  const { secret } = await create(who, { webhook_url: sink.url })
  const { secret: other } = await create(who, { name: 'Other', webhook_url: sink.url, events: [EMAIL.clicked] })
  await happen(who, runId, 'opened', [1])
  await dispatch()
  const [request] = sink.received
  if (request === undefined) throw new Error('nothing came')
  const { headers, text } = request
  const changed = (name: string, value: string) => ({ ...request, headers: { ...headers, [name]: value } })
  const timeMs = Number(headers['webhook-timestamp']) * 1000
  expect(verified(secret, request)).toEqual(request.body)
  for (const wrong of [
    { ...request, text: text.replace('opened', 'clicked') },
    { ...request, text: `${text} ` },
    changed('webhook-timestamp', String(timeMs / 1000 + 1)),
    changed('webhook-id', crypto.randomUUID()),
  ])
    expect(() => verified(secret, wrong)).toThrow('No matching signature found')
  expect(() => verified(other, request)).toThrow('No matching signature found')
  onTestFinished(() => void vi.useRealTimers())
  for (const [afterMs, words] of [
    [301_000, 'too old'],
    [-301_000, 'too new'],
  ] as const) {
    vi.useFakeTimers({ toFake: ['Date'], now: timeMs + afterMs })
    expect(() => verified(secret, request)).toThrow(words)
  }
})

test('hand-overs, skipped recipients and reports are told once each', async () => {
  const [who, sink] = [await kit.withApplication(), await startWebhookSink()]
  await create(who, { webhook_url: sink.url, events: Object.values(EMAIL) })
  await kit.database.pool.query(
    `insert into contact (application_id, contact_id, added_at, changed_at) values ($1, uuidv7(), now(), now())`,
    [who.applicationId],
  )
  const { runId } = await run(who, 2)
  const report = { source: 'provider', eventId: crypto.randomUUID() }
  await happen(who, runId, 'delivered', [1], report)
  await happen(who, runId, 'delivered', [1], report)
  await happen(who, runId, 'bounced', [2], { reason: 'reported_bounce' })
  await dispatch()
  const told = sink.received.map(({ body }) => [body.type, body.data['message_uuid'], body.data['reason']])
  expect(told.toSorted((a, b) => (String(a) < String(b) ? -1 : 1))).toEqual([
    ['message.bounced', `${runId}.2`, 'reported_bounce'],
    ['message.delivered', `${runId}.1`, null],
    ['message.sent', `${runId}.1`, null],
    ['message.sent', `${runId}.2`, null],
    ['message.skipped', `${runId}.3`, expect.any(String)],
  ])
})

test('a report that overtakes the hand-over tells of both', async () => {
  const [who, sink] = [await kit.withApplication(), await startWebhookSink()]
  await create(who, { webhook_url: sink.url, events: [EMAIL.sent, EMAIL.delivered] })
  const { runId } = await run(who, 1)
  await kit.database.pool.query(`delete from webhook_message where application_id = $1`, [who.applicationId])
  await kit.database.pool.query(`update delivery set state = 0, sent_at = '-infinity' where application_id = $1`, [
    who.applicationId,
  ])
  await happen(who, runId, 'delivered', [1])
  await dispatch()
  expect(sink.received.map(({ body }) => body.type)).toEqual(['message.sent', 'message.delivered'])
})

test('what fails is tried again after 5 s, 5 min, 30 min, 2 h, 5 h, 10 h and 10 h with the same id, then given up', async () => {
  const [who, sink] = [await kit.withApplication(), await startWebhookSink()]
  sink.answer = () => ({ status: 500, text: 'x'.repeat(20_000) })
  const { runId } = await run(who)
  const { uuid } = await create(who, { webhook_url: sink.url })
  await happen(who, runId, 'opened', [1])
  let at = 0
  for (const [after, count] of [
    [0, 1],
    [4 * SECOND, 1],
    [2 * SECOND, 2],
    [4 * MINUTE, 2],
    [2 * MINUTE, 3],
    [31 * MINUTE, 4],
    [2.01, 5],
    [5.01, 6],
    [10.01, 7],
    [9.9, 7],
    [0.2, 8],
    [40, 8],
  ] as const) {
    at += after
    await dispatch(at)
    expect([at, sink.received.length]).toEqual([at, count])
  }
  expect(new Set(sink.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
  const { data, headers } = await attempts(who, uuid, '&status=failed&event=103')
  expect(data.map(({ attempt, next_on: next }) => [attempt, next])).toEqual(
    [8, 7, 6, 5, 4, 3, 2, 1].map(n => [n, null]),
  )
  expect(headers['x-notifly-total-count']).toBe('8')
  const one = await kit.call<{ answer: string; request: string }>(
    'GET',
    `/api/webhook/attempts/${data[0]?.uuid}?uuid=${uuid}`,
    { bearer: who.bearer },
  )
  expect(one.data.answer).toHaveLength(16_384)
  expect(one.data.request).toBe(sink.received[0]?.text)
  expect((await attempts(who, uuid, '&status=ok')).data).toEqual([])
})

test('410 turns the endpoint off and tells its maker; five days without a success do, too', async () => {
  const [who, sink, other] = [await kit.withApplication(), await startWebhookSink(), await startWebhookSink()]
  const { runId } = await run(who)
  const gone = await create(who, { webhook_url: sink.url })
  sink.answer = () => 410
  await happen(who, runId, 'opened', [1, 2])
  await dispatch()
  expect(await read(who, gone.uuid)).toMatchObject({ status: 'gone', off_since: expect.any(Number) })
  expect((await kit.mailbox.next(who.email)).text).toContain('410 Gone')
  await kit.call('DELETE', `/api/webhook?uuid=${gone.uuid}`, { bearer: who.bearer })

  const failing = await create(who, { name: 'Other', webhook_url: other.url })
  other.answer = () => 503
  await happen(who, runId, 'opened', [1])
  await dispatch()
  await happen(who, runId, 'opened', [2])
  await dispatch(5 * 24 - 1)
  expect(await read(who, failing.uuid)).toMatchObject({ status: 'active', failures: expect.any(Number) })
  await happen(who, runId, 'opened', [3])
  await dispatch(5 * 24 + 1)
  expect(await read(who, failing.uuid)).toMatchObject({ status: 'failing' })
  expect((await kit.mailbox.next(who.email)).text).toContain('five days')
  const trail = await kit.database.kysely
    .selectFrom('audit_entry')
    .where('application_id', '=', who.applicationId)
    .where('action', '=', 'webhook.disable')
    .select('object_id')
    .execute()
  expect(trail.map(row => row.object_id)).toEqual([gone.uuid, failing.uuid])

  // What happens meanwhile is kept, and comes when its team asks for it.
  await happen(who, runId, 'opened', [1])
  other.answer = () => 200
  const before = other.received.length
  await dispatch(5 * 24 + 2)
  expect(other.received).toHaveLength(before)
  const on = await kit.call('PUT', `/api/webhook?uuid=${failing.uuid}`, {
    bearer: who.bearer,
    body: { ...failing.body, status: 'active' },
  })
  expect(on.data).toMatchObject({ status: 'active', failures: 0, failing_since: null, off_since: null })
  const since = Math.floor(Date.now() / 1000) - 3600
  const recovered = await kit.call('POST', '/api/webhook/recover', {
    bearer: who.bearer,
    body: { uuid: failing.uuid, since },
  })
  expect(recovered.data).toEqual({ count: 4, more_since: null })
  await dispatch()
  expect(other.received).toHaveLength(before + 4)
})

test('after 20 failures in a row an endpoint rests, and one request shows whether it is back', async () => {
  const [who, sink] = [await kit.withApplication(), await startWebhookSink()]
  sink.answer = () => 500
  const { runId } = await run(who)
  const { uuid } = await create(who, { webhook_url: sink.url })
  for (let round = 0; round < 20; round++) await happen(who, runId, 'opened', [1, 2, 3])
  await dispatch()
  // Those that were under way when the twentieth failed end, no other begins.
  expect(sink.received.length).toBeGreaterThanOrEqual(20)
  expect(sink.received.length).toBeLessThan(20 + IN_FLIGHT_MAX)
  expect(sink.mostAtOnce).toBeLessThanOrEqual(IN_FLIGHT_MAX)
  const { rests_until: restsUntil } = (await read(who, uuid)) ?? {}
  expect(restsUntil).toBeGreaterThan(Date.now() / 1000)
  // Those did not make the first rest, of a minute, longer.
  expect(restsUntil).toBeLessThan(Date.now() / 1000 + 70)
  const tried = sink.received.length
  await dispatch()
  expect(sink.received).toHaveLength(tried)
  await dispatch(0.6)
  expect(sink.received).toHaveLength(tried + 1)
  sink.answer = () => 200
  await dispatch(12)
  expect(await read(who, uuid)).toMatchObject({ failures: 0, rests_until: null, failing_since: null })
  expect(new Set(sink.received.map(({ headers }) => headers['webhook-id'])).size).toBe(60)
})

test('an endpoint that never answers keeps no other waiting, and gets at most ten requests at a time', async () => {
  const [slow, quick] = [await startWebhookSink(), await startWebhookSink()]
  slow.answer = () => 'silence'
  const who = await kit.withApplication()
  const { runId } = await run(who)
  const { uuid } = await create(who, { name: 'Slow', webhook_url: slow.url })
  await create(who, { name: 'Quick', webhook_url: quick.url })
  for (let round = 0; round < 10; round++) await happen(who, runId, 'opened', [1, 2, 3])
  const dispatcher = new Dispatcher(kit.deps, { timeoutMs: 1500 })
  await dispatcher.look()
  await Promise.all([quick.came(30), slow.came(10)])
  expect(slow.received).toHaveLength(10)
  await dispatcher.settle()
  dispatcher.close()
  const { data } = await attempts(who, uuid)
  expect(data[0]).toMatchObject({ ok: false, status: 0, answer: 'No answer within 2 seconds.' })
  // The other tests go forward in time, where it would be due again.
  await kit.call('DELETE', `/api/webhook?uuid=${uuid}`, { bearer: who.bearer })
})

test('a redirect is not followed', async () => {
  const [who, sink, target] = [await kit.withApplication(), await startWebhookSink(), await startWebhookSink()]
  sink.answer = () => ({ status: 307, headers: { location: target.url } })
  const { runId } = await run(who)
  const { uuid } = await create(who, { webhook_url: sink.url })
  await happen(who, runId, 'opened', [1])
  await dispatch()
  expect(target.received).toEqual([])
  expect((await attempts(who, uuid)).data).toMatchObject([
    { ok: false, status: 307, answer: 'The address redirects, which isn’t followed.' },
  ])
})

test('a private address is refused when it is typed, and when a name leads to it', async () => {
  const [who, sink] = [await kit.withApplication(), await startWebhookSink()]
  const { runId } = await run(who)
  const named = sink.url.replace('127.0.0.1', 'localhost')
  const { uuid } = await create(who, { webhook_url: named })
  await happen(who, runId, 'opened', [1])
  const config = { ...kit.deps.config, allowPrivateTargets: false }
  const dispatcher = new Dispatcher({ ...kit.deps, config })
  await dispatcher.look()
  await dispatcher.settle()
  dispatcher.close()
  expect(sink.received).toEqual([])
  expect((await attempts(who, uuid)).data).toMatchObject([
    { status: 0, answer: 'The address is inside a private network, which isn’t allowed.' },
  ])
})

test('during a rotation both secrets sign, afterwards only the new one', async () => {
  const [who, sink] = [await kit.withApplication(), await startWebhookSink()]
  const { runId } = await run(who)
  const { uuid, secret: first } = await create(who, { webhook_url: sink.url })
  const rotated = await kit.call<{ secret: string }>('POST', '/api/webhook/rotate', {
    bearer: who.bearer,
    body: { uuid },
  })
  const second = rotated.data.secret
  expect(second).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
  for (const hours of [0, 25]) {
    await happen(who, runId, 'opened', [1])
    await dispatch(hours)
  }
  expect(sink.received.map(request => signersOf(request, [first, second]))).toEqual([[first, second], [second]])
  const [both, later] = sink.received
  await kit.call('POST', '/api/webhook/test', { bearer: who.bearer, body: { uuid, event: EMAIL.opened } })
  const [, , example] = sink.received
  if (both === undefined || later === undefined || example === undefined) throw new Error('nothing came')
  expect(signersOf(example, [first, second])).toEqual([first, second])
  expect(both.headers['webhook-signature']).toMatch(/^v1,\S{44} v1,\S{44}$/)
  for (const secret of [first, second]) expect(verified(secret, both)).toEqual(both.body)
  vi.useFakeTimers({ toFake: ['Date'], now: Number(later.headers['webhook-timestamp']) * 1000 })
  onTestFinished(() => void vi.useRealTimers())
  expect(verified(second, later)).toEqual(later.body)
  expect(() => verified(first, later)).toThrow('No matching signature found')
})

test('an endpoint that takes several gets them together, within 64 KB', async () => {
  const [who, sink] = [await kit.withApplication(), await startWebhookSink()]
  const { runId } = await run(who)
  const { uuid } = await create(who, { webhook_url: sink.url, batch: 100, events: [EMAIL.clicked] })
  await kit.database.pool.query(`update run_link set url = $2 where run_id = $1`, [
    runId,
    `https://shop.example/${'y'.repeat(3000)}`,
  ])
  for (let round = 0; round < 20; round++) await happen(who, runId, 'clicked', [1, 2, 3], { linkNo: 1 })
  await dispatch()
  const sizes = sink.received.map(({ text }) => Buffer.byteLength(text))
  expect(sizes.length).toBeGreaterThan(1)
  expect(Math.max(...sizes)).toBeLessThanOrEqual(65_536)
  expect(Math.max(...sizes)).toBeGreaterThan(60_000)
  const items = sink.received.flatMap(({ body }) => body.data as unknown as { id: string; type: string }[])
  expect(new Set(items.map(({ id }) => id)).size).toBe(60)
  expect(sink.received[0]?.body.type).toBe('batch')
  expect((await attempts(who, uuid)).headers['x-notifly-total-count']).toBe('60')
})

test('what a killed process had in its hands comes from another one when its lease is over', async () => {
  const [who, sink] = [await kit.withApplication(), await startWebhookSink()]
  sink.answer = () => 'silence'
  const { runId } = await run(who)
  await create(who, { webhook_url: sink.url })
  await happen(who, runId, 'opened', [1])
  // As after a SIGKILL, what it would write finds nobody.
  const killed = new Dispatcher(kit.deps, { timeoutMs: 500 })
  await killed.look()
  await sink.came(1)
  sink.answer = () => 200
  await dispatch()
  expect(sink.received).toHaveLength(1)
  await kit.database.pool.query(
    `update webhook set leased_until = clock_timestamp() - interval '1 second' where application_id = $1`,
    [who.applicationId],
  )
  await dispatch()
  expect(sink.received).toHaveLength(2)
  expect(sink.received[1]?.headers['webhook-id']).toBe(sink.received[0]?.headers['webhook-id'])
  await killed.settle()
  killed.close()
  const { rows } = await kit.database.pool.query(
    'select state, tries, due_at from webhook_message where application_id = $1',
    [who.applicationId],
  )
  expect(rows).toEqual([{ state: 1, tries: 1, due_at: null }])
})

test('the events of one application reach no other', async () => {
  const [one, other, sink] = [await kit.withApplication(), await kit.withApplication(), await startWebhookSink()]
  const { runId } = await run(one)
  await create(other, { webhook_url: sink.url })
  await happen(one, runId, 'opened', [1, 2, 3])
  await dispatch()
  expect(sink.received).toEqual([])
})

test('stopping lets what is under way end, and starting goes on with the rest', async () => {
  const [who, sink] = [await kit.withApplication(), await startWebhookSink()]
  const { runId } = await run(who)
  await create(who, { webhook_url: sink.url })
  await happen(who, runId, 'opened', [1, 2, 3])
  const stop = new Dispatcher(later(0)).start()
  await sink.came(3)
  await stop()
  const { rows } = await kit.database.pool.query(
    'select count(*)::int as n from webhook_attempt where application_id = $1 and is_ok',
    [who.applicationId],
  )
  expect(rows).toEqual([{ n: 3 }])
})
