import type { Preview, Problem, Template } from '@notifly/contracts/templates/templates'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Locator, page as browser, userEvent } from 'vitest/browser'
import { session } from '../../api/session.ts'
import { type ApiStub, type Asked, APPLICATION, failed, ok, page, stubApi, user } from '../../testing/api-stub.ts'
import { axeFindings } from '../../testing/axe.ts'
import { pick } from '../../testing/pick.ts'
import { renderApp } from '../../testing/render-app.tsx'

const UUID = '0198c0de-0000-7000-8000-0000000000bb'
const LIST = `/applications/${APPLICATION}/template`
const HTML = '<p>Hi {{ first_name }}</p>\n<p>{{ loyalty_pts }}</p>'

const template: Template = {
  uuid: UUID,
  type: 'Email',
  name: 'Restock',
  subject: 'Back in stock',
  html: HTML,
  version: 7,
  updated_on: 1_700_000_000,
  updated_by: 'Asha Raman',
  problems: [],
}

const unknownField: Problem = {
  severity: 'error',
  code: 'unknown_field',
  message: 'There is no field "loyalty_pts".',
  part: 'html',
  line: 2,
  column: 7,
  field: 'loyalty_pts',
  suggestion: 'loyalty_points',
}

function preview({ body }: Asked): Response {
  const { content } = body as { content: { subject: string; html: string; text?: string } }
  const answer: Preview = {
    subject: content.subject,
    preheader: '',
    html: content.html.replace('{{ first_name }}', 'Ishita'),
    text: 'Hi Ishita',
    text_source: content.text ?? 'Hi {{ first_name }}',
    problems: [
      ...(content.html.includes('loyalty_pts') ? [unknownField] : []),
      ...(content.text?.includes('loyalty_pts') === true ? [{ ...unknownField, part: 'text' as const, line: 1 }] : []),
    ],
    size_bytes: 86_016,
    contact: { uuid: UUID, name: 'Ishita Menon' },
  }
  return ok(answer)
}

let api: ApiStub
let stop: (() => void) | undefined

async function open(address = `${LIST}/${UUID}`, who = user()) {
  const app = await renderApp(address, who)
  stop = app.stop
  return app
}

const bodyOf = (method: string, path: string) =>
  api.asked.findLast(asked => asked.method === method && asked.path === path)?.body as
    Record<string, unknown> | undefined
const saves = () => api.asked.filter(asked => asked.method === 'PUT').length
const source = () => browser.getByRole('textbox', { name: 'HTML' })

/** Waits until the text of an editor holds this. */
async function expectText(editor: Locator, text: string): Promise<void> {
  await expect.element(editor).toBeVisible()
  await expect.poll(() => editor.query()?.textContent ?? '').toContain(text)
}

async function typeAtEnd(text: string): Promise<void> {
  await source().click()
  await userEvent.keyboard('{ControlOrMeta>}{End}{/ControlOrMeta}')
  await userEvent.keyboard(text)
}

/** Leaves no room in what this browser keeps of the product. */
function fillBrowser(): void {
  for (let size = 2 ** 22, count = 0; size >= 1; count += 1) {
    try {
      localStorage.setItem(`filling-${count}`, 'x'.repeat(size))
    } catch {
      size /= 2
    }
  }
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
    'POST /api/template/preview': preview,
  })
})

afterEach(() => {
  stop?.()
  api.restore()
  session.set(undefined)
  localStorage.clear()
})

