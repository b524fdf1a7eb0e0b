import type { WhatsappSync, WhatsappTemplate } from '@notifly/contracts/whatsapp-templates'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { page as browser, userEvent } from 'vitest/browser'
import { session } from '../../api/session.ts'
import { type ApiStub, APPLICATION, failed, ok, page, stubApi, user } from '../../testing/api-stub.ts'
import { axeFindings } from '../../testing/axe.ts'
import { pick } from '../../testing/pick.ts'
import { renderApp } from '../../testing/render-app.tsx'

const UUID = '0198c0de-0000-7000-8000-0000000000bb'
const LIST = `/applications/${APPLICATION}/template/whatsapp`

const template: WhatsappTemplate = {
  uuid: UUID,
  name: 'order_update',
  language: 'en_US',
  category: 'UTILITY',
  status: 'APPROVED',
  reason: null,
  quality: 'GREEN',
  components: [
    { type: 'BODY', text: 'Hi {{1}}, *{{2}}* is here.', example: { body_text: [['Asha', 'Your chair']] } },
    { type: 'FOOTER', text: 'Reply STOP to leave' },
    { type: 'BUTTONS', buttons: [{ type: 'URL', text: 'Track', url: 'https://shop.example/{{1}}' }] },
  ],
  obstacle: null,
  updated_on: 1_700_000_000,
}
const rejected: WhatsappTemplate = {
  ...template,
  uuid: UUID.replace('bb', 'cc'),
  name: 'last_chance',
  status: 'REJECTED',
  reason: 'PROMOTIONAL',
}

const sync: WhatsappSync = { configured: true, synced_on: 1_700_000_000, failure: null, templates: 2, open_sessions: 3 }

let api: ApiStub
let stop: (() => void) | undefined

beforeEach(async () => {
  await browser.viewport(1280, 900)
  api = stubApi({
    'GET /api/installation': () =>
      ok({ name: 'Notifly', version: '1.0.0', sandbox_url: null, sandbox_smtp: null, sandbox_warning: false }),
    'GET /api/dashboard/application': () => ok([]),
    'GET /authP/organization': () => page([]),
    [`GET /api/update-notification-vertical/${APPLICATION}`]: () => ok(user()),
    'GET /api/maker-checker/pending': () => ok([]),
    'GET /api/template/whatsapp': () => page([template, rejected]),
    'GET /api/template/whatsapp/sync': () => ok(sync),
    [`GET /api/template/whatsapp/${template.uuid}`]: () => ok(template),
    [`GET /api/template/whatsapp/${rejected.uuid}`]: () => ok(rejected),
  })
})
afterEach(() => {
  stop?.()
  api.restore()
  session.set(undefined)
})

async function open(address = LIST) {
  const app = await renderApp(address, user())
  stop = app.stop
  return app
}

test('the list says how it stands to WhatsApp, explains the 24-hour rule, and is read again on demand', async () => {
  await open()
  await expect.element(browser.getByRole('link', { name: 'order_update' })).toBeVisible()
  await expect.element(browser.getByText('Rejected')).toBeVisible()
  await expect.element(browser.getByText(/3 people have written to you within the last 24 hours/)).toBeVisible()
  api.on('POST /api/template/whatsapp/sync', () => ok({ ...sync, failure: 'WhatsApp refused this: no' }))
  api.on('GET /api/template/whatsapp/sync', () => ok({ ...sync, failure: 'WhatsApp refused this: no' }))
  await browser.getByRole('button', { name: 'Read from WhatsApp' }).click()
  await expect.element(browser.getByText('WhatsApp could not be read')).toBeVisible()
  expect(await axeFindings()).toEqual([])
})

test('before WhatsApp is set up the page says what to do', async () => {
  api.on('GET /api/template/whatsapp', () => page([]))
  api.on('GET /api/template/whatsapp/sync', () => ok({ ...sync, configured: false, synced_on: null, templates: 0 }))
  await open()
  await expect.element(browser.getByRole('link', { name: 'Set up WhatsApp' })).toBeVisible()
})

test('a template looks as in the app, with its example values; a rejected one says why', async () => {
  const { router } = await open(`${LIST}/${template.uuid}`)
  const message = browser.getByRole('figure')
  await expect.poll(() => message.query()?.textContent ?? '').toContain('Hi Asha, Your chair is here.')
  await expect.element(message.getByText('Your chair')).toBeVisible()
  expect(message.getByText('Your chair').element().tagName).toBe('STRONG')
  await expect.element(message.getByText('Track')).toBeVisible()
  expect(await axeFindings()).toEqual([])
  await router.navigate({ to: `${LIST}/${rejected.uuid}` })
  await expect.element(browser.getByText(/promotes something that WhatsApp does not allow/)).toBeVisible()
})

