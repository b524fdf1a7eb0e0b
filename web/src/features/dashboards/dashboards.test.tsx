import { HARD_BOUNCE_REASONS } from '@notifly/contracts/dashboards/figures'
import { ACTIVITY_IDS } from '@notifly/contracts/roles/activities'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { setFlags } from '../../api/signals.ts'
import { session } from '../../api/session.ts'
import { rangeOf } from '../../components/display/ranges.ts'
import { APPLICATION, type ApiStub, failed, ok, page, stubApi, user } from '../../testing/api-stub.ts'
import { axeFindings } from '../../testing/axe.ts'
import { CAMPAIGN, dashboard, dailyFrom, loaded, RUN } from '../../testing/email-dashboard.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { until } from '../../testing/until.ts'

const EMAIL = 'GET /api/dashboard/email'
const BASE = `/applications/${APPLICATION}/delivery`
const DAYS = 'from=2026-07-01&to=2026-07-30'
const RUNS = `${BASE}?channel=email&from=2026-07-01&to=2026-07-30`
const recipients = (filter: string) => `${BASE}/email/${RUN}?${filter}#recipients`

let api: ApiStub
let stop: (() => void) | undefined

async function open(address: string, who = user()) {
  const app = await renderApp(address, who)
  stop = app.stop
  return app
}

beforeEach(() => {
  api = stubApi({
    'GET /api/installation': () => ok({ name: 'Notifly', version: '1', sandbox_url: null, sandbox_warning: false }),
    'GET /api/dashboard/application': () => ok([]),
    'GET /authP/organization': () => ok([]),
    [`GET /api/verticals/${APPLICATION}`]: () => ok({ timezone: 'Asia/Kolkata', channels: { email: 'none' } }),
    'GET /api/notifications/email/authentication': () => ok(null),
    [EMAIL]: () => ok(dashboard(1000)),
  })
})

afterEach(() => {
  vi.useRealTimers()
  stop?.()
  api.restore()
  session.set(undefined)
  setFlags({ unauthorized: false, forbidden: undefined, pageError: undefined, makerChecker: false })
})

test('figures say what they were before and lead to the runs behind them', async () => {
  const { screen } = await open(`${BASE}/email?${DAYS}`)
  await expect.element(screen.getByText(/^Compared with Jun 1 – 30/)).toBeVisible()
  const cards = screen.getByRole('list', { name: 'Figures' })
  await expect.element(cards.getByRole('link', { name: '1,000' })).toHaveAttribute('href', RUNS)
  await expect.element(cards.getByText('up 25%').first()).toBeVisible()
  await expect.element(cards.getByText('from 800')).toBeVisible()
  await expect.element(cards.getByText(/Emails sent to the provider/)).toBeInTheDocument()
  const row = screen.getByRole('table', { name: 'Delivery outcome' }).getByRole('row', { name: /Autumn restock/ })
  await expect
    .element(row.getByRole('link', { name: '95.0%' }))
    .toHaveAttribute('href', recipients('status=sent%2Cdelivered%2Ccomplained'))
  await expect
    .element(row.getByRole('link', { name: '1.0%' }))
    .toHaveAttribute('href', recipients(`status=bounced&reason=${HARD_BOUNCE_REASONS.join('%2C')}`))
  await expect.element(screen.getByRole('table', { name: 'Mailbox providers' }).getByText('Too high')).toBeVisible()
  await expect.element(screen.getByRole('img', { name: 'Browser: Chrome 60.0%, Other 40.0%.' })).toBeVisible()
  const asked = api.asked.find(call => call.path === '/api/dashboard/email')?.query
  expect(Object.fromEntries(asked ?? [])).toEqual({ from: '2026-07-01', to: '2026-07-30', compare: 'true' })
  await expect.element(screen.getByRole('progressbar', { name: 'Loading' })).not.toBeInTheDocument()
  expect(await axeFindings()).toEqual([])
})

