import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeEach, expect, test } from 'vitest'
import type { Outcome, ProviderEnvironment } from '../provider.ts'
import { startPushService } from '../../testing/channels/push-service.ts'
import type { WebPushMessage } from './message.ts'
import { webPushProvider } from './providers/webpush.ts'
import { newVapidKeys } from './vapid.ts'
import { webPushChannel } from './webpush.ts'

const service = await startPushService()
const { origin, received } = service
afterAll(() => service.close())
beforeEach(() => {
  received.length = 0
  service.answers.clear()
})

const vapid = newVapidKeys()
const settings = {
  site_url: 'https://shop.example/start',
  icon_url: 'https://shop.example/icon.png',
  vapid_public_key: vapid.publicKey,
  vapid_private_key: vapid.privateKey,
}
const environment = { pushOrigins: [origin] } as unknown as ProviderEnvironment

const browser = service.newBrowser()
const keys = { p256dh: browser.p256dh, auth: browser.auth }

const CONTENT = {
  campaignTitle: 'Hello {{ first_name | default: "there" }}',
  campaignMsg: 'A lamp for {{ city }}',
  campaignBannerImg: 'https://shop.example/banner.jpg',
  campaignPageUrl: 'https://shop.example/lamps?for={{ city }}',
  actions: [{ title: 'Look', action: 'https://shop.example/look' }],
}

function write(content: object, endpoint: string, fields = { first_name: 'Ann', city: 'Oslo' }): WebPushMessage {
  const { content: frozen } = webPushChannel.freeze(content, { messageIdDomain: 'x', firstLinkNo: 3 })
  const surroundings = { publicUrl: 'https://notifly.example', bounceDomain: null, attachments: [] }
  return webPushChannel.compile(
    frozen,
    settings,
    surroundings,
  )({
    address: 'device-1',
    device: { platform: 'web', endpoint, keys },
    fields,
    token: `${'t'.repeat(60)}0123456789`,
    messageId: 'm@x',
    date: new Date(),
    unsubscribeUrl: '',
  }) as WebPushMessage
}

async function send(...messages: WebPushMessage[]): Promise<Outcome[]> {
  const outcomes = new Map<WebPushMessage, Outcome>()
  const sender = webPushProvider.openSender(settings, environment)
  await sender.handOver(messages, {
    turn: settled => {
      for (const { message, outcome } of settled) outcomes.set(message, outcome)
      return true
    },
    commit: () => undefined,
    mayStillSend: () => true,
  })
  await sender.close()
  return messages.map(message => outcomes.get(message) ?? { kind: 'withheld' })
}

test('a browser reads the notification, all its clicks lead through us, and the service knows the sender', async () => {
  const [outcome] = await send(write(CONTENT, `${origin}/wpush/v2/abc?x=1`))
  expect(outcome).toMatchObject({ kind: 'sent', providerMessageId: '/wpush/v2/abc?x=1/message' })
  const [{ path, headers, body } = { path: '', headers: {}, body: Buffer.alloc(0) }] = received
  expect(path).toBe('/wpush/v2/abc?x=1')
  expect(headers).toMatchObject({ ttl: '259200', urgency: 'normal', 'content-encoding': 'aes128gcm' })
  expect(headers['topic']).toMatch(/^[\w-]{32}$/)
  expect(headers['authorization']).toContain(`k=${vapid.publicKey}`)
  const token = `${'t'.repeat(60)}0123456789`
  expect(browser.open(body)).toEqual({
    web_push: 8030,
    mutable: true,
    notification: {
      title: 'Hello Ann',
      body: 'A lamp for Oslo',
      icon: 'https://shop.example/icon.png',
      image: 'https://shop.example/banner.jpg',
      navigate: `https://notifly.example/t/c/${token}.3`,
      tag: headers['topic'],
      actions: [{ action: '1', title: 'Look', navigate: `https://notifly.example/t/c/${token}.4` }],
      data: { notifly: token },
    },
  })
})

test('links are numbered from where the run is, and read what they need when they are clicked', () => {
  const { links, content } = webPushChannel.freeze(CONTENT, { messageIdDomain: 'x', firstLinkNo: 3 })
  expect(links.map(({ index, url }) => [index, url])).toEqual([
    [3, CONTENT.campaignPageUrl],
    [4, 'https://shop.example/look'],
  ])
  expect(webPushChannel.fieldsOf(content)).toEqual(['first_name', 'city'])
})

