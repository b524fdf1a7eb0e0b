import type { PushPreview, Template } from '@notifly/contracts/templates/templates'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { page as browser } from 'vitest/browser'
import { session } from '../../../../api/session.ts'
import { type ApiStub, type Asked, APPLICATION, failed, ok, page, stubApi, user } from '../../../../testing/api-stub.ts'
import { axeFindings } from '../../../../testing/axe.ts'
import { renderApp } from '../../../../testing/render-app.tsx'

const UUID = '0198c0de-0000-7000-8000-0000000000cd'
const LIST = `/applications/${APPLICATION}/template`
const WORDS = {
  campaignTitle: 'Hi {{ first_name }}',
  campaignMsg: 'The lamp is back.',
  campaignBannerImg: '',
  campaignIcon: '',
  campaignPageUrl: 'https://shop.example/lamp',
  actions: [{ title: 'Look', action: 'https://shop.example/lamp' }],
}

const template: Template = {
  uuid: UUID,
  type: 'Webpush',
  name: 'Back in stock',
  excerpt: 'Hi {{ first_name }} · The lamp is back.',
  version: 2,
  updated_on: 1_700_000_000,
  updated_by: 'Asha Raman',
  problems: [],
  ...WORDS,
}

function preview({ body }: Asked): Response {
  const { content } = body as { content: typeof WORDS }
  const isUnknown = content.campaignMsg.includes('nobody')
  const place = { severity: 'error', part: 'text', line: 1, column: 1 } as const
  const problem = { ...place, code: 'unknown_field', message: 'No such field.', field: 'nobody', place: 'campaignMsg' }
  const answer: PushPreview = {
    ...content,
    campaignTitle: content.campaignTitle.replace('{{ first_name }}', 'Ishita'),
    problems: isUnknown ? [problem] : [],
    contact: { uuid: UUID, name: 'Ishita Menon' },
  }
  return ok(answer)
}

let api: ApiStub
let stop: (() => void) | undefined

async function open(address: string) {
  const app = await renderApp(address, user())
  stop = app.stop
  return app
}

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
    'GET /api/notifications/webpush/configuration': () => ok(null),
    'POST /api/template/preview/webpush': preview,
  })
})

afterEach(() => {
  stop?.()
  api.restore()
  session.set(undefined)
  localStorage.clear()
})

test('a notification is written beside the devices that show it, and saved as the next version', async () => {
  const { screen } = await open(`${LIST}?type=Webpush`)
  await screen.getByRole('link', { name: 'Back in stock' }).click()
  const device = screen.getByRole('figure', { name: 'Preview on Windows' })
  await expect.element(device.getByText('Hi Ishita')).toBeVisible()
  await expect.element(device.getByText('Look')).toBeVisible()
  expect(await axeFindings()).toEqual([])
  await screen.getByRole('textbox', { name: 'Message' }).fill('Hello {{ nobody }}')
  await expect.element(screen.getByRole('list', { name: 'Problems' }).getByText(/Unknown field/)).toBeVisible()
  await screen.getByRole('textbox', { name: 'Message' }).fill('Hello again')
  await screen.getByRole('button', { name: 'Remove button 1' }).click()
  await expect.element(device.getByText('Look')).not.toBeInTheDocument()
  api.on(`PUT /api/template/${UUID}`, () =>
    ok({ template_uuid: UUID, version: 3, updated_on: 1_700_000_100, problems: [] }),
  )
  await screen.getByRole('button', { name: 'Save v3' }).click()
  await expect.element(screen.getByRole('button', { name: 'Save v4' })).toBeVisible()
  const saved = api.asked.findLast(({ method }) => method === 'PUT')?.body
  expect(saved).toEqual({
    type: 'Webpush',
    name: 'Back in stock',
    ...WORDS,
    campaignMsg: 'Hello again',
    actions: [],
    version: 2,
  })
})

