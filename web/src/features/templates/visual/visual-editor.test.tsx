import type { Preview, Problem, Template } from '@notifly/contracts/templates/templates'
import { DEFAULT_BRAND } from '@notifly/contracts/brand/brand'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Locator, page as browser, userEvent } from 'vitest/browser'
import { session } from '../../../api/session.ts'
import { type ApiStub, APPLICATION, type Asked, ok, page, stubApi, user } from '../../../testing/api-stub.ts'
import { axeFindings } from '../../../testing/axe.ts'
import { pick } from '../../../testing/pick.ts'
import { renderApp } from '../../../testing/render-app.tsx'

const UUID = '0198c0de-0000-7000-8000-0000000000bb'
const LIST = `/applications/${APPLICATION}/template`
const row = (content: string) =>
  `    <mj-section>\n      <mj-column>\n        ${content}\n      </mj-column>\n    </mj-section>`
const mail = (...rows: readonly string[]) => `<mjml>\n  <mj-body>\n${rows.join('\n')}\n  </mj-body>\n</mjml>\n`
const TEXT = row('<mj-text>Hi {{ first_name | default: "<you>" }}, <b>you</b> have {{ loyalty_pts }}</mj-text>')
const IMAGE = row('<mj-image  src="https://shop.example/shelf.png" />')
const MJML = mail(TEXT, IMAGE)

const unknownField: Problem = {
  severity: 'error',
  code: 'unknown_field',
  message: 'There is no field "loyalty_pts".',
  part: 'mjml',
  line: 5,
  column: MJML.split('\n')[4]?.indexOf('{{ loyalty') ?? 0,
  field: 'loyalty_pts',
  suggestion: 'loyalty_points',
}
const noAlt: Problem = {
  severity: 'warning',
  code: 'image_without_alt',
  message: '',
  part: 'mjml',
  line: 10,
  column: 9,
}

function preview({ body }: Asked): Response {
  const { content, with_source } = body as { content: { mjml: string }; with_source?: boolean }
  const answer: Preview = {
    subject: '',
    preheader: '',
    html: '<p>compiled</p>',
    ...(with_source && { html_source: '<p>compiled</p>' }),
    text: '',
    text_source: '',
    problems: [
      ...(content.mjml.includes('loyalty_pts') ? [unknownField] : []),
      ...(content.mjml === MJML ? [noAlt] : []),
    ],
    size_bytes: 1000,
    contact: null,
  }
  return ok(answer)
}

let api: ApiStub
let stop: (() => void) | undefined
let saved: Template

async function open(mjml = MJML, mode: 'visual' | 'mjml' = 'visual', who = user()) {
  saved = { ...template, mode, mjml }
  const app = await renderApp(`${LIST}/${UUID}`, who)
  stop = app.stop
  return app.screen
}

const template: Template = {
  uuid: UUID,
  type: 'Email',
  name: 'Restock',
  subject: 'Back in stock',
  html: '<p>compiled</p>',
  version: 7,
  updated_on: 1_700_000_000,
  updated_by: 'Asha Raman',
  problems: [],
}

/** What the next version is saved as. */
async function saving(): Promise<{ mjml: string; mode: string; html?: string }> {
  await userEvent.keyboard('{ControlOrMeta>}s{/ControlOrMeta}')
  await expect.poll(() => api.asked.filter(({ method }) => method === 'PUT').length).toBe(1)
  return api.asked.findLast(({ method }) => method === 'PUT')?.body as { mjml: string; mode: string }
}

/** Waits until the text of something matches. */
async function expectText(place: Locator, text: RegExp): Promise<void> {
  await expect.poll(() => place.query()?.textContent ?? '').toMatch(text)
}

const treeItem = (name: string | RegExp) => browser.getByRole('treeitem', { name })
const canvas = () => browser.getByRole('region', { name: 'Email', exact: true })

