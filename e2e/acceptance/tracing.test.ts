/** Traces and figures, as a collector gets them from the product's own processes. */
import { randomBytes } from 'node:crypto'
import { createApiKey, KEY_RATE, readClientSecret } from '@notifly/contracts/api-keys/api-keys'
import { CAMPAIGN_CALLS } from '@notifly/contracts/campaigns/calls'
import { CONFIGURATION_CALLS } from '@notifly/contracts/channel-settings/channel-settings'
import { listMessages, sendMessage } from '@notifly/contracts/messages/messages'
import { WEBHOOK_EVENTS } from '@notifly/contracts/webhooks/events'
import { createWebhook } from '@notifly/contracts/webhooks/webhooks'
import { startWebhookSink } from '@notifly/server/testing/channels/webhook-sink'
import { Installation } from '@notifly/server/testing/installation'
import { afterAll, expect, test } from 'vitest'
import { type CollectedSpan, startCollector } from '../product/collector.ts'
import { newOwner, PASSWORD } from '../product/people.ts'
import { AT_ONCE, importAudience } from '../product/seeds.ts'
import { waitFor } from '../product/wait-for.ts'
import { SETTINGS } from './settings.ts'

const PHONES = ['+14155550101', '+14155550102', '+14155550103']
const TEXT = 'A table is free at seven.'
const CALLS = 200
const HOOK_PATH = 'till-7c1'

const collector = await startCollector()
const product = await Installation.create({
  OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
  OTEL_EXPORTER_OTLP_TIMEOUT: '500',
  OTEL_BSP_SCHEDULE_DELAY: '100',
  OTEL_METRIC_EXPORT_INTERVAL: '600',
  NOTIFLY_LOG_LEVEL: 'info',
  NOTIFLY_WORKERS: '1',
})
await product.start()
afterAll(async () => {
  await product.remove()
  await collector.close()
})
const owner = await newOwner(product)
const { api, token } = owner
await api(CONFIGURATION_CALLS.sms.create, { token, body: SETTINGS.sms } as never)
const rows = PHONES.map((phone, index) => `guest-${index}@example.com,${phone}`)
const sink = await startWebhookSink()
const webhook = await api(createWebhook, {
  token,
  body: {
    name: 'Till',
    webhook_url: `${sink.url}/${HOOK_PATH}`,
    platforms: ['sms'],
    events: [eventOf('sms', 'message.sent')],
  },
})
const segment = await importAudience(owner, ['email,phone_number', ...rows].join('\n'), 'Guests')
const authorization = await keyOf()

function eventOf(channel: string, name: string): number {
  const event = WEBHOOK_EVENTS.find(each => each.channel === channel && each.name === name)
  if (event === undefined) throw new Error(`no event ${name} of ${channel}`)
  return event.id
}

async function keyOf(): Promise<string> {
  const scopes = ['messages:send', 'messages:read'] as const
  const body = { name: 'Shop', scopes: [...scopes], rate_limit: KEY_RATE.most }
  const { client_id } = await api(createApiKey, { token, body })
  const { client_secret } = await api(readClientSecret, { token, body: { client_id, password: PASSWORD } })
  return `Basic ${Buffer.from(`${client_id}:${client_secret}`).toString('base64')}`
}

async function send(traceId: string, flags = '01'): Promise<string> {
  const response = await fetch(`${product.url}${sendMessage.path}`, {
    method: 'POST',
    headers: {
      authorization,
      'content-type': 'application/json',
      traceparent: `00-${traceId}-00f067aa0ba902b7-${flags}`,
    },
    body: JSON.stringify({ channel: 'sms', to: PHONES[0], content: { text: TEXT } }),
  })
  expect(response.status).toBe(202)
  return ((await response.json()) as { data: { id: string } }).data.id
}

const newTrace = (): string => randomBytes(16).toString('hex')
const spansOf = (traceId: string): CollectedSpan[] => collector.spans.filter(span => span.traceId === traceId)

