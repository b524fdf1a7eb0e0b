// What the settings of every channel have in common, on the channels that came after e-mail.
import type { Approval } from '@notifly/contracts/approvals/approvals'
import type {
  MobilepushConfiguration,
  SmsConfiguration,
  WhatsappConfiguration,
} from '@notifly/contracts/channel-settings/channel-settings'
import { ACTIVITY, ACTIVITY_IDS } from '@notifly/contracts/roles/activities'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { session } from '../../api/session.ts'
import { type ApiStub, APPLICATION, ok, page, stubApi, user } from '../../testing/api-stub.ts'
import { axeFindings } from '../../testing/axe.ts'
import { renderApp } from '../../testing/render-app.tsx'

const SMS = '/api/notifications/sms/configuration'
const WHATSAPP = '/api/notifications/whatsapp/configuration'
const MOBILEPUSH = '/api/notifications/mobilepush/configuration'
const REQUEST = '018f2f3e-7b1c-7f55-9a4e-3f5e1c2d4b6a'
const platform = (query: string) => `/applications/${APPLICATION}/settings/platform?${query}`

const state = { failure: null, campaigns: [], updated_on: 1_700_000_000 }

const karix: SmsConfiguration = {
  provider: 'Karix',
  otp_key: '********',
  transactional_key: '********',
  promotional_key: '********',
  otp_sender: 'SHOPIN',
  transactional_sender: 'SHOPIN',
  promotional_sender: '600100',
  messages_per_second: null,
  hook_url: 'https://notifly.example/hooks/Karix/first',
  ...state,
}

const whatsapp: WhatsappConfiguration = {
  buisness_account_id: '1001',
  phone_number_id: '2002',
  token: '********',
  messages_per_second: 80,
  verify_token: 'to-be-asked-back',
  hook_url: 'https://notifly.example/hooks/cloud_api/first',
  ...state,
}

const mobilepush: MobilepushConfiguration = {
  fcm_service_account: '********',
  fcm_project_id: 'palmyra-app',
  messages_per_second: null,
  apns_environment: 'production',
  hook_url: null,
  ...state,
}

const rejected: Approval = {
  uuid: REQUEST,
  activity_id: ACTIVITY.platformSms,
  module: 'Platform Configurations SMS',
  command: 'channel.update',
  title: 'Karix',
  object_uuid: null,
  status: 2,
  maker: { uuid: APPLICATION, name: 'Asha Raman' },
  approver: { uuid: APPLICATION, name: 'Meera Iyer' },
  decided_by: 'user',
  description: 'Use the header we registered.',
  group: 1,
  payload: { channel: 'sms', endpoint: SMS, ...karix, otp_sender: 'WRONGS', otp_key: '********' },
  before: { channel: 'sms', provider: 'Karix', otp_sender: 'SHOPIN' },
  original: { channel: 'sms', provider: 'Karix', otp_sender: 'SHOPIN' },
  is_shortened: false,
  created_on: 1_700_000_000,
  decided_on: 1_700_000_100,
  deadline_on: null,
  reopens: null,
  can_decide: false,
  can_withdraw: false,
  can_reopen: true,
} as unknown as Approval

let api: ApiStub
let stop: (() => void) | undefined

async function open(query: string, who = user(), prefix = '') {
  const app = await renderApp(`${prefix}${platform(query)}`, who)
  stop = app.stop
  return app.screen
}

const sent = (method: string, path: string) =>
  api.asked.findLast(asked => asked.method === method && asked.path === path)?.body as
    Record<string, unknown> | undefined

beforeEach(() => {
  api = stubApi({
    'GET /api/installation': () =>
      ok({
        name: 'Notifly',
        version: '1.0.0',
        sandbox_url: 'http://127.0.0.1:3100',
        sandbox_smtp: { host: '127.0.0.1', port: 3125 },
        sandbox_warning: false,
      }),
    'GET /api/dashboard/application': () => ok([]),
    'GET /authP/organization': () => ok([]),
    'GET /api/approvals': () => page([]),
    [`GET /api/update-notification-vertical/${APPLICATION}`]: () => ok(user()),
    'GET /api/notifications/sms/prices': () => ok({ prices: null, updated_on: null }),
    'GET /api/notifications/whatsapp/prices': () => ok({ prices: null, updated_on: null }),
    [`GET ${SMS}`]: () => ok(karix),
    [`GET ${WHATSAPP}`]: () => ok(whatsapp),
    [`GET ${MOBILEPUSH}`]: () => ok(mobilepush),
  })
})

