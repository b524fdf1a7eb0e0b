/** How the room of wide screens is used, in pixels: by the page of a contact and by the import. */
import type { Contact } from '@notifly/contracts/contacts/audience'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { page as browser } from 'vitest/browser'
import { session } from '../../api/session.ts'
import { APPLICATION, type ApiStub, ok, page, stubApi, user } from '../../testing/api-stub.ts'
import { renderApp } from '../../testing/render-app.tsx'

const AUDIENCE = `/applications/${APPLICATION}/audience`

const contact: Contact = {
  uuid: '0198c0de-0000-7000-8000-00000000000c',
  external_user_id: 'crm-12',
  email: 'carla@correo.example',
  phone_number: '+351912345678',
  country: 'PT',
  lang: 'pt',
  latitude: null,
  longitude: null,
  platform_type: null,
  device_details: null,
  timezone: 'Europe/Lisbon',
  timezone_offset: 0,
  is_test: false,
  created_on: 1_795_000_000,
  updated_on: 1_795_000_000,
  added_on: 1_795_000_000,
  merge_fields: { first_name: 'Carla', last_name: 'Nunes', plan: 'gold', city: 'Porto' },
  segments: [],
  channels: {},
}

const ONE = `/api/audience/${contact.uuid}`
let api: ApiStub
let stop: (() => void) | undefined

async function open(path: string) {
  await browser.viewport(1440, 900)
  const app = await renderApp(`${AUDIENCE}/${path}`, user())
  stop = app.stop
  return app.screen
}

beforeEach(() => {
  api = stubApi({
    'GET /api/audience/segment': () => page([]),
    'GET /api/audience/merge-fields': () => ok([]),
    [`GET ${ONE}`]: () => ok(contact),
    [`GET ${ONE}/timeline`]: () => page([]),
    [`GET ${ONE}/events`]: () => page([]),
    [`GET ${ONE}/consent`]: () => ok({ channels: [], topics: [], history: [] }),
    [`GET ${ONE}/devices`]: () => ok([]),
  })
})

afterEach(async () => {
  stop?.()
  api.restore()
  session.set(undefined)
  await browser.viewport(1280, 900)
})

/** The box around a text, which may be narrower than the element that holds it. */
function textBox(element: Element | null): DOMRect {
  const range = document.createRange()
  range.selectNodeContents(element ?? document.body)
  return range.getBoundingClientRect()
}

const panelOf = (title: Element) => title.closest('section')?.getBoundingClientRect() ?? new DOMRect()

test('no value of a contact stands further than 300 px from its label, and the timeline is on the first screen', async () => {
  const screen = await open(`contacts/${contact.uuid}`)
  const timeline = screen.getByRole('heading', { name: 'Timeline' })
  await expect.element(timeline).toBeVisible()
  await expect.element(screen.getByText('Porto')).toBeVisible()
  const distances = [...document.querySelectorAll('main dl > div')].map(
    row => textBox(row.querySelector('dd')).left - textBox(row.querySelector('dt')).right,
  )
  expect(distances.length).toBeGreaterThan(12)
  expect(Math.max(...distances)).toBeLessThanOrEqual(300)
  expect(Math.min(...distances)).toBeGreaterThanOrEqual(8)
  const { top, width } = panelOf(timeline.element())
  expect(top).toBeLessThan(250)
  expect(width).toBeGreaterThan(600)
})

test('the import fills its page: no gap between its panels is wider than 24 px, and half of the first screen is theirs', async () => {
  const screen = await open('manage')
  await expect.element(screen.getByRole('heading', { name: 'Phonebook' })).toBeVisible()
  const main = document.querySelector('main')?.getBoundingClientRect() ?? new DOMRect()
  const panels = [...document.querySelectorAll('main section')].map(each => each.getBoundingClientRect())
  const [first = new DOMRect()] = panels
  expect(panels).toHaveLength(4)
  const besides = panels.filter(each => each.top === first.top).toSorted((a, b) => a.left - b.left)
  expect(besides).toHaveLength(2)
  expect((besides[1]?.left ?? Infinity) - first.right).toBeLessThanOrEqual(24)
  expect(first.left - main.left).toBeLessThanOrEqual(32)
  expect(main.right - (besides[1]?.right ?? 0)).toBeLessThanOrEqual(32)
  const room = (window.innerHeight - first.top) * main.width
  const taken = panels.reduce(
    (sum, each) => sum + each.width * (Math.min(each.bottom, window.innerHeight) - each.top),
    0,
  )
  expect(taken / room).toBeGreaterThan(0.6)
})
