import type { SmsPreview } from '@notifly/contracts/sms/sms'
import type { Template } from '@notifly/contracts/templates/templates'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { page as browser, userEvent } from 'vitest/browser'
import { session } from '../../../../api/session.ts'
import { type ApiStub, type Asked, APPLICATION, failed, ok, page, stubApi, user } from '../../../../testing/api-stub.ts'
import { axeFindings } from '../../../../testing/axe.ts'
import { renderApp } from '../../../../testing/render-app.tsx'

const UUID = '0198c0de-0000-7000-8000-0000000000cc'
const LIST = `/applications/${APPLICATION}/template`
const TEXT = `Hi {{ first_name }}, ${'a'.repeat(140)} it’s on its way.`

const template: Template = {
  uuid: UUID,
  type: 'SMS',
  name: 'Shipped',
  text: TEXT,
  excerpt: TEXT,
  version: 3,
  updated_on: 1_700_000_000,
  updated_by: 'Asha Raman',
  problems: [],
}

function preview({ body }: Asked): Response {
  return ok(previewed(body as { text: string }))
}

function previewed({ text }: { text: string }): SmsPreview {
  return {
    text: text.replace('{{ first_name }}', 'Ishita'),
    encoding: 'GSM-7',
    segments: 1,
    units: 1,
    units_left: 1,
    forcing: [],
    problems: [],
    contact: { uuid: UUID, name: 'Ishita Menon' },
    short_links: 0,
    characters_max: 1600,
    range: { sampled: 200, least: 1, most: 2, unicode: 0, unsendable: 0 },
  }
}

let api: ApiStub
let stop: (() => void) | undefined

async function open(address: string) {
  const app = await renderApp(address, user())
  stop = app.stop
  return app
}

const bodyOf = (method: string, path: string) =>
  api.asked.findLast(asked => asked.method === method && asked.path === path)?.body as
    Record<string, unknown> | undefined

beforeEach(async () => {
  await browser.viewport(1280, 900)
  localStorage.clear()
  api = stubApi({
    'GET /api/installation': () =>
      ok({ name: 'Notifly', version: '1.0.0', sandbox_url: null, sandbox_smtp: null, sandbox_warning: false }),
    'GET /api/dashboard/application': () => ok([]),
    'GET /authP/organization': () => page([]),
    [`GET /api/update-notification-vertical/${APPLICATION}`]: () => ok(user()),
    'GET /api/template': () => page([template]),
    [`GET /api/template/${UUID}`]: () => ok(template),
    'GET /api/audience/merge-fields': () =>
      ok([{ name: 'first_name', type: 'text', filled: 40, sample: 'Ishita', built_in: false }]),
    'GET /api/audience': () => page([]),
    'POST /api/template/preview/sms': preview,
  })
})

afterEach(() => {
  stop?.()
  api.restore()
  session.set(undefined)
  localStorage.clear()
})

test('text messages stand in a list of their own, with how they begin', async () => {
  const { screen } = await open(LIST)
  await screen.getByRole('link', { name: 'SMS' }).click()
  await expect.element(screen.getByText(/^Hi \{\{ first_name \}\}/)).toBeVisible()
  expect(api.asked.findLast(({ path }) => path === '/api/template')?.query.get('type')).toBe('SMS')
  await screen.getByRole('link', { name: 'New template' }).click()
  await expect.element(screen.getByRole('textbox', { name: 'Message' })).toHaveValue('')
  await expect.element(screen.getByText('160 characters left')).toBeVisible()
  // An example is a beginning, offered while there is none.
  await screen.getByRole('button', { name: 'Appointment reminder' }).click()
  await expect
    .element(screen.getByRole('textbox', { name: 'Message' }))
    .toHaveValue(
      'Reminder: your appointment is on {{ appointment_date }} at {{ appointment_time }}. Reply to change it.',
    )
  await expect.element(screen.getByRole('textbox', { name: 'Template name' })).toHaveValue('Appointment reminder')
  expect(screen.getByRole('group', { name: 'Start from an example' }).query()).toBeNull()
})

