import type { ApplicationOverview } from '@notifly/contracts/applications/applications'
import type { AuthenticationState } from '@notifly/contracts/channel-settings/authentication'
import type { AudienceGrowth, ReadingHours } from '@notifly/contracts/dashboards/application'
import type { Attention } from '@notifly/contracts/dashboards/attention'
import type { Engagement } from '@notifly/contracts/dashboards/engagement'
import type { ReportSubscription } from '@notifly/contracts/dashboards/summaries'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { page as browser } from 'vitest/browser'
import { setFlags } from '../../../api/signals.ts'
import { session } from '../../../api/session.ts'
import { APPLICATION, type ApiStub, ok, stubApi, user } from '../../../testing/api-stub.ts'
import { axeFindings } from '../../../testing/axe.ts'
import { renderApp } from '../../../testing/render-app.tsx'
import { until } from '../../../testing/until.ts'

const PAGE = `/applications/${APPLICATION}/dashboard`
const RUN = '0198c0de-0000-7000-8000-00000000000a'
const channels = { email: 'configured', sms: 'failing', whatsapp: 'none', webpush: 'none', mobilepush: 'none' } as const
const dayAt = (at: number) => Date.parse('2026-07-01T00:00:00+05:30') / 1000 + at * 86_400
const points = (counts: number[]) => counts.map((count, at) => ({ date: dayAt(at), count }))
const loaded = <Data,>(data: Data) => ({ data, is_loaded: true })

const overview: ApplicationOverview = {
  channels,
  reach: { email: 900, sms: 0, whatsapp: 0, webpush: 0, mobilepush: 0 },
  contacts: { total: 1000, added_7_days: 12, segments: 3, suppressed: 4 },
  templates: 1,
  members: 1,
  runs: [
    {
      uuid: RUN,
      run_uuid: RUN,
      name: 'Autumn restock',
      status: 'sent',
      started_on: dayAt(1),
      sent: 900,
      delivered: 880,
      recipients: 900,
      notification_type: 'email',
      counts: {},
    },
  ],
}

const sums = { sent: 900, delivered: 880, failed: 3, opened: 440, unsubscribed: 2 }
const engagement: Engagement = {
  range: { from: '2026-07-01', to: '2026-07-03', days: 3, timezone: 'Asia/Kolkata' },
  has_sent: true,
  notification_engagement: loaded([
    { channel: 'email', sent: points([0, 900, 0]), opened: points([0, 440, 0]), clicked: points([0, 88, 0]) },
  ]),
  total_notifications: loaded({
    ...sums,
    is_few: false,
    delivery_rate: 97.8,
    open_rate: 50,
    previous: { ...sums, sent: 450, failed: 6 },
    channels: [{ channel: 'email', ...sums }],
  }),
  total_clicks: loaded({
    clicked: 88,
    is_few: false,
    click_rate: 10,
    click_through_rate: 20,
    previous: { clicked: 0 },
    channels: [
      { channel: 'email', clicked: 88, is_few: false, click_rate: 10 },
      { channel: 'sms', clicked: 1, is_few: true, click_rate: 50 },
    ],
  }),
  browsers: loaded({
    browsers: [{ browser_name: 'Chrome', email_count: 300, web_push_count: 100 }],
    systems: [{ name: 'Android', count: 220, opened: 220, clicked: 20 }],
    devices: [],
  }),
}

const attention: Attention = {
  requests: 2,
  paused_runs: [
    {
      uuid: RUN,
      run_uuid: RUN,
      notification_type: 'email',
      name: 'Winter sale',
      status_reason: null,
      status_reason_sentence: null,
    },
  ],
  failing_channels: ['sms'],
  certificate: null,
  unauthenticated_domain: { domain: 'shop.example', parts: ['spf', 'dmarc'] },
  rates: [{ kind: 'bounces', channel: 'email', sent: 900, rate: 7.5, limit: 5 }],
}

const GROWTH: AudienceGrowth = {
  range: engagement.range,
  contacts: 1000,
  days: [0, 1, 2].map(at => ({ date: dayAt(at), added: at * 5, left: 1, suppressed: 0 })),
}

const HOURS: ReadingHours = {
  since: '2026-05-01',
  hours: [{ weekday: 2, hour: 9, opened: 60, clicked: 12 }],
  best: { weekday: 2, hour: 9 },
}

let report: ReportSubscription
let api: ApiStub
let stop: (() => void) | undefined

async function open(who = user()) {
  const app = await renderApp(PAGE, who)
  stop = app.stop
  return app.screen
}

const check = (state: AuthenticationState) => ({ state, said: { message: '' }, found: null, record: null })
const AUTHENTICATION = {
  domain: 'shop.example',
  spf: check('missing'),
  dkim: check('unknown'),
  dmarc: check('wrong'),
  checked_on: dayAt(0),
}