afterEach(() => {
  stop?.()
  api.restore()
  session.set(undefined)
})

describe('SMS', () => {
  test('is set up with the provider that was chosen; what was typed for the other waits', async () => {
    api.on(`GET ${SMS}`, () => ok(null))
    const screen = await open('checkSmsConfigure=true')
    await screen.getByRole('button', { name: 'Set up SMS' }).click()
    await screen.getByLabelText('OTP sender').fill('SHOPIN')
    await screen.getByRole('radio', { name: 'Twilio' }).click()
    await screen.getByRole('button', { name: 'Save' }).click()
    await expect.element(screen.getByText('Enter a number or a messaging service.')).toBeVisible()
    expect(sent('POST', SMS)).toBeUndefined()
    await screen.getByRole('radio', { name: 'Karix' }).click()
    await expect.element(screen.getByLabelText('OTP sender')).toHaveValue('SHOPIN')
    await screen.getByRole('radio', { name: 'Twilio' }).click()
    await screen.getByRole('button', { name: 'Use sandbox' }).click()
    const from = /^\+1650555\d{4}$/
    await expect
      .poll(() => screen.getByLabelText('Number or name').element())
      .toHaveProperty('value', expect.stringMatching(from))
    expect(await axeFindings()).toEqual([])
    api.on(`POST ${SMS}`, () => ok(karix))
    await screen.getByRole('button', { name: 'Save' }).click()
    await expect.poll(() => sent('POST', SMS)).toMatchObject({ provider: 'Twilio', from: expect.stringMatching(from) })
    expect(sent('POST', SMS)).not.toHaveProperty('otp_key')
  })

  test('moves to another provider only with that one’s own keys', async () => {
    const screen = await open('checkSmsConfigure=true')
    await screen.getByRole('radio', { name: 'Twilio' }).click()
    await expect.element(screen.getByText(/^Saving switches this channel to another provider/)).toBeVisible()
    await screen.getByRole('button', { name: 'Save' }).click()
    await expect.element(screen.getByText('This field is required.').first()).toBeVisible()
    expect(sent('PUT', SMS)).toBeUndefined()
  })

  test('says that nothing is known of deliveries as long as no report came', async () => {
    api.on(`GET ${SMS}`, () => ok({ ...karix, awaits_reports: true }))
    const screen = await open('checkSmsConfigure=true')
    await expect.element(screen.getByText(/No reports yet\. Delivery data appears once Karix calls/)).toBeVisible()
  })

  test('waits while a request is open, for those who have nothing set up yet and may not see it', async () => {
    api.on(`GET ${SMS}`, () => ok(null))
    const settings = [{ object: 'channel', id: 'sms', approval_uuid: rejected.uuid }]
    api.on('GET /api/maker-checker/pending', () => ok([{ activity_id: ACTIVITY.platformSms, count: 1, settings }]))
    const screen = await open('checkSmsConfigure=true')
    await expect.element(screen.getByText(/A change is pending approval/)).toBeVisible()
    await expect.element(screen.getByRole('link', { name: 'View request' })).not.toBeInTheDocument()
    await expect.element(screen.getByRole('button', { name: 'Set up SMS' })).not.toBeInTheDocument()
  })

  test('opens its tab from a rejected request, prefilled, with the way to what is saved', async () => {
    api.on('GET /api/approvals', ({ query }) => page(query.get('status') === '0' ? [] : [rejected]))
    const screen = await open('makerCheckerSms=True')
    await expect.element(screen.getByText('Use the header we registered.')).toBeVisible()
    await expect.element(screen.getByLabelText('OTP sender')).toHaveValue('WRONGS')
    await screen.getByLabelText('OTP sender').fill('SHOPIN')
    api.on(`PUT ${SMS}`, () => ok(karix))
    await screen.getByRole('button', { name: 'Save' }).click()
    await expect.poll(() => sent('PUT', SMS)).toMatchObject({ reopens: REQUEST, otp_sender: 'SHOPIN', otp_key: '' })
  })

  test('is closed to a role without its right, while the tab of another channel opens by itself', async () => {
    const levels = (id: number): [number, number] => (id === ACTIVITY.platformWhatsapp ? [4, 1] : [0, 0])
    const who = user({ permission_levels: ACTIVITY_IDS.map(levels) })
    const screen = await open('checkSmsConfigure=true', who)
    await expect.element(screen.getByText('You don’t have access to SMS settings')).toBeVisible()
    expect(api.asked.some(asked => asked.path === SMS)).toBe(false)
    await screen.getByRole('link', { name: 'WhatsApp' }).click()
    await expect.element(screen.getByLabelText('Phone number ID')).toHaveValue('2002')
  })
})

