import { expect, test } from 'vitest'
import { testEnvironment } from '../../../testing/channels/provider-urls.ts'
import type { HookCall } from '../../provider.ts'
import { describeHook, describeProvider, numberIn, tokenOf } from '../../testing/conformance.ts'
import type { Asked, Reply } from '../../testing/scripted-server.ts'
import { outcomeOf } from '../cloud-api/error-table.ts'
import { reasonSentence } from '../reasons.ts'
import { cloudApiProvider, type CloudApiConfiguration, type WhatsappMessage } from './cloud-api.ts'

const CONFIGURATION: CloudApiConfiguration = {
  token: 'EAAG-a-token-of-a-system-user-0123456789',
  buisness_account_id: '200000000000002',
  phone_number_id: '100000000000001',
  app_secret: '0123456789abcdef0123456789abcdef',
  verify_token: 'a verify token that we made',
}

const json = (status: number, body: object, headers: Record<string, string> = {}): Reply => ({
  status,
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(body),
})

const failing = (code: number, status = 400, more: object = {}, headers: Record<string, string> = {}): Reply =>
  json(
    status,
    { error: { message: `(#${code}) words`, type: 'OAuthException', code, fbtrace_id: 'A', ...more } },
    headers,
  )

const message = (n: number): WhatsappMessage => ({
  recipient: `+1415555${String(n).padStart(4, '0')}`,
  body: JSON.stringify({ to: `1415555${String(n).padStart(4, '0')}`, biz_opaque_callback_data: tokenOf(n) }),
})

/** A number and an account that answers know. */
function account({ path }: Asked): Reply {
  if (path.includes('/phone_numbers')) return json(200, { data: [{ id: '999' }, { id: '100000000000001' }] })
  if (path.includes('/100000000000001?')) return json(200, { display_phone_number: '+1 415', verified_name: 'Palmyra' })
  return json(200, { id: '200000000000002', name: 'Palmyra' })
}

describeProvider({
  provider: cloudApiProvider,
  reasonSentence,
  environment: url => testEnvironment({ whatsapp: url }),
  configuration: CONFIGURATION,
  message,
  numberOf: ({ body }) => numberIn(body.toString()),
  scripts: {
    accepts: n => json(200, { messaging_product: 'whatsapp', contacts: [{}], messages: [{ id: `wamid.${n}` }] }),
    rejections: [
      { name: 'a number that is not on WhatsApp', reply: failing(131026), kind: 'bounced', reason: 'not_on_whatsapp' },
      {
        name: 'somebody who stopped marketing',
        reply: failing(131050),
        kind: 'bounced',
        reason: 'marketing_stopped',
        suppress: true,
      },
      {
        name: 'a number outside a test account',
        reply: failing(131030),
        kind: 'bounced',
        reason: 'not_in_address_book',
      },
      {
        name: 'a wrong number of values',
        reply: failing(132000),
        kind: 'rejected',
        reason: 'merge_field_count_mismatch',
      },
      { name: 'too many to one number', reply: failing(131056), kind: 'deferred', reason: 'pair_rate_limited' },
      { name: 'something that went wrong', reply: failing(131000, 500), kind: 'deferred', reason: 'temporary_failure' },
      { name: 'a number that nobody knows', reply: failing(99_999), kind: 'rejected', reason: 'invalid_request' },
    ],
    throttles: failing(130429, 429, {}, { 'retry-after': '7' }),
    refusesEverything: failing(190, 401),
  },
  trial: {
    works: account,
    fails: asked => (asked.path.includes('/phone_numbers') ? json(200, { data: [{ id: '999' }] }) : account(asked)),
  },
})

test.each([368, 131031, 131048, 131042, 131057, 131064, 200, 10, 3])('%i stops the whole configuration', code => {
  const outcome = outcomeOf({ code, subcode: null, words: '' }, { status: 400, headers: {} })
  expect(outcome).toMatchObject({
    kind: 'rejected',
    wholeConfiguration: true,
    temporary: [131048, 131057, 131064].includes(code),
    ...(code === 131064 && { reason: 'messaging_limit', retryAfterMs: 3_600_000 }),
  })
})

test.each([
  [132001, 'invalid_template'],
  [132015, 'template_paused'],
  [132016, 'template_disabled'],
])('%i stops the run, and nothing else', (code, reason) => {
  const outcome = outcomeOf({ code, subcode: null, words: '' }, { status: 400, headers: {} })
  expect(outcome).toMatchObject({ kind: 'rejected', reason, wholeConfiguration: false, wholeRun: true })
  expect(reasonSentence(reason)).not.toBe(reason)
})

/** Signed by Web Crypto, which shares no code with what checks it. */
async function signed(body: string, secret = CONFIGURATION.app_secret ?? ''): Promise<HookCall> {
  const bytes = new TextEncoder().encode(body)
  const hmac = { name: 'HMAC', hash: 'SHA-256' }
  const key = await crypto.subtle.importKey('raw', new TextEncoder().encode(secret), hmac, false, ['sign'])
  const digest = Buffer.from(await crypto.subtle.sign('HMAC', key, bytes)).toString('hex')
  const headers = { 'x-hub-signature-256': `sha256=${digest}` }
  return { method: 'POST', url: 'https://notifly.test/hooks/cloud_api/x', query: {}, headers, body: Buffer.from(body) }
}

const changes = (field: string, value: object) =>
  JSON.stringify({
    object: 'whatsapp_business_account',
    entry: [{ id: '2', time: 1_795_000_000, changes: [{ field, value }] }],
  })