test('slices and rows of one run lead to the recipients who are counted in them', async () => {
  const campaign = { uuid: CAMPAIGN, name: 'Autumn restock' }
  const names = ['Android', 'iOS', 'macOS', 'Windows', 'Linux', 'Chrome OS', 'other']
  const systems = loaded(names.map((name, at) => ({ name, count: 9, opened: 91 - 10 * at, clicked: 0 })))
  api.on(EMAIL, () => ok(dashboard(1000, { campaign, systems })))
  const { screen } = await open(`${BASE}/email?${DAYS}&notification=${CAMPAIGN}`)
  const behind = async (title: string, figure: string, filter: string) => {
    const link = screen.getByRole('region', { name: title }).getByRole('link', { name: figure, exact: true })
    await expect.element(link).toHaveAttribute('href', recipients(filter))
  }
  await behind('Browser', '60', 'status=clicked&browser=Chrome')
  await behind('Browser', '40', 'status=clicked&browser=-Chrome')
  await behind('Operating system', '81', 'status=opened&system=iOS')
  // The sixth, and all that have no name of their own.
  const others = 'status=opened&system=-Android%2CiOS%2CmacOS%2CWindows%2CLinux'
  await behind('Operating system', '72', others)
  const row = screen.getByRole('table', { name: 'Mailbox providers' }).getByRole('row', { name: /^Gmail/ })
  await expect
    .element(row.getByRole('link', { name: '1,000' }))
    .toHaveAttribute('href', recipients('status=sent%2Cdelivered%2Ccomplained%2Cbounced&mailbox=Gmail'))
  await expect
    .element(row.getByRole('link', { name: '0.40%' }))
    .toHaveAttribute('href', recipients('status=complained&mailbox=Gmail'))
})

test('numbers of several runs lead to these, on the days of their list', async () => {
  const one = dashboard(1000)
  const several = one.top_campaigns.data.map(campaign => ({ ...campaign, runs: 2 }))
  const lists = { ...one.email_outcome, weekly: several }
  api.on(EMAIL, () => ok({ ...one, top_campaigns: loaded(several), email_outcome: lists }))
  const { screen } = await open(`${BASE}/email?${DAYS}&outcome=weekly`)
  const link = (table: string) =>
    screen
      .getByRole('table', { name: table })
      .getByRole('row', { name: /Autumn restock/ })
      .getByRole('link', { name: '1,000' })
  await expect.element(link('Top campaigns')).toHaveAttribute('href', `${RUNS}&search=Autumn+restock`)
  const { from, to } = rangeOf('lastWeek', 'Asia/Kolkata')
  const week = `${BASE}?channel=email&from=${from}&to=${to}&search=Autumn+restock`
  await expect.element(link('Delivery outcome')).toHaveAttribute('href', week)
})

test('numbers of a campaign’s only run lead to the recipients behind them', async () => {
  api.on(EMAIL, () => ok(dashboard(1000, { campaign: { uuid: CAMPAIGN, name: 'Autumn restock' } })))
  const { screen } = await open(`${BASE}/email?${DAYS}&notification=${CAMPAIGN}`)
  const cards = screen.getByRole('list', { name: 'Figures' })
  await expect
    .element(cards.getByRole('link', { name: '1,000' }))
    .toHaveAttribute('href', recipients('status=sent%2Cdelivered%2Ccomplained%2Cbounced'))
  await expect.element(cards.getByRole('link', { name: '25.0%' })).toHaveAttribute('href', recipients('status=clicked'))
  const panel = (name: string) => screen.getByRole('region', { name })
  await expect
    .element(panel('Failures by reason').getByRole('link', { name: '10' }))
    .toHaveAttribute('href', recipients('status=failed%2Cbounced%2Cexpired%2Ccancelled&reason=mailbox_full'))
  await expect
    .element(panel('Email delivery').getByRole('link', { name: '10', exact: true }))
    .toHaveAttribute('href', recipients(`status=bounced&reason=${HARD_BOUNCE_REASONS.join('%2C')}`))
  await expect
    .element(panel('Email delivery').getByRole('link', { name: '4', exact: true }))
    .toHaveAttribute('href', recipients(`status=bounced&reason=-${HARD_BOUNCE_REASONS.join('%2C')}`))
})