describe('WhatsApp', () => {
  test('shows where to report to, and says that nothing is believed without the app secret', async () => {
    const screen = await open('checkWhatsappConfigure=true')
    await expect
      .element(screen.getByLabelText('Webhook address'))
      .toHaveValue('https://notifly.example/hooks/cloud_api/first')
    await expect.element(screen.getByLabelText('Verify token')).toHaveValue('to-be-asked-back')
    await expect.element(screen.getByText(/Add the app secret above/)).toBeVisible()
    expect(await axeFindings()).toEqual([])
    api.on(`POST ${WHATSAPP}/hook-token`, () => ok({ hook_url: 'https://notifly.example/hooks/cloud_api/second' }))
    api.on(`GET ${WHATSAPP}`, () => ok({ ...whatsapp, hook_url: 'https://notifly.example/hooks/cloud_api/second' }))
    await screen.getByRole('button', { name: 'Replace address' }).click()
    await screen.getByRole('button', { name: 'Replace address' }).click()
    await expect
      .element(screen.getByLabelText('Webhook address'))
      .toHaveValue('https://notifly.example/hooks/cloud_api/second')
  })

  test('takes an app from the sandbox as well, without which samples could not be uploaded', async () => {
    const screen = await open('checkWhatsappConfigure=true')
    await screen.getByRole('button', { name: 'Use sandbox' }).click()
    await expect
      .poll(() => screen.getByRole('textbox', { name: /^App ID/ }).element())
      .toHaveProperty('value', expect.stringMatching(/^300000\d{9}$/))
  })

  test('asks for the token again when the account changes, and tells of the field below the pointer', async () => {
    const screen = await open('checkWhatsappConfigure=true')
    await screen.getByLabelText('Business account ID').fill('1002')
    await expect.element(screen.getByText('Enter this again: the account has changed.')).toBeVisible()
    await screen.getByLabelText('Phone number ID').hover()
    await expect.element(screen.getByText(/not the number itself/)).toBeVisible()
  })
})

test('mobile push names the project whose key is stored, and lets it go', async () => {
  const screen = await open('checkMobilepushConfigure=true')
  await expect.element(screen.getByText('Saved for project palmyra-app.')).toBeVisible()
  await screen.getByRole('button', { name: 'Remove' }).click()
  await expect.element(screen.getByText('Enter a Firebase service account, an Apple key, or both.')).toBeVisible()
  expect(await axeFindings()).toEqual([])
})

test('mobile push opens its own rejected request, whose key is not the stored one', async () => {
  const asked = { channel: 'mobilepush', fcm_service_account: '********', apns_environment: 'production' }
  const about = { activity_id: ACTIVITY.platformWebpush, title: 'Firebase' }
  const others = { ...rejected, ...about, uuid: APPLICATION, command: 'site.update', payload: {} } as Approval
  const ours: Approval = { ...rejected, ...about, payload: asked }
  api.on('GET /api/approvals', ({ query }) => {
    if (query.get('status') === '0') return page([])
    return page([others, ours].filter(({ uuid }) => [null, uuid].includes(query.get('uuid'))))
  })
  const screen = await open('makerCheckerMobilepush=True')
  await expect.element(screen.getByText('Use the header we registered.')).toBeVisible()
  await expect.element(screen.getByText('Saved in your request. Enter a new value to replace it.')).toBeVisible()
  await expect.element(screen.getByText('Saved for project palmyra-app.')).not.toBeInTheDocument()
})
