import type { WhatsappSync, WhatsappTemplate } from '@notifly/contracts/whatsapp-templates/whatsapp-templates'
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
  reason_sentence: null,
  quality: 'GREEN',
  components: [
    { type: 'BODY', text: 'Hi {{1}}, *{{2}}* is here.', example: { body_text: [['Asha', 'Your chair']] } },
    { type: 'FOOTER', text: 'Reply STOP to leave' },
    { type: 'BUTTONS', buttons: [{ type: 'URL', text: 'Track', url: 'https://shop.example/{{1}}' }] },
  ],
  obstacle: null,
  obstacle_sentence: null,
  updated_on: 1_700_000_000,
}
const rejected: WhatsappTemplate = {
  ...template,
  uuid: UUID.replace('bb', 'cc'),
  name: 'last_chance',
  status: 'REJECTED',
  reason: 'PROMOTIONAL',
}

const sync: WhatsappSync = {
  configured: true,
  synced_on: 1_700_000_000,
  failure: null,
  failure_sentence: null,
  templates: 2,
  open_sessions: 3,
}

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
  await expect.element(browser.getByText(/3 contacts messaged you in the last 24 hours/)).toBeVisible()
  api.on('POST /api/template/whatsapp/sync', () => ok({ ...sync, failure: 'WhatsApp refused this: no' }))
  api.on('GET /api/template/whatsapp/sync', () => ok({ ...sync, failure: 'WhatsApp refused this: no' }))
  await browser.getByRole('button', { name: 'Sync from WhatsApp' }).click()
  await expect.element(browser.getByText('Couldn’t sync from WhatsApp.')).toBeVisible()
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
  await expect.element(browser.getByText(/promotes something WhatsApp doesn’t allow/)).toBeVisible()
  api.on('GET /api/template/whatsapp/lost', () => failed('internal'))
  await router.navigate({ to: `${LIST}/lost` })
  await expect.element(browser.getByRole('heading', { level: 1, name: 'WhatsApp template' })).toBeVisible()
})

test('a new template is judged by WhatsApp’s rules at each field, and handed in as WhatsApp wants it', async () => {
  const { address } = await open(`${LIST}/new`)
  const submit = browser.getByRole('button', { name: 'Submit for approval' })
  await submit.click()
  await expect.element(browser.getByText('2 fields need your attention.')).toBeVisible()
  await expect.element(browser.getByRole('textbox', { name: 'Name', exact: true })).toHaveFocus()
  await browser.getByRole('textbox', { name: 'Name', exact: true }).fill('Parcel here')
  const body = browser.getByRole('textbox', { name: 'Text', exact: true })
  await body.fill('Hi {{1}} {{2}}, all well?')
  await expect.element(browser.getByText('Put text between two variables.')).toBeVisible()
  await body.fill('Hi {{1}}, all well?')
  await browser.getByRole('textbox', { name: 'Example for {{1}}' }).fill('Asha')
  const message = browser.getByRole('figure')
  await expect.poll(() => message.query()?.textContent ?? '').toContain('Hi Asha, all well?')
  await browser.getByRole('button', { name: 'Add button' }).click()
  await pick(browser.getByRole('menuitem', { name: 'Copy a code' }))
  await browser.getByRole('textbox', { name: 'Example code' }).fill('SPRING20')
  await browser.getByRole('button', { name: 'Add button' }).click()
  await pick(browser.getByRole('menuitem', { name: 'Quick reply' }))
  await browser.getByRole('button', { name: 'Remove button 2' }).click()
  await expect.element(browser.getByRole('button', { name: 'Remove button 1' })).toHaveFocus()
  expect(await axeFindings()).toEqual([])
  await browser.getByRole('radio', { name: 'Image' }).click()
  await submit.click()
  await expect.element(browser.getByRole('button', { name: /: Media sample/ })).toHaveFocus()
  await browser.getByRole('radio', { name: 'None' }).click()

  api.on('POST /api/template/whatsapp', () =>
    failed('invalidInput', {
      errors: [{ field: 'name', message: 'A template with this name already exists in this language.' }],
    }),
  )
  await submit.click()
  await expect.element(browser.getByText('A template with this name already exists in this language.')).toBeVisible()
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
  await expect.element(browser.getByText(/A button that can only be created in WhatsApp was removed/)).toBeVisible()
  await expect.element(browser.getByText(/2 parts that can only be created in WhatsApp/)).toBeVisible()
  await browser.getByRole('button', { name: 'Submit for approval' }).click()
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
  await expect.element(browser.getByText(/Saved in your request/)).toBeVisible()
  const submit = browser.getByRole('button', { name: 'Submit for approval' })
  await submit.click()
  await expect
    .poll(() => api.asked.findLast(({ method }) => method === 'POST')?.body)
    .toMatchObject({ components: [header, { type: 'BODY' }], reopens: UUID })
})

