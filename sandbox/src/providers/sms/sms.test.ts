import { createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { startSilentServer } from '../../testing/silent-server.ts'
import { testSandbox, type TestSandbox } from '../../testing/test-sandbox.ts'

interface Call {
  url: string
  signature: string
  values: Record<string, string>
}

/** What a customer's hook is told. */
async function startHook(): Promise<{ url: string; calls: Call[] }> {
  const calls: Call[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', chunk => (body += chunk))
    request.on('end', () => {
      const values = Object.fromEntries(new URLSearchParams(body))
      calls.push({ url: request.url ?? '', signature: String(request.headers['x-twilio-signature']), values })
      response.end()
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`, calls }
}

const json = { 'content-type': 'application/json' }
const post = (sandbox: TestSandbox, path: string, body: unknown) =>
  fetch(sandbox.url + path, { method: 'POST', headers: json, body: JSON.stringify(body) })

const karix = (sandbox: TestSandbox, changes: object = {}, key = 'promo==') => {
  const message = {
    dest: ['919812345678'],
    text: 'Hello',
    send: '550011',
    type: 'PLAIN',
    cust_ref: 'ref-1',
    dlr_req: '1',
  }
  const body = { ver: '1.0', key, encrpt: '0', messages: [{ ...message, ...changes }] }
  return post(sandbox, '/providers/karix/httpapi/JsonReceiver', body)
}

const SID = `AC${'1'.repeat(32)}`
const twilio = (sandbox: TestSandbox, values: Record<string, string>, token = 'token-1') =>
  fetch(`${sandbox.url}/providers/twilio/2010-04-01/Accounts/${SID}/Messages.json`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`${SID}:${token}`).toString('base64')}` },
    body: new URLSearchParams({ To: '+14155550199', From: '+14155550123', Body: 'Hello', ...values }),
  })

const has = (calls: Call[], length: number) =>
  vi.waitFor(() => expect(calls.length).toBe(length), { timeout: 10_000, interval: 10 })

test('Karix takes a message, keeps it and reports its course to the address of the portal', async () => {
  const sandbox = await testSandbox()
  const hook = await startHook()
  const portal = await post(sandbox, '/providers/karix/_settings', { callback_url: hook.url })
  expect(portal.status).toBe(200)
  const answer = (await (await karix(sandbox)).json()) as { ackid: string }
  expect(answer).toMatchObject({ ackid: expect.stringMatching(/^\d+$/), status: { code: '200' } })
  const { data } = (await sandbox.get('/api/messages?channel=sms&to=%2B919812345678')).body
  expect(data).toMatchObject([{ provider: 'karix', from: '550011', text: 'Hello' }])
  await has(hook.calls, 2)
  const told = hook.calls.map(({ values }) => values)
  expect(told).toMatchObject([{ status: 'SUBMITTED' }, { status: 'DELIVRD' }])
  expect(told[1]).toMatchObject({ ackid: answer.ackid, dest: '919812345678', cust_ref: 'ref-1' })
})

test('Karix refuses keys and numbers in its own manner, and India drops what is not registered', async () => {
  const sandbox = await testSandbox()
  const hook = await startHook()
  await post(sandbox, '/providers/karix/_settings', { callback_url: hook.url })
  const code = async (answer: Response) => ((await answer.json()) as { status: { code: string } }).status.code
  expect(await code(await karix(sandbox, {}, 'wrong'))).toBe('401')
  expect(await code(await karix(sandbox, { dest: ['+91'] }))).toBe('405')
  expect(await code(await karix(sandbox, { dlt_entity_id: '1101' }))).toBe('200')
  await has(hook.calls, 2)
  expect(hook.calls.at(-1)?.values).toMatchObject({ status: 'REJECTD' })
  expect((await sandbox.get('/api/messages')).body.data).toEqual([])
})

test('Twilio answers 201 and reports to the address of the message, signed', async () => {
  const sandbox = await testSandbox()
  const hook = await startHook()
  const answer = await twilio(sandbox, { StatusCallback: `${hook.url}?d=tok` })
  expect(answer.status).toBe(201)
  const { sid, status, num_segments } = (await answer.json()) as Record<string, string>
  expect([status, num_segments]).toEqual(['queued', '1'])
  await has(hook.calls, 2)
  expect(hook.calls.map(({ values }) => values['MessageStatus'])).toEqual(['sent', 'delivered'])
  for (const { url, signature, values } of hook.calls) {
    expect([url, values['MessageSid']]).toEqual(['/hook?d=tok', sid])
    const sorted = Object.entries(values).sort(([a], [b]) => (a < b ? -1 : 1))
    const signed = `${hook.url}?d=tok${sorted.flat().join('')}`
    expect(signature).toBe(createHmac('sha1', 'token-1').update(signed).digest('base64'))
  }
})

test('a customer whose address takes calls and answers none holds up nobody else', async () => {
  const sandbox = await testSandbox()
  const silence = `${await startSilentServer()}/hook`
  for (let n = 10; n < 50; n++) await twilio(sandbox, { To: `+141555501${n}`, StatusCallback: `${silence}?d=${n}` })
  const hook = await startHook()
  await twilio(sandbox, { StatusCallback: hook.url })
  await has(hook.calls, 2)
  expect(hook.calls.map(({ values }) => values['MessageStatus'])).toEqual(['sent', 'delivered'])
})

test('Twilio refuses as its test numbers ask, and without a right token', async () => {
  const sandbox = await testSandbox()
  const refused = async (values: Record<string, string>, token?: string) => {
    const answer = await twilio(sandbox, values, token)
    return [answer.status, ((await answer.json()) as { code: number }).code]
  }
  expect(await refused({}, 'wrong')).toEqual([401, 20_003])
  expect(await refused({ To: '+15005550001' })).toEqual([400, 21_211])
  expect(await refused({ To: '+15005550009' })).toEqual([400, 21_614])
  expect(await refused({ From: '+15005550007' })).toEqual([400, 21_606])
  expect(await refused({ Body: 'a'.repeat(1601) })).toEqual([400, 21_617])
})

test('dials: slowed down with Retry-After, failing for now, unknown numbers, reports twice and in the wrong order', async () => {
  const sandbox = await testSandbox()
  const hook = await startHook()
  await sandbox.put('/api/faults/sms', { throttle_rate: 1 })
  const slowed = await karix(sandbox)
  expect([slowed.status, slowed.headers.get('retry-after')]).toEqual([429, '2'])
  expect((await twilio(sandbox, {})).headers.get('retry-after')).toBe('2')
  await sandbox.put('/api/faults/sms', { error_rate: 1 })
  expect((await karix(sandbox)).status).toBe(503)
  await sandbox.put('/api/faults/sms', { hard_bounce_rate: 1, doubled_rate: 1, disorder_rate: 1 })
  await twilio(sandbox, { To: '+14155550100', StatusCallback: hook.url })
  await has(hook.calls, 4)
  const statuses = hook.calls.map(({ values }) => values['MessageStatus'] ?? '')
  expect(statuses.toSorted()).toEqual(['sent', 'sent', 'undelivered', 'undelivered'])
  expect(hook.calls.find(({ values }) => values['ErrorCode'])?.values['ErrorCode']).toBe('30005')
  const { data } = (await sandbox.get('/api/decisions')).body
  expect(data.next).toBe(4)
  expect(data.decisions).toMatchObject([
    { to: '+919812345678', outcome: 'put_off', retryAfterSeconds: 2 },
    { to: '+14155550199', outcome: 'put_off', retryAfterSeconds: 2 },
    { to: '+919812345678', outcome: 'put_off' },
    { to: '+14155550100', outcome: 'taken', end: 'bounced' },
  ])
  expect((await sandbox.get('/api/decisions?from=4')).body.data).toEqual({ decisions: [], next: 4 })
})

test('the phone shows its thread, and STOP reaches the hook, after which Twilio sends it nothing more', async () => {
  const sandbox = await testSandbox()
  const hook = await startHook()
  const page = async () => (await fetch(`${sandbox.url}/phone`)).text()
  expect(await page()).toContain('Waiting for the first text message')
  await twilio(sandbox, { Body: 'Sale <today>' })
  expect(await page()).toContain('Sale &lt;today&gt;')
  const stop = { channel: 'sms', number: '+14155550199', text: 'Stop' }
  expect((await post(sandbox, '/api/phone/replies', stop)).status).toBe(409)
  await post(sandbox, '/providers/twilio/_settings', { callback_url: hook.url })
  expect((await post(sandbox, '/api/phone/replies', stop)).status).toBe(200)
  expect(hook.calls[0]?.values).toMatchObject({
    From: '+14155550199',
    To: '+14155550123',
    Body: 'Stop',
    OptOutType: 'STOP',
  })
  expect(((await (await twilio(sandbox, {})).json()) as { code: number }).code).toBe(21_610)
  expect((await post(sandbox, '/api/phone/replies', { ...stop, number: '+14155550000' })).status).toBe(404)
  // What the owner wrote is no message that we sent.
  expect((await sandbox.get('/api/messages/counts?channel=sms')).body.data).toMatchObject({
    messages: 1,
    recipients: 1,
  })
})

test('senders have an address each, and those who are not named have the one for everybody else', async () => {
  const sandbox = await testSandbox()
  const [first, second, others] = [await startHook(), await startHook(), await startHook()]
  const set = (senders: string, hook: { url: string }) =>
    post(sandbox, '/providers/karix/_settings', { senders, callback_url: hook.url })
  await set('HARBOR,550011', first)
  await set('LUMENS', second)
  await set('', others)
  for (const send of ['550011', 'LUMENS', 'OTHERS']) {
    const { status } = await karix(sandbox, { send, cust_ref: send, dest: ['919812345678'] }, 'the same key')
    expect(status).toBe(200)
  }
  for (const [index, hook] of [first, second, others].entries()) {
    await has(hook.calls, 2)
    const about = hook.calls.map(({ values }) => values['cust_ref'])
    expect(new Set(about)).toEqual(new Set([['550011', 'LUMENS', 'OTHERS'][index]]))
  }
})

test('nothing outside this machine is called', async () => {
  const sandbox = await testSandbox()
  const elsewhere = { callback_url: 'https://shop.example/hook' }
  expect((await post(sandbox, '/providers/karix/_settings', elsewhere)).status).toBe(400)
})
