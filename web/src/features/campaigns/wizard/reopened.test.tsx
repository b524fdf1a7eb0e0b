/** Reopening a rejected campaign fills the wizard with everything that the request contained. */
import { type Channel, CHANNELS } from '@notifly/contracts/applications/applications'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { APPLICATION, type ApiStub, ok, page, user } from '../../../testing/api-stub.ts'
import { renderApp } from '../../../testing/render-app.tsx'
import { until } from '../../../testing/until.ts'
import { campaign, checked, DRAFT, SEGMENT, stubWizard } from '../../../testing/wizard-stub.ts'

const REQUEST = '0198c0de-0000-7000-8000-00000000f002'

const PUSH = {
  campaignTitle: 'Back in stock',
  campaignMsg: 'See what’s new',
  campaignBannerImg: 'https://shop.example/banner.png',
  campaignPageUrl: 'https://shop.example/new',
  actions: [
    { title: 'Look', action: 'https://shop.example/look' },
    { title: 'Buy', action: 'https://shop.example/buy' },
  ],
}

const CONTENT: Record<Channel, object> = {
  email: {
    emailSubject: 'Hello',
    emailBody: '<p>Hello</p>',
    from_name: 'The Shop',
    reply_to: 'answers@shop.example',
    preheader: 'Lamps',
    attachments: [{ content: 'aGk=', filename: 'list.txt', type: 'text/plain', disposition: 'attachment' }],
    ab_test: { part: 'subject', variants: ['Hello', 'Good day'], share: 30, metric: 'clicked', after_hours: 6 },
  },
  sms: { smsBody: 'Hello', message_class: 'otp', track_links: false },
  whatsapp: {
    template_name: 'order_sent',
    language: 'en',
    parameters: { header: { text: '10431' }, body: ['{{ first_name }}'], buttons: [{ index: 0, value: '10431' }] },
  },
  webpush: { ...PUSH, campaignIcon: 'https://shop.example/icon.png' },
  mobilepush: PUSH,
}

const COMMON = {
  campaignName: 'Autumn sale',
  topic_uuid: null,
  audience: { all: false, segment_uuids: [SEGMENT], exclude_segment_uuids: [] },
  schedule: {
    message_type: { type: 3, days_of_week: [2, 5] },
    campaign_start_date: { type: 3, local_time: 34_200, timezone: 'Europe/Lisbon' },
    sunset: { type: 3, number_of_send: 8 },
    advanced: { delivery_in_users_timezone: false, do_not_disturb: true },
  },
}

const TEMPLATE = {
  uuid: DRAFT,
  name: 'order_sent',
  language: 'en',
  category: 'UTILITY',
  status: 'APPROVED',
  reason: null,
  quality: null,
  components: [{ type: 'BODY', text: 'Hello {{1}}' }],
  obstacle: null,
  updated_on: 1,
}

let api: ApiStub
let stop: (() => void) | undefined

function stub(channel: Channel, payload: object): void {
  api.on('GET /api/approvals', () =>
    page([
      {
        uuid: REQUEST,
        command: 'campaign.launch',
        title: 'Autumn sale',
        status: 2,
        payload: { channel, ...payload },
        before: null,
        description: 'Say when it ends.',
        approver: { uuid: 'a', name: 'Meera' },
        can_reopen: true,
      },
    ]),
  )
  api.on(`POST /api/notifications/estimate/${channel}`, () =>
    ok({
      matched: 3,
      recipients: 3,
      skipped: {},
      next_runs: [2_000_000_000],
      last_run: null,
      words: '',
      ab_test: null,
    }),
  )
  api.on(`POST /api/notifications/schedule/${channel}`, () => ok({ uuid: DRAFT, status: 'scheduled' }))
  api.on(`POST /api/notifications/check/${channel}`, () => checked())
}

async function launchAgain(channel: Channel): Promise<unknown> {
  const app = await renderApp(
    `/applications/${APPLICATION}/notification/${channel}?approval=${REQUEST}&step=review`,
    user(),
  )
  stop = app.stop
  await app.screen.getByRole('button', { name: /^Schedule for/ }).click()
  const question = app.screen.getByRole('dialog')
  await question.getByRole('button', { name: /^Schedule for/ }).click()
  const sent = () => api.asked.find(({ method, path }) => method === 'POST' && path.endsWith(`/schedule/${channel}`))
  await until(() => expect(sent()).toBeDefined())
  return sent()?.body
}

beforeEach(() => {
  api = stubWizard()
  api.on('GET /api/audience', () => page([]))
  api.on('GET /api/notifications/webpush/configuration', () => ok(null))
  api.on('GET /api/template/whatsapp', () => page([TEMPLATE]))
  api.on('POST /api/notifications/estimate/sms/segments', () =>
    ok({ sampled: 0, recipients: 3, total: 3, is_exact: true }),
  )
})

afterEach(() => {
  stop?.()
  api.restore()
})

test.each(CHANNELS)('of %s, asked for without a draft: everything is there and goes out again', async channel => {
  const asked = { ...COMMON, ...CONTENT[channel] }
  stub(channel, asked)
  expect(await launchAgain(channel)).toMatchObject({ ...asked, reopens: REQUEST })
})

test('with a draft: that draft is written on, also where the address names the request alone', async () => {
  stub('sms', { ...COMMON, ...CONTENT.sms, uuid: DRAFT })
  const own = { ...COMMON, ...CONTENT.sms, smsBody: 'Hello again' }
  api.on('GET /api/notifications/schedule/sms', () => ok(campaign({ platform: 'sms', ...(own as object) })))
  expect(await launchAgain('sms')).toMatchObject({ uuid: DRAFT, smsBody: 'Hello again', reopens: REQUEST })
})