test('a new one keeps what was typed, and a refusal stands at its field', async () => {
  const { screen } = await open(`${LIST}?type=Webpush`)
  await screen.getByRole('link', { name: 'New template' }).click()
  await screen.getByRole('button', { name: 'Abandoned cart' }).click()
  const title = screen.getByRole('textbox', { name: 'Title', exact: true })
  await expect.element(title).toHaveValue('Your cart is waiting')
  await expect.element(screen.getByRole('textbox', { name: 'Template name' })).toHaveValue('Abandoned cart')
  await title.fill('Half a thought')
  await expect.poll(() => localStorage.getItem(`template-text:${APPLICATION}:new-Webpush`)).toContain('Half a thought')
  await screen.getByRole('textbox', { name: 'Launch URL', exact: true }).fill('shop.example')
  await expect.element(screen.getByText('Enter a URL that starts with https://.')).toBeVisible()
  await screen.getByRole('textbox', { name: 'Launch URL', exact: true }).fill('')
  const message = 'A template with this name already exists.'
  api.on('POST /api/template', () => failed('invalidInput', { errors: [{ field: 'name', message }] }))
  await screen.getByRole('button', { name: 'Save v1' }).click()
  await expect.element(screen.getByText(new RegExp(message))).toBeVisible()
  await expect.element(screen.getByRole('textbox', { name: 'Title', exact: true })).toHaveValue('Half a thought')
})

test('one for apps is written beside the phones that show it, and saved as such', async () => {
  const { screen } = await open(`${LIST}?type=Mobilepush`)
  await screen.getByRole('link', { name: 'New template' }).click()
  await screen.getByRole('button', { name: 'Event today' }).click()
  await expect.element(screen.getByRole('textbox', { name: 'Title', exact: true })).toHaveValue('We start in one hour')
  await screen.getByRole('textbox', { name: 'Template name' }).fill('App lamp')
  await screen.getByRole('textbox', { name: 'Title', exact: true }).fill('The lamp is back')
  await screen.getByRole('textbox', { name: 'Message' }).fill('See it in the app')
  await expect.element(screen.getByRole('figure').first()).toBeVisible()
  api.on('POST /api/template', () => ok({ template_uuid: UUID, version: 1, updated_on: 1_700_000_100, problems: [] }))
  await screen.getByRole('button', { name: 'Save v1' }).click()
  await expect
    .poll(() => api.asked.findLast(({ method, path }) => method === 'POST' && path === '/api/template')?.body)
    .toMatchObject({ type: 'Mobilepush', name: 'App lamp', campaignTitle: 'The lamp is back' })
  const previewed = api.asked.find(({ path }) => path === '/api/template/preview/webpush')?.body
  expect(previewed).toMatchObject({ channel: 'mobilepush' })
})

test('a test takes what stands in the form, saved or not, to this browser or to devices', async () => {
  const TEST = 'POST /api/notifications/webpush/test'
  const result = {
    receiver: 'u1',
    device: 'Chrome on Windows',
    ok: true,
    message: 'The provider accepted the message.',
  }
  api.on(`GET /sdk/v1/config/${APPLICATION}`, () => failed('notFound'))
  api.on(TEST, () => ok([result]))
  const { screen } = await open(`${LIST}/${UUID}`)
  await screen.getByRole('textbox', { name: 'Message' }).fill('Not saved yet')
  await screen.getByRole('button', { name: 'Send test' }).click()
  const dialog = screen.getByRole('dialog', { name: 'Send test' })
  await expect.element(dialog.getByRole('radio', { name: 'This browser' })).toBeChecked()
  const send = dialog.getByRole('button', { name: 'Send', exact: true })
  await send.click()
  await expect.element(dialog.getByText(/Set up web push for your site first/)).toBeVisible()
  api.on(`GET /sdk/v1/config/${APPLICATION}`, () => failed('unavailable'))
  await send.click()
  await expect.element(dialog.getByText(/Set up web push for your site first/)).not.toBeInTheDocument()
  await expect.element(send).toBeEnabled()
  await dialog.getByRole('radio', { name: 'By ID' }).click()
  await dialog.getByRole('textbox', { name: 'IDs, separated by commas' }).fill('u1')
  await send.click()
  await expect.element(dialog.getByText('The provider accepted the message.')).toBeVisible()
  expect(api.asked.findLast(({ path }) => path === '/api/notifications/webpush/test')?.body).toEqual({
    content: { ...WORDS, campaignMsg: 'Not saved yet' },
    receivers: ['u1'],
  })
})