test('a new template is judged by WhatsApp’s rules at each field, and handed in as WhatsApp wants it', async () => {
  const { address } = await open(`${LIST}/new`)
  const submit = browser.getByRole('button', { name: 'Hand in for approval' })
  await submit.click()
  await expect.element(browser.getByText('2 fields need your attention.')).toBeVisible()
  await expect.element(browser.getByRole('textbox', { name: 'Name', exact: true })).toHaveFocus()
  await browser.getByRole('textbox', { name: 'Name', exact: true }).fill('Parcel here')
  const body = browser.getByRole('textbox', { name: 'Text', exact: true })
  await body.fill('Hi {{1}} {{2}}, all well?')
  await expect.element(browser.getByText('Put words between two variables.')).toBeVisible()
  await body.fill('Hi {{1}}, all well?')
  await browser.getByRole('textbox', { name: 'Example of {{1}}' }).fill('Asha')
  const message = browser.getByRole('figure')
  await expect.poll(() => message.query()?.textContent ?? '').toContain('Hi Asha, all well?')
  await browser.getByRole('button', { name: 'Add button' }).click()
  await pick(browser.getByRole('menuitem', { name: 'Copy a code' }))
  await browser.getByRole('textbox', { name: 'Example of the code' }).fill('SPRING20')
  await browser.getByRole('button', { name: 'Add button' }).click()
  await pick(browser.getByRole('menuitem', { name: 'Quick reply' }))
  await browser.getByRole('button', { name: 'Remove button 2' }).click()
  await expect.element(browser.getByRole('button', { name: 'Remove button 1' })).toHaveFocus()
  expect(await axeFindings()).toEqual([])
  await browser.getByRole('radio', { name: 'Image' }).click()
  await submit.click()
  await expect.element(browser.getByRole('button', { name: /: Sample/ })).toHaveFocus()
  await browser.getByRole('radio', { name: 'None' }).click()

  api.on('POST /api/template/whatsapp', () =>
    failed('invalidInput', {
      errors: [{ field: 'name', message: 'There is a template of this name in this language.' }],
    }),
  )
  await submit.click()
  await expect.element(browser.getByText('There is a template of this name in this language.')).toBeVisible()
  api.on('POST /api/template/whatsapp', () => ok({ template_uuid: template.uuid, status: 'SUBMITTING' }))
  await browser.getByRole('textbox', { name: 'Name', exact: true }).fill('parcel_here_2')
  await userEvent.keyboard('{Enter}')
  await expect.poll(address).toBe(`${LIST}/${template.uuid}`)
  expect(api.asked.findLast(({ method }) => method === 'POST')?.body).toEqual({
    name: 'parcel_here_2',
    language: 'en',
    category: 'MARKETING',
    components: [
      { type: 'BODY', text: 'Hi {{1}}, all well?', example: { body_text: [['Asha']] } },
      { type: 'BUTTONS', buttons: [{ type: 'COPY_CODE', example: ['SPRING20'] }] },
    ],
  })
})

test('a copy leaves out what can only be made at WhatsApp, and says so', async () => {
  const foreign: WhatsappTemplate = {
    ...template,
    components: [
      { type: 'HEADER', format: 'PRODUCT' },
      { type: 'BODY', text: 'Take a look.' },
      { type: 'CAROUSEL' },
      {
        type: 'BUTTONS',
        buttons: [
          { type: 'FLOW', text: 'Sign up' },
          { type: 'QUICK_REPLY', text: 'Later' },
        ],
      },
    ],
  }
  api.on(`GET /api/template/whatsapp/${template.uuid}`, () => ok(foreign))
  api.on('POST /api/template/whatsapp', () => ok({ template_uuid: template.uuid, status: 'SUBMITTING' }))
  await open(`${LIST}/new?from=${template.uuid}`)
  await expect
    .element(browser.getByText(/has a button that can only be made at WhatsApp; it is left out/))
    .toBeVisible()
  await expect.element(browser.getByText(/has 2 parts that can only be made at WhatsApp/)).toBeVisible()
  await browser.getByRole('button', { name: 'Hand in for approval' }).click()
  await expect
    .poll(() => api.asked.findLast(({ method }) => method === 'POST')?.body)
    .toMatchObject({
      components: [
        { type: 'BODY', text: 'Take a look.' },
        { type: 'BUTTONS', buttons: [{ type: 'QUICK_REPLY', text: 'Later' }] },
      ],
    })
})

test('a rejected request keeps the sample that was uploaded for it', async () => {
  const header = { type: 'HEADER', format: 'IMAGE', example: { header_handle: ['4::aW1n'] } }
  const payload = {
    name: 'spring',
    language: 'en',
    category: 'MARKETING',
    components: [header, { type: 'BODY', text: 'Spring is here.' }],
  }
  api.on('GET /api/approvals', () =>
    page([{ uuid: UUID, command: 'whatsapp-template.create', title: 'spring', status: 2, can_reopen: true, payload }]),
  )
  api.on('POST /api/template/whatsapp', () => ok({ template_uuid: template.uuid, status: 'SUBMITTING' }))
  await open(`${LIST}/new?approval=${UUID}`)
  await expect.element(browser.getByText(/Kept from your request/)).toBeVisible()
  const submit = browser.getByRole('button', { name: 'Hand in for approval' })
  await submit.click()
  await expect
    .poll(() => api.asked.findLast(({ method }) => method === 'POST')?.body)
    .toMatchObject({ components: [header, { type: 'BODY' }], reopens: UUID })
})

test('a template that a campaign needs stays, and the campaign is named', async () => {
  await open(`${LIST}/${template.uuid}`)
  api.on('DELETE /api/template/whatsapp', () =>
    Response.json(
      { success: false, message: 'In use', data: { campaigns: [{ uuid: UUID, name: 'Parcels' }] } },
      { status: 409 },
    ),
  )
  await browser.getByRole('button', { name: 'Delete' }).click()
  await browser.getByRole('button', { name: 'Delete template' }).click()
  await expect.element(browser.getByText('Parcels')).toBeVisible()
})