/** The spans of a trace by name, once it has all of these. */
function trace(find: () => CollectedSpan[], names: readonly string[]): Promise<Map<string, CollectedSpan[]>> {
  return waitFor(`spans ${names.join(', ')}`, async () => {
    const byName = Map.groupBy(find(), span => span.name)
    return names.every(name => byName.has(name)) ? byName : undefined
  })
}

/** Each of these is below the one before. */
function expectChain(spans: Map<string, CollectedSpan[]>, names: readonly string[]): void {
  for (const [at, name] of names.entries()) {
    if (at === 0) continue
    const above = spans.get(names[at - 1] ?? '')?.map(span => span.spanId)
    for (const span of spans.get(name) ?? []) expect(above, `above ${name}`).toContain(span.parentId)
  }
}

test('a message goes on with its caller’s trace, from the call to the report', async () => {
  const traceId = newTrace()
  const id = await send(traceId)
  const spans = await trace(() => spansOf(traceId), ['POST /api/v1/messages', 'send sms', 'report sms'])
  const [call] = spans.get('POST /api/v1/messages') ?? []
  expect(call).toMatchObject({ parentId: '00f067aa0ba902b7', role: 'api', isError: false })
  expect(call?.attributes).toMatchObject({ 'http.route': '/api/v1/messages', 'http.response.status_code': 202 })
  expectChain(spans, ['POST /api/v1/messages', 'send sms'])
  expectChain(spans, ['POST /api/v1/messages', 'report sms'])
  const [handOver] = spans.get('send sms') ?? []
  expect(handOver).toMatchObject({ role: 'worker' })
  expect(handOver?.attributes).toMatchObject({
    'messaging.message.id': id,
    'messaging.destination.name': 'sms',
    'notifly.outcome': 'sent',
  })
  const line = product.printed.find(printed => printed.includes(`"trace_id":"${traceId}"`))
  expect(JSON.parse(line ?? '{}')).toMatchObject({ route: '/api/v1/messages', span_id: call?.spanId })
})

test('a campaign is one trace: launch, job, batch, hand-over, reports and webhooks', async () => {
  const campaign = { campaignName: 'Tonight', smsBody: TEXT, audience: { segment_uuids: [segment] }, schedule: AT_ONCE }
  await api(CAMPAIGN_CALLS.sms.scheduleCampaign, { token, body: campaign })
  const names = ['process delivery.prepare-run', 'process sms', 'send sms', 'report sms', 'send webhook']
  const launched = (): CollectedSpan[] => {
    const batch = collector.spans.find(span => span.name === 'process sms')
    return batch === undefined ? [] : spansOf(batch.traceId)
  }
  const spans = await trace(launched, names)
  const [beginning] = launched().filter(span => span.parentId === '')
  expect(beginning?.attributes).toMatchObject({ 'http.request.method': 'POST', 'http.response.status_code': 200 })
  expectChain(spans, [beginning?.name ?? '', 'process delivery.prepare-run'])
  expectChain(spans, [beginning?.name ?? '', 'process sms', 'send sms'])
  expectChain(spans, [beginning?.name ?? '', 'report sms'])
  expectChain(spans, [beginning?.name ?? '', 'send webhook'])
  expect(spans.get('process sms')?.[0]?.attributes).toMatchObject({ 'messaging.batch.message_count': PHONES.length })
  expect(spans.get('send sms')?.[0]?.attributes).toMatchObject({ 'notifly.outcome.sent': PHONES.length })
})

test('figures are those of /metrics, by name and by value', async () => {
  const page = await (await fetch(`${product.url}/metrics`)).text()
  const names = [...page.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name)
  const sent = await waitFor('figures', async () => {
    const ours = collector.figures.filter(({ role }) => role === 'api')
    const last = ours.findLast(({ name }) => name === 'notifly_messages_total')
    const point = last?.points.find(
      ({ attributes }) => attributes['channel'] === 'sms' && attributes['outcome'] === 'sent',
    )
    return point?.value === PHONES.length + 1 ? ours : undefined
  })
  expect(names.filter(name => sent.every(figure => figure.name !== name))).toEqual([])
  const timed = sent.findLast(({ name }) => name === 'http_request_duration_seconds')
  expect(timed?.unit).toBe('s')
  for (const { value, buckets = [] } of timed?.points ?? []) expect(buckets.reduce((sum, n) => sum + n, 0)).toBe(value)
})

