import type { Segment } from '@notifly/contracts/contacts/audience'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { session } from '../../../api/session.ts'
import { setFlags } from '../../../api/signals.ts'
import { APPLICATION, type ApiStub, ok, page, stubApi, user } from '../../../testing/api-stub.ts'
import { axeFindings } from '../../../testing/axe.ts'
import { renderApp } from '../../../testing/render-app.tsx'
import { until } from '../../../testing/until.ts'

const BASE = `/applications/${APPLICATION}/audience`
const GOLD = '0198c0de-0000-7000-8000-00000000000b'
const SILVER = '0198c0de-0000-7000-8000-00000000000c'
const segment = (uuid: string, name: string, tags?: string[]): Segment => ({
  uuid,
  name,
  kind: 'static',
  count: 12,
  created_on: 1_795_000_000,
  updated_on: 1_795_000_000,
  ...(tags && { tags }),
})

let api: ApiStub
let stop: (() => void) | undefined

beforeEach(() => {
  api = stubApi({
    'GET /api/installation': () => ok({ name: 'Notifly', version: '1', sandbox_url: null, sandbox_warning: false }),
    'GET /api/dashboard/application': () => ok([]),
    'GET /api/audience': () => page([], 12),
    'GET /api/audience/segment': () =>
      page([segment(GOLD, 'Gold', ['summer', 'vip', 'loyal']), segment(SILVER, 'Silver')]),
    'GET /api/tags': () =>
      ok([
        { tag: 'summer', count: 2 },
        { tag: 'winter', count: 1 },
      ]),
    'POST /api/audience/segment/tags': () => ok({ changed: 2 }),
  })
})

afterEach(() => {
  stop?.()
  api.restore()
  session.set(undefined)
  setFlags({ unauthorized: false, forbidden: undefined, pageError: undefined, makerChecker: false })
})

async function open(address = BASE) {
  const app = await renderApp(address, user())
  stop = app.stop
  return app
}

test('ticked rows are tagged together: by keyboard, from the tags in use, and off again', async () => {
  const { screen } = await open()
  await expect.element(screen.getByRole('cell', { name: 'summer vip 1 more' })).toBeVisible()
  await screen.getByRole('checkbox', { name: 'Select all rows' }).click()
  await screen.getByRole('button', { name: 'Tags', exact: true }).click()
  const dialog = screen.getByRole('dialog', { name: 'Edit tags of 2' })
  await dialog.getByRole('textbox', { name: 'Add tag' }).fill('  New   YEAR')
  await userEvent.keyboard('{Enter}')
  await dialog.getByRole('button', { name: 'winter' }).click()
  await dialog.getByRole('button', { name: 'Remove vip' }).click()
  expect(await axeFindings()).toEqual([])
  await dialog.getByRole('button', { name: 'Save' }).click()
  const sent = () => api.asked.find(({ method }) => method === 'POST')?.body
  await until(() => expect(sent()).toEqual({ uuids: [GOLD, SILVER], add: ['new year', 'winter'], remove: ['vip'] }))
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(screen.getByRole('searchbox', { name: 'Find a segment' })).toBeVisible()
})

test('ticked rows are deleted one after the other; why one stays is told', async () => {
  api.on('DELETE /api/audience/segment', asked =>
    asked.query.get('segment_uuid') === GOLD
      ? Response.json({ success: false, message: 'Scheduled campaigns use this segment.' }, { status: 409 })
      : ok(null),
  )
  const { screen } = await open()
  await screen.getByRole('checkbox', { name: 'Select all rows' }).click()
  await screen.getByRole('button', { name: 'Delete', exact: true }).click()
  await screen.getByRole('dialog', { name: 'Delete 2 segments?' }).getByRole('button', { name: 'Delete' }).click()
  await expect.element(screen.getByText('1 deleted')).toBeVisible()
  await expect.element(screen.getByText('Scheduled campaigns use this segment.')).toBeVisible()
})

test('a tag of the address narrows the list, also one that nothing has any more', async () => {
  api.on('GET /api/audience/segment', asked => (asked.query.has('tag') ? page([]) : page([segment(GOLD, 'Gold')])))
  const { screen, address } = await open(`${BASE}?tag=gone`)
  await expect.element(screen.getByText('Nothing tagged “gone”')).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Tag: gone' })).toBeVisible()
  await screen.getByRole('button', { name: 'Clear filters' }).click()
  await until(() => expect(address()).toBe(BASE))
})
