import type { Channel } from '@notifly/contracts/applications/applications'
import { sentence } from '@notifly/contracts/sentences/sentence'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { APPLICATION, type ApiStub, type Asked, failed, ok, page, user } from '../../../testing/api-stub.ts'
import { axeFindings } from '../../../testing/axe.ts'
import { pick } from '../../../testing/pick.ts'
import { renderApp } from '../../../testing/render-app.tsx'
import { until } from '../../../testing/until.ts'
import { DRAFT, launchError, SEGMENT, stubChannel, stubWizard } from '../../../testing/wizard-stub.ts'

let api: ApiStub
let stop: (() => void) | undefined

const address = (channel: Channel, step = 'what') =>
  `/applications/${APPLICATION}/notification/${channel}?draft=${DRAFT}&step=${step}`
const lastOf = (call: string): Asked | undefined =>
  api.asked.findLast(({ method, path }) => `${method} ${path}` === call)

const ANA = { uuid: SEGMENT, email: 'ana@example.com', phone_number: null, merge_fields: { first_name: 'Ana' } }
const LAPTOP = {
  uuid: '0198c0de-0000-7000-8000-00000000f001',
  channel: 'webpush',
  platform: 'web',
  name: 'Chrome on Windows',
  added_on: 1,
  last_seen_on: 1,
  retired_on: null,
  retired_reason: null,
}
const GONE = { uuid: DRAFT, name: 'Firefox on Linux', retired_on: 1, retired_reason: 'gone' }

async function open(where: string, who = user()) {
  const app = await renderApp(where, who)
  stop = app.stop
  return app
}

beforeEach(() => {
  api = stubWizard()
  api.on('GET /api/audience', () => page([]))
  api.on('GET /api/notifications/webpush/configuration', () => ok(null))
})

afterEach(() => {
  stop?.()
  api.restore()
})

describe('the wizard of a text message', () => {
  const measured = (segments: number, characters_max = 1600) =>
    ok({
      text: 'Hello Asha',
      encoding: 'GSM-7',
      segments,
      units: 10,
      units_left: 150,
      forcing: [],
      problems: [],
      contact: null,
      short_links: 1,
      characters_max,
    })
  const bill = {
    sampled: 1000,
    least: 1,
    most: 2,
    unicode: 40,
    unsendable: 0,
    sum: 2000,
    recipients: 2900,
    total: 5800,
  }
  const billed = () => ok({ ...bill, is_exact: false })

  test('shows the message on the phone, what all of them cost, and saves text and kind', async () => {
    stubChannel(api, 'sms', { smsBody: 'Hello {{ first_name }} https://shop.example', message_class: 'promotional' })
    api.on('POST /api/template/preview/sms', () => measured(2))
    api.on('POST /api/notifications/estimate/sms/segments', billed)
    const { screen } = await open(address('sms'))
    await expect.element(screen.getByText('Hello Asha')).toBeInTheDocument()
    await expect.element(screen.getByRole('complementary').getByText(/^About 5,800 messages/)).toBeInTheDocument()
    await expect.element(screen.getByRole('complementary').getByText('No phone number')).toBeInTheDocument()
    await screen.getByRole('radio', { name: /^Transactional/ }).click()
    await until(() =>
      expect(lastOf('PUT /api/notifications/draft/sms')?.body).toEqual({ message_class: 'transactional' }),
    )
    expect(await axeFindings()).toEqual([])
    // Clicks are counted unless the author sends links as they are; what is shown and counted follows.
    await screen.getByRole('switch', { name: 'Short links with click tracking' }).click()
    await until(() => expect(lastOf('PUT /api/notifications/draft/sms')?.body).toEqual({ track_links: false }))
    await until(() => expect(lastOf('POST /api/template/preview/sms')?.body).toMatchObject({ track_links: false }))
    await until(() =>
      expect(lastOf('POST /api/notifications/estimate/sms/segments')?.body).toMatchObject({ track_links: false }),
    )
  })

  test.each([
    ['Twilio', 'Decides who can receive it.'],
    ['Karix', 'Decides which key and sender are used.'],
  ])('says of the kind of message what holds at %s', async (provider, words) => {
    stubChannel(api, 'sms', { smsBody: 'Hello', message_class: 'promotional' })
    api.on('POST /api/template/preview/sms', () => measured(1))
    api.on('POST /api/notifications/estimate/sms/segments', billed)
    api.on('GET /api/notifications/sms/configuration', () => ok({ provider }))
    const { screen } = await open(address('sms'))
    await expect.element(screen.getByText(words)).toBeInTheDocument()
  })

  test('says that the text is longer than the provider takes, and the channel not set up, and leads to its settings', async () => {
    const reason = sentence('campaigns.notConfigured', { channel: sentence('channelNames.sms') })
    stubChannel(api, 'sms', { smsBody: 'a'.repeat(900), message_class: 'otp' }, [
      launchError('smsBody', sentence('sms.sms_long', { count: 6, parts: 7 })),
      launchError('configuration', sentence('channelNotConfigured', { reason })),
    ])
    api.on('POST /api/template/preview/sms', () => measured(6, 800))
    api.on('POST /api/notifications/estimate/sms/segments', billed)
    const { screen } = await open(address('sms', 'review'))
    await expect.element(screen.getByText('Text: Up to 6 message parts are allowed; this has 7.')).toBeInTheDocument()
    await expect.element(screen.getByText(/^SMS isn’t set up\. Set it up under Settings/)).toBeInTheDocument()
    await expect
      .element(screen.getByRole('link', { name: 'Set up SMS' }))
      .toHaveAttribute('href', expect.stringContaining('checkSmsConfigure=true'))
  })
})

