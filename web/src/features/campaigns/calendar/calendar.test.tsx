import type { ApplicationStats } from '@notifly/contracts/applications/applications'
import type { CalendarEntry } from '@notifly/contracts/campaigns/calendar'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { page as browser, userEvent } from 'vitest/browser'
import { APPLICATION, type ApiStub, failed, ok, stubApi, user } from '../../../testing/api-stub.ts'
import { axeFindings } from '../../../testing/axe.ts'
import { renderApp } from '../../../testing/render-app.tsx'
import { until } from '../../../testing/until.ts'

const CALENDAR = `/applications/${APPLICATION}/notification/calendar`
const MARCH = `${CALENDAR}?month=2026-03&clock=application`
const READ = 'GET /api/notifications/schedule/calendar'
const CAMPAIGN = '0198c0de-0000-7000-8000-00000000ca01'
const RUN = '0198c0de-0000-7000-8000-00000000b001'

/** On the clock of Kolkata. */
const at = (day: string, hour: number) => Date.parse(`${day}T${String(hour).padStart(2, '0')}:00:00+05:30`) / 1000

function entry(name: string, day: string, hour: number, change: Partial<CalendarEntry> = {}): CalendarEntry {
  const moment = at(day, hour)
  const ids = { uuid: CAMPAIGN, platform: 'email', run_uuid: null } as const
  return {
    ...ids,
    name,
    day,
    status: 'scheduled',
    status_reason: null,
    status_reason_sentence: null,
    at: moment,
    last_at: moment,
    runs: 1,
    moments: null,
    ...change,
  }
}

const entries = [
  entry('Digest', '2026-03-02', 9, { status: 'sent', run_uuid: RUN }),
  entry('Alert', '2026-03-03', 0, { last_at: at('2026-03-03', 23), runs: 24 }),
  entry('Refill', '2026-03-03', 8, {
    status: 'missed',
    status_reason: 'Missed: the campaign was paused.',
  }),
  ...['Aster', 'Borage', 'Clover'].map((name, n) => entry(name, '2026-03-03', 10 + n)),
  entry('Next month', '2026-04-01', 9),
]

let api: ApiStub
let stop: (() => void) | undefined

beforeEach(async () => {
  await browser.viewport(1280, 900)
  api = stubApi({
    'GET /api/installation': () => ok({ name: 'Notifly', version: '1.0.0', sandbox_url: null, sandbox_warning: false }),
    'GET /api/dashboard/application': () => ok([] satisfies ApplicationStats[]),
    [`GET /api/verticals/${APPLICATION}`]: () =>
      ok({ uuid: APPLICATION, name: 'Shop', timezone: 'Asia/Kolkata', quiet_from: '22:00', quiet_to: '08:00' }),
    [`GET /api/update-notification-vertical/${APPLICATION}`]: () => ok(user()),
    [READ]: ({ query }) =>
      ok({ from: query.get('from'), to: query.get('to'), timezone: query.get('timezone'), entries, is_cut: false }),
  })
})

afterEach(async () => {
  stop?.()
  api.restore()
  await browser.viewport(1280, 900)
})

async function open(address: string, who = user()) {
  const app = await renderApp(address, who)
  stop = app.stop
  return app
}

const focusedDay = () => (document.activeElement as HTMLElement | null)?.dataset['day']

test('a month shows its runs by day, those of one campaign in one line, and what the signs mean', async () => {
  const { screen, address } = await open(MARCH)
  const grid = screen.getByRole('grid', { name: 'March 2026' })
  const sent = grid.getByRole('link', { name: 'Sent 9:00 AM Digest' })
  await expect.element(sent).toHaveAttribute('href', `/applications/${APPLICATION}/delivery/email/${RUN}`)
  await expect.element(grid.getByText('×24')).toBeVisible()
  // Weeks begin as they do in the locale, and the days beside the month are asked for as well.
  const asked = api.asked.findLast(({ path }) => path.endsWith('/calendar'))?.query
  expect([asked?.get('from'), asked?.get('to'), asked?.get('timezone')]).toEqual([
    '2026-03-01',
    '2026-04-04',
    'Asia/Kolkata',
  ])
  const legend = screen.getByRole('list', { name: 'Legend' })
  await expect.element(legend.getByText(/^Scheduled/)).toBeVisible()
  await expect
    .element(screen.getByText(/^29 runs in March 2026 · in the application’s time zone, Asia\/Kolkata$/))
    .toBeVisible()
  // Five lines do not fit: the day says how many runs there are besides, and opens with all of them.
  await screen.getByRole('button', { name: '+2 more' }).click()
  const day = screen.getByRole('dialog', { name: 'Tuesday, 3 March 2026' })
  await expect.element(day.getByText('12:00 AM – 11:00 PM · 24 runs')).toBeVisible()
  await expect.element(day.getByText(/Missed: the campaign was paused/)).toBeVisible()
  expect(await axeFindings()).toEqual([])
  await day.getByRole('link', { name: 'Clover' }).click()
  await until(() => expect(address()).toContain(`/notification/campaign/${CAMPAIGN}`))
})

