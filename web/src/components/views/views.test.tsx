import type { SavedView } from '@notifly/contracts/views/views'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { session } from '../../api/session.ts'
import { setFlags } from '../../api/signals.ts'
import { APPLICATION, type ApiStub, failed, ok, page, stubApi, user } from '../../testing/api-stub.ts'
import { axeFindings } from '../../testing/axe.ts'
import { pick } from '../../testing/pick.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { until } from '../../testing/until.ts'

const BASE = `/applications/${APPLICATION}/audience`
const own: SavedView = {
  uuid: '0198c0de-0000-7000-8000-0000000000d1',
  name: 'Summer by size',
  query: { tag: 'summer', sort: '-count' },
  shared: false,
  own: true,
  by: 'Asha Raman',
}
const common: SavedView = {
  ...own,
  uuid: `${own.uuid.slice(0, -1)}2`,
  name: 'Gold',
  query: { search: 'gold' },
  own: false,
  by: 'Bo Li',
  shared: true,
}

let api: ApiStub
let stop: (() => void) | undefined

beforeEach(() => {
  api = stubApi({
    'GET /api/installation': () => ok({ name: 'Notifly', version: '1', sandbox_url: null, sandbox_warning: false }),
    'GET /api/dashboard/application': () => ok([]),
    'GET /api/audience': () => page([], 12),
    'GET /api/audience/segment': () => page([]),
    'GET /api/tags': () => ok([{ tag: 'summer', count: 1 }]),
    'GET /api/views': () => ok([common, own]),
    [`PUT /api/views/${own.uuid}`]: () => ok({ uuid: own.uuid }),
    [`DELETE /api/views/${own.uuid}`]: () => ok(null),
  })
})

afterEach(() => {
  stop?.()
  api.restore()
  session.set(undefined)
  setFlags({ unauthorized: false, forbidden: undefined, pageError: undefined, makerChecker: false })
})

async function open(address: string) {
  const app = await renderApp(address, user())
  stop = app.stop
  return app
}

const body = (method: string) => api.asked.find(call => call.method === method)?.body

test('a view is chosen, and its name stands for the list until that is changed', async () => {
  const { screen, address } = await open(`${BASE}?search=bronze&page=3`)
  await screen.getByRole('button', { name: 'Views' }).click()
  await expect.element(screen.getByRole('menuitem', { name: 'Gold · Bo Li' })).toBeVisible()
  expect(await axeFindings()).toEqual([])
  await pick(screen.getByRole('menuitem', { name: 'Summer by size' }))
  await until(() => expect(address()).toBe(`${BASE}?tag=summer&sort=-count`))
  await expect.element(screen.getByRole('button', { name: 'Summer by size' })).toBeVisible()
})

test('the list as it is now is saved under a name; a name that is taken is told at the field', async () => {
  const message = 'You have a view with this name.'
  api.on('POST /api/views', () => failed('invalidInput', { errors: [{ field: 'name', message }] }))
  const { screen } = await open(`${BASE}?search=bronze&sort=name&page=3`)
  await screen.getByRole('button', { name: 'Views' }).click()
  await pick(screen.getByRole('menuitem', { name: 'Save view' }))
  const dialog = screen.getByRole('dialog', { name: 'Save this view' })
  await dialog.getByLabelText('Name').fill('Bronze')
  await dialog.getByRole('checkbox', { name: 'Share with everyone in this application' }).click()
  await dialog.getByRole('button', { name: 'Save view' }).click()
  await expect.element(dialog.getByText(message)).toBeVisible()
  expect(body('POST')).toEqual({
    list: 'segments',
    name: 'Bronze',
    query: { search: 'bronze', sort: 'name' },
    shared: true,
  })
  api.on('POST /api/views', () => ok({ uuid: own.uuid }))
  await dialog.getByRole('button', { name: 'Save view' }).click()
  await expect.element(screen.getByText('View saved')).toBeVisible()
})

test('one’s own are renamed, shared, brought up to date and deleted', async () => {
  const { screen } = await open(`${BASE}?search=bronze`)
  await screen.getByRole('button', { name: 'Views' }).click()
  await pick(screen.getByRole('menuitem', { name: 'Manage views' }))
  const dialog = screen.getByRole('dialog', { name: 'Your views' })
  await expect.element(dialog.getByRole('textbox')).toHaveValue('Summer by size')
  expect(await axeFindings()).toEqual([])
  await dialog.getByRole('button', { name: 'Update Summer by size with current filters' }).click()
  await until(() => expect(body('PUT')).toEqual({ query: { search: 'bronze' } }))
  await dialog.getByRole('textbox').fill('Summer')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await until(() => expect(api.asked.findLast(({ method }) => method === 'PUT')?.body).toEqual({ name: 'Summer' }))
  await dialog.getByRole('button', { name: 'Delete Summer by size' }).click()
  await until(() => expect(api.asked.some(({ method }) => method === 'DELETE')).toBe(true))
})

test('views and tags that could not be loaded are missed in their menus, and loaded from there', async () => {
  api.on('GET /api/views', () => failed('unavailable'))
  api.on('GET /api/tags', () => failed('unavailable'))
  const { screen } = await open(BASE)
  await screen.getByRole('button', { name: 'Views' }).click()
  const again = screen.getByRole('menuitem', { name: 'Couldn’t load saved views. Retry' })
  await expect.element(again).toBeVisible()
  api.on('GET /api/views', () => ok([common, own]))
  await pick(again)
  await screen.getByRole('button', { name: 'Views' }).click()
  await expect.element(screen.getByRole('menuitem', { name: 'Summer by size' })).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await screen.getByRole('button', { name: /^Tag/ }).click()
  api.on('GET /api/tags', () => ok([{ tag: 'summer', count: 1 }]))
  await pick(screen.getByRole('menuitem', { name: 'Couldn’t load all options. Retry' }))
  await expect.element(screen.getByRole('menuitemcheckbox', { name: 'summer' })).toBeVisible()
})
