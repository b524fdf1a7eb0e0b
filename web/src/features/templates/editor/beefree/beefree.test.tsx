// The way of a mail through the frame and back, with a script in the place of Beefree's.
import { DEFAULT_BRAND } from '@notifly/contracts/brand/brand'
import { ACTIVITY, ACTIVITY_IDS } from '@notifly/contracts/roles/activities'
import { QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { page as browser, userEvent } from 'vitest/browser'
import { queryClient } from '../../../../api/queries.ts'
import { session } from '../../../../api/session.ts'
import { WordsProvider } from '../../../../app/WordsProvider.tsx'
import { changeLanguage, i18n, startI18n } from '../../../../locales/i18n.ts'
import { type ApiStub, APPLICATION, failed, ok, page, stubApi, user } from '../../../../testing/api-stub.ts'
import { axeFindings } from '../../../../testing/axe.ts'
import { render } from '../../../../testing/render.ts'
import { renderApp } from '../../../../testing/render-app.tsx'
import type { BeefreeContent } from './BeefreeEditor.tsx'
import { ExternalEditor } from './ExternalEditor.tsx'

/** Says what it was given in its text, and saves what is typed. */
const SCRIPT = `window.BeePlugin = { create: (token, config, ready) => ready({
  start: document => {
    const field = Object.assign(window.document.createElement('textarea'), { value: document.text ?? 'new' })
    field.title = [token.access_token, config.language, ...config.mergeTags.map(tag => tag.value)].join(' ')
    field.addEventListener('input', () => {
      if (field.value === 'ended') config.onError({ code: 5101 })
      else config.onChange('{}', {}, 1)
    })
    window.document.getElementById(config.container).append(field)
    window.bee = { field, config }
  },
  load: document => { bee.field.value = document.text },
  save: () => config.onSave(JSON.stringify({ text: bee.field.value }), '<p>' + bee.field.value + '</p>', null, 1, null),
  updateToken: token => { bee.field.title = token.access_token },
}) }`

let api: ApiStub | undefined
afterEach(async () => {
  api?.restore()
  localStorage.clear()
  await browser.viewport(1280, 900)
})

/** Another document comes from elsewhere, as when a version is restored. */
function Holder({ stored, onChange }: { stored: string | undefined; onChange: (content: BeefreeContent) => void }) {
  const [document, setDocument] = useState(stored)
  return (
    <>
      <button type="button" onClick={() => setDocument('{"text":"restored"}')}>
        Restore
      </button>
      <ExternalEditor
        document={document}
        askFirst={() => {}}
        onChange={content => {
          setDocument(content.document)
          onChange(content)
        }}
      >
        <p>Our own editor</p>
      </ExternalEditor>
    </>
  )
}

async function open(answer: object, stored?: string, fieldsCome: Promise<unknown> = Promise.resolve()) {
  let sessions = 0
  api = stubApi({
    'POST /api/template/editor-session': () => ok({ session: { access_token: `token-${++sessions}` }, ...answer }),
    'GET /api/audience/merge-fields': async () => {
      await fieldsCome
      return page([{ name: 'first_name', sample: 'Ada', count: 1 }])
    },
  })
  await (i18n.isInitialized ? changeLanguage('en') : startI18n('en'))
  queryClient.clear()
  session.set(user())
  const onChange = vi.fn()
  await render(
    <QueryClientProvider client={queryClient}>
      <WordsProvider>
        <Holder stored={stored} onChange={onChange} />
      </WordsProvider>
    </QueryClientProvider>,
  )
  return onChange
}

const fieldIn = () => document.querySelector('iframe')?.contentDocument?.querySelector('textarea')
const type = (text: string) => {
  const field = fieldIn()
  if (field) field.value = text
  field?.dispatchEvent(new Event('input'))
}

test('a mail goes into Beefree and comes back after each change; an ended session is opened anew', async () => {
  const plugin_url = URL.createObjectURL(new Blob([SCRIPT], { type: 'text/javascript' }))
  const onChange = await open({ editor: 'beefree', plugin_url }, '{"text":"stored"}')
  await expect.poll(() => fieldIn()?.value).toBe('stored')
  expect(fieldIn()?.title).toBe(
    'token-1 en-US {{ first_name }} {{ unsubscribe_url }} {{ preferences_url }} {{ view_in_browser_url }}',
  )
  type('written')
  await expect.poll(() => onChange.mock.lastCall).toEqual([{ document: '{"text":"written"}', html: '<p>written</p>' }])
  type('ended')
  await expect.poll(() => fieldIn()?.title).toBe('token-2')
  await browser.getByRole('button', { name: 'Restore' }).click()
  await expect.poll(() => fieldIn()?.value).toBe('restored')
  expect(fieldIn()?.title).toBe('token-2')
})

test('Beefree starts once the merge fields are known: its script is told of them only then', async () => {
  const fields = Promise.withResolvers<void>()
  const plugin_url = URL.createObjectURL(new Blob([SCRIPT], { type: 'text/javascript' }))
  await open({ editor: 'beefree', plugin_url }, '{"text":"stored"}', fields.promise)
  await expect.poll(() => api?.asked.some(({ path }) => path === '/api/template/editor-session')).toBe(true)
  for (let frames = 0; frames < 5; frames++) await new Promise(requestAnimationFrame)
  expect(document.querySelector('iframe')).toBeNull()
  fields.resolve()
  await expect.poll(() => fieldIn()?.title).toContain('{{ first_name }}')
})

test('where the installation has no other editor it is ours, and a script that does not load is told', async () => {
  await open({ editor: 'embedded', session: undefined })
  await expect.poll(() => document.body.textContent).toContain('Our own editor')
  await open({ editor: 'beefree', plugin_url: '/no-such-script.js?' + crypto.randomUUID() })
  await expect.poll(() => document.body.textContent).toContain('Couldn’t load the editor. Reload the page.')
})

const UUID = '0198c0de-0000-7000-8000-0000000000bb'

/** A mail of Beefree's with two problems, at a width. */
async function openMail(width: number, who = user()) {
  await browser.viewport(width, 900)
  stubMail(who)
  return renderApp(`/applications/${APPLICATION}/template/${UUID}`, who)
}

function stubMail(who = user()): ApiStub {
  const plugin_url = URL.createObjectURL(new Blob([SCRIPT], { type: 'text/javascript' }))
  const problem = { severity: 'warning', message: 'No alt text.', part: 'html', line: 9, column: 1 } as const
  api = stubApi({
    'GET /api/installation': () =>
      ok({ name: 'Notifly', version: '1.0.0', sandbox_url: null, sandbox_smtp: null, sandbox_warning: false }),
    'GET /authP/organization': () => page([]),
    [`GET /api/update-notification-vertical/${APPLICATION}`]: () => ok(who),
    'GET /api/audience/merge-fields': () => ok([]),
    'GET /api/audience': () => page([]),
    'POST /api/template/editor-session': () => ok({ editor: 'beefree', plugin_url, session: { access_token: 't' } }),
    [`GET /api/template/${UUID}`]: () =>
      ok({
        uuid: UUID,
        type: 'Email',
        name: 'Outside',
        subject: 'Hello {{ nme }}',
        mode: 'visual',
        document: '{"text":"stored"}',
        html: '<p>From outside</p>',
        version: 1,
        updated_on: 1,
        updated_by: null,
        problems: [],
      }),
    'POST /api/template/preview': ({ body }) => {
      const { content, with_source } = body as { content: { preheader: string }; with_source?: boolean }
      return ok({
        subject: 'Hello',
        preheader: content.preheader,
        html: '<p>From outside</p>',
        ...(with_source && { html_source: '<p>From outside</p>' }),
        text: 'From outside',
        text_source: 'From outside',
        problems: [
          { ...problem, code: 'image_without_alt' },
          { ...problem, code: 'unknown_field', part: 'subject', line: 1, field: 'nme', suggestion: 'name' },
        ],
        client_limits: [{ feature: 'border-radius', clients: ['outlook'], count: 8 }],
        size_bytes: 10_240,
        contact: null,
      })
    },
    [`PUT /api/template/${UUID}`]: () => ok({ template_uuid: UUID, version: 2, updated_on: 2, problems: [] }),
  })
  return api
}

const savedBody = () => api?.asked.findLast(({ method }) => method === 'PUT')?.body

test('around Beefree is the same page as around our own blocks: preview, preheader, text part, checks and HTML', async () => {
  const { screen, stop } = await openMail(1440)
  await expect.poll(() => fieldIn()?.value).toBe('stored')
  const panel = screen.getByRole('region', { name: 'Problems' })
  await expect.element(panel.getByText('In the editor')).toBeVisible()
  await expect.element(panel.getByText('border-radius')).toBeVisible()
  await expect.element(panel.getByRole('button', { name: 'Check links' })).toBeVisible()
  // Only the other editor can change what its own document has.
  expect(panel.getByRole('button', { name: 'Add alt text' }).query()).toBeNull()
  await panel.getByRole('button', { name: 'Subject, line 1' }).click()
  await userEvent.keyboard('Oh, ')
  await panel.getByRole('button', { name: 'Replace' }).click()
  await expect.element(screen.getByTitle('Email preview')).toBeVisible()
  await expect.element(screen.getByLabelText('Preview as')).toBeInTheDocument()
  await screen.getByRole('radio', { name: 'Settings' }).click()
  await screen.getByLabelText('Preheader').fill('Read me first')
  await screen.getByRole('button', { name: 'Write your own' }).click()
  await screen.getByRole('textbox', { name: 'Plain text' }).fill('By hand')
  expect(await axeFindings()).toEqual([])
  await screen.getByRole('button', { name: 'Save v2' }).click()
  await expect
    .poll(savedBody)
    .toMatchObject({ subject: 'Oh, Hello {{ name }}', preheader: 'Read me first', text: 'By hand', mode: 'visual' })
  await screen.getByRole('button', { name: 'Convert to HTML' }).click()
  await screen.getByRole('dialog').getByRole('button', { name: 'Convert to HTML' }).click()
  await expect.element(screen.getByRole('textbox', { name: 'HTML' })).toBeVisible()
  await screen.getByRole('button', { name: 'Save v3' }).click()
  await expect.poll(savedBody).toMatchObject({ mode: 'html', html: '<p>From outside</p>' })
  expect(savedBody()).not.toHaveProperty('document')
  stop()
})

test('a new empty mail says so where the editor of the installation can’t be had, and is written in ours', async () => {
  await browser.viewport(1440, 900)
  const stub = stubMail()
  stub.on('POST /api/template/editor-session', () => failed('unavailable'))
  stub.on('GET /api/brand', () => ok({ ...DEFAULT_BRAND, name: 'Harbor', logo: null, updated_on: null }))
  const { screen, stop } = await renderApp(`/applications/${APPLICATION}/template/new?start=blank`, user())
  await expect.element(screen.getByText(/You’re using the built-in one/)).toBeVisible()
  await expect.element(screen.getByRole('tree')).toBeVisible()
  expect(await axeFindings()).toEqual([])
  stop()
})

test('where Beefree has no room beside the panels each has the page to itself, and Beefree goes on behind them', async () => {
  const { screen, stop } = await openMail(1280)
  await expect.poll(() => fieldIn()?.value).toBe('stored')
  await screen.getByRole('radio', { name: 'Preview' }).click()
  await expect.element(screen.getByTitle('Email preview')).toBeVisible()
  await screen.getByRole('button', { name: 'In the editor' }).click()
  await expect.element(screen.getByTitle('Beefree editor')).toBeVisible()
  // What is saved is what stands there, however soon after the last letter.
  type('written')
  await screen.getByRole('button', { name: 'Save v2' }).click()
  await expect.poll(savedBody).toMatchObject({ document: '{"text":"written"}', html: '<p>written</p>' })
  await expect.element(screen.getByRole('button', { name: 'Save v3' })).toBeVisible()
  await expect.element(screen.getByText('Unsaved changes')).not.toBeInTheDocument()
  stop()
})

test('on a phone everything but its blocks is edited and checked', async () => {
  const { screen, stop } = await openMail(390)
  await expect.element(screen.getByText('To edit the blocks, open it on a wider screen.')).toBeVisible()
  expect(screen.getByTitle('Beefree editor').query()).toBeNull()
  await screen.getByRole('button', { name: /^Problems/ }).click()
  await expect.element(screen.getByRole('button', { name: 'Check links' })).toBeVisible()
  await screen.getByRole('button', { name: 'Subject, line 1' }).click()
  await expect.element(screen.getByRole('textbox', { name: 'Subject' })).toBeVisible()
  await screen.getByLabelText('Preheader').fill('From a phone')
  expect(await axeFindings()).toEqual([])
  await screen.getByRole('button', { name: 'Save v2' }).click()
  await expect.poll(savedBody).toMatchObject({ preheader: 'From a phone', document: '{"text":"stored"}' })
  stop()
})

test('who only reads sees the mail and its problems, and opens no session of Beefree', async () => {
  const reads = ACTIVITY_IDS.map((id): [number, number] => [id === ACTIVITY.templateEmail ? 1 : 0, 0])
  const { screen, stop } = await openMail(1440, user({ permission_levels: reads }))
  await expect.element(screen.getByTitle('Email preview')).toBeVisible()
  await expect.element(screen.getByText('border-radius')).toBeVisible()
  await expect.element(screen.getByRole('textbox', { name: 'Subject' })).toHaveAttribute('aria-readonly', 'true')
  expect(screen.getByRole('button', { name: 'Replace' }).query()).toBeNull()
  expect(api?.asked.some(({ path }) => path === '/api/template/editor-session')).toBe(false)
  stop()
})
