/** What differs between channels: settings, recipients, contents, and how the provider is set up. */
import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { type Channel, CHANNELS } from '@notifly/contracts/applications/applications'
import { channelNamed } from '@notifly/server/channels/registry'
import { addContacts } from '@notifly/server/testing/engine/world'
import {
  formOf,
  SAFARI_PATH,
  safariForm,
  SITE,
  SITE_PATH,
  WEBSITE_PUSH_ID,
} from '@notifly/server/testing/channels/safari-site'
import { giveNumbers } from '../../provider/phones.ts'
import { SENDER } from '../../campaign/application.ts'
import type { FaultsWorld } from './world.ts'

export interface FaultsCase {
  channel: Channel
  /** As the registry calls it. */
  provider: string
  /** Settings and recipients are there afterwards, and the provider knows where to report to. */
  prepare(world: FaultsWorld): Promise<void>
  content: object
  /** How the emulator calls whom a message went to, from what a delivery says. */
  target?(endpoint: string): string
  /** Where its dials are, and which. */
  dials: { path: string; values: object }
}

/**
 * One in twenty fails temporarily, one in twenty is answered with a request to slow down, one in twenty is refused or bounces permanently.
 */
const DIALS = {
  error_rate: 0.05,
  throttle_rate: 0.05,
  hard_bounce_rate: 0.03,
  soft_bounce_rate: 0.02,
  complaint_rate: 0.01,
  open_rate: 0.05,
  click_rate: 0.05,
  doubled_rate: 0.2,
  disorder_rate: 0.2,
}

const at = (channel: string) => ({ path: `/api/faults/${channel}`, values: DIALS })

const WHATSAPP_DIALS = {
  error_rate: 0.05,
  throttle_rate: 0.04,
  pair_rate: 0.01,
  hard_bounce_rate: 0.03,
  soft_bounce_rate: 0.02,
  delivered_rate: 0.95,
  open_rate: 0.3,
  doubled_rate: 0.2,
  disorder_rate: 0.2,
}

const MAIL = {
  subject: 'Hello {{ first_name }}',
  html: '<html><body><p>Dear {{ first_name }},</p><a href="https://shop.example/{{ code }}">See</a></body></html>',
}
const SMS = { smsBody: 'Hi {{ first_name }}, your {{ colour }} curtains are here.', message_class: 'promotional' }
const PUSH = {
  campaignTitle: '{{ first_name }}, your week',
  campaignMsg: 'Forty lamps are {{ colour }} again.',
  campaignPageUrl: 'https://shop.example/lamps?code={{ code }}',
}

const smtp: FaultsCase = {
  channel: 'email',
  provider: 'smtp',
  content: MAIL,
  dials: at('email'),
  async prepare(world) {
    await addPeople(world)
    const server = { host: '127.0.0.1', port_no: world.smtpPort, security: 'none', username: 'shop', password: 'shop' }
    const settings = { ...SENDER, ...server }
    await configure(world, 'email', { configuration_type: 'smtp', configuration_setting: settings })
  },
}

const ses: FaultsCase = {
  channel: 'email',
  provider: 'aws_ses',
  content: MAIL,
  dials: at('email'),
  async prepare(world) {
    await addPeople(world)
    const key = { region: 'us-east-2', access_id: 'AKIASOAK', access_key: 'sandbox' }
    const endpoint = await configure(world, 'email', {
      configuration_type: 'aws_ses',
      configuration_setting: { ...SENDER, ...key },
    })
    const path = '/api/ses/subscriptions'
    await world.emulators.call('POST', path, { endpoint, access_id: key.access_id })
    for (;;) {
      const told = await world.emulators.call<{ subscriptions: { confirmed: boolean }[] }>('GET', path)
      if (told.subscriptions.every(({ confirmed }) => confirmed)) return
      await delay(50)
    }
  },
}