const PUT = `PUT /api/template/whatsapp/${template.uuid}`
const lastPut = () => api.asked.findLast(({ method }) => method === 'PUT')?.body
const header = { type: 'HEADER', format: 'IMAGE', example: { header_handle: ['https://scontent.example/a.jpg'] } }
const editable: WhatsappTemplate = {
  ...template,
  components: [
    header,
    ...template.components.slice(0, 2),
    { type: 'BUTTONS', buttons: [{ type: 'PHONE_NUMBER', text: 'Call us', phone_number: '+14155550123' }] },
  ],
}
const EDIT = `${LIST}/${template.uuid}/edit`

test('an approved template is changed: prefilled, with what WhatsApp keeps fixed, and handed in whole', async () => {
  api.on(`GET /api/template/whatsapp/${template.uuid}`, () =>
    ok({ ...editable, components: editable.components.slice(1) }),
  )
  const { address } = await open(`${LIST}/${template.uuid}`)
  await browser.getByRole('link', { name: 'Edit' }).click()
  await expect.poll(address).toBe(EDIT)
  const body = browser.getByRole('textbox', { name: 'Text', exact: true })
  await expect.element(body).toHaveValue('Hi {{1}}, *{{2}}* is here.')
  for (const [name, value] of [
    ['Name', 'order_update'],
    ['Language', 'English (United States)'],
    ['Category', 'Utility'],
  ] as const) {
    const field = browser.getByRole('textbox', { name, exact: true })
    await expect.element(field).toHaveValue(value)
    await expect.element(field).toHaveAttribute('readonly')
  }
  await expect.element(browser.getByText(/one change per 24 hours and ten per 30 days/)).toBeVisible()
  expect(await axeFindings()).toEqual([])
  const submit = browser.getByRole('button', { name: 'Submit for approval' })
  await submit.click()
  await expect.element(browser.getByText('No changes yet.')).toBeVisible()
  await body.fill('Hi {{1}}, *{{2}}* is here. See {{3}}, too.')
  await expect.element(browser.getByText(/Check scheduled campaigns after the change/)).toBeVisible()
  await submit.click()
  await expect.element(browser.getByText('Enter an example for {{3}}.')).toBeVisible()
  await browser.getByRole('textbox', { name: 'Example for {{3}}' }).fill('the lamp')
  api.on(PUT, () =>
    failed('invalidInput', { errors: [{ field: 'components.0.text', message: 'A header can have one variable.' }] }),
  )
  await submit.click()
  await expect.element(browser.getByText('A header can have one variable.')).toBeVisible()
  await expect.element(body).toHaveFocus()

  api.on(PUT, () => ok({ template_uuid: template.uuid, status: 'SUBMITTING' }))
  await submit.click()
  await expect.poll(address).toBe(`${LIST}/${template.uuid}?changed=${template.updated_on}`)
  expect(lastPut()).toEqual({
    name: 'order_update',
    language: 'en_US',
    category: 'UTILITY',
    components: [
      {
        type: 'BODY',
        text: 'Hi {{1}}, *{{2}}* is here. See {{3}}, too.',
        example: { body_text: [['Asha', 'Your chair', 'the lamp']] },
      },
      ...editable.components.slice(2),
    ],
  })
  await expect.element(browser.getByText(/Being submitted to WhatsApp\./)).toBeVisible()
  await expect.element(browser.getByRole('link', { name: 'Edit' })).not.toBeInTheDocument()
})

test('a header’s sample is asked for again, and a change that is refused stays in the form', async () => {
  api.on(`GET /api/template/whatsapp/${template.uuid}`, () => ok(editable))
  await open(EDIT)
  await expect.element(browser.getByText(/Upload the sample again/)).toBeVisible()
  const submit = browser.getByRole('button', { name: 'Submit for approval' })
  await submit.click()
  await expect.element(browser.getByText('Upload a media sample.')).toBeVisible()
  await browser.getByRole('radio', { name: 'None' }).click()
  api.on(PUT, () => failed('conflict'))
  await submit.click()
  await expect.element(browser.getByRole('alert')).toBeVisible()
  await expect
    .element(browser.getByRole('textbox', { name: 'Text', exact: true }))
    .toHaveValue('Hi {{1}}, *{{2}}* is here.')
})

test('a rejected template may get another category; a change that is held waits on the template’s page', async () => {
  let held: Partial<WhatsappTemplate> = {}
  const { uuid } = rejected
  api.on(`GET /api/template/whatsapp/${uuid}`, () =>
    ok({ ...rejected, components: template.components.slice(0, 2), ...held }),
  )
  const { address, router } = await open(`${LIST}/${uuid}/edit`)
  await browser.getByRole('radio', { name: /^Marketing/ }).click()
  api.on(`PUT /api/template/whatsapp/${uuid}`, () => {
    held = { approval_uuid: UUID }
    return ok({ approval_uuid: UUID }, { maker_checker: true })
  })
  const request = {
    uuid: UUID,
    command: 'whatsapp-template.update',
    title: rejected.name,
    status: 0,
    created_on: 1_700_000_000,
  }
  api.on('GET /api/approvals', () => page([request]))
  await browser.getByRole('button', { name: 'Submit for approval' }).click()
  await browser.getByRole('button', { name: 'Stay here' }).click()
  await browser.getByRole('button', { name: 'Close' }).last().click()
  await expect.poll(address).toBe(`${LIST}/${uuid}`)
  expect(lastPut()).toMatchObject({ name: 'last_chance', category: 'MARKETING' })
  await expect.element(browser.getByText(/pending approval/i).first()).toBeVisible()
  await expect.element(browser.getByRole('link', { name: 'Edit' })).not.toBeInTheDocument()
  await router.navigate({ to: `${LIST}/${uuid}/edit` })
  await expect.element(browser.getByRole('link', { name: 'View request' })).toBeVisible()
  await expect.element(browser.getByRole('button', { name: 'Submit for approval' })).not.toBeInTheDocument()
})