test('a chart is read as a table, stepped through with arrow keys and kept as a picture', async () => {
  const { screen } = await open(`${BASE}/email?${DAYS}`)
  const panel = screen.getByRole('region', { name: 'Open rate' })
  const chart = panel.getByRole('img', { name: /^Open rate, Wed, Jul 1, 2026 to Thu, Jul 30, 2026/ })
  await expect.element(chart).toBeVisible()
  ;(chart.element() as HTMLElement).focus()
  await userEvent.keyboard('{ArrowRight}{ArrowRight}')
  await until(() => expect(panel.getByRole('status').element().textContent).toMatch(/^Thu, Jul 2, 2026, Open rate/))
  await panel.getByRole('button', { name: 'Show as table' }).click()
  await expect.element(panel.getByRole('row', { name: /Wed, Jul 1, 2026/ })).toBeVisible()
  await panel.getByRole('button', { name: 'Show as chart' }).click()
  await expect.element(chart).toBeVisible()
  const saved = new Promise<string>(done => {
    const click = HTMLAnchorElement.prototype.click
    HTMLAnchorElement.prototype.click = function (this: HTMLAnchorElement) {
      HTMLAnchorElement.prototype.click = click
      done(this.download)
    }
  })
  await panel.getByRole('button', { name: 'More for Open rate' }).click()
  await screen.getByRole('menuitem', { name: 'Download as PNG' }).click()
  expect(await saved).toBe('Open rate.png')
})

test.each([
  ['failing', 'Failing'],
  ['pending', 'Approval pending'],
  ['configured', 'Email: Configured'],
  ['none', 'Not set up'],
])('a channel with figures says that its settings are %s, and leads to them', async (health, word) => {
  api.on(`GET /api/verticals/${APPLICATION}`, () => ok({ timezone: 'Asia/Kolkata', channels: { email: health } }))
  const { screen } = await open(`${BASE}/email?${DAYS}`)
  await expect
    .element(screen.getByRole('link', { name: word, exact: true }))
    .toHaveAttribute('href', `/applications/${APPLICATION}/settings/platform?checkEmailConfigure=true`)
})

test('days, comparison and campaign are in the address', async () => {
  const { screen, address } = await open(`${BASE}/email`)
  await screen.getByRole('button', { name: 'Compare with the period before' }).click()
  await until(() => expect(address()).toBe(`${BASE}/email?compare=false`))
  const campaign = { uuid: CAMPAIGN, name: 'Winter sale' }
  api.on('GET /api/notifications/schedule', ({ query }) =>
    page(query.get('search') === 'wint' ? [{ uuid: CAMPAIGN, campaignName: campaign.name }] : []),
  )
  api.on(EMAIL, ({ query }) => ok(dashboard(1000, query.has('notification') ? { campaign } : {})))
  const filter = screen.getByRole('combobox', { name: 'Campaign' })
  await filter.fill('wint')
  await screen.getByRole('option', { name: 'Winter sale' }).click()
  await until(() => expect(address()).toBe(`${BASE}/email?compare=false&notification=${CAMPAIGN}`))
  await until(() => expect(api.asked.map(({ query }) => query.get('notification'))).toContain(CAMPAIGN))
  const searches = api.asked.filter(({ path }) => path === '/api/notifications/schedule')
  expect(Object.fromEntries(searches.at(-1)?.query ?? [])).toMatchObject({ channel: 'email', from: '2000-01-01' })
  await expect.element(filter).toHaveValue('Winter sale')
  // Where no campaigns are listed, those of the dashboard are offered.
  await filter.click()
  await expect.element(screen.getByRole('option', { name: 'Autumn restock' })).toBeVisible()
  await screen.getByRole('option', { name: 'All campaigns' }).click()
  await until(() => expect(address()).toBe(`${BASE}/email?compare=false`))
})

test('rates of a few messages are grey and say why', async () => {
  api.on(EMAIL, () => ok(dashboard(19)))
  const { screen } = await open(`${BASE}/email?${DAYS}`)
  const cards = screen.getByRole('list', { name: 'Figures' })
  await expect.element(cards.getByRole('link', { name: '19', exact: true })).toBeVisible()
  expect(cards.getByText('Too few sent').elements()).toHaveLength(6)
  const row = screen.getByRole('table', { name: 'Top campaigns' }).getByRole('row', { name: /Autumn restock/ })
  await expect.element(row.getByText(/Fewer than 20 messages were sent/).first()).toBeInTheDocument()
})

