import { markedBlock } from '@notifly/contracts/templates/block-marks'
import type { AppliedBlock, TemplateBlock } from '@notifly/contracts/templates/blocks'
import { DEFAULT_BRAND } from '@notifly/contracts/brand/brand'
import type { Preview, Template } from '@notifly/contracts/templates/templates'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { page as browser, userEvent } from 'vitest/browser'
import { session } from '../../../api/session.ts'
import { type ApiStub, APPLICATION, failed, ok, page, stubApi, user } from '../../../testing/api-stub.ts'
import { axeFindings } from '../../../testing/axe.ts'
import { renderApp } from '../../../testing/render-app.tsx'

const UUID = '0198c0de-0000-7000-8000-0000000000bb'
const OTHER = '0198c0de-0000-7000-8000-0000000000bc'
const FOOTER = '0198c0de-0000-7000-8000-0000000000f0'
const NEW = '0198c0de-0000-7000-8000-0000000000f1'
const section = (text: string, depth = '') =>
  `<mj-section>\n${depth}  <mj-column>\n${depth}    <mj-text>${text}</mj-text>\n${depth}  </mj-column>\n${depth}</mj-section>`
const mail = (...rows: readonly string[]) =>
  `<mjml>\n  <mj-body>\n${rows.map(row => `    ${row}\n`).join('')}  </mj-body>\n</mjml>\n`
const MARKED = markedBlock(FOOTER, 1, section('Harbor, 12 Quay St', '    '))
const MJML = mail(section('Hello', '    '), MARKED)

const EMPTY_PREVIEW: Preview = {
  subject: '',
  preheader: '',
  html: '<p>compiled</p>',
  text: '',
  text_source: '',
  problems: [],
  size_bytes: 10,
  contact: null,
}
const blockOf = (uuid: string, name: string, mjml: string): TemplateBlock => ({
  uuid,
  name,
  version: 1,
  updated_on: 1_700_000_000,
  updated_by: 'Asha Raman',
  used_in: 2,
  place: 'row',
  mjml,
  templates: [
    { uuid: UUID, name: 'Restock', block_version: 1 },
    { uuid: OTHER, name: 'Welcome', block_version: 1 },
  ],
  problems: [],
})

let api: ApiStub
let blocks: TemplateBlock[]
let stop: (() => void) | undefined

const bodies = (method: string, path: string) =>
  api.asked.filter(asked => asked.method === method && asked.path === path).map(({ body }) => body)
const change = (uuid: string, next: Partial<TemplateBlock>) => {
  blocks = blocks.map(block => (block.uuid === uuid ? { ...block, ...next } : block))
  const found = blocks.find(block => block.uuid === uuid)
  return found ? ok(found) : failed('notFound')
}

beforeEach(async () => {
  await browser.viewport(1440, 900)
  localStorage.clear()
  blocks = [blockOf(FOOTER, 'Footer', section('Harbor, 12 Quay St'))]
  const template: Template = {
    uuid: UUID,
    type: 'Email',
    name: 'Restock',
    subject: 'Back in stock',
    mode: 'visual',
    mjml: MJML,
    html: '<p>compiled</p>',
    version: 7,
    updated_on: 1_700_000_000,
    updated_by: 'Asha Raman',
    problems: [],
  }
  const applied: AppliedBlock = {
    templates: [{ uuid: OTHER, name: 'Welcome', version: 6, problem: null }],
    next: null,
  }
  api = stubApi({
    'GET /api/installation': () =>
      ok({ name: 'Notifly', version: '1.0.0', sandbox_url: null, sandbox_smtp: null, sandbox_warning: false }),
    'GET /api/dashboard/application': () => ok([]),
    'GET /authP/organization': () => page([]),
    [`GET /api/update-notification-vertical/${APPLICATION}`]: () => ok(user()),
    [`GET /api/template/${UUID}`]: () => ok(template),
    'GET /api/brand': () => ok({ ...DEFAULT_BRAND, name: 'Harbor', address: '', logo: null, updated_on: 1 }),
    'GET /api/audience/merge-fields': () => ok([]),
    'GET /api/audience': () => page([]),
    'POST /api/template/preview': () => ok(EMPTY_PREVIEW),
    'GET /api/template-blocks': () => page(blocks),
    'POST /api/template-blocks': ({ body }) => {
      const { name, mjml } = body as { name: string; mjml: string }
      blocks = [...blocks, { ...blockOf(NEW, name, mjml), used_in: 0, templates: [] }]
      return ok(blocks.at(-1))
    },
    [`GET /api/template-blocks/${FOOTER}`]: () => change(FOOTER, {}),
    [`GET /api/template-blocks/${NEW}`]: () => change(NEW, {}),
    [`PUT /api/template-blocks/${FOOTER}`]: ({ body }) => {
      const { name, mjml } = body as { name: string; mjml: string }
      return change(FOOTER, { name, mjml, version: mjml === blocks[0]?.mjml ? 1 : 2 })
    },
    [`POST /api/template-blocks/${FOOTER}/apply`]: () => ok(applied),
    [`DELETE /api/template-blocks/${FOOTER}`]: () => {
      blocks = blocks.filter(({ uuid }) => uuid !== FOOTER)
      return ok()
    },
    [`PUT /api/template/${UUID}`]: () =>
      ok({ template_uuid: UUID, version: 8, updated_on: 1_700_000_100, problems: [] }),
  })
})

afterEach(() => {
  stop?.()
  api.restore()
  session.set(undefined)
  localStorage.clear()
})

async function open() {
  const app = await renderApp(`/applications/${APPLICATION}/template/${UUID}`, user())
  stop = app.stop
  return app.screen
}