test('one sees what somebody gets and what it costs, and mends what makes it dear', async () => {
  api.on(`PUT /api/template/${UUID}`, () =>
    ok({ template_uuid: UUID, version: 4, updated_on: 1_700_000_100, problems: [] }),
  )
  const { screen } = await open(`${LIST}/${UUID}`)
  await expect.element(screen.getByText(/^Hi Ishita,/)).toBeVisible()
  await expect.element(screen.getByText('3 messages')).toBeVisible()
  await expect.element(screen.getByText('Based on Ishita Menon. 1 to 2 messages for 200 contacts.')).toBeVisible()
  expect(await axeFindings()).toEqual([])
  await screen.getByRole('button', { name: 'Replace with plain characters' }).click()
  await expect.element(screen.getByText('2 messages')).toBeVisible()
  await expect.element(screen.getByText('GSM-7')).toBeVisible()
  await screen.getByRole('textbox', { name: 'Message' }).click()
  await userEvent.keyboard('{ControlOrMeta>}{End}{/ControlOrMeta} ')
  await screen.getByRole('button', { name: 'Insert field' }).click()
  await screen.getByRole('button', { name: /first_name/ }).click()
  await screen.getByLabelText('DLT template ID', { exact: false }).fill('1107')
  await screen.getByRole('button', { name: 'Save v4' }).click()
  await expect.element(screen.getByRole('button', { name: 'Save v5' })).toBeVisible()
  expect(bodyOf('PUT', `/api/template/${UUID}`)).toEqual({
    type: 'SMS',
    name: 'Shipped',
    text: `${TEXT.replace('’', "'")} {{ first_name }}`,
    dlt_template_id: '1107',
    version: 3,
  })
})

const state = { failure: null, campaigns: [], hook_url: null, messages_per_second: null, updated_on: 1_700_000_000 }

test('the phone shows the sender where there is one for all, and a text is as long as the provider takes', async () => {
  const account = { account_sid: 'AC1', auth_token: '********' }
  api.on('GET /api/notifications/sms/configuration', () =>
    ok({ provider: 'Twilio', ...account, from: 'LUMEN', ...state }),
  )
  const long = { ...template, text: 'a'.repeat(900) }
  api.on(`GET /api/template/${UUID}`, () => ok(long))
  const { screen } = await open(`${LIST}/${UUID}`)
  await expect.element(screen.getByText('LUMEN')).toBeVisible()
  await expect.element(screen.getByText('6 messages')).toBeVisible()
  await expect.element(screen.getByText(/Too long/)).not.toBeInTheDocument()
})

test('Karix takes 800 characters, and has a sender for each class', async () => {
  const senders = { otp_sender: 'SHOPIN', transactional_sender: 'SHOPIN', promotional_sender: '600100' }
  api.on('GET /api/notifications/sms/configuration', () => ok({ provider: 'Karix', ...senders, ...state }))
  api.on('POST /api/template/preview/sms', ({ body }) =>
    ok({ ...previewed(body as { text: string }), characters_max: 800 }),
  )
  api.on(`GET /api/template/${UUID}`, () => ok({ ...template, text: 'a'.repeat(900) }))
  const { screen } = await open(`${LIST}/${UUID}`)
  await expect.element(screen.getByText(/800 characters\./)).toBeVisible()
  await expect.element(screen.getByText('Your sender')).toBeVisible()
})

test('a text that cannot be read is no message of no characters', async () => {
  const problem = {
    severity: 'error',
    code: 'syntax',
    message: 'This merge field is never closed.',
    line: 1,
    column: 4,
  }
  api.on('POST /api/template/preview/sms', () => ok({ ...previewed({ text: '' }), problems: [problem] }))
  const { screen } = await open(`${LIST}/${UUID}`)
  await expect.element(screen.getByText('Fix the errors to see the preview and size.')).toBeVisible()
  await expect.element(screen.getByText(/characters? left$/)).not.toBeInTheDocument()
})