/** A message with a trace of its own, and the spans of what a webhook was told of it. */
async function toldOf() {
  const traceId = newTrace()
  const id = await send(traceId)
  const spans = await trace(() => spansOf(traceId), ['POST /api/v1/messages', 'send webhook'])
  expectChain(spans, ['POST /api/v1/messages', 'send webhook'])
  return { id, spans: spans.get('send webhook') ?? [] }
}

test('what a webhook is told of a message is in the trace of that message, each attempt with what the endpoint answered', async () => {
  expect((await toldOf()).spans).toMatchObject([{ isError: false, attributes: { 'http.response.status_code': 200 } }])
  sink.answer = () => 503
  const refused = await toldOf()
  sink.answer = () => 200
  const [span] = refused.spans
  expect(span).toMatchObject({ role: 'webhooks', isError: true })
  expect(span?.attributes).toMatchObject({
    'messaging.message.id': refused.id,
    'messaging.batch.message_count': 1,
    'notifly.webhook.id': webhook.uuid,
    'notifly.event': 'message.sent',
    'notifly.attempt': 1,
    'http.response.status_code': 503,
    'error.type': '503',
  })
})

test('neither contents nor addresses are in what the collector gets', () => {
  const text = JSON.stringify([collector.spans, collector.figures])
  for (const secret of [
    ...PHONES,
    ...PHONES.map(phone => phone.slice(1)),
    TEXT,
    'example.com',
    authorization.slice(6),
    HOOK_PATH,
  ])
    expect(text).not.toContain(secret)
})

test('callers decide neither that all is stored nor whose trace they join', async () => {
  const list = (headers: Record<string, string>) => fetch(`${product.url}${listMessages.path}`, { headers })
  const before = collector.spans.length
  const ids = Array.from({ length: CALLS }, newTrace)
  const header = (id: string) => ({ authorization, traceparent: `00-${id}-00f067aa0ba902b7-01` })
  const beganMs = performance.now()
  await Promise.all(ids.map(id => list(header(id))))
  const tookSeconds = (performance.now() - beganMs) / 1000
  const [stranger, unwished, last] = [newTrace(), newTrace(), newTrace()]
  await list({ traceparent: `00-${stranger}-00f067aa0ba902b7-01` })
  await send(unwished, '00')
  await waitFor('the budget', async () => {
    await list(header(last))
    return spansOf(last).length > 0 || undefined
  })
  const shown = collector.spans.slice(before).filter(({ traceId }) => ids.includes(traceId))
  expect(shown.length).toBeGreaterThan(10)
  // A hundred at once, then twenty a second.
  expect(shown.length).toBeLessThanOrEqual(100 + Math.ceil(20 * tookSeconds))
  expect([...spansOf(stranger), ...spansOf(unwished)]).toEqual([])
})

test('a collector that is away costs its data, and is told of once', async () => {
  const told = (words: string) => product.printed.filter(line => line.includes(words)).length
  await collector.close()
  await send(newTrace())
  await waitFor('the word', async () => told('spans do not reach the collector') > 0 || undefined)
  await send(newTrace())
  await collector.open()
  const traceId = newTrace()
  await send(traceId)
  await trace(() => spansOf(traceId), ['POST /api/v1/messages', 'send sms', 'report sms'])
  // Of two processes that sent spans at most, each once.
  expect(told('spans do not reach the collector')).toBeLessThanOrEqual(2)
  expect(told('spans reach the collector again')).toBeGreaterThanOrEqual(1)
})
