/** Every provider is in the registry, and passes the suite: those of SMS and web push here, the others beside their files. */
import { CHANNELS } from '@notifly/contracts/applications/applications'
import { createECDH, randomBytes } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { testEnvironment } from '../testing/channels/provider-urls.ts'
import { channelNamed } from './registry.ts'
import type { SmsMessage } from './sms/message.ts'
import { karixProvider } from './sms/providers/karix.ts'
import { twilioProvider } from './sms/providers/twilio.ts'
import { smsReasonSentence } from './sms/reasons.ts'
import { describeProvider, numberIn, tokenOf } from './testing/conformance.ts'
import type { Asked, Reply } from './testing/scripted-server.ts'
import type { WebPushMessage } from './webpush/message.ts'
import { webPushProvider } from './webpush/providers/webpush.ts'
import { reasonSentence as webPushSentence } from './webpush/reasons.ts'

const HERE = import.meta.dirname

/** Providers by the files that they are in, of those that open a sender. */
async function providersIn(channel: string): Promise<{ file: string; provider: { name: string } }[]> {
  const folder = join(HERE, channel, 'providers')
  const files = readdirSync(folder).filter(name => name.endsWith('.ts') && !name.endsWith('.test.ts'))
  const found = await Promise.all(
    files.map(async file => {
      const exported = Object.values((await import(join(folder, file))) as Record<string, unknown>)
      const provider = exported.find(each => typeof each === 'object' && each !== null && 'openSender' in each)
      return provider === undefined ? [] : [{ file, provider: provider as unknown as { name: string } }]
    }),
  )
  return found.flat()
}

test.each(CHANNELS)('every provider of %s is in the registry under its own name', async name => {
  const channel = channelNamed(name)
  expect(channel?.name).toBe(name)
  const providers = await providersIn(name)
  expect(providers.length).toBeGreaterThan(0)
  const listed = Object.entries(channel?.providers ?? {})
  for (const { provider } of providers) expect(listed).toContainEqual([provider.name, provider])
})

test('no provider knows an address of the sandbox, or whether it talks to one', () => {
  const files = readdirSync(HERE, { recursive: true, encoding: 'utf8' })
  const product = files.filter(
    file => file.endsWith('.ts') && !file.endsWith('.test.ts') && !file.startsWith('testing'),
  )
  expect(product.length).toBeGreaterThan(60)
  const telling = product.filter(file => /sandbox\W*(url|port|on)|\/providers\/\w+\/|emulator/i.test(read(file)))
  expect(telling).toEqual([])
})

const read = (file: string): string =>
  readFileSync(join(HERE, file), 'utf8')
    .replace(/^import .*$/gm, '')
    .replace(/\/\*[^]*?(?:\*\/|$)|\/\/.*/g, '')

const json = (status: number, body: object, headers: Record<string, string> = {}): Reply => ({
  status,
  headers,
  body: JSON.stringify(body),
})

const smsMessage = (n: number): SmsMessage => ({
  to: `+9198${String(n).padStart(8, '0')}`,
  text: 'Hello',
  class: 'promotional',
  token: tokenOf(n),
  messageId: `run.${n}`,
  isUnicode: false,
  segments: 1,
})

const numberOf = (asked: Asked) => numberIn(decodeURIComponent(asked.body.toString()))
const karix = (code: string, desc: string, status = 200, headers = {}) =>
  json(status, { ackid: '7', status: { code, desc } }, headers)

describeProvider({
  provider: karixProvider,
  reasonSentence: smsReasonSentence,
  environment: url => testEnvironment({ karix: url }),
  configuration: {
    otp_key: 'otp-key-of-twenty-letters==',
    transactional_key: 'transactional-key-of-letters==',
    promotional_key: 'promotional-key-of-letters==',
    otp_sender: 'OTPSND',
    transactional_sender: 'TRNSND',
    promotional_sender: '550011',
  },
  message: smsMessage,
  numberOf,
  scripts: {
    accepts: () => karix('200', 'Request accepted'),
    rejections: [
      { name: 'a bad number', reply: karix('405', 'Invalid dest'), kind: 'bounced', reason: 'number_invalid' },
      {
        name: 'a number that wants no advertising',
        reply: karix('406', 'DND'),
        kind: 'bounced',
        reason: 'do_not_disturb',
      },
      {
        name: 'a text without its template',
        reply: karix('404', 'Invalid DLT template'),
        kind: 'rejected',
        reason: 'dlt_rejected',
      },
      {
        name: 'a code that nobody published',
        reply: karix('999', 'Nope'),
        kind: 'rejected',
        reason: 'message_refused',
      },
    ],
    throttles: karix('429', 'slow', 429, { 'retry-after': '7' }),
    refusesEverything: karix('401', 'IP address not whitelisted'),
  },
})

