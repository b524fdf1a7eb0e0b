// The way of a mail through the frame and back, with a script in the place of Beefree's.
import { QueryClientProvider } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { queryClient } from '../../../../api/queries.ts'
import { session } from '../../../../api/session.ts'
import { WordsProvider } from '../../../../app/WordsProvider.tsx'
import { i18n, startI18n } from '../../../../locales/i18n.ts'
import { type ApiStub, ok, page, stubApi, user } from '../../../../testing/api-stub.ts'
import { render } from '../../../../testing/render.ts'
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
  save: () => config.onSave(JSON.stringify({ text: bee.field.value }), '<p>' + bee.field.value + '</p>', null, 1, null),
  updateToken: token => { bee.field.title = token.access_token },
}) }`

let api: ApiStub | undefined
afterEach(() => api?.restore())

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
        <OutsideEditor document={stored} onChange={onChange}>
          <p>Our own editor</p>
        </OutsideEditor>
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
})

test('where the installation has no other editor it is ours, and a script that does not load is told', async () => {
  await open({ editor: 'embedded', session: undefined })
  await expect.poll(() => document.body.textContent).toContain('Our own editor')
  await open({ editor: 'beefree', plugin_url: '/no-such-script.js?' + crypto.randomUUID() })
  await expect.poll(() => document.body.textContent).toContain('couldn’t load')
})
