import type { Segment } from '@notifly/contracts/contacts/audience'
import type { SegmentUse } from '@notifly/contracts/segments/segments'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { session } from '../../../api/session.ts'
import { setFlags } from '../../../api/signals.ts'
import { APPLICATION, type ApiStub, ok, page, stubApi, user } from '../../../testing/api-stub.ts'
import { renderApp } from '../../../testing/render-app.tsx'

const BASE = `/applications/${APPLICATION}/audience`
const GOLD = '0198c0de-0000-7000-8000-00000000000b'
const gold: Segment = {
  uuid: GOLD,
  name: 'Gold',
  kind: 'static',
  count: 12,
  created_on: 1_795_000_000,
  updated_on: 1_795_000_000,
}
const named = (name: string) => ({ uuid: crypto.randomUUID(), name })
const use: SegmentUse = {
  campaigns: [],
  drafts: [],
  segments: [named('Gold in Leeds')],
  forms: [named('Newsletter'), named('Showroom')],
}
const failure = () => Response.json({ success: false, message: 'Full.' }, { status: 503 })

let api: ApiStub
let stop: (() => void) | undefined

beforeEach(() => {
  api = stubApi({
    'GET /api/audience/bulk': () => ok([]),
    'GET /api/installation': () => ok({ name: 'Notifly', version: '1', sandbox_url: null, sandbox_warning: false }),
    'GET /api/dashboard/application': () => ok([]),
    'GET /api/audience': () => page([], 12),
    'GET /api/audience/segment': asked => (asked.query.has('segment_uuid') ? ok(gold) : page([gold])),
    'GET /api/audience/segment/uses': () => ok(use),
    'GET /api/tags': () => ok([]),
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
  return app.screen
}

test('the row of a segment counts what uses it, sign-up forms as well', async () => {
  const screen = await open(BASE)
  await expect.element(screen.getByRole('cell', { name: '1 segment, 2 sign-up forms' })).toBeVisible()
})

test('uses that could not be read are not called none, and are read again', async () => {
  api.on('GET /api/audience/segment/uses', failure)
  const list = await open(BASE)
  await expect.element(list.getByRole('cell', { name: 'Couldn’t load uses' })).toBeVisible()
  stop?.()
  const screen = await open(`${BASE}/${GOLD}`)
  await expect.element(screen.getByRole('heading', { name: 'Couldn’t load what uses it' })).toBeVisible()
  api.on('GET /api/audience/segment/uses', () => ok(use))
  await screen.getByRole('button', { name: 'Retry' }).click()
  await expect.element(screen.getByRole('link', { name: 'Showroom' })).toBeVisible()
})

test.each([
  { address: `${BASE}/${GOLD}`, heading: 'Segment', failure: 'Couldn’t load the segment' },
  { address: `${BASE}/${GOLD}/edit`, heading: 'Edit segment', failure: 'Couldn’t load the segment' },
])('a segment that could not be read keeps the way back to the list: $heading', async each => {
  api.on('GET /api/audience/segment', failure)
  const screen = await open(each.address)
  await expect.element(screen.getByText(each.failure)).toBeVisible()
  await expect.element(screen.getByRole('heading', { level: 1, name: each.heading, exact: true })).toBeVisible()
  await expect.element(screen.getByRole('main').getByRole('link', { name: 'Audience' })).toHaveAttribute('href', BASE)
})
