// Two people on one template: the second is told, sees what differs, and decides.
import type { Preview, Template } from '@notifly/contracts/templates/templates'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { page as browser, userEvent } from 'vitest/browser'
import { session } from '../../api/session.ts'
import { type ApiStub, APPLICATION, ok, page, stubApi, user } from '../../testing/api-stub.ts'
import { axeFindings } from '../../testing/axe.ts'
import { renderApp } from '../../testing/render-app.tsx'

const UUID = '0198c0de-0000-7000-8000-0000000000bb'
const PATH = `/applications/${APPLICATION}/template/${UUID}`

const template: Template = {
  uuid: UUID,
  type: 'Email',
  name: 'Restock',
  subject: 'Back in stock',
  html: '<p>Hello</p>',
  version: 7,
  updated_on: 1_700_000_000,
  updated_by: 'Asha Raman',
  problems: [],
}
const preview: Preview = {
  subject: '',
  preheader: '',
  html: '<p>Hello</p>',
  text: '',
  text_source: '',
  problems: [],
  size_bytes: 1,
  contact: null,
}

let api: ApiStub
let stop: (() => void) | undefined

async function open() {
  const app = await renderApp(PATH, user())
  stop = app.stop
  return app
}

const source = () => browser.getByRole('textbox', { name: 'HTML' })
const textOf = (name: string) => browser.getByRole('textbox', { name }).query()?.textContent
const lastSave = () => api.asked.findLast(({ method }) => method === 'PUT')?.body

async function typeAtEnd(text: string): Promise<void> {
  await source().click()
  await userEvent.keyboard('{ControlOrMeta>}{End}{/ControlOrMeta}')
  await userEvent.keyboard(text)
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
    'GET /api/audience/merge-fields': () => ok([]),
    'GET /api/audience': () => page([]),
    'POST /api/template/preview': () => ok(preview),
  })
})

afterEach(() => {
  stop?.()
  api.restore()
  session.set(undefined)
  localStorage.clear()
})

const savedMeanwhile = () => {
  const theirs = { ...template, version: 8, subject: 'Back for good', updated_by: 'Ravi Menon' }
  api.on(`GET /api/template/${UUID}`, () => ok(theirs))
  api.on(`PUT /api/template/${UUID}`, () =>
    Response.json({ success: false, message: 'Someone else saved version 8.', data: { version: 8 } }, { status: 409 }),
  )
}

test('shows what a colleague saved beside one’s own, and saves after the version that was seen', async () => {
  const { screen } = await open()
  await typeAtEnd('more')
  savedMeanwhile()
  await screen.getByRole('button', { name: 'Save v8' }).click()
  await screen.getByRole('button', { name: 'Compare' }).click()
  const dialog = screen.getByRole('dialog', { name: 'Someone else saved this template' })
  await expect.element(dialog.getByText('Ravi Menon')).toBeVisible()
  const row = (name: RegExp) => dialog.getByRole('row', { name }).query()?.textContent ?? ''
  await expect.poll(() => row(/Subject/)).toMatch(/Back for good.*Back in stock/)
  expect(row(/Content/)).toContain('more')
  expect(await axeFindings()).toEqual([])
  await dialog.getByRole('radio', { name: 'Preview' }).click()
  await expect.element(dialog.getByRole('region', { name: 'Saved version' }).getByTitle('Email preview')).toBeVisible()
  api.on(`PUT /api/template/${UUID}`, () =>
    ok({ template_uuid: UUID, version: 9, updated_on: 1_700_000_100, problems: [] }),
  )
  await dialog.getByRole('button', { name: 'Save mine as v9' }).click()
  await expect.element(screen.getByRole('button', { name: 'Save v10' })).toBeVisible()
  expect(lastSave()).toMatchObject({ version: 8, subject: 'Back in stock' })
})

test('text kept in the browser does not overwrite what was saved since, and theirs can be taken', async () => {
  const first = await open()
  await typeAtEnd('unsaved words')
  await first.screen.getByRole('link', { name: 'Templates' }).click()
  await first.screen.getByRole('button', { name: 'Leave editor' }).click()
  first.stop()
  savedMeanwhile()
  const { screen } = await open()
  await screen.getByRole('button', { name: 'Restore' }).click()
  await expect.poll(() => textOf('HTML')).toContain('unsaved words')
  await screen.getByRole('button', { name: 'Save v9' }).click()
  await screen.getByRole('button', { name: 'Compare' }).click()
  expect(lastSave()).toMatchObject({ version: 7 })
  await screen.getByRole('button', { name: 'Discard mine, use theirs' }).click()
  await expect.poll(() => textOf('Subject')).toBe('Back for good')
  await expect.element(screen.getByText('Unsaved changes')).not.toBeInTheDocument()
})