test.each<[{ status: number; headers?: Record<string, string>; body?: string }, Partial<Outcome>]>([
  [{ status: 202 }, { kind: 'sent' }],
  [
    { status: 200, body: '<h1>It works!</h1>' },
    { kind: 'unknown', reason: 'unreadable_answer' },
  ],
  [
    { status: 410, body: 'gone' },
    { kind: 'bounced', reason: 'subscription_gone', suppress: true, answer: '410 gone' },
  ],
  [{ status: 404 }, { kind: 'bounced', reason: 'subscription_gone', suppress: true }],
  [{ status: 400 }, { kind: 'rejected', reason: 'push_refused', wholeConfiguration: false }],
  [{ status: 403 }, { kind: 'rejected', reason: 'push_key_refused', wholeConfiguration: false }],
  [{ status: 413 }, { kind: 'rejected', reason: 'message_too_large', wholeConfiguration: false }],
  [
    { status: 429, headers: { 'retry-after': '7' } },
    { kind: 'deferred', reason: 'rate_limited', retryAfterMs: 7000 },
  ],
  [{ status: 503 }, { kind: 'deferred', reason: 'temporary_failure' }],
])('%j ends as %j', async (answer, expected) => {
  service.answers.set('/one', answer)
  expect(await send(write(CONTENT, `${origin}/one`))).toEqual([expect.objectContaining(expected)])
})

test('one dead service holds up its own messages alone', async () => {
  const closed = createServer()
  await new Promise<void>(resolve => closed.listen(0, '127.0.0.1', resolve))
  const dead = `http://127.0.0.1:${(closed.address() as AddressInfo).port}`
  await new Promise(resolve => closed.close(resolve))
  const sender = webPushProvider.openSender(settings, { ...environment, pushOrigins: [origin, dead] })
  const outcomes: Outcome[] = []
  const end = await sender.handOver([write(CONTENT, `${dead}/x`), write(CONTENT, `${origin}/one`)], {
    turn: settled => outcomes.push(...settled.map(each => each.outcome)) >= 0,
    commit: () => undefined,
    mayStillSend: () => true,
  })
  await sender.close()
  expect(end).toEqual({ end: 'done' })
  expect(outcomes.map(({ kind }) => kind).toSorted()).toEqual(['deferred', 'sent'])
})

test.each([
  'https://evil.example/push',
  'http://fcm.googleapis.com/x',
  'https://fcm.googleapis.com:8443/x',
  'https://fcm.googleapis.com.evil.example/x',
  'https://user@fcm.googleapis.com/x',
  'https://xfcm.googleapis.com/x',
])('nothing is sent to %s', async endpoint => {
  expect(await send(write(CONTENT, endpoint))).toEqual([
    expect.objectContaining({ kind: 'bounced', reason: 'push_service_unknown', suppress: false }),
  ])
})

test('keys that are none of a browser end their message alone', async () => {
  const broken = {
    ...write(CONTENT, `${origin}/one`),
    keys: { ...keys, p256dh: randomBytes(65).fill(4, 0, 1).toString('base64url') },
  }
  const [first, second] = await send(broken, write(CONTENT, `${origin}/two`))
  expect([first, second]).toMatchObject([{ kind: 'bounced', reason: 'subscription_broken' }, { kind: 'sent' }])
})

test('what a campaign lacks is named at its field, a message too long for browsers at the text', () => {
  const faults = (changes: object) => webPushChannel.faults({ ...CONTENT, ...changes }).map(({ field }) => field)
  expect(faults({})).toEqual([])
  expect(webPushChannel.faults({ actions: [{ title: '', action: '' }] }).map(({ field }) => field)).toEqual([
    'campaignTitle',
    'campaignMsg',
    'campaignBannerImg',
    'campaignPageUrl',
    'actions.0.title',
    'actions.0.action',
  ])
  expect(faults({ campaignPageUrl: 'javascript:alert(1)', campaignIcon: '/icon.png' })).toEqual([
    'campaignIcon',
    'campaignPageUrl',
  ])
  expect(faults({ campaignTitle: 'x', campaignMsg: 'ü'.repeat(1900) })).toEqual(['campaignMsg'])
  expect(() => write(CONTENT, `${origin}/x`, { first_name: 'x'.repeat(4000), city: '' })).toThrow('3,993')
})

test('the pair of keys is what a test of the settings looks at', async () => {
  expect(await webPushProvider.test(settings, environment)).toMatchObject({ ok: true })
  const wrong = { ...settings, vapid_private_key: newVapidKeys().privateKey }
  expect(await webPushProvider.test(wrong, environment)).toMatchObject({ ok: false })
})