describe('the wizard of a notification', () => {
  const whole = {
    campaignTitle: 'Back in stock',
    campaignMsg: 'The lamp is here again, {{ first_name | default: "you" }}.',
    campaignBannerImg: '',
    campaignPageUrl: 'https://shop.example/lamp',
    actions: [{ title: 'Look', action: '' }],
  }

  test('shows it as each device does, and names what is missing', async () => {
    const fields = ['campaignBannerImg', 'actions.0.action']
    const missing = fields.map(field => launchError(field, sentence('fields.required')))
    stubChannel(api, 'webpush', whole, missing)
    const { screen } = await open(address('webpush'))
    const device = screen.getByRole('figure', { name: 'Preview on Windows' })
    await expect.element(device.getByText('The lamp is here again, you.')).toBeInTheDocument()
    await expect.element(device.getByText('Look')).toBeInTheDocument()
    await screen.getByRole('radio', { name: 'iPhone' }).click()
    const phone = screen.getByRole('figure', { name: 'Preview on iPhone' })
    await expect.element(phone.getByText('Back in stock')).toBeInTheDocument()
    await expect.element(phone.getByText('Look')).not.toBeInTheDocument()
    expect(await axeFindings()).toEqual([])
    await screen
      .getByRole('button', { name: /Review/ })
      .first()
      .click()
    await expect.element(screen.getByText('Banner image: This field is required.')).toBeInTheDocument()
    await expect.element(screen.getByText('Button 1: This field is required.')).toBeInTheDocument()
  })

  test('has room for two buttons, and refuses an address that is none', async () => {
    stubChannel(api, 'webpush', { ...whole, actions: [] })
    const { screen } = await open(address('webpush'))
    await screen.getByRole('button', { name: 'Add button' }).click()
    await expect.element(screen.getByRole('textbox', { name: 'Label' })).toHaveFocus()
    await screen.getByRole('textbox', { name: 'Button URL' }).fill('shop.example')
    await expect.element(screen.getByText('Enter a URL that starts with https://.')).toBeInTheDocument()
    await screen.getByRole('button', { name: 'Add button' }).click()
    await expect.element(screen.getByRole('button', { name: 'Add button' })).not.toBeInTheDocument()
    await until(() =>
      expect(lastOf('PUT /api/notifications/draft/webpush')?.body).toEqual({
        actions: [
          { title: '', action: 'shop.example' },
          { title: '', action: '' },
        ],
      }),
    )
    await screen.getByRole('button', { name: 'Remove button 2' }).click()
    await expect.element(screen.getByRole('button', { name: 'Add button' })).toHaveFocus()
  })

  test('starts from a template, whose words show, while its own are put away; or becomes one', async () => {
    const name = 'Lamps'
    const template = { uuid: ANA.uuid, type: 'Webpush', name, version: 1, updated_on: 1_700_000_000, updated_by: null }
    stubChannel(api, 'webpush', whole)
    api.on('GET /api/template', () => page([template]))
    api.on(`GET /api/template/${template.uuid}`, () =>
      ok({ ...template, problems: [], campaignTitle: 'A lamp for all' }),
    )
    const { screen } = await open(address('webpush'))
    await screen.getByRole('button', { name: 'Save as template' }).click()
    const dialog = screen.getByRole('dialog', { name: 'Save as template' })
    await dialog.getByRole('textbox', { name: 'Template name' }).fill('Back in stock')
    api.on('POST /api/template', () => ok({ template_uuid: template.uuid, version: 1, updated_on: 1, problems: [] }))
    await dialog.getByRole('button', { name: 'Save' }).click()
    await until(() =>
      expect(lastOf('POST /api/template')?.body).toMatchObject({ ...whole, type: 'Webpush', name: 'Back in stock' }),
    )
    await expect.element(dialog).not.toBeInTheDocument()

    await screen.getByRole('radio', { name: /^Template/ }).click()
    await screen.getByRole('combobox', { name: 'Template' }).click()
    await pick(screen.getByRole('option', { name }))
    const device = screen.getByRole('figure', { name: 'Preview on Windows' })
    await expect.element(device.getByText('A lamp for all')).toBeInTheDocument()
    await expect.element(device.getByText('Back in stock')).not.toBeInTheDocument()
    await until(() =>
      expect(lastOf('PUT /api/notifications/draft/webpush')?.body).toMatchObject({ template_uuid: template.uuid }),
    )
    await screen.getByRole('radio', { name: /^Custom notification/ }).click()
    await expect.element(device.getByText('Back in stock')).toBeInTheDocument()
    await until(() =>
      expect(lastOf('PUT /api/notifications/draft/webpush')?.body).toMatchObject({
        template_uuid: null,
        campaignTitle: whole.campaignTitle,
      }),
    )
  })

  test('goes to an app without pictures, and may lead into it', async () => {
    stubChannel(api, 'mobilepush', { ...whole, campaignPageUrl: 'shop://cart', actions: [] })
    const { screen } = await open(address('mobilepush', 'what'))
    await expect.element(screen.getByText('What phones show and where taps lead.')).toBeVisible()
    await expect.element(screen.getByText(/browsers/)).not.toBeInTheDocument()
    await screen.getByRole('button', { name: 'Continue to schedule' }).click()
    await screen.getByRole('button', { name: 'Continue to review' }).click()
    await expect.element(screen.getByRole('button', { name: 'Send to 2,900 now' })).toBeInTheDocument()
    await expect.element(screen.getByText(/items? missing/)).not.toBeInTheDocument()
  })

  test('sends a test to the devices of contacts, and says what came of it', async () => {
    const TEST = 'POST /api/notifications/webpush/test'
    stubChannel(api, 'webpush', whole)
    api.on('GET /api/audience', () => page([ANA]))
    api.on(`GET /api/audience/${ANA.uuid}/devices`, () => ok([LAPTOP, { ...LAPTOP, ...GONE }]))
    api.on(`GET /sdk/v1/config/${APPLICATION}`, () => failed('notFound'))
    api.on(TEST, () => failed('invalidInput', { errors: [{ field: 'receivers', message: 'No device is known.' }] }))
    const { screen } = await open(address('webpush', 'review'))
    await screen.getByRole('button', { name: 'Send test' }).click()
    const dialog = screen.getByRole('dialog', { name: 'Send test' })
    await expect.element(dialog.getByRole('radio', { name: 'This browser' })).toHaveFocus()
    await dialog.getByRole('radio', { name: 'By ID' }).click()
    await dialog.getByRole('textbox', { name: 'IDs, separated by commas' }).fill('u1, u2')
    await dialog.getByRole('button', { name: 'Send', exact: true }).click()
    await expect.element(dialog.getByText('No device is known.')).toBeInTheDocument()
    await expect.element(dialog.getByRole('textbox', { name: 'IDs, separated by commas' })).toHaveFocus()
    expect(lastOf(TEST)?.body).toMatchObject({ receivers: ['u1', 'u2'], content: { campaignTitle: 'Back in stock' } })
    api.on(TEST, () =>
      ok([{ receiver: LAPTOP.uuid, device: LAPTOP.name, ok: true, message: 'The provider accepted the message.' }]),
    )
    await dialog.getByRole('radio', { name: 'A contact’s devices' }).click()
    await expect.element(dialog.getByRole('checkbox', { name: 'Chrome on Windows' })).toBeChecked()
    await expect.element(dialog.getByRole('checkbox', { name: 'Firefox on Linux' })).not.toBeInTheDocument()
    await dialog.getByRole('button', { name: 'Send', exact: true }).click()
    await expect.element(dialog.getByText('The provider accepted the message.')).toBeInTheDocument()
    expect(lastOf(TEST)?.body).toMatchObject({ receivers: [LAPTOP.uuid], contact_uuid: ANA.uuid })
    // What is chosen next has not been tried: nothing of the test before is shown.
    await dialog.getByRole('checkbox', { name: 'Chrome on Windows' }).click()
    await dialog.getByRole('button', { name: 'Send', exact: true }).click()
    await expect.element(dialog.getByText('Choose at least one device.')).toBeInTheDocument()
    await expect.element(dialog.getByText('The provider accepted the message.')).not.toBeInTheDocument()
    await expect.element(dialog.getByRole('checkbox', { name: 'Chrome on Windows' })).toHaveFocus()
    expect(await axeFindings()).toEqual([])
  })
})

test('a role without the channel is told which right it lacks', async () => {
  const mailer = user({ permission_activity_list: [401], permission_levels: [[3, 1]] })
  stubChannel(api, 'webpush', {})
  const { screen } = await open(`/applications/${APPLICATION}/notification/webpush`, mailer)
  await expect.element(screen.getByText('Your role can’t create campaigns')).toBeInTheDocument()
})

test('a campaign that could not be read keeps the way back to the list', async () => {
  api.on('GET /api/notifications/schedule/sms', () => failed('internal'))
  const { screen } = await open(address('sms'))
  await expect.element(screen.getByText('Couldn’t load the campaign')).toBeVisible()
  await expect.element(screen.getByRole('heading', { level: 1, name: 'Campaign', exact: true })).toBeVisible()
  const back = screen.getByRole('main').getByRole('link', { name: 'Campaigns' })
  await expect.element(back).toHaveAttribute('href', `/applications/${APPLICATION}/notification`)
})
