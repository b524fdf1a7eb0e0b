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

let saved: Partial<Template> = {}

/** A new mail in HTML, with this typed at its end. */
async function write(text: string) {
  await browser.viewport(1280, 900)
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
  await source.click()
  await userEvent.keyboard(`{ControlOrMeta>}{End}{/ControlOrMeta}${text}`)
  return { api, screen, text: () => source.query()?.textContent ?? '' }
}

const save = () => userEvent.keyboard('{ControlOrMeta>}s{/ControlOrMeta}')

test('one goes on after the first save where one was writing, with the way back', async () => {
  const { screen, text } = await write('One')
  await expect.poll(text).toMatch(/One$/)
  await save()
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

test('what is typed while the first save is answered, and until the template has its page, is still there', async () => {
  const { api: stub, screen, text } = await write('One')
  const answer = Promise.withResolvers<void>()
  const read = Promise.withResolvers<void>()
  stub.on('POST /api/template', async ({ body }) => {
    saved = body as Partial<Template>
    await answer.promise
    return ok(ANSWERED)
  })
  stub.on(`GET /api/template/${UUID}`, async () => {
    await read.promise
    return ok({ ...saved, ...ANSWERED, uuid: UUID, updated_by: null })
  })
  const isAsked = (call: string) => stub.asked.some(({ method, path }) => `${method} ${path}` === call)
  await save()
  await expect.poll(() => isAsked('POST /api/template')).toBe(true)
  await userEvent.keyboard('Two')
  answer.resolve()
  await expect.poll(() => isAsked(`GET /api/template/${UUID}`)).toBe(true)
  await userEvent.keyboard('Three')
  read.resolve()
  await expect.element(screen.getByRole('button', { name: 'v1 in use' })).toBeVisible()
  await userEvent.keyboard('Four')
  await expect.poll(text).toMatch(/OneTwoThreeFour$/)
  expect(saved.html).toMatch(/One$/)
  await expect.element(screen.getByText('Unsaved changes')).toBeVisible()
  stub.on(`PUT /api/template/${UUID}`, ({ body }) => {
    saved = body as Partial<Template>
    return ok({ ...ANSWERED, version: 2 })
  })
  await save()
  await expect.poll(() => saved.html).toMatch(/OneTwoThreeFour$/)
})
