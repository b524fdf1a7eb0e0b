// What messages cost, and which prompts brought subscribers, on the dashboards of their channels.
import { NO_COUNTS, ratesOf } from '@notifly/contracts/dashboards/figures'
import type { WebpushDashboard } from '@notifly/contracts/dashboards/push'
import type { SmsDashboard } from '@notifly/contracts/dashboards/sms'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { session } from '../../../api/session.ts'
import { APPLICATION, type ApiStub, ok, stubApi, user } from '../../../testing/api-stub.ts'
import { axeFindings } from '../../../testing/axe.ts'
import { renderApp } from '../../../testing/render-app.tsx'

const BASE = `/applications/${APPLICATION}/delivery`
const RUN = '0198c0de-0000-7000-8000-00000000000a'
const DAYS = 'from=2026-07-01&to=2026-07-02'

const loaded = <Data,>(data: Data) => ({ data, is_loaded: true })
const counts = { ...NO_COUNTS, sent: 1000, delivered: 950 }
const daily = ['2026-06-30T18:30Z', '2026-07-01T18:30Z'].map(at => ({ date: Date.parse(at) / 1000, ...counts }))
const frame = {
  range: { from: '2026-07-01', to: '2026-07-02', days: 2, timezone: 'Asia/Kolkata' },
  campaign: null,
  has_data: true,
  last_data: null,
  is_sending: false,
  totals: loaded({ ...counts, ...ratesOf(counts) }),
  daily: loaded(daily),
  top_campaigns: loaded([]),
  top_links: loaded([]),
}

/** Narrowed to a campaign with one run. */
const OF_ONE_RUN = {
  campaign: { uuid: RUN, name: 'Sale' },
  top_campaigns: loaded([
    {
      ...{ uuid: RUN, run_uuid: RUN, runs: 1, name: 'Sale', status: 'sent' as const, last_sent_on: 1_785_000_000 },
      ...frame.totals.data,
    },
  ]),
}

function sms(change: Partial<SmsDashboard> = {}): SmsDashboard {
  const cards = { sent: 1000, delivered: 950, failed: 0, clicked: 0, delivery_rate: 95, segments: 1200 }
  return {
    ...frame,
    section_1: loaded({ ...cards, cost: '263.375' }),
    section_2: loaded([]),
    section_3: loaded([]),
    classes: loaded([{ name: 'otp' as const, ...cards, cost: '263.375' }]),
    currency: 'INR',
    countries: loaded([
      { calling_code: '91', segments: 1000, price: '0.185', cost: '185' },
      { calling_code: '1', segments: 190, price: '0.4125', cost: '78.375' },
      { calling_code: '', segments: 10, price: '0', cost: '0' },
    ]),
    stop_replies: loaded({ count: 0, points: daily.map(({ date }) => ({ date, count: 0 })) }),
    ...change,
  }
}

let api: ApiStub
let stop: (() => void) | undefined

async function open(address: string) {
  const app = await renderApp(address, user())
  stop = app.stop
  return app.screen
}

beforeEach(() => {
  api = stubApi({
    'GET /api/installation': () => ok({ name: 'Notifly', version: '1', sandbox_url: null, sandbox_warning: false }),
    'GET /api/dashboard/application': () => ok([]),
    'GET /authP/organization': () => ok([]),
    [`GET /api/verticals/${APPLICATION}`]: () => ok({ timezone: 'Asia/Kolkata', channels: {} }),
    'GET /api/dashboard/sms': () => ok(sms()),
  })
})

afterEach(() => {
  stop?.()
  api.restore()
  session.set(undefined)
})

test('text messages show what they cost by country and class, at today’s prices', async () => {
  const screen = await open(`${BASE}/sms?${DAYS}`)
  await expect.element(screen.getByText('₹263.38 at today’s prices')).toBeVisible()
  const table = screen.getByRole('table', { name: 'Billed by country' })
  await expect
    .element(table.getByRole('row', { name: /United States and Canada \+1.*190.*₹0\.4125.*₹78\.38/ }))
    .toBeVisible()
  await expect.element(table.getByRole('row', { name: /Unknown country/ })).toBeVisible()
  const classes = screen.getByRole('table', { name: 'Message classes' })
  await expect.element(classes.getByText('₹263.38')).toBeVisible()
  expect(await axeFindings()).toEqual([])
})

test('what is billed leads to the runs of these days', async () => {
  const screen = await open(`${BASE}/sms?${DAYS}`)
  const number = (table: string, name: string) => screen.getByRole('table', { name: table }).getByRole('link', { name })
  const runs = expect.stringMatching(/\/delivery\?.*from=2026-07-01/)
  await expect.element(number('Billed by country', '190')).toHaveAttribute('href', runs)
  await expect.element(number('Message classes', '1,200')).toHaveAttribute('href', runs)
})

test('of one run it leads to its recipients with a number there', async () => {
  api.on('GET /api/dashboard/sms', () => ok(sms(OF_ONE_RUN)))
  const screen = await open(`${BASE}/sms?${DAYS}&notification=${RUN}`)
  await expect
    .element(screen.getByRole('table', { name: 'Billed by country' }).getByRole('link', { name: '190' }))
    .toHaveAttribute('href', `${BASE}/sms/${RUN}?status=sent%2Cdelivered%2Ccomplained%2Cbounced&search=%2B1#recipients`)
})

