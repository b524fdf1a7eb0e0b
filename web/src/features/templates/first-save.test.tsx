import type { Template } from '@notifly/contracts/templates/templates'
import { afterEach, expect, test } from 'vitest'
import { page as browser, userEvent } from 'vitest/browser'
import { session } from '../../api/session.ts'
import { type ApiStub, APPLICATION, ok, page, stubApi, user } from '../../testing/api-stub.ts'
import { renderApp } from '../../testing/render-app.tsx'

const UUID = '0198c0de-0000-7000-8000-0000000000bb'
const ANSWERED = { template_uuid: UUID, version: 1, updated_on: 1_700_000_000, problems: [] }

let api: ApiStub | undefined
let stop: (() => void) | undefined
afterEach(() => {
  stop?.()
  api?.restore()
  session.set(undefined)
  localStorage.clear()
})

test('one goes on after the first save where one was writing, with the way back', async () => {
  await browser.viewport(1280, 900)
  let saved: Partial<Template> = {}
  api = stubApi({
    'GET /api/installation': () =>
      ok({ name: 'Notifly', version: '1.0.0', sandbox_url: null, sandbox_smtp: null, sandbox_warning: false }),
    'GET /authP/organization': () => page([]),
    [`GET /api/update-notification-vertical/${APPLICATION}`]: () => ok(user()),
    'GET /api/template': () => page([]),
    'GET /api/audience/merge-fields': () => ok([]),
    'GET /api/audience': () => page([]),
    'POST /api/template/preview': () => ok({ html: '', text: '', problems: [], size_bytes: 0, contact: null }),
    'POST /api/template': ({ body }) => {
      saved = body as Partial<Template>
      return ok(ANSWERED)
    },
    [`GET /api/template/${UUID}`]: () => ok({ ...saved, ...ANSWERED, uuid: UUID, updated_by: null }),
  })
  const { screen, stop: leave } = await renderApp(
    `/applications/${APPLICATION}/template/new?start=blank&mode=html`,
    user(),
  )
  stop = leave
  await screen.getByLabelText('Template name').fill('Begun')
  const source = screen.getByRole('textbox', { name: 'HTML' })
  const text = () => source.query()?.textContent ?? ''
  await source.click()
  await userEvent.keyboard('{ControlOrMeta>}{End}{/ControlOrMeta}One')
  await expect.poll(text).toMatch(/One$/)
  await userEvent.keyboard('{ControlOrMeta>}s{/ControlOrMeta}')
  // Of the page of a saved one alone.
  await expect.element(screen.getByRole('button', { name: 'v1 in use' })).toBeVisible()
  await expect.poll(() => document.activeElement?.shadowRoot?.activeElement?.ariaLabel).toBe('HTML')
  await expect.poll(text).toMatch(/One$/)
  await userEvent.keyboard('Two')
  await expect.poll(text).toMatch(/OneTwo$/)
  await screen.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(text).toMatch(/One$/)
  await screen.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(text).not.toContain('One')
})