const karix: FaultsCase = {
  channel: 'sms',
  provider: 'Karix',
  content: SMS,
  dials: at('sms'),
  async prepare(world) {
    await addPhones(world)
    const url = await configure(world, 'sms', {
      provider: 'Karix',
      otp_key: 'otp==',
      otp_sender: 'LUMENS',
      transactional_key: 'transactional==',
      transactional_sender: 'LUMENS',
      promotional_key: 'promotional==',
      promotional_sender: '550011',
    })
    await world.emulators.call('POST', '/providers/karix/_settings', { callback_url: url })
  },
}

const twilio: FaultsCase = {
  channel: 'sms',
  provider: 'Twilio',
  content: SMS,
  dials: at('sms'),
  async prepare(world) {
    await addPhones(world)
    const account = { account_sid: `AC${'a'.repeat(32)}`, auth_token: 'token', from: '+14155550123' }
    await configure(world, 'sms', { provider: 'Twilio', ...account })
  },
}

const whatsapp: FaultsCase = {
  channel: 'whatsapp',
  provider: 'cloud_api',
  content: {
    template_name: 'order_update',
    language: 'en_US',
    parameters: {
      header: { text: '{{ code }}' },
      body: ['{{ first_name }}', '{{ colour }} curtains', 'Friday'],
      buttons: [{ index: 0, value: '{{ code }}' }],
    },
  },
  dials: { ...at('whatsapp'), values: WHATSAPP_DIALS },
  async prepare(world) {
    await addPhones(world)
    const ids = { buisness_account_id: '200000000000001', phone_number_id: '100000000000001' }
    const body = { ...ids, token: 'EAAG', app_secret: 'a secret' }
    const path = '/api/notifications/whatsapp/configuration'
    const { hook_url: url, verify_token } = await world.call<Configured & { verify_token: string }>('POST', path, body)
    await world.emulators.call('PUT', '/api/whatsapp/webhooks', { url, verify_token, app_secret: body.app_secret })
  },
}

const webpush: FaultsCase = {
  channel: 'webpush',
  provider: 'webpush',
  content: { ...PUSH, campaignBannerImg: 'https://shop.example/banner.jpg', actions: [] },
  dials: at('webpush'),
  target: endpoint => endpoint.split('/').at(-1) ?? '',
  async prepare(world) {
    await addPeople(world)
    const site = await world.call<{ application_server_key: string }>(
      'POST',
      '/api/notifications/webpush/configuration',
      {
        site_name: 'The Shop',
        site_url: 'https://shop.example',
        icon_url: 'https://shop.example/icon.png',
        webPushPromptPreferences: { subscription_bell: {} },
      },
    )
    const wanted = { count: world.recipients, application_server_key: site.application_server_key }
    const made = await world.emulators.call<Device[]>('POST', '/api/webpush/subscriptions', wanted)
    // They call themselves as they were asked for; the fault proxy is between them.
    const reached = made.map(each => ({ ...each, endpoint: world.httpOrigin + new URL(each.endpoint).pathname }))
    await addDevices(world, 'webpush', 'web', reached)
  },
}

/** Safari 7 to 15: one of them gets permission through the browser's own steps, the others are added directly. */
const safari: FaultsCase = {
  channel: 'webpush',
  provider: 'webpush',
  content: { ...PUSH, campaignBannerImg: 'https://shop.example/banner.jpg', actions: [] },
  dials: at('webpush'),
  target: endpoint => endpoint,
  async prepare(world) {
    const { call, emulators, publicUrl, applicationId, recipients } = world
    await call('POST', SITE_PATH, SITE)
    await call('POST', SAFARI_PATH, formOf(safariForm()))
    await call('PUT', SITE_PATH, { ...SITE, platform: 1 })
    await addContacts(world.database, applicationId, recipients - 1)
    const others = Array.from({ length: recipients - 1 }, () => ({
      endpoint: randomBytes(32).toString('hex'),
      keys: null,
    }))
    await addDevices(world, 'webpush', 'safari', others)
    const site = { web_service_url: `${publicUrl}/sdk/safari`, website_push_id: WEBSITE_PUSH_ID, app_id: applicationId }
    await emulators.call('POST', '/api/safari/subscriptions', site)
  },
}