test('a preview that can’t be loaded says so, and is asked for again', async () => {
  api.on('POST /api/template/preview/sms', () => failed('internal'))
  const { screen } = await open(`${LIST}/${UUID}`)
  await expect.element(screen.getByText('Couldn’t load the preview')).toBeVisible()
  api.on('POST /api/template/preview/sms', preview)
  await screen.getByRole('button', { name: 'Retry' }).click()
  await expect.element(screen.getByText('Couldn’t load the preview')).not.toBeInTheDocument()
})

test('a text is without problems once there is one', async () => {
  const { screen } = await open(`${LIST}/new?type=sms`)
  // The preview of no text has been answered.
  await expect.element(screen.getByRole('combobox').first()).toHaveValue('Ishita Menon')
  await expect.element(screen.getByText('Not checked yet')).toBeVisible()
  await screen.getByRole('textbox', { name: 'Message' }).fill('Your order is on its way.')
  await expect.element(screen.getByText('No problems found')).toBeVisible()
})

test('a test goes to numbers with spaces in them and without a plus, and says what came of each', async () => {
  api.on('POST /api/notifications/sms/test', () =>
    ok([
      { receiver: '+919812345678', ok: true, message: 'The provider accepted the message. (200 ok)' },
      { receiver: '+15005550001', ok: false, message: 'The number is not a valid mobile number. (21211)' },
    ]),
  )
  const { screen } = await open(`${LIST}/${UUID}`)
  await screen.getByRole('button', { name: 'Send test' }).click()
  const dialog = screen.getByRole('dialog', { name: 'Send test' })
  // The numbers of the last test are there, and other test files share the browser.
  await dialog.getByLabelText('Phone numbers').fill('')
  await dialog.getByRole('button', { name: 'Send', exact: true }).click()
  await expect.element(screen.getByText('Enter at least one number.')).toBeVisible()
  await dialog.getByLabelText('Phone numbers').fill('+91 98123 45678, 9812300001')
  await dialog.getByRole('button', { name: 'Send', exact: true }).click()
  await expect.element(screen.getByText('Start each number with + and its country code.')).toBeVisible()
  expect(bodyOf('POST', '/api/notifications/sms/test')).toBeUndefined()
  await dialog.getByLabelText('Phone numbers').fill('+91 98123 45678, 1 500 555-0001')
  await screen.getByRole('radio', { name: 'OTP' }).click()
  await dialog.getByRole('button', { name: 'Send', exact: true }).click()
  await expect.element(screen.getByText('The number is not a valid mobile number. (21211)')).toBeVisible()
  expect(bodyOf('POST', '/api/notifications/sms/test')).toEqual({
    smsBody: TEXT,
    message_class: 'otp',
    receivers: ['+91 98123 45678', '1 500 555-0001'],
  })
  expect(await axeFindings()).toEqual([])
})

test('what was typed outlives a closed tab, and a refusal stands at its field', async () => {
  const { screen } = await open(`${LIST}/new?type=sms`)
  await screen.getByLabelText('DLT template ID', { exact: false }).fill('abc')
  await screen.getByRole('textbox', { name: 'Message' }).fill('Half a thought')
  await expect.poll(() => localStorage.getItem(`template-text:${APPLICATION}:new-SMS`)).toContain('Half a thought')
  api.on('POST /api/template', () =>
    failed('invalidInput', {
      errors: [{ field: 'dlt_template_id', message: 'DLT template IDs contain only digits.' }],
    }),
  )
  await screen.getByRole('button', { name: 'Save v1' }).click()
  await expect.element(screen.getByText('DLT template IDs contain only digits.').first()).toBeVisible()
  await expect.element(screen.getByRole('textbox', { name: 'Message' })).toHaveValue('Half a thought')
})
