import type { Found } from '@notifly/contracts/search/search'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { type ApiStub, APPLICATION, ok, page, stubApi, user } from '../../testing/api-stub.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { until } from '../../testing/until.ts'

const CONTACT = '0197a000-0000-7000-8000-00000000c001'
const FORM = '0197a000-0000-7000-8000-00000000f001'
const NONE: Found = { contacts: [], campaigns: [], segments: [], templates: [], forms: [], is_partial: false }

let api: ApiStub
let stop: (() => void) | undefined

beforeEach(() => {
  api = stubApi({
    'GET /api/installation': () => ok({ name: 'Notifly', version: '1', sandbox_url: null, sandbox_warning: false }),
    'GET /authP/organization': () => page([]),
    'GET /api/verticals': () => page([]),
    'GET /api/search': ({ query }) =>
      ok(
        query.get('q') === 'lou'
          ? {
              ...NONE,
              contacts: [{ uuid: CONTACT, name: 'Louise Brun', email: 'louise@example.com', phone_number: null }],
              forms: [{ uuid: FORM, name: 'Lounge club' }],
            }
          : NONE,
      ),
  })
})

afterEach(() => {
  stop?.()
  api.restore()
})

test('Ctrl+K finds a contact, and Enter opens the one that the arrow chose', async () => {
  const app = await renderApp(`/applications/${APPLICATION}/dashboard`, user())
  stop = app.stop
  await expect.element(app.screen.getByRole('button', { name: 'Search' })).toBeVisible()
  await userEvent.keyboard('{Control>}k{/Control}')
  await expect.element(app.screen.getByRole('option', { name: 'New campaign: Email' })).toBeVisible()
  await userEvent.keyboard('lou')
  await expect.element(app.screen.getByRole('option', { name: 'Louise Brun louise@example.com' })).toBeVisible()
  await expect.element(app.screen.getByRole('option', { name: 'All contacts with “lou”' })).toBeVisible()
  await expect.element(app.screen.getByRole('option', { name: 'Lounge club' })).toBeVisible()
  await userEvent.keyboard('{ArrowDown}{ArrowUp}{Enter}')
  await until(() =>
    expect(app.router.state.location.pathname).toBe(`/applications/${APPLICATION}/audience/contacts/${CONTACT}`),
  )
})

test('loses nothing that is typed before its code has come', async () => {
  const app = await renderApp(`/applications/${APPLICATION}/dashboard`, user())
  stop = app.stop
  await expect.element(app.screen.getByRole('button', { name: 'Search' })).toBeVisible()
  const press = (key: string, ctrlKey = false) =>
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key, ctrlKey, bubbles: true, cancelable: true }))
  press('k', true)
  for (const key of 'lou') press(key)
  await expect.element(app.screen.getByRole('combobox', { name: 'Search' })).toHaveValue('lou')
  await expect.element(app.screen.getByRole('option', { name: 'Louise Brun louise@example.com' })).toBeVisible()
  await userEvent.keyboard('{Control>}k{/Control}is')
  await expect.element(app.screen.getByRole('combobox', { name: 'Search' })).toHaveValue('louis')
})

test('says that nothing was found, and Esc gives the focus back', async () => {
  const app = await renderApp(`/applications/${APPLICATION}/dashboard`, user())
  stop = app.stop
  const button = app.screen.getByRole('button', { name: 'Search' })
  await button.click()
  await userEvent.keyboard('zzz')
  await expect.element(app.screen.getByText('No results for “zzz”')).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(button).toHaveFocus()
})

test('says that it could not search, and not that nothing was found', async () => {
  api.on('GET /api/search', () => Response.json({ success: false, message: 'Full.' }, { status: 503 }))
  const app = await renderApp(`/applications/${APPLICATION}/dashboard`, user())
  stop = app.stop
  await app.screen.getByRole('button', { name: 'Search' }).click()
  await userEvent.keyboard('zzz')
  await expect.element(app.screen.getByText('Couldn’t search. Type to try again.')).toBeVisible()
  expect(app.screen.getByText('No results for “zzz”').elements()).toEqual([])
})