async function saved(): Promise<string> {
  await userEvent.keyboard('{ControlOrMeta>}s{/ControlOrMeta}')
  await expect.poll(() => bodies('PUT', `/api/template/${UUID}`).length).toBe(1)
  return (bodies('PUT', `/api/template/${UUID}`)[0] as { mjml: string }).mjml
}

const treeItem = (name: string | RegExp) => browser.getByRole('treeitem', { name })
const dialog = () => browser.getByRole('dialog')

test('a library that can’t be read says so beside the blocks, and is read again on demand', async () => {
  api.on('GET /api/template-blocks', () => failed('unavailable'))
  const screen = await open()
  const library = screen.getByRole('region', { name: 'Saved blocks' })
  await expect.element(library.getByText('Couldn’t load saved blocks')).toBeVisible()
  expect(await axeFindings()).toEqual([])
  api.on('GET /api/template-blocks', () => page(blocks))
  await library.getByRole('button', { name: 'Retry' }).click()
  await expect.element(library.getByRole('listitem').first()).toBeVisible()
})

test('a row becomes a saved block by keyboard, and another mail’s block comes in by a press', async () => {
  const screen = await open()
  await expect.element(treeItem('Saved block: Footer')).toBeVisible()
  await treeItem('Section').first().click()
  await screen.getByRole('button', { name: 'Save as block' }).click()
  await dialog().getByLabelText('Name').fill('Greeting')
  await userEvent.keyboard('{Enter}')
  await expect.element(treeItem('Saved block: Greeting')).toBeVisible()
  expect(bodies('POST', '/api/template-blocks')).toEqual([{ name: 'Greeting', mjml: section('Hello') }])
  expect(await axeFindings()).toEqual([])
  await treeItem('Saved block: Greeting').click()
  await screen.getByRole('button', { name: 'Add saved block: Footer' }).click()
  await expect.poll(() => treeItem('Saved block: Footer').elements().length).toBe(2)
  const greeting = markedBlock(NEW, 1, section('Hello', '    '))
  expect(await saved()).toBe(mail(greeting, MARKED, MARKED))
})

test('a block that was changed here becomes the next version, and of the other templates it says what became', async () => {
  const screen = await open()
  await browser.getByRole('region', { name: 'Email', exact: true }).getByText('Harbor, 12 Quay St').click()
  await userEvent.keyboard('{End}!')
  await treeItem('Saved block: Footer').click()
  await screen.getByRole('button', { name: 'Update saved block' }).click()
  await expect.element(dialog().getByText('Also change 1 other template')).toBeVisible()
  await expect.element(dialog().getByText('Welcome')).toBeVisible()
  await dialog().getByRole('button', { name: 'Update saved block' }).click()
  await expect.element(dialog().getByText('Saved as v6')).toBeVisible()
  expect(await axeFindings()).toEqual([])
  await dialog().getByRole('button', { name: 'Close' }).last().click()
  await expect.element(screen.getByText('Same as in the library.')).toBeVisible()
  const mjml = section('Harbor, 12 Quay St!')
  expect(bodies('PUT', `/api/template-blocks/${FOOTER}`)).toEqual([{ name: 'Footer', mjml, version: 1 }])
  expect(bodies('POST', `/api/template-blocks/${FOOTER}/apply`)).toEqual([{ except: UUID }])
  expect(await saved()).toBe(
    mail(section('Hello', '    '), markedBlock(FOOTER, 2, section('Harbor, 12 Quay St!', '    '))),
  )
})

test('a newer version is offered and taken, and what is unlinked is the mail’s own', async () => {
  change(FOOTER, { version: 3, mjml: section('New address') })
  const screen = await open()
  await treeItem('Saved block: Footer').click()
  await expect.element(screen.getByRole('button', { name: 'Use newest version' })).toBeVisible()
  expect(screen.getByRole('button', { name: 'Update saved block' }).elements()).toEqual([])
  await screen.getByRole('button', { name: 'Use newest version' }).click()
  await expect.element(screen.getByText('Same as in the library.')).toBeVisible()
  await screen.getByRole('button', { name: 'Unlink from library' }).click()
  await expect.element(treeItem('Saved block: Footer')).not.toBeInTheDocument()
  expect(await saved()).toBe(mail(section('Hello', '    '), section('New address', '    ')))
})

test('blocks are renamed, say where they are used, and are asked about before they go', async () => {
  const screen = await open()
  const menu = screen.getByRole('button', { name: 'Actions: Footer' })
  await menu.click()
  await screen.getByRole('menuitem', { name: 'Rename' }).click()
  await dialog().getByLabelText('Name').fill('Bottom')
  await userEvent.keyboard('{Enter}')
  await expect.element(treeItem('Saved block: Bottom')).toBeVisible()
  await screen.getByRole('button', { name: 'Actions: Bottom' }).click()
  await screen.getByRole('menuitem', { name: /^Where it’s used/ }).click()
  await expect.element(dialog().getByRole('link', { name: 'Welcome' })).toBeVisible()
  await dialog().getByRole('button', { name: 'Close' }).last().click()
  await screen.getByRole('button', { name: 'Actions: Bottom' }).click()
  await screen.getByRole('menuitem', { name: 'Delete block' }).click()
  await expect.element(dialog().getByText('Used in: Restock and Welcome.')).toBeVisible()
  await dialog().getByRole('button', { name: 'Delete block' }).click()
  await expect.element(screen.getByText('Save a header or footer to reuse it.')).toBeVisible()
  await treeItem(/^Saved block/).click()
  await expect.element(screen.getByText('No longer in the library. This email keeps it.')).toBeVisible()
  expect(bodies('PUT', `/api/template-blocks/${FOOTER}`)).toEqual([
    { name: 'Bottom', mjml: section('Harbor, 12 Quay St'), version: 1 },
  ])
})