const status = (name: string, more: object = {}) =>
  changes('messages', {
    metadata: { phone_number_id: '1' },
    statuses: [
      {
        id: `wamid.${name}`,
        status: name,
        timestamp: '1795000000',
        recipient_id: '14155550001',
        biz_opaque_callback_data: tokenOf(1),
        ...more,
      },
    ],
  })

const subscription = (token: string): HookCall => ({
  method: 'GET',
  url: '',
  query: { 'hub.mode': 'subscribe', 'hub.challenge': '1158201444', 'hub.verify_token': token },
  headers: {},
  body: Buffer.alloc(0),
})

const genuine = await signed(status('delivered'))

describeHook({
  hook: cloudApiProvider.hook ?? expect.fail(),
  configuration: CONFIGURATION,
  environment: testEnvironment(),
  reports: [
    {
      name: 'sent',
      call: await signed(status('sent')),
      says: [{ kind: 'sent', token: tokenOf(1), at: new Date(1_795_000_000_000) }],
    },
    { name: 'delivered', call: genuine, says: [{ kind: 'delivered', token: tokenOf(1) }] },
    {
      name: 'read, which implies delivered',
      call: await signed(status('read')),
      says: [{ kind: 'delivered' }, { kind: 'opened' }],
    },
    {
      name: 'failed',
      call: await signed(
        status('failed', {
          errors: [{ code: 131026, title: 'Message undeliverable', error_data: { details: 'words' } }],
        }),
      ),
      says: [{ kind: 'bounced', reason: 'not_on_whatsapp', isPermanent: false, code: '131026' }],
    },
    {
      name: 'failed, for a reason that nobody has heard of',
      call: await signed(
        status('failed', {
          id: 'wamid.new',
          errors: [{ code: 131_999, title: 'New', message: 'New', error_data: {} }],
        }),
      ),
      says: [{ kind: 'bounced', reason: 'whatsapp_undelivered', code: '131999', answer: 'New' }],
    },
    {
      name: 'failed, and that is all',
      call: await signed(status('failed', { id: 'wamid.bare' })),
      says: [{ kind: 'bounced', reason: 'whatsapp_undelivered' }],
    },
    {
      name: 'failed, since nobody pays',
      call: await signed(
        status('failed', { id: 'wamid.pay', errors: [{ code: 131_042, title: 'Business eligibility payment issue' }] }),
      ),
      says: [{ kind: 'bounced', reason: 'number_not_ready', ofSettings: true, code: '131042' }],
    },
    {
      name: 'failed, since marketing was stopped',
      call: await signed(status('failed', { id: 'wamid.stopped', errors: [{ code: 131050, title: 'stopped' }] })),
      says: [{ kind: 'bounced', reason: 'marketing_stopped' }, { kind: 'unsubscribed' }],
    },
    {
      name: 'a button that was pressed',
      call: await signed(
        changes('messages', {
          messages: [
            {
              from: '14155550001',
              id: 'wamid.in',
              timestamp: '1795000000',
              type: 'button',
              button: { text: 'Show me' },
              context: { id: 'wamid.out' },
            },
          ],
        }),
      ),
      says: [{ kind: 'clicked', providerMessageId: 'wamid.out', address: '+14155550001', button: 'Show me' }],
    },
    { name: 'a kind of change that we do not know', call: await signed(changes('account_alerts', { x: 1 })), says: [] },
  ],
  forgeries: [
    { name: 'another body', call: { ...genuine, body: Buffer.from(status('read')) } },
    { name: 'another secret', call: await signed(status('delivered'), 'fedcba9876543210') },
    { name: 'a call without a signature', call: { ...genuine, headers: {} } },
    { name: 'another verify token', call: subscription('somebody else') },
    { name: 'an empty verify token', call: subscription('') },
  ],
})

test('a subscription gets its challenge back; without an app secret no report is believed', async () => {
  const { hook } = cloudApiProvider
  expect(await hook?.check(subscription(CONFIGURATION.verify_token ?? ''), CONFIGURATION, testEnvironment())).toEqual({
    accepted: true,
    answer: '1158201444',
  })
  const { app_secret: _, ...without } = CONFIGURATION
  expect(await hook?.check(genuine, without, testEnvironment())).toMatchObject({ accepted: false })
})

test('ids of templates keep all their digits', async () => {
  const value =
    '{"event":"REJECTED","message_template_id":12345678901234567891,"message_template_name":"a","reason":"SCAM"}'
  const body = `{"entry":[{"id":"2","time":1795000000,"changes":[{"field":"message_template_status_update","value":${value}}]}]}`
  const read = cloudApiProvider.hook?.read(await signed(body))
  expect(read?.news).toMatchObject([
    { topic: 'whatsapp_template', value: { id: '12345678901234567891', status: 'REJECTED', reason: 'SCAM' } },
  ])
})

test('the label of a button is told from what somebody wrote', async () => {
  const message = (type: string, more: object) => ({
    from: '14155550001',
    id: type,
    timestamp: '1795000000',
    type,
    ...more,
  })
  const call = await signed(
    changes('messages', {
      messages: [
        message('text', { text: { body: 'Cancel' } }),
        message('button', { button: { text: 'Cancel' } }),
        message('interactive', { interactive: { type: 'list_reply', list_reply: { id: '1', title: 'Cancel' } } }),
      ],
    }),
  )
  const heard = cloudApiProvider.hook?.read(call).inbound ?? []
  expect(heard.map(({ text, isButton }) => [text, isButton === true])).toEqual([
    ['Cancel', false],
    ['Cancel', true],
    ['Cancel', true],
  ])
})