test('a change that was rejected is corrected where it was written, with its sample', async () => {
  const kept = { ...header, example: { header_handle: ['4::aW1n'] } }
  const components = [kept, { type: 'BODY', text: 'Spring is here.' }]
  const { name, language, category } = template
  const payload = { template_uuid: template.uuid, name, language, category, components }
  const request = { uuid: UUID, command: 'whatsapp-template.update', title: name, status: 2, can_reopen: true, payload }
  api.on(`GET /api/template/whatsapp/${template.uuid}`, () => ok(editable))
  api.on('GET /api/approvals', () => page([request]))
  api.on(PUT, () => ok({ template_uuid: template.uuid, status: 'SUBMITTING' }))
  await open(`${EDIT}?approval=${UUID}`)
  await expect.element(browser.getByText(/Saved in your request/)).toBeVisible()
  await browser.getByRole('button', { name: 'Submit for approval' }).click()
  await expect.poll(lastPut).toEqual({ name, language, category, components, reopens: UUID })
})

test('variables keep their names in a change', async () => {
  const named = { type: 'BODY', text: 'Hi {{name}}, all well?', example: { body_text: [['Asha']] } }
  api.on(`GET /api/template/whatsapp/${template.uuid}`, () => ok({ ...template, components: [named] }))
  api.on(PUT, () => ok({ template_uuid: template.uuid, status: 'SUBMITTING' }))
  await open(EDIT)
  const body = browser.getByRole('textbox', { name: 'Text', exact: true })
  // A variable that is added comes after the others, and each keeps its example.
  await browser.getByRole('button', { name: 'Add variable' }).click()
  await expect.element(body).toHaveValue('Hi {{name}}, all well?{{value_1}}')
  await body.fill('{{value_1}}, {{name}}')
  await expect.element(browser.getByRole('textbox', { name: 'Example for {{name}}' })).toHaveValue('Asha')
  await body.fill('Hi {{1}}, all well?')
  const submit = browser.getByRole('button', { name: 'Submit for approval' })
  await submit.click()
  await expect.element(browser.getByText(/Numbered variables can’t become named ones/)).toBeVisible()
  await body.fill('Dear {{name}}, all well?')
  await submit.click()
  await expect.poll(lastPut).toMatchObject({ components: [{ ...named, text: 'Dear {{name}}, all well?' }] })
})

test.each([
  [
    'parts that only WhatsApp makes',
    {
      components: [
        { type: 'BODY', text: 'Look.' },
        { type: 'BUTTONS', buttons: [{ type: 'FLOW', text: 'Sign up' }] },
      ],
    },
    /only WhatsApp can edit: FLOW\./,
  ],
  ['a form of its own', { category: 'AUTHENTICATION' }, /only be edited in WhatsApp: AUTHENTICATION/],
  ['a state in which WhatsApp takes none', { status: 'PENDING' }, /This one is “In review”/],
])('a template with %s is not changed here, and the page says why', async (_, change, words) => {
  api.on(`GET /api/template/whatsapp/${template.uuid}`, () => ok({ ...template, ...change }))
  await open(EDIT)
  await expect.element(browser.getByText(words)).toBeVisible()
  await expect.element(browser.getByRole('button', { name: 'Submit for approval' })).not.toBeInTheDocument()
  const manager = browser.getByRole('link', { name: 'Open WhatsApp Manager' })
  expect(manager.query() !== null).toBe(!('status' in change))
  expect(await axeFindings()).toEqual([])
})

test('a template that a campaign needs stays, and the campaign is named', async () => {
  await open(`${LIST}/${template.uuid}`)
  api.on('DELETE /api/template/whatsapp', () =>
    Response.json(
      { success: false, message: 'In use', data: { campaigns: [{ uuid: UUID, name: 'Parcels' }] } },
      { status: 409 },
    ),
  )
  await browser.getByRole('button', { name: `Actions: ${template.name}` }).click()
  await browser.getByRole('menuitem', { name: 'Delete template' }).click()
  await browser.getByRole('dialog').getByRole('button', { name: 'Delete template' }).click()
  await expect.element(browser.getByText('Parcels')).toBeVisible()
})
