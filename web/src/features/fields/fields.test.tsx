import type { FieldUse, MergeField } from '@notifly/contracts/contacts/audience'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { page as screen } from 'vitest/browser'
import { APPLICATION, type ApiStub, ok, page, stubApi, user } from '../../testing/api-stub.ts'
import { axeFindings } from '../../testing/axe.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { until } from '../../testing/until.ts'

const ADDRESS = `/applications/${APPLICATION}/audience/fields`
const NOTHING: FieldUse = { segments: [], templates: [], campaigns: [], forms: [] }

const field = (name: string, change: Partial<MergeField> = {}): MergeField => ({
  name,
  type: 'text',
  filled: 40_000,
  sample: 'gold',
  built_in: false,
  uses: NOTHING,
  ...change,
})

let api: ApiStub
let fields: MergeField[]
let view: Awaited<ReturnType<typeof renderApp>>

beforeEach(() => {
  const gold = [{ uuid: '0198c0de-0000-7000-8000-0000000000a1', name: 'Gold' }]
  fields = [field('plan', { uses: { ...NOTHING, segments: gold } }), field('city')]
  api = stubApi({
    'GET /api/audience/merge-fields': () => ok(fields),
    'GET /api/audience': () => page([], 80_000),
    'GET /api/audience/segment': () => page([]),
  })
})

afterEach(() => {
  view.stop()
  api.restore()
})

test('fields say what names them, in one call, and those that nothing names stand alone on demand', async () => {
  view = await renderApp(ADDRESS, user())
  await expect.element(screen.getByText('1 segment')).toBeVisible()
  expect(api.asked.filter(call => call.path.startsWith('/api/audience/merge-fields'))).toHaveLength(1)
  await screen.getByRole('button', { name: /Unused/ }).click()
  await expect.element(screen.getByText('plan', { exact: true })).not.toBeInTheDocument()
  await expect.element(screen.getByText('city', { exact: true })).toBeVisible()
  expect(view.address()).toContain('unused=true')
  expect(await axeFindings()).toEqual([])
})

test('a change of many contacts shows how far it is, until the field is gone; meanwhile nothing can be done with it', async () => {
  fields = [field('plan', { filled: 30_000, change: { into: 'tier', done: 10_000, total: 40_000 } }), field('city')]
  view = await renderApp(ADDRESS, user())
  const bar = screen.getByRole('progressbar', { name: 'Moving to tier' })
  await expect.element(bar).toHaveAttribute('aria-valuetext', '10,000 of 40,000 contacts')
  expect(screen.getByRole('button', { name: /plan/ }).query()).toBeNull()
  await expect.element(screen.getByRole('button', { name: /city/ })).toBeVisible()
  expect(await axeFindings()).toEqual([])
  fields = [field('tier'), field('city')]
  await until(() => expect(screen.getByText('tier', { exact: true }).query()).not.toBeNull())
  await expect.element(bar).not.toBeInTheDocument()
})
