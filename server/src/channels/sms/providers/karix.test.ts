import { inWords } from '@notifly/contracts/sentences/english'
import { expect, test } from 'vitest'
import { handOverAll } from '../../../testing/channels/hand-over-all.ts'
import { testEnvironment } from '../../../testing/channels/provider-urls.ts'
import type { HookCall, Outcome } from '../../provider.ts'
import { type Reply, startScripted } from '../../testing/scripted-server.ts'
import type { SmsMessage } from '../message.ts'
import { karixProvider } from './karix.ts'

const CONFIGURATION = {
  otp_key: 'otp-key==',
  transactional_key: 'transactional-key==',
  promotional_key: 'promotional-key==',
  otp_sender: 'OTPSND',
  transactional_sender: 'TRNSND',
  promotional_sender: '550011',
  dlt_entity_id: '1101',
}

const message = (changes: Partial<SmsMessage> = {}): SmsMessage => ({
  to: '+919812345678',
  text: 'Hello',
  class: 'promotional',
  token: 'T'.repeat(70),
  messageId: 'run.1@n.example',
  isUnicode: false,
  segments: 1,
  ...changes,
})

async function send(answer: Reply, changes: Partial<SmsMessage> = {}, configuration = CONFIGURATION) {
  const server = await startScripted(() => answer)
  const sender = karixProvider.openSender(configuration, testEnvironment({ karix: server.url }))
  const [outcome] = await handOverAll(sender, [message(changes)])
  return { outcome: outcome as Outcome, asked: server.asked }
}

const json = (status: number, code: string, desc: string): Reply => ({
  status,
  body: JSON.stringify({ ackid: '7001', time: 'now', status: { code, desc } }),
})

test('a message goes out in Karix’s form with the key and the sender of its class', async () => {
  const { outcome, asked } = await send(json(200, '200', 'Request accepted'), {
    class: 'otp',
    text: 'कोड 1234',
    isUnicode: true,
    dltTemplateId: '1107',
  })
  expect(outcome).toEqual({ kind: 'sent', providerMessageId: '7001', answer: '200 Request accepted', units: 1 })
  expect(asked[0]).toMatchObject({ method: 'POST', path: '/httpapi/JsonReceiver' })
  expect(JSON.parse(String(asked[0]?.body))).toEqual({
    ver: '1.0',
    key: 'otp-key==',
    encrpt: '0',
    messages: [
      {
        dest: ['919812345678'],
        text: 'कोड 1234',
        send: 'OTPSND',
        type: 'UNICODE',
        cust_ref: 'T'.repeat(70),
        dlr_req: '1',
        dlt_entity_id: '1101',
        dlt_template_id: '1107',
      },
    ],
  })
})

test('a class without a key borrows none: nothing leaves', async () => {
  const { outcome, asked } = await send(json(200, '200', ''), { class: 'otp' }, { ...CONFIGURATION, otp_key: '' })
  expect(outcome).toMatchObject({ kind: 'rejected', reason: 'sender_missing', wholeConfiguration: false })
  expect(asked).toEqual([])
})

test.each<[string, Reply, Partial<Record<string, unknown>>]>([
  ['a number instead of the string "200"', { status: 200, body: '{"status":{"code":200}}' }, { kind: 'sent' }],
  ['200 with a refused code', json(200, '404', 'Invalid DLT template'), { kind: 'rejected', reason: 'dlt_rejected' }],
  ['another unknown code', json(200, '999', 'Nope'), { kind: 'rejected', reason: 'message_refused', code: '999' }],
  ['a bad number', json(200, '405', 'Invalid dest'), { kind: 'bounced', reason: 'number_invalid', suppress: false }],
  [
    'a refused key',
    json(200, '401', 'Invalid key'),
    { reason: 'wrong_credentials', wholeRun: true, wholeConfiguration: false, answer: 'promotional: 401 Invalid key' },
  ],
  ['no credit', json(200, '402', 'Low balance'), { reason: 'no_credit', wholeRun: true, wholeConfiguration: false }],
  ['an IP address', json(200, '403', 'IP address not whitelisted'), { wholeConfiguration: true }],
  ['an empty body', { status: 400, body: '' }, { kind: 'rejected', reason: 'message_refused', answer: 'HTTP 400' }],
  ['HTML of a proxy', { status: 502, body: '<h1>Bad gateway</h1>' }, { kind: 'deferred', reason: 'temporary_failure' }],
  ['200 that says nothing', { status: 200, body: 'OK' }, { kind: 'unknown', reason: 'unreadable_answer' }],
  [
    'too fast',
    { status: 429, headers: { 'retry-after': '7' } },
    { kind: 'deferred', reason: 'rate_limited', retryAfterMs: 7000 },
  ],
])('answered with %s', async (_, answer, expected) => {
  expect((await send(answer)).outcome).toMatchObject(expected)
})

test('a refused key concerns all messages where no class has another one', async () => {
  const key = CONFIGURATION.promotional_key
  const one = { ...CONFIGURATION, otp_key: '', transactional_key: key }
  const { outcome } = await send(json(200, '401', 'Invalid key'), {}, one)
  expect(outcome).toMatchObject({ reason: 'wrong_credentials', wholeConfiguration: true })
})

