import { createHash, createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { handOverAll } from '../../../testing/channels/hand-over-all.ts'
import { testEnvironment } from '../../../testing/channels/provider-urls.ts'
import type { HookCall, Outcome } from '../../provider.ts'
import { type Reply, startScripted } from '../../testing/scripted-server.ts'
import type { SmsMessage } from '../message.ts'
import { twilioProvider } from './twilio.ts'
import { twilioSignature } from './twilio-hook.ts'

const SID = `AC${'0'.repeat(32)}`
const CONFIGURATION = { account_sid: SID, auth_token: '12345', from: '+14155550123', hook_token: 'hook-token' }
const MESSAGE: SmsMessage = {
  to: '+14155550199',
  text: 'Hello & welcome',
  class: 'transactional',
  token: 'T_-'.repeat(20),
  messageId: 'run.1@n.example',
  isUnicode: false,
  segments: 1,
}

async function send(answer: Reply, configuration = CONFIGURATION) {
  const server = await startScripted(() => answer)
  const sender = twilioProvider.openSender(configuration, testEnvironment({ twilio: `${server.url}/providers/twilio` }))
  const [outcome] = await handOverAll(sender, [MESSAGE])
  return { outcome: outcome as Outcome, asked: server.asked }
}

const refusal = (status: number, code: number): Reply => ({
  status,
  headers: { 'retry-after': '3' },
  body: JSON.stringify({ code, message: 'No', more_info: '', status }),
})

test('a message goes out as a signed-in form, and its reports carry the token', async () => {
  const taken = { sid: `SM${'1'.repeat(32)}`, status: 'queued', num_segments: '1', error_code: null }
  const { outcome, asked } = await send({ status: 201, body: JSON.stringify(taken) })
  expect(outcome).toEqual({ kind: 'sent', providerMessageId: taken.sid, answer: '201 queued', units: 1 })
  const [request] = asked
  expect(request?.path).toBe(`/providers/twilio/2010-04-01/Accounts/${SID}/Messages.json`)
  expect(request?.headers.authorization).toBe(`Basic ${Buffer.from(`${SID}:12345`).toString('base64')}`)
  expect(Object.fromEntries(new URLSearchParams(String(request?.body)))).toEqual({
    To: '+14155550199',
    From: '+14155550123',
    Body: 'Hello & welcome',
    StatusCallback: `https://notifly.test/hooks/Twilio/hook-token?d=${MESSAGE.token}`,
  })
})

test.each<[string, Reply, Record<string, unknown>]>([
  ['20003', refusal(401, 20_003), { kind: 'rejected', reason: 'wrong_credentials', wholeConfiguration: true }],
  ['20429', refusal(429, 20_429), { kind: 'deferred', reason: 'rate_limited', retryAfterMs: 3000 }],
  ['21211', refusal(400, 21_211), { kind: 'bounced', reason: 'number_invalid', suppress: true }],
  ['21610', refusal(400, 21_610), { kind: 'rejected', reason: 'opted_out', hasLeft: true }],
  ['21408', refusal(400, 21_408), { kind: 'bounced', reason: 'region_off', suppress: false }],
  ['21606', refusal(400, 21_606), { kind: 'rejected', reason: 'sender_refused', wholeConfiguration: true }],
  ['a code of tomorrow', refusal(400, 29_999), { kind: 'rejected', reason: 'message_refused', code: '29999' }],
  ['a broken server', { status: 503, body: '<html>' }, { kind: 'deferred', reason: 'temporary_failure' }],
  ['201 without a name', { status: 201, body: '{}' }, { kind: 'unknown', reason: 'unreadable_answer' }],
])('answered with %s', async (_, answer, expected) => {
  expect((await send(answer)).outcome).toMatchObject(expected)
})

const URL_OF_VENDOR = 'https://mycompany.com/myapp.php?foo=1&bar=2'

test('the signature is that of the vendor’s documented examples', () => {
  const form = new URLSearchParams({
    CallSid: 'CA1234567890ABCDE',
    Caller: '+14158675309',
    Digits: '1234',
    From: '+14158675309',
    To: '+18005551212',
  })
  expect(twilioSignature('12345', URL_OF_VENDOR, form)).toBe('RSOYDt4T1cUTdK1PDd93/VVr8B8=')
  const repeated = new URLSearchParams('Sid=CA123&SidAccount=AC123&Digits=5678&Digits=1234&Digits=1234')
  expect(twilioSignature('12345', URL_OF_VENDOR, repeated)).toBe('IK+Dwps556ElfBT0I3Rgjkr1wJU=')
  const hash = '0a1ff7634d9ab3b95db5c9a2dfe9416e41502b283a80c7cf19632632f96e6620'
  expect(twilioSignature('12345', `${URL_OF_VENDOR}&bodySHA256=${hash}`, new URLSearchParams())).toBe(
    'a9nBmqA0ju/hNViExpshrM61xv4=',
  )
})

const check = async (changes: Partial<HookCall> & { signature: string | undefined }) => {
  const { signature, ...rest } = changes
  const headers = { ...rest.headers, ...(signature !== undefined && { 'x-twilio-signature': signature }) }
  const call = { method: 'POST' as const, url: URL_OF_VENDOR, query: {}, body: Buffer.alloc(0), ...rest, headers }
  return (await twilioProvider.hook?.check(call, CONFIGURATION, testEnvironment()))?.accepted
}

test('a call is Twilio’s own only with its signature, with or without the port in the address', async () => {
  const form = 'MessageSid=SM1&MessageStatus=delivered'
  // Worked out here, apart from the code under test.
  const sign = (url: string, key = '12345') =>
    createHmac('sha1', key).update(`${url}MessageSidSM1MessageStatusdelivered`).digest('base64')
  const body = Buffer.from(form)
  expect(await check({ body, signature: sign(URL_OF_VENDOR) })).toBe(true)
  expect(await check({ body, signature: sign(URL_OF_VENDOR.replace('.com', '.com:443')) })).toBe(true)
  const ported = 'http://localhost:3000/hooks/Twilio/x'
  expect(await check({ body, url: ported, signature: sign(ported) })).toBe(true)
  expect(await check({ body, url: ported, signature: sign(ported.replace(':3000', '')) })).toBe(true)
  expect(await check({ body, signature: sign(URL_OF_VENDOR, '12346') })).toBe(false)
  expect(await check({ body: Buffer.from(`${form}&x=1`), signature: sign(URL_OF_VENDOR) })).toBe(false)
  expect(await check({ body, signature: undefined })).toBe(false)
})

test('a JSON body is bound by its hash in the address', async () => {
  const body = Buffer.from('{"MessageSid":"SM1"}')
  const url = `${URL_OF_VENDOR}&bodySHA256=${createHash('sha256').update(body).digest('hex')}`
  const signature = createHmac('sha1', '12345').update(url).digest('base64')
  const headers = { 'content-type': 'application/json' }
  expect(await check({ url, body, headers, signature })).toBe(true)
  expect(await check({ url, body: Buffer.from('{"MessageSid":"SM2"}'), headers, signature })).toBe(false)
})

const read = (form: Record<string, string>, query = {}) =>
  twilioProvider.hook?.read({
    method: 'POST',
    url: '',
    query,
    headers: {},
    body: Buffer.from(new URLSearchParams(form).toString()),
  })

test('states become reports; early ones say nothing new; a person’s words are inbound', () => {
  const said = (MessageStatus: string, more = {}) =>
    read({ MessageSid: 'SM1', To: '+1415', MessageStatus, ...more }, { d: 'tok' })
  expect(said('queued')?.reports).toEqual([])
  expect(said('delivered')?.reports).toMatchObject([{ key: 'SM1:delivered', token: 'tok', kind: 'delivered' }])
  expect(said('undelivered', { ErrorCode: '30003' })?.reports).toMatchObject([
    { kind: 'bounced', reason: 'number_unreachable', isPermanent: false, code: '30003' },
  ])
  expect(said('failed', { ErrorCode: '30006' })?.reports).toMatchObject([{ reason: 'landline', isPermanent: true }])
  expect(said('failed', { ErrorCode: '21610' })?.reports).toMatchObject([{ reason: 'opted_out', isPermanent: true }])
  expect(said('undelivered')?.reports).toMatchObject([{ reason: 'not_delivered' }])
  const stop = { MessageSid: 'SM2', SmsStatus: 'received', From: '+14155550199', Body: 'STOP', OptOutType: 'STOP' }
  expect(read(stop)).toMatchObject({ reports: [], inbound: [{ key: 'in:SM2', from: '+14155550199', text: 'STOP' }] })
  expect(() => said('puzzled')).toThrow('puzzled')
})

test('trying the settings reads the account and its number', async () => {
  const server = await startScripted(({ path }) => {
    if (path.includes('IncomingPhoneNumbers')) return { status: 200, body: '{"incoming_phone_numbers":[]}' }
    return { status: 200, body: JSON.stringify({ status: 'active', friendly_name: 'Shop' }) }
  })
  const environment = testEnvironment({ twilio: server.url })
  expect(await twilioProvider.test(CONFIGURATION, environment)).toMatchObject({
    ok: false,
    steps: [{ ok: true }, { ok: true }, { name: 'sender', ok: false }],
  })
  expect(server.asked.every(({ method }) => method === 'GET')).toBe(true)
  const { from: _, ...service } = CONFIGURATION
  expect(await twilioProvider.test({ ...service, messaging_service_sid: 'MG1' }, environment)).toMatchObject({
    ok: true,
  })
})