beforeEach(() => {
  localStorage.clear()
  report = { every: 'never', next_on: null, email: 'asha@palmyra.example' }
  api = stubApi({
    'GET /api/installation': () => ok({ name: 'Notifly', version: '1', sandbox_url: null, sandbox_warning: false }),
    'GET /api/dashboard/application': () => ok([]),
    'GET /authP/organization': () => ok([]),
    [`GET /api/verticals/${APPLICATION}`]: () => ok({ timezone: 'Asia/Kolkata', channels }),
    'GET /api/dashboard/overview': () => ok(overview),
    'GET /api/dashboard/engagement': () => ok(engagement),
    'GET /api/dashboard/attention': () => ok(attention),
    'GET /api/notifications/email/authentication': () => ok(AUTHENTICATION),
    'GET /api/dashboard/growth': () => ok(GROWTH),
    'GET /api/dashboard/hours': () => ok(HOURS),
    'GET /api/notifications/schedule/calendar': () =>
      ok({ from: '', to: '', timezone: 'Asia/Kolkata', entries: [], is_cut: false }),
    'GET /api/dashboard/report': () => ok(report),
    'PUT /api/dashboard/report': ({ body }) => {
      report = { ...report, ...(body as Pick<ReportSubscription, 'every'>), next_on: dayAt(5) }
      return ok(report)
    },
  })
})

afterEach(() => {
  stop?.()
  api.restore()
  session.set(undefined)
  setFlags({ unauthorized: false, forbidden: undefined, pageError: undefined, makerChecker: false })
})

test('shows what needs a hand, the four cards, growth and the best hour', async () => {
  const screen = await open()
  const panel = (name: string) => screen.getByRole('region', { name })
  await expect.element(panel('Needs attention').getByText('SMS is failing. Check its settings.')).toBeVisible()
  await expect
    .element(panel('Channels').getByRole('link', { name: 'shop.example isn’t authenticated: SPF, DMARC.' }))
    .toHaveAttribute('href', `/applications/${APPLICATION}/delivery/email`)
  await expect
    .element(panel('Needs attention').getByText('shop.example isn’t authenticated: SPF, DMARC.'))
    .toBeVisible()
  await expect
    .element(panel('Needs attention').getByRole('link', { name: 'Fix it' }).nth(1))
    .toHaveAttribute('href', `/applications/${APPLICATION}/delivery/email`)
  await expect.element(panel('Needs attention').getByText(/^7.5% of email messages bounced/)).toBeVisible()
  await expect.element(panel('Needs attention').getByText('2 requests are waiting for your approval.')).toBeVisible()
  await expect
    .element(panel('Needs attention').getByRole('link', { name: 'View' }).last())
    .toHaveAttribute('href', `/applications/${APPLICATION}/delivery/email/${RUN}`)
  await expect.element(screen.getByRole('img', { name: /^Notification engagement, .*: Email 440$/ })).toBeVisible()
  await screen.getByRole('radio', { name: 'Clicked' }).click()
  await expect.element(screen.getByRole('img', { name: /: Email 88$/ })).toBeVisible()
  await expect.element(panel('Total notifications').getByText('97.8%')).toBeVisible()
  await expect.element(panel('Total notifications').getByTitle('Before: 450')).toHaveTextContent('up100.0%')
  await expect.element(panel('Total clicks').getByText('Click rate 10.0%, 20.0% of those who opened')).toBeVisible()
  await expect.element(panel('Platforms and browsers').getByText('400')).toBeVisible()
  await screen.getByRole('radio', { name: 'Systems' }).click()
  await expect.element(panel('Platforms and browsers').getByText('Android')).toBeVisible()
  await expect
    .element(screen.getByRole('img', { name: /^Audience growth.*New 15, Left 3, Suppressed 0$/ }))
    .toBeVisible()
  const people = (filter: string) => `/applications/${APPLICATION}/audience/contacts?${filter}`
  await expect
    .element(panel('Audience growth').getByRole('link', { name: '15' }))
    .toHaveAttribute('href', people('change=added&from=2026-07-01&to=2026-07-03'))
  await expect
    .element(panel('Audience growth').getByRole('link', { name: '3' }))
    .toHaveAttribute('href', people('change=left&from=2026-07-01&to=2026-07-03'))
  await expect.element(screen.getByText('Most people read on Tuesday at 9:00 AM.')).toBeVisible()
  await expect.element(screen.getByTitle('Tuesday, 9:00 AM: 72')).toBeInTheDocument()
  expect(await axeFindings()).toEqual([])
})