const call = (changes: Partial<HookCall>): HookCall => ({
  method: 'POST',
  url: '',
  query: {},
  headers: {},
  body: Buffer.alloc(0),
  ...changes,
})
const read = (changes: Partial<HookCall>) => karixProvider.hook?.read(call(changes))

test('a report is read from a query, a form, an object or a list, whatever its names', () => {
  const report = {
    key: 'm1:919812345678:DELIVRD',
    token: 'tok',
    providerMessageId: '7001',
    address: '+919812345678',
    kind: 'delivered',
    at: new Date('2026-11-20T06:30:00Z'),
    code: 'DELIVRD',
    answer: 'DELIVRD',
  }
  const query = {
    ackid: '7001',
    mid: 'm1',
    dest: '919812345678',
    status: 'DELIVRD',
    cust_ref: 'tok',
    dtime: '2026-11-20 12:00:00',
  }
  const form = new URLSearchParams(query).toString()
  const other = {
    AckID: '7001',
    MessageId: 'm1',
    Mobile: 919812345678,
    DLRStatus: 'Delivrd',
    CustomerRefID: 'tok',
    DoneDate: '2026-11-20 12:00:00',
  }
  const headers = { 'content-type': 'application/json' }
  expect(read({ method: 'GET', query })?.reports).toEqual([report])
  expect(read({ body: Buffer.from(form) })?.reports).toEqual([report])
  expect(read({ headers, body: Buffer.from(JSON.stringify({ dlrs: [other] })) })?.reports).toEqual([
    { ...report, answer: 'Delivrd' },
  ])
  const told = { ...query, status: '', my_state: 'UNDELIV', 'field.status': 'my-state', err: 'DND' }
  expect(read({ method: 'GET', query: told })?.reports).toMatchObject([{ kind: 'bounced', reason: 'do_not_disturb' }])
})

test('a message of a person is no report, and what is neither is unreadable', () => {
  const query = { from: '919812345678', message: 'STOP', mid: 'm2' }
  expect(read({ method: 'GET', query })?.inbound).toMatchObject([{ key: 'in:m2', from: '+919812345678', text: 'STOP' }])
  expect(() => read({ method: 'GET', query: { hello: '1' } })).toThrow('neither')
  expect(() => read({ method: 'GET', query: { status: 'SHRUG', cust_ref: 't' } })).toThrow('SHRUG')
})

test('trying the settings sends no message, and says what it cannot know', async () => {
  const server = await startScripted(() => json(200, '400', 'No messages'))
  const tried = await karixProvider.test(CONFIGURATION, testEnvironment({ karix: server.url }))
  expect(tried).toMatchObject({ ok: true, steps: [{ name: 'connect' }, { name: 'keys' }] })
  expect(server.asked.map(asked => (JSON.parse(String(asked.body)) as { messages: unknown }).messages)).toEqual([
    [],
    [],
    [],
  ])
  const silent = await karixProvider.test(CONFIGURATION, testEnvironment())
  expect(silent).toMatchObject({ ok: false, steps: [{ name: 'connect', ok: false }] })
})

test('trying the settings names the key that is refused, whatever the status of the answer', async () => {
  const server = await startScripted(({ body }) =>
    body.toString().includes('promotional-key') ? json(200, '401', 'Invalid key') : json(200, '400', 'No messages'),
  )
  const tried = await karixProvider.test(CONFIGURATION, testEnvironment({ karix: server.url }))
  expect(tried).toMatchObject({
    ok: false,
    steps: [
      { name: 'connect', ok: true },
      { name: 'keys', ok: false },
    ],
  })
  expect(inWords(tried.steps.at(-1)?.words ?? '').message).toBe(
    'The provider refused the account’s key or token. (promotional: HTTP 200, 401 Invalid key)',
  )
})

test('reports come from the first one on: until then none has said that anything arrived', async () => {
  const check = (changes: Partial<HookCall>, reports_came?: string) =>
    karixProvider.hook?.check(
      call(changes),
      { ...CONFIGURATION, ...(reports_came !== undefined && { reports_came }) },
      testEnvironment(),
    )
  const report = { method: 'GET', query: { status: 'DELIVRD', dest: '919812345678', cust_ref: 'tok' } } as const
  expect(karixProvider.reportsDelivery(CONFIGURATION)).toBe(false)
  const learnt = await check(report)
  expect(learnt).toMatchObject({ accepted: true, remember: { reports_came: 'yes' } })
  expect(karixProvider.reportsDelivery({ ...CONFIGURATION, reports_came: 'yes' })).toBe(true)
  expect(await check(report, 'yes')).not.toHaveProperty('remember')
  expect(await check({ method: 'GET', query: { text: 'STOP', from: '919812345678' } })).not.toHaveProperty('remember')
  expect(await check({ body: Buffer.from('{"a"') })).not.toHaveProperty('remember')
})