describe('the editor', () => {
  test('shows the sources, the mail as a contact sees it, and how heavy it is', async () => {
    const { screen } = await open()
    await expectText(source(), 'Hi {{ first_name }}')
    await expectText(screen.getByRole('textbox', { name: 'Subject' }), 'Back in stock')
    await expect.element(screen.getByLabelText('Preview as')).toHaveValue('Ishita Menon')
    await expect.element(screen.getByText('84 of 102 KB.')).toBeVisible()
    expect(await axeFindings()).toEqual([])
  })

  test('says what mail programs leave out, and what became of each link when they are tried', async () => {
    api.on('POST /api/template/preview', async asked => {
      const { data } = (await preview(asked).json()) as { data: Preview }
      return ok({ ...data, client_limits: [{ feature: 'border-radius', clients: ['outlook'], count: 8 }] })
    })
    const problem = { key: 'templates.links.status', values: { status: '404' }, message: '404' }
    const links = [
      { url: 'https://shop.example/', ok: true, status: 200, problem: null },
      { url: 'https://shop.example/gone', ok: false, status: 404, problem },
    ]
    api.on('POST /api/template/links/check', () => ok({ links, left_off: 2 }))
    const { screen } = await open()
    const apps = screen.getByRole('region', { name: 'Email apps' })
    await expect.element(apps.getByText('Outlook shows the email without it.')).toBeVisible()
    const checks = screen.getByRole('region', { name: 'Links' })
    await checks.getByRole('button', { name: 'Check links' }).click()
    await expect.element(checks.getByText('1 of 2 links work. 2 weren’t checked.')).toBeVisible()
    const rows = checks.getByRole('listitem')
    await expect
      .poll(() => rows.elements().map(row => row.textContent))
      .toEqual([
        expect.stringMatching(/^https:\/\/shop\.example\/gone.*404/),
        expect.stringMatching(/^https:\/\/shop\.example\/ Opens/),
      ])
    expect(bodyOf('POST', '/api/template/links/check')?.['content']).toMatchObject({ subject: 'Back in stock' })
    expect(await axeFindings()).toEqual([])
    await typeAtEnd('!')
    await expect.element(checks.getByText(/The email has changed since\./)).toBeVisible()
  })

  test('names a problem with its line, leads there, and mends it', async () => {
    const { screen } = await open()
    await expect.element(screen.getByText('Unknown field “loyalty_pts”.')).toBeVisible()
    await screen.getByRole('button', { name: 'HTML, line 2' }).click()
    await userEvent.keyboard('x')
    await expectText(source(), '{{ xloyalty_pts }}')
    await screen.getByRole('button', { name: 'Undo' }).click()
    await screen.getByRole('button', { name: 'Replace' }).click()
    await expectText(source(), '{{ loyalty_points }}')
    await expect.element(screen.getByText('No problems found')).toBeVisible()
  })

  test('completes merge fields', async () => {
    await open()
    await expect.element(source()).toBeVisible()
    await typeAtEnd(' {{{{ fir')
    await browser.getByRole('option', { name: /first_name/ }).click()
    await expectText(source(), '</p> {{ first_name }}')
  })

  test('inserts a chosen field where the cursor was', async () => {
    const { screen } = await open()
    await screen.getByRole('textbox', { name: 'Subject' }).click()
    await userEvent.keyboard('{End}, ')
    await screen.getByRole('button', { name: 'Insert field' }).click()
    await screen.getByRole('button', { name: /first_name/ }).click()
    await expectText(screen.getByRole('textbox', { name: 'Subject' }), 'Back in stock, {{ first_name }}')
  })

  test('writes the plain text from the HTML until somebody writes it, and keeps what they wrote', async () => {
    api.on(`PUT /api/template/${UUID}`, () =>
      ok({ template_uuid: UUID, version: 8, updated_on: 1_700_000_100, problems: [] }),
    )
    const { screen } = await open()
    const text = screen.getByRole('textbox', { name: 'Plain text', exact: true }).first()
    await screen.getByRole('radio', { name: 'Plain text' }).click()
    await expect.element(text).toHaveValue('Hi {{ first_name }}')
    await expect.element(source()).not.toBeInTheDocument()
    await screen.getByRole('button', { name: 'Write your own' }).click()
    await expectText(text, 'Hi {{ first_name }}')
    await text.click()
    await userEvent.keyboard('{ControlOrMeta>}{End}{/ControlOrMeta}, {{{{ loyalty_pts }}')
    await screen.getByRole('radio', { name: 'HTML' }).click()
    await expectText(source(), 'Hi {{ first_name }}')
    // The problem leads from one to the other.
    await screen.getByRole('button', { name: 'Plain text, line 1' }).click()
    await expectText(text, 'loyalty_pts')
    expect(await axeFindings()).toEqual([])

    await screen.getByRole('button', { name: 'Generate from HTML' }).click()
    await expect.element(text).toHaveValue('Hi {{ first_name }}')
    await screen.getByRole('button', { name: 'Use your own text' }).click()
    await expectText(text, 'loyalty_pts')
    await userEvent.keyboard('{ControlOrMeta>}s{/ControlOrMeta}')
    await expect.element(screen.getByRole('button', { name: 'Save v9' })).toBeVisible()
    expect(bodyOf('PUT', `/api/template/${UUID}`)).toMatchObject({
      html: HTML,
      text: expect.stringMatching(/^Hi \{\{ first_name \}\}, \{\{ loyalty_pts/),
    })
  })

  test('saves the next version with the one it was made from', async () => {
    api.on(`PUT /api/template/${UUID}`, () =>
      ok({ template_uuid: UUID, version: 8, updated_on: 1_700_000_100, problems: [] }),
    )
    const { screen } = await open()
    await typeAtEnd('more')
    await expect.element(screen.getByText('Unsaved changes')).toBeVisible()
    await userEvent.keyboard('{ControlOrMeta>}s{/ControlOrMeta}')
    await expect.element(screen.getByRole('button', { name: 'Save v9' })).toBeVisible()
    expect(saves()).toBe(1)
    expect(bodyOf('PUT', `/api/template/${UUID}`)).toMatchObject({ name: 'Restock', version: 7, html: `${HTML}more` })
    await expect.element(screen.getByText(/^Saved/)).toBeVisible()
  })

  test('keeps the text when saving fails, and saves over a colleague only when asked', async () => {
    api.on(`PUT /api/template/${UUID}`, () => failed('conflict'))
    const { screen } = await open()
    await typeAtEnd('more')
    await screen.getByRole('button', { name: 'Save v8' }).click()
    await expect.element(screen.getByText(/Your changes are still here/)).toBeVisible()
    await expectText(source(), 'more')
    api.on(`PUT /api/template/${UUID}`, () =>
      ok({ template_uuid: UUID, version: 9, updated_on: 1_700_000_100, problems: [] }),
    )
    await screen.getByRole('button', { name: 'Save as new version' }).click()
    await expect.element(screen.getByRole('button', { name: 'Save v10' })).toBeVisible()
    expect(bodyOf('PUT', `/api/template/${UUID}`)).not.toHaveProperty('version')
  })

  test('asks before unsaved text is left, keeps it, and offers it back', async () => {
    const { screen } = await open()
    await typeAtEnd('unsaved words')
    await screen.getByRole('link', { name: 'Templates' }).click()
    await screen.getByRole('button', { name: 'Leave editor' }).click()
    await screen.getByRole('link', { name: 'Restock' }).click()
    await expect.element(screen.getByRole('button', { name: 'Restore' })).toBeVisible()
    expect(source().query()?.textContent).not.toContain('unsaved words')
    await screen.getByRole('button', { name: 'Restore' }).click()
    await expectText(source(), 'unsaved words')
  })

  test('says so when the browser has no room for what would be left', async () => {
    const { screen } = await open()
    await expect.element(source()).toBeVisible()
    fillBrowser()
    await typeAtEnd('unsaved words')
    await screen.getByRole('link', { name: 'Templates' }).click()
    const dialog = screen.getByRole('dialog', { name: 'Leave without saving?' })
    await expect.element(dialog.getByText(/^This browser can’t keep your latest changes\./)).toBeVisible()
    expect(await axeFindings()).toEqual([])
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    localStorage.clear()
    await screen.getByRole('link', { name: 'Templates' }).click()
    await expect.element(dialog.getByText(/^Your changes stay in this browser/)).toBeVisible()
  })

  test('sends a test of what stands there now, and says each result', async () => {
    api.on('POST /api/notifications/email/test', () =>
      ok([
        { receiver: 'asha@palmyra.example', ok: true, message: 'The server accepted the email (250 ok).' },
        { receiver: 'gone@palmyra.example', ok: false, message: 'The mailbox does not exist. (550 5.1.1)' },
      ]),
    )
    const { screen } = await open()
    await typeAtEnd('fresh')
    await screen.getByRole('button', { name: 'Send test' }).click()
    await expect.element(screen.getByLabelText('Recipients')).toHaveValue('asha@palmyra.example')
    await screen.getByLabelText('Recipients').fill('asha@palmyra.example, gone@palmyra.example')
    await screen.getByRole('button', { name: 'Send', exact: true }).click()
    await expect.element(screen.getByText('The mailbox does not exist. (550 5.1.1)')).toBeVisible()
    expect(bodyOf('POST', '/api/notifications/email/test')).toMatchObject({
      content: { html: `${HTML}fresh` },
      receivers: ['asha@palmyra.example', 'gone@palmyra.example'],
    })
    expect(await axeFindings()).toEqual([])
  })

  test('restores an earlier version', async () => {
    const versions = [7, 6].map(version => ({ version, created_on: 1_700_000_000, created_by: 'Asha Raman' }))
    api.on(`GET /api/template/${UUID}/versions`, () => page(versions))
    api.on(`GET /api/template/${UUID}/versions/6`, () => ok({ ...versions[1], subject: 'Old', html: '<p>old</p>' }))
    const { screen } = await open()
    await screen.getByRole('button', { name: 'v7 in use' }).click()
    await screen.getByRole('button', { name: 'Preview' }).click()
    api.on(`POST /api/template/${UUID}/versions/restore`, () => ok({ template_uuid: UUID, version: 8 }))
    api.on(`GET /api/template/${UUID}`, () => ok({ ...template, version: 8, subject: 'Old', html: '<p>old</p>' }))
    await screen.getByRole('button', { name: 'Restore version 6' }).click()
    await expectText(source(), '<p>old</p>')
    await expect.element(screen.getByRole('button', { name: 'Save v9' })).toBeVisible()
  })

  test('is a preview with its problems on a phone', async () => {
    await browser.viewport(390, 844)
    const { screen } = await open()
    await expect.element(screen.getByText(/Open it on a wider screen/)).toBeVisible()
    await expect.element(source()).not.toBeInTheDocument()
    await expect.element(screen.getByRole('radio', { name: 'Phone' })).toBeChecked()
    await screen.getByRole('button', { name: /^Problems\s*1 error/ }).click()
    await expect.element(screen.getByText('Unknown field “loyalty_pts”.')).toBeVisible()
    // There is nothing to lead to, and nothing that can be changed.
    await expect.element(screen.getByText('HTML, line 2')).toBeVisible()
    expect(screen.getByRole('button', { name: /^(HTML, line 2|Replace)$/ }).query()).toBeNull()
    expect(await axeFindings()).toEqual([])
  })
})

describe('a new template', () => {
  test('starts from a design in the language of the page and becomes a template of its own', async () => {
    const { screen, address } = await open(`/es${LIST}/new`)
    await screen.getByRole('radio', { name: 'HTML' }).click()
    await screen.getByRole('button', { name: /^Boletín/ }).click()
    await screen.getByRole('textbox', { name: 'Nombre de la plantilla' }).fill('Noticias')
    await expectText(source(), '<!doctype html>')
    api.on('POST /api/template', () => ok({ template_uuid: UUID, version: 1, updated_on: 1_700_000_000, problems: [] }))
    await screen.getByRole('button', { name: 'Guardar v1' }).click()
    await expect.poll(address).toBe(`/es${LIST}/${UUID}`)
    expect(bodyOf('POST', '/api/template')).toMatchObject({
      name: 'Noticias',
      html: expect.stringContaining('{{ first_name | default: "qué tal" }}'),
    })
  })

  test('says at once that its name is taken', async () => {
    const { screen } = await open(`${LIST}/new?start=letter&mode=html`)
    await expect.element(source()).toBeVisible()
    api.on('POST /api/template', () =>
      failed('invalidInput', { errors: [{ field: 'name', message: 'A template with this name already exists.' }] }),
    )
    await screen.getByRole('button', { name: 'Save v1' }).click()
    await expect.element(screen.getByText(/A template with this name already exists/)).toBeVisible()
    await expect.element(screen.getByRole('textbox', { name: 'Template name' })).toHaveAttribute('aria-invalid', 'true')
  })
})

describe('the list', () => {
  test('copies a template under a free name, with its tags', async () => {
    api.on(`GET /api/template/${UUID}`, () => ok({ ...template, tags: ['autumn'] }))
    const { screen } = await open(LIST)
    await screen.getByRole('button', { name: 'Actions: Restock' }).click()
    api.on('POST /api/template', ({ body }) =>
      (body as { name: string }).name === 'Restock copy'
        ? failed('invalidInput', { errors: [{ field: 'name', message: 'A template with this name already exists.' }] })
        : ok({ template_uuid: UUID, version: 1, updated_on: 1_700_000_000, problems: [] }),
    )
    await pick(screen.getByRole('menuitem', { name: 'Duplicate' }))
    await expect.element(screen.getByText('Restock copy 2 created.')).toBeVisible()
    expect(bodyOf('POST', '/api/template')).toMatchObject({ name: 'Restock copy 2', tags: ['autumn'] })
  })

  test('names the scheduled campaigns that keep a template from being deleted', async () => {
    const { screen } = await open(LIST)
    await screen.getByRole('button', { name: 'Actions: Restock' }).click()
    await pick(screen.getByRole('menuitem', { name: 'Delete template' }))
    api.on('DELETE /api/template', () =>
      Response.json(
        { success: false, message: 'in use', data: { campaigns: [{ uuid: UUID, name: 'Autumn' }] } },
        { status: 409 },
      ),
    )
    await screen.getByRole('button', { name: 'Delete template' }).click()
    await expect.element(screen.getByText('Autumn')).toBeVisible()
    expect(await axeFindings()).toEqual([])
  })

  test('says what templates are for while there is none', async () => {
    api.on('GET /api/template', () => page([]))
    const { screen } = await open(LIST)
    await expect.element(screen.getByRole('heading', { name: 'Create your first template' })).toBeVisible()
    expect(await axeFindings()).toEqual([])
  })
})