const twilio = (status: number, code: number, headers = {}) => json(status, { code, message: 'No', status }, headers)

describeProvider({
  provider: twilioProvider,
  reasonSentence: smsReasonSentence,
  environment: url => testEnvironment({ twilio: url }),
  configuration: {
    account_sid: `AC${'0'.repeat(32)}`,
    auth_token: 'a-token-of-twenty-letters',
    from: '+14155550123',
    hook_token: 'hook-token',
  },
  message: smsMessage,
  numberOf,
  scripts: {
    accepts: n => json(201, { sid: `SM${n}`, status: 'queued', num_segments: '1' }),
    rejections: [
      {
        name: 'a number that is none',
        reply: twilio(400, 21_211),
        kind: 'bounced',
        reason: 'number_invalid',
        suppress: true,
      },
      {
        name: 'somebody who opted out',
        reply: twilio(400, 21_610),
        kind: 'rejected',
        reason: 'opted_out',
      },
      { name: 'a region that is off', reply: twilio(400, 21_408), kind: 'bounced', reason: 'region_off' },
      { name: 'a code of tomorrow', reply: twilio(400, 29_999), kind: 'rejected', reason: 'message_refused' },
    ],
    throttles: twilio(429, 20_429, { 'retry-after': '7' }),
    refusesEverything: twilio(401, 20_003),
    rubbish: { status: 201, body: '<html>' },
  },
  trial: {
    works: ({ path }) =>
      path.includes('IncomingPhoneNumbers')
        ? json(200, { incoming_phone_numbers: [{ phone_number: '+14155550123', capabilities: { sms: true } }] })
        : json(200, { status: 'active', friendly_name: 'Palmyra', type: 'Full' }),
    fails: ({ path }) => (path === '/' ? { status: 200 } : twilio(401, 20_003)),
  },
})

const site = createECDH('prime256v1')
const browser = createECDH('prime256v1')
const keys = { p256dh: browser.generateKeys().toString('base64url'), auth: randomBytes(16).toString('base64url') }

describeProvider({
  provider: webPushProvider,
  reasonSentence: webPushSentence,
  environment: url => ({ ...testEnvironment(), pushOrigins: [url, 'http://127.0.0.1:9'] }),
  configuration: {
    site_url: 'https://shop.example',
    icon_url: 'https://shop.example/i.png',
    vapid_public_key: site.generateKeys().toString('base64url'),
    vapid_private_key: site.getPrivateKey().toString('base64url'),
  },
  message: (n, url): WebPushMessage => ({
    recipient: String(n),
    endpoint: `${url}/push/${n}`,
    keys,
    payload: Buffer.from('{}'),
    topic: tokenOf(n).slice(-32),
  }),
  numberOf: ({ path }) => Number(path.split('/').at(-1)),
  scripts: {
    accepts: n => ({ status: 201, headers: { location: `/m/${n}` } }),
    rejections: [
      {
        name: 'a subscription that is gone',
        reply: { status: 410 },
        kind: 'bounced',
        reason: 'subscription_gone',
        suppress: true,
      },
      {
        name: 'one that never was',
        reply: { status: 404 },
        kind: 'bounced',
        reason: 'subscription_gone',
        suppress: true,
      },
      { name: 'one of another key', reply: { status: 403 }, kind: 'rejected', reason: 'push_key_refused' },
      { name: 'a message that is too large', reply: { status: 413 }, kind: 'rejected', reason: 'message_too_large' },
    ],
    throttles: { status: 429, headers: { 'retry-after': '7' } },
    rubbish: null,
  },
  manyServers: true,
})