beforeEach(async () => {
  await browser.viewport(1440, 900)
  localStorage.clear()
  api = stubApi({
    'GET /api/installation': () =>
      ok({ name: 'Notifly', version: '1.0.0', sandbox_url: null, sandbox_smtp: null, sandbox_warning: false }),
    'GET /api/dashboard/application': () => ok([]),
    'GET /authP/organization': () => page([]),
    [`GET /api/update-notification-vertical/${APPLICATION}`]: () => ok(user()),
    [`GET /api/template/${UUID}`]: () => ok(saved),
    'GET /api/brand': () => ok({ ...DEFAULT_BRAND, name: 'Harbor', address: '12 Quay St', logo: null, updated_on: 1 }),
    'GET /api/audience/merge-fields': () =>
      ok([{ name: 'first_name', type: 'text', filled: 40, sample: 'Ishita', built_in: false }]),
    'GET /api/audience': () => page([]),
    'POST /api/template/preview': preview,
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

test('a text is written in its place: only it is written anew, and undo goes back step by step', async () => {
  const screen = await open()
  await canvas().getByText('first_name').click()
  await userEvent.keyboard('{End}!')
  await expectText(canvas().getByRole('textbox', { name: 'Text' }), /have loyalty_pts!$/)
  await screen.getByRole('button', { name: 'Undo' }).click()
  await expectText(canvas().getByRole('textbox', { name: 'Text' }), /have loyalty_pts$/)
  await screen.getByRole('button', { name: 'Redo' }).click()
  expect(await axeFindings()).toEqual([])
  const { mjml, mode } = await saving()
  expect(mode).toBe('visual')
  expect(mjml).toBe(MJML.replace('loyalty_pts }}<', 'loyalty_pts }}!<'))
})

test('the first save leads to a page of its own, where the way back and the chosen block are still there', async () => {
  api.on('POST /api/template/editor-session', () => ok({ editor: 'embedded' }))
  api.on('POST /api/template', ({ body }) => {
    saved = { ...template, ...(body as object), version: 1 }
    return ok({ template_uuid: UUID, version: 1, updated_on: 1_700_000_100, problems: [] })
  })
  const app = await renderApp(`${LIST}/new?start=blank`, user())
  stop = app.stop
  await expect.element(app.screen.getByLabelText('Template name')).toHaveFocus()
  await app.screen.getByLabelText('Template name').fill('Begun')
  await app.screen.getByRole('button', { name: 'Add block: Button' }).click()
  await app.screen.getByRole('button', { name: 'Save v1' }).click()
  await expect.element(app.screen.getByRole('button', { name: 'Save v2' })).toBeVisible()
  await expect.element(browser.getByRole('treeitem', { selected: true })).toHaveTextContent('Button: Learn more')
  await expect.element(browser.getByRole('treeitem', { selected: true })).toHaveFocus()
  await app.screen.getByRole('button', { name: 'Undo' }).click()
  await expect.element(treeItem(/Learn more/)).not.toBeInTheDocument()
  await app.screen.getByRole('button', { name: 'Redo' }).click()
  await expect.element(treeItem(/Learn more/)).toBeVisible()
})

test('problems are at their blocks, lead there, and are mended', async () => {
  const screen = await open()
  await expect.element(treeItem(/^Text: Hi first_name, you have loyalty_pts.*1 problem/)).toBeVisible()
  await expect.element(canvas().getByText('loyalty_pts')).toHaveClass('mail-unknown')
  const problems = screen.getByRole('region', { name: 'Problems' })
  await problems.getByRole('button', { name: /^Hi first_name/ }).click()
  await expect.element(treeItem(/^Text: Hi/)).toHaveFocus()
  await screen.getByRole('button', { name: 'Replace' }).click()
  await expect.element(canvas().getByText('loyalty_points')).toBeVisible()
  await screen.getByRole('button', { name: 'Undo' }).click()
  await screen.getByRole('button', { name: 'Add alt text' }).click()
  await expect.element(treeItem(/^Image/)).toHaveAttribute('aria-selected', 'true')
  await screen.getByRole('checkbox', { name: 'Decorative' }).click()
  await expect.element(screen.getByRole('checkbox', { name: 'Decorative' })).toBeChecked()
  await screen.getByLabelText('Alt text').fill('Oak & "shelf"')
  await expect.element(screen.getByRole('checkbox', { name: 'Decorative' })).not.toBeChecked()
  const { mjml } = await saving()
  expect(mjml).toBe(MJML.replace('shelf.png" />', 'shelf.png" alt="Oak &amp; &quot;shelf&quot;" />'))
})

test('a block that is chosen in the structure comes into view', async () => {
  await open(mail(...Array.from({ length: 30 }, (_, at) => row(`<mj-text><p>Line ${at + 1}</p></mj-text>`))))
  const last = canvas().getByText('Line 30')
  await expect.element(last).not.toBeInViewport()
  await treeItem('Text: Line 1').click()
  await userEvent.keyboard('{End}')
  await expect.element(treeItem('Text: Line 30')).toHaveFocus()
  await expect.element(last).toBeInViewport()
  await userEvent.keyboard('{Home}')
  await expect.element(canvas().getByText('Line 1', { exact: true })).toBeInViewport()
})

test('a block of each kind is added and can be read again', async () => {
  const screen = await open(mail())
  const names = [
    'Text',
    'Heading',
    'Image',
    'Button',
    'Columns',
    'Product',
    'Divider',
    'Spacer',
    'Social',
    'List',
    'Shown if',
    'HTML',
    'Footer',
  ]
  for (const name of names) await screen.getByRole('button', { name: `Add block: ${name}`, exact: true }).click()
  await expect.element(treeItem('Footer').first()).toHaveAttribute('aria-selected', 'true')
  await expect.element(screen.getByText('12 Quay St')).toBeVisible()
  const { mjml } = await saving()
  expect(mjml).toContain('{% for item in items %}')
  expect(mjml).toContain('<mj-raw>{% endif %}</mj-raw>')
  expect(mjml).toContain('href="{{ unsubscribe_url }}"')
  expect(new DOMParser().parseFromString(mjml, 'text/xml').querySelector('parsererror')).toBeNull()
})

test('what a template brings runs nothing in this page, and what the editor does not know stays', async () => {
  const bad = `<mj-text><a href="javascript:alert(1)" onclick="x()">a</a><img src="x" onerror="window.ran=1"><script>window.ran=1</script><table><tr><td>b</td></tr></table></mj-text>`
  const source = mail(
    row(bad),
    row('<mj-carousel><mj-carousel-image src="a" /></mj-carousel>'),
    '<mj-raw><iframe src="javascript:1"></iframe></mj-raw>',
  )
  const screen = await open(source)
  await expect.element(treeItem('Locked block')).toBeVisible()
  await treeItem(/^Text: a/).click()
  await expect.element(screen.getByText('This text has HTML that only its source can edit.')).toBeVisible()
  const drawn = canvas().query()
  expect(drawn?.querySelectorAll('script, iframe, [onclick], [onerror], a[href]')).toHaveLength(0)
  expect('ran' in window).toBe(false)
  await treeItem('Locked block').click()
  await userEvent.keyboard('{Alt>}{ArrowUp}{ArrowUp}{/Alt}')
  const { mjml } = await saving()
  expect(mjml).toContain(bad)
  expect(mjml.indexOf('mj-carousel')).toBeLessThan(mjml.indexOf('javascript:alert'))
})

test('MJML and blocks are two sides of one source; HTML is asked for, since there is no way back', async () => {
  const screen = await open(mail(row('<mj-accordion></mj-accordion>')), 'mjml')
  await expect.element(screen.getByRole('textbox', { name: 'MJML' })).toBeVisible()
  await screen.getByRole('button', { name: 'Edit visually' }).click()
  await expectText(screen.getByRole('dialog'), /<mj-accordion>/)
  await screen.getByRole('dialog').getByRole('button', { name: 'Edit visually' }).click()
  await expect.element(treeItem('Locked block')).toBeVisible()
  await screen.getByRole('radio', { name: 'Settings' }).click()
  await screen.getByRole('button', { name: 'Edit MJML' }).click()
  await expect.element(screen.getByRole('textbox', { name: 'MJML' })).toBeVisible()
  await screen.getByRole('button', { name: 'Convert to HTML' }).click()
  await screen.getByRole('dialog').getByRole('button', { name: 'Convert to HTML' }).click()
  await expectText(screen.getByRole('textbox', { name: 'HTML' }), /<p>compiled/)
  const body = await saving()
  expect(body).toMatchObject({ mode: 'html', html: '<p>compiled</p>' })
  expect(body).not.toHaveProperty('mjml')
})

test('a source that is no mail of blocks says why, and opens as MJML', async () => {
  const screen = await open('<mjml>\n<mj-body>\n<mj-section>')
  await expect.element(screen.getByText('Line 3: <mj-section> is never closed.')).toBeVisible()
  await screen.getByRole('button', { name: 'Edit MJML' }).click()
  await expect.element(screen.getByRole('textbox', { name: 'MJML' })).toBeVisible()
})

test('a mail of an editor that the installation does not have goes on as HTML', async () => {
  api.on('POST /api/template/editor-session', () => ok({ editor: 'embedded' }))
  saved = { ...template, mode: 'visual', document: '{}' }
  const app = await renderApp(`${LIST}/${UUID}`, user())
  stop = app.stop
  await app.screen.getByRole('button', { name: 'Convert to HTML' }).click()
  await expectText(app.screen.getByRole('textbox', { name: 'HTML' }), /<p>compiled/)
  const body = await saving()
  expect(body).toMatchObject({ mode: 'html', html: '<p>compiled</p>' })
  expect(body).not.toHaveProperty('document')
})

test('the words of a social icon follow its network, but for words of one’s own', async () => {
  const element = (name: string, alt: string) =>
    `<mj-social-element name="${name}-noshare" href="https://a.example" alt="${alt}"></mj-social-element>`
  const social = (...elements: readonly string[]) => mail(row(`<mj-social>${elements.join('')}</mj-social>`))
  const screen = await open(social(element('facebook', 'Facebook'), element('instagram', 'Our kitchen')))
  await treeItem('Social').click()
  const networks = screen.getByRole('combobox', { name: 'Network' })
  await networks.first().click()
  await pick(browser.getByRole('option', { name: 'YouTube' }))
  await networks.last().click()
  await pick(browser.getByRole('option', { name: 'Website' }))
  const { mjml } = await saving()
  expect(mjml).toBe(social(element('youtube', 'YouTube'), element('web', 'Our kitchen')))
})

test('on a phone there are preview and problems, and texts and images are changed one by one', async () => {
  await browser.viewport(390, 844)
  const screen = await open()
  await screen.getByRole('radio', { name: 'Structure' }).click()
  await treeItem(/^Text/).click()
  const text = screen.getByRole('dialog').getByRole('textbox', { name: 'Text' })
  await text.click()
  await userEvent.keyboard('{End}?')
  await expectText(text, /\?$/)
  expect(await axeFindings()).toEqual([])
  await screen.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  await treeItem(/^Image/).click()
  await screen.getByRole('dialog').getByLabelText('Alt text').fill('Oak shelf')
  await screen.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  await screen.getByRole('radio', { name: 'Preview' }).click()
  await screen.getByRole('radio', { name: 'Dark' }).click()
  // What is wrong is said there too, and leads to its block.
  await screen.getByRole('button', { name: /^Problems\s*1 error/ }).click()
  await screen.getByRole('button', { name: /^Hi first_name/ }).click()
  await expect.element(screen.getByRole('dialog', { name: 'Text' })).toBeVisible()
  await screen.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  await screen.getByRole('button', { name: 'Save v8' }).click()
  await expect.poll(() => api.asked.some(({ method }) => method === 'PUT')).toBe(true)
  expect(api.asked.findLast(({ method }) => method === 'PUT')?.body).toMatchObject({
    mjml: MJML.replace('loyalty_pts }}<', 'loyalty_pts }}?<').replace('shelf.png" />', 'shelf.png" alt="Oak shelf" />'),
  })
})
