import type { EventName, EventNameDetails } from '@notifly/contracts/events/events'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { page as screen } from 'vitest/browser'
import { ACTIVITY, ACTIVITY_IDS } from '@notifly/contracts/roles/activities'
import { APPLICATION, type ApiStub, failed, ok, page, stubApi, user } from '../../testing/api-stub.ts'
import { axeFindings } from '../../testing/axe.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { until } from '../../testing/until.ts'

const ADDRESS = `/applications/${APPLICATION}/audience/events`

const event = (name: string, change: Partial<EventName> = {}): EventName => ({
  name,
  count: 1234,
  first_seen_on: 1_790_000_000,
  last_seen_on: 1_795_000_000,
  ...change,
})

const details: EventNameDetails = {
  ...event('Order Completed'),
  looked_at: 5000,
  properties: [
    {
      name: 'currency',
      type: 'text',
      count: 4000,
      examples: [
        { value: 'EUR', count: 3000 },
        ...['INR', 'USD', 'CHF', 'SEK', 'NOK', 'DKK'].map((value, at) => ({ value, count: 100 - at })),
      ],
    },
    { name: 'total', type: 'number', count: 0, examples: [] },
  ],
}

let api: ApiStub
let view: Awaited<ReturnType<typeof renderApp>>

beforeEach(() => {
  api = stubApi({
    'GET /api/events': () => page([event('Order Completed'), event('login', { count: 7 })], 12),
    'GET /api/events/Order%20Completed': () => ok(details),
    'GET /api/audience': () => page([], 80_000),
    'GET /api/audience/segment': () => page([]),
    'GET /authP/user/licenses': () => page([]),
  })
})

afterEach(() => {
  view.stop()
  api.restore()
})

const asked = () => api.asked.findLast(call => call.path === '/api/events')?.query

test('names are listed with their counts, searched, sorted and paged by the address; each leads to its page', async () => {
  view = await renderApp(`${ADDRESS}?sort=-last_seen_on&page=2`, user())
  await expect.element(screen.getByText('1,234', { exact: true })).toBeVisible()
  expect(Object.fromEntries(asked() ?? [])).toMatchObject({ sort: '-last_seen_on', page: '2' })
  expect(await axeFindings()).toEqual([])
  await screen.getByRole('button', { name: 'Last 30 days' }).click()
  await until(() => expect(asked()?.get('sort')).toMatch(/^-?count$/))
  expect(view.address()).not.toContain('page=')
  await screen.getByPlaceholder('Find an event').fill('order')
  await until(() => expect(asked()?.get('search')).toBe('order'))
  expect(view.address()).toContain('search=order')
  await screen.getByRole('link', { name: 'Order Completed' }).click()
  await expect.element(screen.getByRole('heading', { name: 'Order Completed' })).toBeVisible()
  expect(view.address()).toContain('/audience/events/Order%20Completed')
})

test('without events the page has a first call to paste and the way to the keys, for those who may see them', async () => {
  api.on('GET /api/events', () => page([]))
  view = await renderApp(ADDRESS, user())
  await expect.element(screen.getByText('Send your first event')).toBeVisible()
  const call = screen.getByLabelText('Send your first event')
  expect(call.element().textContent).toContain(`${window.location.origin}/api/v1/events`)
  await expect
    .element(screen.getByRole('link', { name: 'Get a key' }))
    .toHaveAttribute('href', expect.stringContaining('keys-and-integration'))
  expect(await axeFindings()).toEqual([])
  view.stop()
  view = await renderApp(ADDRESS, without(ACTIVITY.keys))
  await expect.element(screen.getByText('Send your first event')).toBeVisible()
  expect(screen.getByRole('link', { name: 'Get a key' }).query()).toBeNull()
})

test('what is not found can be looked for again', async () => {
  api.on('GET /api/events', () => page([]))
  view = await renderApp(`${ADDRESS}?search=refund`, user())
  await expect.element(screen.getByText('No events match “refund”')).toBeVisible()
  await screen.getByRole('button', { name: 'Clear search' }).click()
  expect(view.address()).not.toContain('search')
})

test('a name has its properties with type, share and frequent values', async () => {
  view = await renderApp(`${ADDRESS}/Order%20Completed`, user())
  for (const words of [
    'of the newest 5,000 events',
    'Text',
    'Number',
    'In 80.0% of events',
    'No recent event has it.',
  ]) {
    await expect.element(screen.getByText(words, { exact: true })).toBeVisible()
  }
  const values = screen.getByRole('list', { name: 'Frequent values of currency' })
  await expect.element(values.getByText('75.0%')).toBeVisible()
  expect(values.getByText('DKK').query()).toBeNull()
  await screen.getByRole('button', { name: 'Show 2 more' }).click()
  await expect.element(values.getByText('DKK')).toBeVisible()
  expect(await axeFindings()).toEqual([])
})

test('a name whose events say nothing more says so', async () => {
  api.on('GET /api/events/login', () => ok({ ...event('login'), looked_at: 7, properties: [] }))
  view = await renderApp(`${ADDRESS}/login`, user())
  await expect.element(screen.getByText('These events have no properties.')).toBeVisible()
  await expect.element(screen.getByText('of all 7 events')).toBeVisible()
})

test('what cannot be read says so, and can be tried again', async () => {
  api.on('GET /api/events', () => failed('internal'))
  view = await renderApp(ADDRESS, user())
  await expect.element(screen.getByText('Couldn’t load events')).toBeVisible()
  api.on('GET /api/events', () => page([event('login')]))
  await screen.getByRole('button', { name: 'Retry' }).click()
  await expect.element(screen.getByRole('link', { name: 'login' })).toBeVisible()
})

test('who may not read the audience sees what is missing in place of both pages', async () => {
  for (const address of [ADDRESS, `${ADDRESS}/login`]) {
    view = await renderApp(address, without(ACTIVITY.audience))
    await expect.element(screen.getByText(/permission/i).first()).toBeVisible()
    expect(api.asked.some(call => call.path.startsWith('/api/events'))).toBe(false)
    view.stop()
  }
})

/** A member with all rights but this one. */
function without(activity: number) {
  return user({ permission_levels: ACTIVITY_IDS.map((id): [number, number] => (id === activity ? [0, 0] : [4, 1])) })
}

test('an event that could not be read keeps its name and the way back to the list', async () => {
  api.on('GET /api/events/Order%20Completed', () => failed('internal'))
  view = await renderApp(`${ADDRESS}/Order%20Completed`, user())
  await expect.element(screen.getByRole('button', { name: 'Retry' })).toBeVisible()
  await expect.element(screen.getByRole('heading', { level: 1, name: 'Order Completed' })).toBeVisible()
  await expect.element(screen.getByRole('main').getByRole('link', { name: 'Events' })).toHaveAttribute('href', ADDRESS)
})