test('goals say what they were before, by day and by campaign, and lead to those who converted', async () => {
  const totals = {
    conversions: 60,
    converted: 57,
    conversion_rate: 6,
    revenue: [
      { currency: 'GBP', amount: '4970.5' },
      { currency: 'EUR', amount: '12' },
    ],
  }
  const goals = {
    ...totals,
    daily: dailyFrom('2026-07-01', 0).map(({ date }, index) => ({ date, count: index % 3 })),
    campaigns: [
      { uuid: CAMPAIGN, run_uuid: RUN, runs: 1, name: 'Autumn restock', delivered: 950, ...totals },
      { uuid: RUN, run_uuid: RUN, runs: 2, name: 'Few', delivered: 9, ...totals, converted: 1, revenue: [] },
    ],
    previous: { ...totals, conversions: 50, conversion_rate: 5.5, revenue: [{ currency: 'GBP', amount: '4000' }] },
  }
  api.on(EMAIL, () => ok(dashboard(1000, { goals: loaded(goals) })))
  const { screen } = await open(`${BASE}/email?${DAYS}`)
  const stats = screen.getByRole('list', { name: 'Goal' })
  await expect.element(stats.getByRole('link', { name: '60', exact: true })).toHaveAttribute('href', RUNS)
  await expect.element(stats.getByText('from 50')).toBeVisible()
  await expect.element(stats.getByText('€12.00 · from £4,000.00')).toBeVisible()
  const chart = screen.getByRole('region', { name: 'Conversions by day' })
  await chart.getByRole('button', { name: 'Show as table' }).click()
  await expect.element(chart.getByRole('row', { name: 'Fri, Jul 3, 2026 2' })).toBeVisible()
  const table = screen.getByRole('table', { name: 'Conversions by campaign' })
  const row = table.getByRole('row', { name: /Autumn restock/ })
  await expect
    .element(row.getByRole('link', { name: '60', exact: true }))
    .toHaveAttribute('href', recipients('status=converted'))
  await expect.element(row.getByText(/^£4,970\.50/)).toBeVisible()
  await expect
    .element(
      table
        .getByRole('row', { name: /Few/ })
        .getByText(/Fewer than 20/)
        .first(),
    )
    .toBeInTheDocument()
  await screen.getByRole('button', { name: 'Export' }).click()
  await expect.element(screen.getByRole('menuitem', { name: 'Conversions by campaign' })).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(screen.getByRole('menuitem', { name: 'By day' })).not.toBeInTheDocument()
  expect(await axeFindings()).toEqual([])
})

test('days without data are named and those that have some are offered; a channel that is not set up says so', async () => {
  const last_data = { from: '2026-05-01', to: '2026-05-30' }
  api.on(EMAIL, ({ query }) => ok(query.get('from') === '2026-05-01' ? dashboard(500) : dashboard(0, { last_data })))
  const { screen, address, router } = await open(`${BASE}/email?${DAYS}`)
  await expect.element(screen.getByText('Nothing from 1 July 2026 to 30 July 2026')).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Export' })).toBeDisabled()
  await screen.getByRole('button', { name: 'Show 1 May 2026 to 30 May 2026' }).click()
  await expect.element(screen.getByRole('list', { name: 'Figures' })).toBeVisible()
  expect(address()).toContain('from=2026-05-01&to=2026-05-30')
  // As many days up to today are those days, not the range that the page shows by itself.
  const week = rangeOf('lastWeek', 'Asia/Kolkata')
  api.on(EMAIL, () => ok(dashboard(0, { last_data: week })))
  await router.navigate({ to: `${BASE}/email`, search: { from: '2026-07-01', to: '2026-07-07' } })
  await screen.getByRole('button', { name: /^Show \d/ }).click()
  await until(() => expect(address()).toContain(`from=${week.from}&to=${week.to}`))
  api.on(EMAIL, () => ok(dashboard(0)))
  await router.navigate({ to: `${BASE}/email`, search: { compare: 'false' } })
  await expect
    .element(screen.getByRole('link', { name: 'Set up email' }))
    .toHaveAttribute('href', expect.stringContaining('checkEmailConfigure=true'))
  await expect.element(screen.getByRole('button', { name: 'Export' })).not.toBeInTheDocument()
})

test('what could not be read is tried again, and what is still counted is asked for until it is there', async () => {
  api.on(EMAIL, () => failed('internal'))
  const { screen } = await open(`${BASE}/email?${DAYS}`)
  const counting = dashboard(1000, {
    email_outcome: { today: [], daily: [], weekly: [], monthly: [], is_loaded: false },
  })
  await expect.element(screen.getByText('Couldn’t load the dashboard')).toBeVisible()
  api.on(EMAIL, () => ok(counting))
  await screen.getByRole('button', { name: 'Retry' }).click()
  const table = screen.getByRole('table', { name: 'Delivery outcome' })
  await expect.element(table).toHaveAttribute('aria-busy', 'true')
  api.on(EMAIL, () => ok(dashboard(1000)))
  await expect.element(table.getByRole('link', { name: 'Autumn restock' })).toBeVisible()
})