const fcm: FaultsCase = mobile('android', () => `android:${randomBytes(20).toString('hex')}`)
const apns: FaultsCase = mobile('ios', () => `c${randomBytes(32).toString('hex').slice(1)}`)

function mobile(platform: 'android' | 'ios', newToken: () => string): FaultsCase {
  return {
    channel: 'mobilepush',
    provider: 'mobilepush',
    content: PUSH,
    dials: at('mobilepush'),
    target: endpoint => endpoint,
    async prepare(world) {
      await addPeople(world)
      await configure(world, 'mobilepush', mobileKeys())
      const devices = Array.from({ length: world.recipients }, () => ({ endpoint: newToken(), keys: null }))
      await addDevices(world, 'mobilepush', platform, devices)
    },
  }
}

/** By the names that --channel accepts. */
export const FAULTS_CASES: ReadonlyMap<string, FaultsCase> = new Map(
  Object.entries({ smtp, ses, karix, twilio, whatsapp, webpush, safari, fcm, apns }),
)

/** Providers of the registry without a case. */
export function withoutCase(): string[] {
  const known = new Set([...FAULTS_CASES.values()].map(({ channel, provider }) => `${channel} ${provider}`))
  return CHANNELS.flatMap(channel =>
    Object.keys(channelNamed(channel)?.providers ?? {}).map(name => `${channel} ${name}`),
  ).filter(name => !known.has(name))
}

interface Configured {
  hook_url: string | null
}

/** Returns the address to which the provider sends its reports. */
async function configure({ call }: FaultsWorld, channel: Channel, body: object): Promise<string> {
  const { hook_url } = await call<Configured>('POST', `/api/notifications/${channel}/configuration`, body)
  return hook_url ?? ''
}

function mobileKeys(): object {
  const pem = {
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  } as const
  const account = {
    type: 'service_account',
    project_id: 'shop',
    client_email: 'notifly@shop.example',
    private_key: generateKeyPairSync('rsa', { modulusLength: 2048, ...pem }).privateKey,
  }
  return {
    fcm_service_account: JSON.stringify(account),
    apns_key_id: 'KEY0000001',
    apns_team_id: 'TEAM000001',
    apns_bundle_id: 'com.example.shop',
    apns_environment: 'production',
    apns_key: generateKeyPairSync('ec', { namedCurve: 'P-256', ...pem }).privateKey,
  }
}

const addPeople = ({ database, applicationId, recipients }: FaultsWorld): Promise<void> =>
  addContacts(database, applicationId, recipients)

async function addPhones(world: FaultsWorld): Promise<void> {
  await addPeople(world)
  await giveNumbers(world.database, world.applicationId)
}

interface Device {
  endpoint: string
  keys: object | null
}

/** Adds a device of another channel for each contact, as people have several: the results of messages here must not change it. */
export async function addOtherDevices(world: FaultsWorld, channel: Channel): Promise<void> {
  const devices = Array.from({ length: world.recipients }, (_, n) => ({ endpoint: `bystander ${n}`, keys: null }))
  const other = otherChannelOf(channel)
  await addDevices(world, other, other === 'webpush' ? 'web' : 'android', devices)
}

/** The channel of these devices. */
export function otherChannelOf(channel: Channel): Channel {
  return channel === 'webpush' ? 'mobilepush' : 'webpush'
}

/** One for each contact. */
async function addDevices(
  { database, applicationId }: FaultsWorld,
  channel: Channel,
  platform: string,
  devices: readonly Device[],
): Promise<void> {
  await database.pool.query(
    `insert into device (application_id, device_id, contact_id, channel, platform, endpoint, keys, created_at, last_seen_at)
     select $1, gen_random_uuid(), c.contact_id, $2, $3, d.value ->> 'endpoint', nullif(d.value -> 'keys', 'null'), now(), now()
     from jsonb_array_elements($4::jsonb) with ordinality as d(value, n)
     join (select contact_id, row_number() over () as n from contact where application_id = $1) c on c.n = d.n`,
    [applicationId, channel, platform, JSON.stringify(devices)],
  )
  await database.pool.query('analyze device')
}