test('in recipients’ time zones a run has the time of its first message, also where that is on the day before', async () => {
  const run = (name: string, first: number, passed: number) =>
    entry(name, '2026-03-05', 9, { moments: { first, last: at('2026-03-05', 21), passed } })
  const told = [run('Dawn', at('2026-03-05', 4), 131), run('Eve', at('2026-03-04', 20), 0)]
  api.on(READ, () => ok({ from: '', to: '', timezone: 'Asia/Kolkata', entries: told, is_cut: false }))
  const { screen } = await open(MARCH)
  const grid = screen.getByRole('grid', { name: 'March 2026' })
  const waiting = 'Scheduled · Thu, Mar 5, 4:00 AM – 9:00 PM · Dawn · Time already passed for 131 recipients'
  await expect.element(grid.getByRole('link', { name: 'Scheduled 4:00 AM Dawn' })).toHaveAttribute('title', waiting)
  const both = 'Scheduled · Wed, Mar 4, 8:00 PM – Thu, Mar 5, 9:00 PM · Eve'
  await expect.element(grid.getByRole('link', { name: 'Scheduled Eve' })).toHaveAttribute('title', both)
})

test('arrow keys go by day and out of the month, Enter opens the day, and the address keeps the month', async () => {
  const { screen, address } = await open(MARCH)
  const first = screen.getByRole('button', { name: 'Sunday, 1 March 2026, no runs' })
  await expect.element(first).toBeVisible()
  first.element().focus()
  await userEvent.keyboard('{ArrowRight}{ArrowDown}{ArrowUp}{ArrowRight}')
  expect(focusedDay()).toBe('2026-03-03')
  await userEvent.keyboard('{Enter}')
  const day = screen.getByRole('dialog', { name: 'Tuesday, 3 March 2026' })
  await until(() => expect(day.element().contains(document.activeElement)).toBe(true))
  await userEvent.keyboard('{Escape}')
  await expect.element(day).not.toBeInTheDocument()
  await until(() => expect(focusedDay()).toBe('2026-03-03'))
  await userEvent.keyboard('{PageDown}')
  await expect.element(screen.getByRole('grid', { name: 'April 2026' })).toBeVisible()
  await until(() => expect(focusedDay()).toBe('2026-04-03'))
  expect(address()).toContain('month=2026-04')
  await userEvent.keyboard('{End}{ArrowUp}')
  await until(() => expect(focusedDay()).toBe('2026-03-28'))
  await screen.getByRole('button', { name: 'Previous month' }).click()
  await expect.element(screen.getByRole('grid', { name: 'February 2026' })).toBeVisible()
  await screen.getByRole('button', { name: 'Today' }).click()
  await until(() => expect(address()).not.toContain('month='))
})

test('on a phone the month is a list of its days', async () => {
  await browser.viewport(390, 844)
  const { screen } = await open(MARCH)
  const agenda = screen.getByRole('region', { name: 'Days with runs' })
  await expect.element(agenda.getByRole('heading', { name: 'Tuesday, 3 March 2026' })).toBeVisible()
  await expect.element(agenda.getByText('Next month')).not.toBeInTheDocument()
  expect(await axeFindings()).toEqual([])
})

test('says why there is nothing: not read, or none', async () => {
  api.on(READ, () => failed('internal'))
  const { screen } = await open(MARCH)
  await expect.element(screen.getByText('Couldn’t load the calendar')).toBeVisible()
  api.on(READ, () => ok({ from: '', to: '', timezone: 'UTC', entries: [], is_cut: true }))
  await screen.getByRole('button', { name: 'Retry' }).click()
  await expect.element(screen.getByText(/0 runs in March 2026/)).toBeVisible()
  await expect.element(screen.getByText(/Too many runs to show/)).toBeVisible()
})

test('claims nothing about a clock of the application that it could not read', async () => {
  api.on(`GET /api/verticals/${APPLICATION}`, () => failed('internal'))
  const { screen } = await open(CALENDAR)
  await expect.element(screen.getByText(/ in your time zone, /)).toBeVisible()
})

test('is closed to roles that may not read campaigns', async () => {
  const who = user()
  const isOne = (activity: number | undefined) => activity !== undefined && [401, 402, 403].includes(activity)
  who.permission_levels = who.permission_levels.map((levels, index) =>
    isOne(who.permission_activity_list[index]) ? [0, 0] : levels,
  )
  const { screen } = await open(MARCH, who)
  await expect.element(screen.getByText('Your role can’t view campaigns')).toBeVisible()
  expect(api.asked.some(({ path }) => path.endsWith('/calendar'))).toBe(false)
})