test('without prices there are no costs, and the way to enter them', async () => {
  const bare = sms()
  api.on('GET /api/dashboard/sms', () =>
    ok({
      ...bare,
      currency: null,
      countries: loaded(bare.countries.data.map(row => ({ ...row, price: null, cost: null }))),
    }),
  )
  const screen = await open(`${BASE}/sms?${DAYS}`)
  await expect
    .element(screen.getByRole('link', { name: 'Enter prices' }))
    .toHaveAttribute('href', expect.stringMatching(/checkSmsConfigure=true#prices$/))
  await expect.element(screen.getByRole('columnheader', { name: 'Cost' })).not.toBeInTheDocument()
})

function webpush(change: Partial<WebpushDashboard> = {}): WebpushDashboard {
  const points = daily.map(({ date }) => ({ date, gained: 5, lost: 1 }))
  return {
    ...frame,
    delivery_open_rate: loaded({ delivery_rate: [], open_rate: [], click_rate: [] }),
    os_overview: loaded([]),
    device_series: loaded([]),
    subscription_overview: loaded({ gained: 10, lost: 2, points, lost_by: [] }),
    static_kpi_data: loaded({ total_users: 10, active_users: 5, user_actions: 0, influenced_open: 0 }),
    browser_overview: loaded([]),
    prompts: loaded([
      { prompt: 'slide_prompt' as const, gained: 8, lost: 1, subscribed: 1234 },
      { prompt: null, gained: 2, lost: 1, subscribed: 3 },
    ]),
    failures: loaded([]),
    ...change,
  }
}

test('web push says which prompts brought subscribers, those of before last', async () => {
  api.on('GET /api/dashboard/webpush', () => ok(webpush()))
  const screen = await open(`${BASE}/webpush?${DAYS}`)
  const table = screen.getByRole('table', { name: 'Subscriptions by prompt' })
  const texts = () =>
    [...table.element().querySelectorAll('tbody tr')].map(row => [...row.children].map(cell => cell.textContent))
  await expect.element(table).toBeVisible()
  await expect.poll(texts).toEqual([
    ['Slide prompt', '8', '1', '1,234'],
    ['Other', '2', '1', '3'],
  ])
})

test('numbers of subscriptions lead to the contacts who have them, subscribed or lost theirs', async () => {
  const subscriptions = { ...webpush().subscription_overview.data, lost_by: [{ name: 'gone', count: 6 }] }
  const change = { subscription_overview: loaded({ gained: 10, lost: 7, points: [], ...subscriptions }) }
  api.on('GET /api/dashboard/webpush', () => ok(webpush(change)))
  const screen = await open(`${BASE}/webpush?${DAYS}`)
  const doorsIn = (name: string) => {
    const links = screen.getByRole('region', { name, exact: true }).getByRole('link').elements()
    return links.map(link => [link.textContent, link.getAttribute('href')?.split('/audience/contacts?')[1]])
  }
  const gained = `change=gained&${DAYS}`
  const lost = `change=lost&${DAYS}`
  await expect
    .poll(() => doorsIn('Subscriptions by prompt'))
    .toEqual([
      ['8', `device=webpush&prompt=slide_prompt&${gained}`],
      ['1', `device=webpush&prompt=slide_prompt&${lost}`],
      ['1,234', 'device=webpush&prompt=slide_prompt'],
      ['2', `device=webpush&prompt=unknown&${gained}`],
      ['1', `device=webpush&prompt=unknown&${lost}`],
      ['3', 'device=webpush&prompt=unknown'],
    ])
  expect(doorsIn('Subscriptions')).toEqual([
    ['10', `device=webpush&${gained}`],
    ['2', `device=webpush&${lost}`],
  ])
  expect(doorsIn('Lost subscriptions')).toEqual([['6', `device=webpush&lost_by=gone&${lost}`]])
})

test('actions on notifications lead to the recipients who clicked or dismissed them', async () => {
  const static_kpi_data = loaded({ total_users: 10, active_users: 5, user_actions: 7, influenced_open: 0 })
  api.on('GET /api/dashboard/webpush', () => ok(webpush({ static_kpi_data, ...OF_ONE_RUN })))
  const screen = await open(`${BASE}/webpush?${DAYS}&notification=${RUN}`)
  await expect
    .element(screen.getByRole('link', { name: '7', exact: true }))
    .toHaveAttribute('href', `${BASE}/webpush/${RUN}?status=clicked%2Cdismissed#recipients`)
})

test('devices that could not be counted are neither none nor awaited for ever', async () => {
  const unread = { data: null, is_loaded: true }
  const change = { subscription_overview: unread, static_kpi_data: unread, prompts: unread }
  api.on('GET /api/dashboard/webpush', () => ok(webpush(change)))
  const screen = await open(`${BASE}/webpush?${DAYS}`)
  for (const name of ['Subscriptions', 'Lost subscriptions', 'Subscriptions by prompt']) {
    const panel = screen.getByRole('region', { name, exact: true })
    await expect.element(panel.getByText('Couldn’t load these figures')).toBeVisible()
  }
  const cards = screen.getByRole('list', { name: 'Figures' })
  await expect.element(cards.getByText('–', { exact: true }).first()).toBeVisible()
  expect(await axeFindings()).toEqual([])
})