test('says what of it could not be read, and reads it again', async () => {
  const failure = () => Response.json({ success: false, message: 'Full.' }, { status: 503 })
  api.on('GET /api/dashboard/attention', failure)
  api.on('GET /api/notifications/schedule/calendar', failure)
  const screen = await open()
  const heading = (name: string) => screen.getByRole('heading', { name })
  await expect.element(heading('Couldn’t load upcoming runs')).toBeVisible()
  await expect.element(heading('Couldn’t check what needs attention')).toBeVisible()
  api.on('GET /api/dashboard/attention', () => ok(attention))
  await screen.getByRole('button', { name: 'Retry' }).first().click()
  await expect.element(screen.getByText('SMS is failing. Check its settings.')).toBeVisible()
})

/** What the browser is given to keep, by its name. */
function savedFiles(): { files: Map<string, string>; restore: () => void } {
  const files = new Map<string, string>()
  const { click } = HTMLAnchorElement.prototype
  HTMLAnchorElement.prototype.click = function (this: HTMLAnchorElement) {
    if (this.download === '') return click.call(this)
    const name = this.download
    void fetch(this.href)
      .then(file => file.arrayBuffer())
      .then(bytes => files.set(name, new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)))
  }
  return { files, restore: () => (HTMLAnchorElement.prototype.click = click) }
}

test('the comparison with the days before can be turned off, and its address says so', async () => {
  const screen = await open()
  await expect.element(screen.getByTitle('Before: 450')).toBeVisible()
  const alone = (of: Engagement): Engagement => ({
    ...of,
    total_notifications: of.total_notifications && loaded({ ...of.total_notifications.data, previous: null }),
    total_clicks: of.total_clicks && loaded({ ...of.total_clicks.data, previous: null }),
  })
  api.on('GET /api/dashboard/engagement', ({ query }) =>
    ok(query.get('compare') === 'false' ? alone(engagement) : engagement),
  )
  const compare = screen.getByRole('button', { name: 'Compare with the period before' })
  await compare.click()
  await expect.element(compare).toHaveAttribute('aria-pressed', 'false')
  await expect.element(screen.getByTitle('Before: 450')).not.toBeInTheDocument()
  await expect.element(screen.getByText('900').first()).toBeVisible()
  await compare.click()
  await expect.element(screen.getByTitle('Before: 450')).toBeVisible()
})

test('each panel is kept as CSV and its chart as a picture, and is read as a table', async () => {
  const screen = await open()
  const { files, restore } = savedFiles()
  const menu = async (title: string, item: string) => {
    await screen.getByRole('button', { name: `More for ${title}` }).click()
    await screen.getByRole('menuitem', { name: item }).click()
  }
  for (const title of ['Notification engagement', 'Total clicks', 'Platforms and browsers', 'Best hour of the week']) {
    await menu(title, 'Download as CSV')
    await menu(title, 'Download as PNG')
    await until(() => expect([...files.keys()]).toEqual(expect.arrayContaining([`${title}.csv`, `${title}.png`])))
  }
  await screen.getByRole('button', { name: 'Download Total notifications as CSV' }).click()
  await until(() => expect(files.get('Total notifications.csv')).toContain('Days before,450,880,440,6,2\r\n'))
  restore()
  expect(files.get('Notification engagement.csv')).toBe(
    '\uFEFFDay,Email\r\n2026-07-01,0\r\n2026-07-02,440\r\n2026-07-03,0\r\n',
  )
  expect(files.get('Total clicks.csv')).toContain('Email,88,10.0%\r\n')
  expect(files.get('Platforms and browsers.csv')).toContain('Chrome,300,100,100.0%\r\n')
  expect(files.get('Best hour of the week.csv')?.split('\r\n')[2]?.split(',').slice(0, 11)).toEqual([
    'Tuesday',
    ...Array<string>(9).fill('0'),
    '72',
  ])
  await screen
    .getByRole('region', { name: 'Best hour of the week' })
    .getByRole('button', { name: 'Show as table' })
    .click()
  await expect.element(screen.getByRole('row', { name: /^Tuesday.* 72 / })).toBeVisible()
  expect(await axeFindings()).toEqual([])
})

test('numbers lead to the runs of their days and channel, and rates of a few messages say why they are grey', async () => {
  const screen = await open()
  const runs = `/applications/${APPLICATION}/delivery`
  const days = 'from=2026-07-01&to=2026-07-03'
  const panel = (name: string) => screen.getByRole('region', { name })
  const leads = (name: string, text: string) => panel(name).getByRole('link', { name: text, exact: true })
  await expect.element(leads('Total notifications', '440')).toHaveAttribute('href', `${runs}?${days}`)
  await expect
    .element(leads('Total notifications', '900 sent'))
    .toHaveAttribute('href', `${runs}?channel=email&${days}`)
  await expect.element(leads('Total clicks', '1')).toHaveAttribute('href', `${runs}?channel=sms&${days}`)
  await expect.element(leads('Total clicks', 'SMS')).toHaveAttribute('href', `${runs}/sms?${days}`)
  await expect.element(leads('Platforms and browsers', '400')).toHaveAttribute('href', `${runs}?${days}`)
  await expect.element(leads('Notification engagement', '440')).toHaveAttribute('href', `${runs}?channel=email&${days}`)
  const why = 'Fewer than 20 messages were sent, so this rate says little.'
  const [few, ...others] = panel('Total clicks').getByText(why).elements()
  expect([few?.parentElement?.textContent, others]).toEqual([`50.0% ${why}`, []])
})

