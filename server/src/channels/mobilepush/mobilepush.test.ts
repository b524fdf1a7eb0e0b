import { expect, test } from 'vitest'
import { RenderError } from '../../lib/liquid/render-error.ts'
import type { MobilePushConfiguration } from './message.ts'
import { mobilePushChannel } from './mobilepush.ts'
import type { PushContent } from '../push.ts'

const BOTH: MobilePushConfiguration = { fcm_service_account: 'set', apns_key: 'set' }
const ANDROID = 'fcm-registration:token-of-a-phone'
const IPHONE = 'a1'.repeat(32)
const TOKEN = `${'t'.repeat(60)}0123456789`

const CONTENT: PushContent = {
  campaignTitle: 'Hello {{ first_name | default: "there" }}',
  campaignMsg: 'A lamp for {{ city }}',
  campaignBannerImg: 'https://shop.example/banner.jpg',
  campaignPageUrl: 'https://shop.example/lamps?for={{ city }}',
  actions: [
    { title: 'Buy, {{ first_name }}', action: 'https://shop.example/buy' },
    { title: 'Cart', action: 'shop://cart' },
  ],
}

function write(content: PushContent, endpoint: string, configuration = BOTH, fields: object = FIELDS) {
  const { content: frozen, links } = mobilePushChannel.freeze(content, { messageIdDomain: 'x', firstLinkNo: 3 })
  const surroundings = { publicUrl: 'https://notifly.example', bounceDomain: null, attachments: [] }
  const message = mobilePushChannel.compile(
    frozen,
    configuration,
    surroundings,
  )({
    address: 'device-1',
    device: { platform: 'android', endpoint, keys: null },
    fields: { ...fields },
    token: TOKEN,
    messageId: 'm@x',
    date: new Date(),
    unsubscribeUrl: '',
  })
  return { ...message, links, payload: JSON.parse(message.payload) as Record<string, unknown> }
}

const FIELDS = { first_name: 'Ann', city: 'Oslo' }
const tracked = (no: number) => `https://notifly.example/t/c/${TOKEN}.${no}`

test('Firebase gets what Android shows by itself, and as texts what the app needs', () => {
  const { service, payload, links, collapseId } = write(CONTENT, ANDROID)
  expect(service).toBe('fcm')
  expect(payload).toEqual({
    message: {
      token: ANDROID,
      notification: { title: 'Hello Ann', body: 'A lamp for Oslo', image: 'https://shop.example/banner.jpg' },
      data: {
        notifly_token: TOKEN,
        notifly_url: tracked(3),
        notifly_actions: JSON.stringify([
          { title: 'Buy, Ann', url: tracked(4) },
          { title: 'Cart', url: 'shop://cart' },
        ]),
      },
      android: { priority: 'HIGH', ttl: '86400s', notification: { tag: collapseId } },
      apns: {
        headers: { 'apns-collapse-id': collapseId },
        payload: { aps: { 'mutable-content': 1, sound: 'default', category: 'NOTIFLY_ACTIONS_2' } },
      },
    },
  })
  expect(links.map(({ index, url }) => [index, url])).toEqual([
    [3, 'https://shop.example/lamps?for={{ city }}'],
    [4, 'https://shop.example/buy'],
  ])
  expect(collapseId.length).toBeLessThanOrEqual(64)
})

test('an installation of Firebase is named by its id where the app has no token', () => {
  const { payload } = write(CONTENT, 'cXyZ-0123456789_abcdeF')
  expect(payload).toMatchObject({ message: { fid: 'cXyZ-0123456789_abcdeF' } })
  expect(payload).not.toHaveProperty('message.token')
})

test('in a message of no run each link leads straight where it leads', () => {
  const { content: frozen } = mobilePushChannel.freeze(CONTENT, { messageIdDomain: 'x', firstLinkNo: 0 })
  const linkTo = (no: number) => `https://shop.example/straight/${no}`
  const run = { publicUrl: 'https://notifly.example', bounceDomain: null, attachments: [], linkTo }
  const { payload } = mobilePushChannel.compile(
    frozen,
    BOTH,
    run,
  )({
    address: 'device-1',
    device: { platform: 'android', endpoint: ANDROID, keys: null },
    fields: FIELDS,
    token: '',
    messageId: 'm@x',
    date: new Date(),
    unsubscribeUrl: '',
  })
  expect(JSON.parse(payload)).toMatchObject({
    message: {
      data: {
        notifly_url: linkTo(0),
        notifly_actions: JSON.stringify([
          { title: 'Buy, Ann', url: linkTo(1) },
          { title: 'Cart', url: 'shop://cart' },
        ]),
      },
    },
  })
})

test('Apple gets an alert that an extension may complete', () => {
  const { service, payload } = write({ ...CONTENT, actions: [] }, IPHONE)
  expect(service).toBe('apns')
  expect(payload).toEqual({
    aps: { alert: { title: 'Hello Ann', body: 'A lamp for Oslo' }, 'mutable-content': 1, sound: 'default' },
    notifly: { token: TOKEN, url: tracked(3), image: 'https://shop.example/banner.jpg' },
  })
})

test('without an address a tap leads into the app', () => {
  const { payload, links } = write({ campaignTitle: 'Hi', campaignMsg: 'There' }, ANDROID)
  expect(payload['message']).toMatchObject({ data: { notifly_token: TOKEN } })
  expect(JSON.stringify(payload)).not.toContain('notifly_url')
  expect(links).toEqual([])
})

test('a device whose service is not set up gets none, and the others do', () => {
  const onlyFirebase = { fcm_service_account: 'set' }
  expect(() => write(CONTENT, IPHONE, onlyFirebase)).toThrow(RenderError)
  expect(write(CONTENT, ANDROID, onlyFirebase).service).toBe('fcm')
  expect(() => write(CONTENT, ANDROID, { apns_key: 'set' })).toThrow('isn’t set up')
})

test('the bytes that services count are counted for each recipient', () => {
  const long = { ...FIELDS, city: 'é'.repeat(1600) }
  const message = { campaignTitle: 'Hi', campaignMsg: '{{ city }}' }
  expect(() => write(message, IPHONE, BOTH, long)).not.toThrow()
  expect(() => write(message, IPHONE, BOTH, { city: 'é'.repeat(2000) })).toThrow('4,096')
  expect(() => write(message, ANDROID, BOTH, { city: 'é'.repeat(2000) })).toThrow('4,096')
})

test.each<[string, PushContent, string[]]>([
  ['a whole one', CONTENT, []],
  ['no title and no words', { campaignPageUrl: '' }, ['campaignTitle', 'campaignMsg']],
  ['a button that leads nowhere', { ...CONTENT, actions: [{ title: 'Look', action: '' }] }, ['actions.0.action']],
  ['an address that is a program', { ...CONTENT, campaignPageUrl: 'javascript://x' }, ['campaignPageUrl']],
  ['an image of the device', { ...CONTENT, campaignBannerImg: 'file:///x.png' }, ['campaignBannerImg']],
  ['too many words', { ...CONTENT, campaignMsg: 'word '.repeat(800) }, ['campaignMsg']],
])('faults of %s', (_, content, fields) => {
  expect(mobilePushChannel.faults(content).map(fault => fault.field)).toEqual(fields)
})