test('a section that the server could not count says so, and Retry reads the dashboard again', async () => {
  const unread = { data: null, is_loaded: true }
  api.on(EMAIL, () => ok(dashboard(1000, { top_links: unread })))
  const { screen } = await open(`${BASE}/email?${DAYS}`)
  const links = screen.getByRole('region', { name: 'Top links' })
  await expect.element(links.getByText('Couldn’t load these figures')).toBeVisible()
  api.on(EMAIL, () => ok(dashboard(1000)))
  await links.getByRole('button', { name: 'Retry' }).click()
  await expect.element(links.getByText('shop.example/lamps')).toBeVisible()
  await expect.element(links.getByText('Couldn’t load these figures')).not.toBeInTheDocument()
})

test('while links are being read the dashboard is asked for ever more rarely', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
  api.on(EMAIL, () => ok(dashboard(1000, { top_links: { data: null, is_loaded: false } })))
  const asked = () => api.asked.filter(({ path }) => path === '/api/dashboard/email').length
  const { screen } = await open(`${BASE}/email?${DAYS}`)
  await expect.element(screen.getByRole('region', { name: 'Top links' })).toBeVisible()
  await until(() => expect(asked()).toBe(1))
  const waits: number[] = []
  for (let waitedMs = 0; waits.length < 8; waitedMs += 100) {
    const before = asked()
    await vi.advanceTimersByTimeAsync(100)
    if (asked() === before) continue
    waits.push(waitedMs)
    waitedMs = 0
    await until(() => expect(screen.getByRole('progressbar', { name: 'Loading' }).elements()).toEqual([]))
  }
  expect(waits[0]).toBeLessThanOrEqual(300)
  expect(waits).toEqual(waits.toSorted((one, other) => one - other))
  expect(waits.at(-1)).toBeGreaterThanOrEqual(11_900)
})

const without = (activity: number) =>
  user({ permission_levels: ACTIVITY_IDS.map((id): [number, number] => (id === activity ? [0, 0] : [4, 1])) })

test('who may list runs sees no dashboard without the right to it', async () => {
  const { screen } = await open(`${BASE}/email`, without(502))
  await expect.element(screen.getByText('Your role doesn’t include this page')).toBeVisible()
})

test('who may see dashboards alone is led to them, and their numbers lead nowhere', async () => {
  const { screen, address } = await open(BASE, without(501))
  await until(() => expect(address()).toBe(`${BASE}/email`))
  await expect.element(screen.getByRole('list', { name: 'Figures' }).getByText('1,000')).toBeVisible()
  expect(screen.getByRole('link', { name: '1,000' }).elements()).toEqual([])
  await expect.element(screen.getByRole('link', { name: 'Runs', exact: true })).not.toBeInTheDocument()
})

test('one page says what the figures mean, in the words of their tooltips', async () => {
  const { screen } = await open(`${BASE}/email?${DAYS}`)
  const card = screen.getByRole('list', { name: 'Figures' }).getByRole('listitem').filter({ hasText: 'Open rate' })
  await expect.element(card).toBeVisible()
  const tip = card.element().getAttribute('data-tip') ?? ''
  await screen.getByRole('link', { name: 'What the figures mean' }).click()
  await expect.element(screen.getByRole('heading', { name: 'What the figures mean' })).toBeVisible()
  const readers = screen.getByRole('region', { name: 'Opens and clicks' })
  await expect.element(readers.getByRole('term').first()).toHaveTextContent('Open rate')
  await expect.element(readers.getByRole('definition').first()).toHaveTextContent(tip)
  const costs = screen.getByRole('region', { name: 'Costs' })
  await expect
    .element(costs.getByRole('definition').last())
    .toHaveTextContent('An estimate at today’s prices, whatever they were when sending.')
  for (const name of ['Dismissed', 'STOP replies', 'Email delivery', 'Platforms', 'App versions']) {
    await expect.element(screen.getByRole('term').filter({ hasText: name })).toBeVisible()
  }
  await expect.element(screen.getByText(/fewer than 20 messages are grey/)).toBeVisible()
  expect(await axeFindings()).toEqual([])
})