test('what comes late moves nothing that is there already', async () => {
  await browser.viewport(1440, 900)
  const shifts: number[] = []
  const observer = new PerformanceObserver(list => {
    for (const entry of list.getEntries()) {
      const { value, hadRecentInput } = entry as PerformanceEntry & { value: number; hadRecentInput: boolean }
      if (!hadRecentInput) shifts.push(value)
    }
  })
  const late = ['report', 'attention', 'engagement', 'growth', 'hours'] as const
  const held = new Map(late.map(name => [name, Promise.withResolvers<void>()]))
  const answers = { report, attention, engagement, growth: GROWTH, hours: HOURS }
  for (const name of late) {
    api.on(`GET /api/dashboard/${name}`, async () => {
      await held.get(name)?.promise
      return ok(answers[name])
    })
  }
  const screen = await open()
  await expect.element(screen.getByRole('heading', { level: 1 })).toBeVisible()
  observer.observe({ type: 'layout-shift' })
  const marks = {
    report: screen.getByRole('button', { name: 'Email summary' }),
    attention: screen.getByRole('region', { name: 'Needs attention' }),
    engagement: screen.getByRole('region', { name: 'Total clicks' }),
    growth: screen.getByRole('region', { name: 'Audience growth' }),
    hours: screen.getByRole('region', { name: 'Best hour of the week' }),
  }
  for (const name of late) {
    await until(() => expect(api.asked.some(({ path }) => path === `/api/dashboard/${name}`)).toBe(true))
    held.get(name)?.resolve()
    await expect.element(marks[name]).toBeInTheDocument()
    await painted()
  }
  observer.disconnect()
  await browser.viewport(1280, 900)
  expect(shifts.reduce((sum, shift) => sum + shift, 0)).toBeLessThanOrEqual(0.05)
})

/** What has moved is reported after the frame that shows it. */
const painted = () => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))

test('a card without its right says so in its place', async () => {
  api.on('GET /api/dashboard/engagement', () =>
    ok({ ...engagement, total_clicks: null, notification_engagement: null }),
  )
  const screen = await open()
  await expect.element(screen.getByRole('heading', { name: 'Total clicks' })).toBeVisible()
  await expect.element(screen.getByRole('region', { name: 'Total notifications' }).getByText('97.8%')).toBeVisible()
  await expect.element(screen.getByText(/Dashboard.*total clicks/i).first()).toBeVisible()
  expect(screen.getByRole('img', { name: /^Notification engagement/ }).elements()).toEqual([])
})

test('without a right to any card the figures’ place says what they are, and nothing is asked for', async () => {
  const screen = await open(user({ permission_activity_list: [] }))
  await expect.element(screen.getByRole('heading', { name: 'Notification engagement' })).toBeVisible()
  await expect.element(screen.getByRole('heading', { name: 'Best hour of the week' })).toBeVisible()
  expect(screen.getByText('Your role doesn’t include this page').elements()).toEqual([])
  expect(api.asked.some(({ path }) => path === '/api/dashboard/engagement')).toBe(false)
})

test('with nothing sent yet the first steps stand there until they are put away', async () => {
  api.on('GET /api/dashboard/overview', () => ok({ ...overview, runs: [] }))
  const screen = await open()
  const steps = screen.getByRole('region', { name: 'Your first campaign' })
  await expect.element(steps.getByText('Invite your team')).toBeVisible()
  await expect.element(steps.getByText(/^Connect a channel/)).toHaveTextContent('Connect a channel (done)')
  expect(api.asked.some(({ path }) => path === '/api/dashboard/engagement')).toBe(false)
  await steps.getByRole('button', { name: 'Hide these steps' }).click()
  await expect.element(steps).not.toBeInTheDocument()
  stop?.()
  const again = await open()
  await expect.element(again.getByRole('heading', { name: 'Channels' }).last()).toBeVisible()
  expect(again.getByText('Invite your team').elements()).toEqual([])
})

test('a summary by email is chosen from the menu', async () => {
  const screen = await open()
  await screen.getByRole('button', { name: 'Email summary' }).click()
  await screen.getByRole('menuitem', { name: 'Weekly, on Monday' }).click()
  await until(() => expect(report.every).toBe('weekly'))
  await expect.element(screen.getByText(/^Your next summary comes/)).toBeVisible()
})
