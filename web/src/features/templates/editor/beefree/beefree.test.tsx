// The way of a mail through the frame and back, with a script in the place of Beefree's.
import { QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { page as browser } from 'vitest/browser'
import { queryClient } from '../../../../api/queries.ts'
import { session } from '../../../../api/session.ts'
import { WordsProvider } from '../../../../app/WordsProvider.tsx'
import { i18n, startI18n } from '../../../../locales/i18n.ts'
import { type ApiStub, APPLICATION, ok, page, stubApi, user } from '../../../../testing/api-stub.ts'
import { axeFindings } from '../../../../testing/axe.ts'
import { render } from '../../../../testing/render.ts'
import { renderApp } from '../../../../testing/render-app.tsx'
import type { BeefreeContent } from './BeefreeEditor.tsx'
import { OutsideEditor } from './OutsideEditor.tsx'

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
afterEach(() => api?.restore())

/** Another document comes from elsewhere, as when a version is restored. */
function Holder({ stored, onChange }: { stored: string | undefined; onChange: (content: BeefreeContent) => void }) {
  const [document, setDocument] = useState(stored)
  return (
    <>
      <button type="button" onClick={() => setDocument('{"text":"restored"}')}>
        Restore
      </button>
      <OutsideEditor
        document={document}
        onChange={content => {
          setDocument(content.document)
          onChange(content)
        }}
      >
        <p>Our own editor</p>
      </OutsideEditor>
    </>
  )
}

async function open(answer: object, stored?: string) {
  let sessions = 0
  api = stubApi({
    'POST /api/template/editor-session': () => ok({ session: { access_token: `token-${++sessions}` }, ...answer }),
    'GET /api/audience/merge-fields': () => page([{ name: 'first_name', sample: 'Ada', count: 1 }]),
  })
  if (!i18n.isInitialized) await startI18n('en')
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

test('where the installation has no other editor it is ours, and a script that does not load is told', async () => {
  await open({ editor: 'embedded', session: undefined })
  await expect.poll(() => document.body.textContent).toContain('Our own editor')
  await open({ editor: 'beefree', plugin_url: '/no-such-script.js?' + crypto.randomUUID() })
  await expect.poll(() => document.body.textContent).toContain('couldn’t load')
})

test('beside the editor there are checks, links, and the mail as a contact will see it', async () => {
  const uuid = '0198c0de-0000-7000-8000-0000000000bb'
  const problem = { severity: 'warning', message: 'No alt text.', part: 'html', line: 9, column: 1 } as const
  api = stubApi({
    'GET /api/installation': () =>
      ok({ name: 'Notifly', version: '1.0.0', sandbox_url: null, sandbox_smtp: null, sandbox_warning: false }),
    'GET /authP/organization': () => page([]),
    [`GET /api/update-notification-vertical/${APPLICATION}`]: () => ok(user()),
    'GET /api/audience/merge-fields': () => ok([]),
    'GET /api/audience': () => page([]),
    'POST /api/template/editor-session': () => ok({ editor: 'embedded' }),
    [`GET /api/template/${uuid}`]: () =>
      ok({
        uuid,
        type: 'Email',
        name: 'Outside',
        subject: 'Hello',
        mode: 'visual',
        document: '{}',
        html: '<p>From outside</p>',
        version: 1,
        updated_on: 1,
        updated_by: null,
        problems: [],
      }),
    'POST /api/template/preview': () =>
      ok({
        subject: 'Hello',
        preheader: '',
        html: '<p>From outside</p>',
        text: '',
        text_source: '',
        problems: [
          { ...problem, code: 'image_without_alt' },
          { ...problem, code: 'unknown_field', part: 'subject', field: 'nme', suggestion: 'name' },
        ],
        client_limits: [{ feature: 'border-radius', clients: ['outlook'], count: 8 }],
        size_bytes: 10_240,
        contact: null,
      }),
  })
  const app = await renderApp(`/applications/${APPLICATION}/template/${uuid}`, user())
  const panel = app.screen.getByRole('region', { name: 'Problems' })
  await expect.element(panel.getByText('In the editor')).toBeVisible()
  await expect.element(panel.getByText('border-radius')).toBeVisible()
  await expect.element(panel.getByRole('button', { name: 'Check links' })).toBeVisible()
  // Only the other editor can change what its own document has.
  await expect.element(panel.getByRole('button', { name: 'Replace' })).toBeVisible()
  expect(panel.getByRole('button', { name: 'Add alt text' }).query()).toBeNull()
  await app.screen.getByRole('radio', { name: 'Preview' }).click()
  await expect.element(app.screen.getByTitle('Email preview')).toBeVisible()
  await expect.element(app.screen.getByLabelText('Preview as')).toBeInTheDocument()
  expect(await axeFindings()).toEqual([])
  await panel.getByText('In the editor').click()
  await expect.element(app.screen.getByText('Made in another editor')).toBeVisible()
  app.stop()
})
