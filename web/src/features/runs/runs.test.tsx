import type { Recipient, RunProgress, RunRow, TrailEvent } from '@notifly/contracts/runs/deliveries'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { setFlags } from '../../api/signals.ts'
import { session } from '../../api/session.ts'
import { APPLICATION, type ApiStub, failed, ok, page, stubApi, user } from '../../testing/api-stub.ts'
import { axeFindings } from '../../testing/axe.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { until } from '../../testing/until.ts'

const CAMPAIGN = '0198c0de-0000-7000-8000-00000000000a'
const RUN = '0198c0de-0000-7000-8000-00000000000b'
const LIST = '/api/notifications/delivery'
const ONE = `${LIST}/email/${RUN}`
const PAGE = `/applications/${APPLICATION}/delivery/email/${RUN}`
const NOON = 1_795_000_000

const row: RunRow = {
  uuid: CAMPAIGN,
  run_uuid: RUN,
  notification_type: 'email',
  name: 'Autumn restock',
  status: 'executing',
  status_reason: null,
  status_reason_sentence: null,
  planned_on: null,
  started_on: NOON,
  ended_on: null,
  matched: 48_210,
  recipients: 46_336,
  done: 31_482,
  sent: 31_386,
  delivered: 30_741,
  counts: {
    pending: 14_854,
    sent: 458,
    delivered: 30_741,
    opened: 2214,
    clicked: 341,
    bounced: 187,
    failed: 96,
    skipped: 1874,
  },
}

const progress: RunProgress = {
  ...row,
  audience_names: ['Active buyers'],
  is_everyone: false,
  template_name: 'Restock v7',
  started_by: 'Meera Iyer',
  campaign: { repeats: false, next_run: null, status: 'executing', paused_on: null },
  subject: 'It is back',
  rate_per_second: 82,
  seconds_left: 181,
  skipped: { unsubscribed: 1800, no_address: 74 },
  failed: { mailbox_missing: 310 },
  reports_delivery: true,
  ab_test: null,
  over_time: [
    { at: NOON, sent: 0, delivered: 0, opened: 0, clicked: 0 },
    { at: NOON + 300, sent: 31_386, delivered: 30_741, opened: 2214, clicked: 341 },
  ],
}

const recipient = (seq: number, name: string, change: Partial<Recipient> = {}): Recipient => ({
  uuid: `${RUN}.${seq}`,
  contact_uuid: `0198c0de-0000-7000-8000-0000000001${String(seq).padStart(2, '0')}`,
  name,
  email: `${name.split(' ')[0]?.toLowerCase()}@posta.example`,
  phone_number: null,
  current_status: 'clicked',
  status_code: 3,
  reason: null,
  reason_text: null,
  reason_text_sentence: null,
  detail: null,
  attempts: 1,
  opened: true,
  clicked: true,
  last_event_on: NOON + 200,
  variant: null,
  test_group: null,
  status: { sent: NOON + 100 },
  ...change,
})

const recipients = [
  recipient(1, 'Ishita Menon'),
  recipient(2, 'Noor Haddad', {
    current_status: 'failed',
    status_code: 2,
    reason: 'render_error',
    reason_text: 'The message couldn’t be rendered for this contact.',
    detail: 'last_order_total',
  }),
]

const event = (kind: TrailEvent['kind'], change: Partial<TrailEvent> = {}): TrailEvent => ({
  kind,
  at: NOON + 100,
  millisecond: 480,
  source: 'provider',
  values: {},
  text: 'In English.',
  text_sentence: { key: 'deliveries.trail.waiting' },
  bot: false,
  answer: null,
  ...change,
})

let api: ApiStub
let stop: (() => void) | undefined

async function open(address: string) {
  const app = await renderApp(address, user())
  stop = app.stop
  return app
}

beforeEach(() => {
  api = stubApi({
    'GET /api/installation': () => ok({ name: 'Notifly', version: '1', sandbox_url: null, sandbox_warning: false }),
    'GET /api/dashboard/application': () => ok([]),
    [`GET /api/verticals/${APPLICATION}`]: () => ok({ timezone: 'Asia/Kolkata' }),
    [`GET ${LIST}`]: () => page([row]),
    [`GET ${ONE}`]: () => page(recipients, 46_336),
    [`GET ${ONE}/links`]: () => ok({ clicks: 0, links: [] }),
    [`GET ${ONE}/mail`]: () => ok({ variant: null, html: '', links: [], recipient: null }),
    [`GET ${ONE}/open-times`]: () => ok([]),
    [`GET ${ONE}/domains`]: () => ok([]),
    [`GET ${ONE}/summary`]: () => ok(progress),
    [`GET ${ONE}/events`]: asked => {
      const chosen = recipients.find(each => each.uuid === asked.query.get('recipient'))
      const events = [
        event('sent', { values: { attempt: 1 }, answer: '250 2.0.0 queued' }),
        event('opened', { source: 'recipient', values: { browser: 'Safari', system: 'iOS' } }),
        event('clicked', { source: 'recipient', bot: true, values: { bot_reason: 'trap' } }),
      ]
      return chosen ? ok({ recipient: chosen, timezone: 'Europe/Prague', events }) : failed('notFound')
    },
  })
})

afterEach(() => {
  stop?.()
  api.restore()
  session.set(undefined)
  setFlags({ unauthorized: false, forbidden: undefined, pageError: undefined, makerChecker: false })
})

test('the list shows runs with progress, and each number leads to the recipients behind it', async () => {
  const { screen } = await open(`/applications/${APPLICATION}/delivery`)
  await expect.element(screen.getByRole('link', { name: 'Autumn restock' })).toHaveAttribute('href', PAGE)
  await expect.element(screen.getByText('31,482 / 46,336')).toBeVisible()
  const failedLink = screen.getByRole('link', { name: '283' })
  await expect.element(failedLink).toHaveAttribute('href', expect.stringContaining('status=failed'))
  expect(await axeFindings()).toEqual([])
})

test('the list filters by its address and offers to clear what finds nothing', async () => {
  api.on(`GET ${LIST}`, asked => page(asked.query.get('status') === 'paused' ? [] : [row]))
  const { screen, address } = await open(`/applications/${APPLICATION}/delivery?channel=email&status=paused`)
  await screen.getByRole('button', { name: 'Clear filters' }).click()
  await expect.element(screen.getByRole('link', { name: 'Autumn restock' })).toBeVisible()
  expect(address()).toBe(`/applications/${APPLICATION}/delivery`)
  expect(api.asked.find(call => call.path === LIST)?.query.get('notification_type')).toBe('email')
})

test('days without a run are named, with the campaign that ran last and the days that have runs', async () => {
  api.on(`GET ${LIST}`, ({ query }) => page(query.get('from') === '2026-07-01' ? [] : [row]))
  const { screen, address } = await open(`/applications/${APPLICATION}/delivery?from=2026-07-01&to=2026-07-05`)
  await expect.element(screen.getByText('Nothing from 1 July 2026 to 5 July 2026')).toBeVisible()
  await expect.element(screen.getByText('Latest: Autumn restock, 18 November 2026')).toBeVisible()
  await screen.getByRole('button', { name: 'Show 20 October 2026 to 18 November 2026' }).click()
  await expect.element(screen.getByRole('link', { name: 'Autumn restock' })).toBeVisible()
  expect(address()).toContain('from=2026-10-20&to=2026-11-18')
})

test('a run says how far it is, what came of it and when it will be through', async () => {
  const { screen } = await open(PAGE)
  await expect.element(screen.getByRole('heading', { name: 'Autumn restock' })).toBeVisible()
  await expect.element(screen.getByText(/82 per second · about 3 min left/)).toBeVisible()
  const stats = screen.getByRole('list', { name: 'Run metrics' })
  await expect
    .element(stats.getByRole('link', { name: '30,741' }))
    .toHaveAttribute('href', expect.stringContaining('status=delivered'))
  await expect.element(stats.getByText('2 reasons')).toBeVisible()
  await expect.element(screen.getByRole('img', { name: /Sent 31,386, Delivered 30,741/ })).toBeVisible()
  await screen.getByRole('button', { name: 'Show as table' }).click()
  await expect.element(screen.getByRole('row', { name: /31,386/ })).toBeVisible()
  expect(await axeFindings()).toEqual([])
})

test('a run that was over within a second has no line', async () => {
  const [start, end] = progress.over_time.map(sample => ({ ...sample, at: NOON }))
  const over = { ...progress, status: 'sent', ended_on: NOON, seconds_left: null, over_time: [start, end] }
  api.on(`GET ${ONE}/summary`, () => ok(over))
  const { screen } = await open(PAGE)
  await expect.element(screen.getByText(/^31,386 messages sent within a second/)).toBeVisible()
})

test('a run that was over within a few seconds is told in words, whatever part of its course is shown', async () => {
  const [start, end] = progress.over_time
  const course = [start, { at: NOON + 3, sent: 31_386, delivered: 30_741, opened: 0, clicked: 0 }]
  const quiet = [start, { ...course[1], at: NOON + 3600 }]
  const over = { ...progress, status: 'sent', ended_on: NOON + 3, seconds_left: null, over_time: course }
  api.on(`GET ${ONE}/summary`, () => ok({ ...over, engagement: { hours: quiet, days: [start, end] } }))
  const { screen } = await open(PAGE)
  await expect.element(screen.getByText('Opened 2,214 · Clicked 341')).toBeVisible()
  await screen.getByRole('radio', { name: 'First 48 hours' }).click()
  await expect.element(screen.getByText('No opens or clicks yet')).toBeVisible()
  await screen.getByRole('radio', { name: 'Sending' }).click()
  await expect.element(screen.getByText('31,386 messages sent in 3 seconds')).toBeVisible()
  await expect.element(screen.getByText('Delivered 30,741')).toBeVisible()
})

test('without reports of deliveries what did not come back is delivered, in every figure of the page', async () => {
  const counts = { sent: 46_000, bounced: 300, opened: 10 }
  const ended = {
    status: 'ended' as const,
    ended_on: NOON + 300,
    seconds_left: null,
    sent: 46_300,
    delivered: 46_000,
    done: 46_336,
  }
  api.on(`GET ${ONE}/summary`, () => ok({ ...progress, ...ended, counts, reports_delivery: false }))
  const { screen } = await open(PAGE)
  const stats = screen.getByRole('list', { name: 'Run metrics' })
  await expect.element(stats.getByRole('link', { name: '46,000' })).toBeVisible()
  const numbersBy = (word: string) =>
    screen
      .getByText(word, { exact: true })
      .elements()
      .map(element => element.closest('li')?.querySelector('a')?.textContent)
      .filter(number => number !== undefined)
  expect(numbersBy('Delivered')).toEqual(['46,000', '46,000'])
  expect(numbersBy('Sent')).toEqual(['46,300'])
  await expect.element(screen.getByRole('button', { name: 'Delivered 46,000' })).toBeVisible()
})

test('as long as no report of a delivery came, what was delivered is not known and leads nowhere', async () => {
  const counts = { sent: 31_199, bounced: 187 }
  api.on(`GET ${ONE}/summary`, () => ok({ ...progress, counts, delivered: null }))
  const { screen } = await open(PAGE)
  const stats = screen.getByRole('list', { name: 'Run metrics' })
  await expect.element(stats.getByText('– of sent')).toBeVisible()
  expect(
    stats
      .getByRole('link')
      .elements()
      .map(link => link.getAttribute('href') ?? '')
      .filter(href => href.includes('delivered')),
  ).toEqual([])
})

test('on WhatsApp a message is read, and a button pressed; the run names its template with the language', async () => {
  const one = `${LIST}/whatsapp/${RUN}`
  const whatsapp = { notification_type: 'whatsapp', counts: { sent: 10, read: 4, clicked: 1 } } as const
  const [reader] = recipients
  const template = { template_name: 'order_update', template_language: 'en_US' }
  api.on(`GET ${LIST}`, () => page([{ ...row, ...whatsapp }]))
  api.on(`GET ${one}/summary`, () => ok({ ...progress, ...whatsapp, ...template }))
  api.on(`GET ${one}`, () => page([{ ...reader, status_code: 13 }]))
  api.on(`GET ${one}/events`, () =>
    ok({ recipient: reader, timezone: null, events: [event('opened'), event('clicked', { answer: 'Later' })] }),
  )
  const { screen, router } = await open(`/applications/${APPLICATION}/delivery?channel=whatsapp`)
  await expect.element(screen.getByRole('columnheader', { name: 'Read' })).toBeVisible()
  await router.navigate({ to: `/applications/${APPLICATION}/delivery/whatsapp/${RUN}`, search: { status: 'opened' } })
  await expect.element(screen.getByText(/template order_update, English \(United States\)/)).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Read 4' })).toHaveAttribute('aria-pressed', 'true')
  await expect.element(screen.getByText('Opened')).not.toBeInTheDocument()
  await expect.element(screen.getByRole('cell', { name: 'Clicked a button or link' })).toBeVisible()
  await screen.getByRole('link', { name: 'Ishita Menon' }).click()
  const trail = screen.getByRole('dialog', { name: 'Ishita Menon' }).getByLabelText('Audit trail')
  await expect.element(trail.getByText('Clicked a button or link')).toBeVisible()
  await expect.element(trail.getByText('Read', { exact: true })).toBeVisible()
})

test('a notification is clicked or dismissed, and its buttons say where it was clicked', async () => {
  const one = `${LIST}/webpush/${RUN}`
  const webpush = {
    notification_type: 'webpush',
    counts: { delivered: 40, clicked: 6, dismissed: 23, unsubscribed: 5 },
    sent: 50,
    delivered: 40,
  } as const
  const dismisser = recipient(1, 'Ishita Menon', {
    current_status: 'dismissed',
    opened: false,
    clicked: false,
    status: { sent: NOON, delivered: NOON + 1, dismissed: NOON + 9 },
  })
  api.on(`GET ${LIST}`, () => page([{ ...row, ...webpush }]))
  api.on(`GET ${one}/summary`, () => ok({ ...progress, ...webpush, failed: {}, skipped: {} }))
  api.on(`GET ${one}`, () => page([dismisser]))
  api.on(`GET ${one}/buttons`, () =>
    ok([
      { title: 'Buy now', clicked: 4 },
      { title: null, clicked: 3 },
      { title: 'Later', clicked: 0 },
    ]),
  )
  const { screen, router } = await open(`/applications/${APPLICATION}/delivery?channel=webpush`)
  await expect.element(screen.getByRole('columnheader', { name: 'Dismissed' })).toBeVisible()
  await expect.element(screen.getByRole('columnheader', { name: 'Opened' })).not.toBeInTheDocument()
  await router.navigate({ to: `/applications/${APPLICATION}/delivery/webpush/${RUN}` })
  const stats = screen.getByRole('list', { name: 'Run metrics' })
  const figure = stats.getByRole('link', { name: '23' })
  await expect.element(figure).toHaveAttribute('href', expect.stringContaining('status=dismissed'))
  await expect.element(stats.getByText('57.5% of delivered')).toBeVisible()
  await expect.element(stats.getByText('10.0% of sent')).toBeVisible()
  const buttons = screen.getByRole('region', { name: 'Clicks by button' }).getByRole('listitem')
  await until(() =>
    expect(buttons.elements().map(each => each.textContent)).toEqual([
      'Buy now466.7% of clicks',
      'Notification350.0% of clicks',
      'Later00.0% of clicks',
    ]),
  )
  expect(await axeFindings()).toEqual([])
  await figure.click()
  await expect.element(screen.getByRole('button', { name: 'Dismissed 23' })).toHaveAttribute('aria-pressed', 'true')
  await expect.element(screen.getByRole('cell', { name: 'Dismissed the notification' })).toBeVisible()
  await expect.element(screen.getByTitle('Dismissed', { exact: true })).toBeVisible()
})

test('a search that is still being typed leaves the drawer open that was opened meanwhile', async () => {
  const { screen, address } = await open(PAGE)
  await expect.element(screen.getByRole('link', { name: 'Ishita Menon' })).toBeVisible()
  const find = screen.getByRole('searchbox').element() as HTMLInputElement
  const link = screen.getByRole('link', { name: 'Ishita Menon' }).element() as HTMLElement
  // Both within the pause of the search, whatever the machine does.
  const setValue = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set
  setValue?.call(find, 'ish')
  find.dispatchEvent(new Event('input', { bubbles: true }))
  link.click()
  await until(() => expect(address()).toContain('search=ish'))
  expect(address()).toContain(`#recipient-${RUN}.1`)
  await expect.element(screen.getByRole('dialog', { name: 'Ishita Menon' })).toBeVisible()
})

test('chips filter recipients through the address; a render error names its field', async () => {
  const { screen, address } = await open(PAGE)
  await expect.element(screen.getByText('Couldn’t be rendered: fix “last_order_total”')).toBeVisible()
  await screen.getByRole('button', { name: 'Skipped 1,874' }).click()
  await until(() => expect(address()).toContain('status=skipped'))
  const listed = () => api.asked.filter(call => call.path === ONE).at(-1)
  await until(() => expect(listed()?.query.get('status')).toBe('skipped'))
  await expect.element(screen.getByRole('button', { name: 'Skipped 1,874' })).toHaveAttribute('aria-pressed', 'true')
})

test('the drawer tells what happened to one recipient, arrows step, Escape closes', async () => {
  const { screen, address } = await open(PAGE)
  await screen.getByRole('link', { name: 'Ishita Menon' }).click()
  await until(() => expect(address()).toContain(`#recipient-${RUN}.1`))
  const drawer = screen.getByRole('dialog', { name: 'Ishita Menon' })
  await expect.element(drawer.getByText('Sent to the server')).toBeVisible()
  await expect.element(drawer.getByText('250 2.0.0 queued')).toBeVisible()
  await expect.element(drawer.getByText('Safari on iOS', { exact: false })).toBeVisible()
  await expect.element(drawer.getByText('Clicked a link', { exact: true }).nth(1)).not.toBeInTheDocument()
  await drawer.getByRole('button', { name: 'Show' }).click()
  await expect.element(drawer.getByText('clicked a hidden link', { exact: false })).toBeVisible()
  expect(await axeFindings(drawer.getByRole('list', { name: 'Audit trail' }).element())).toEqual([])
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(screen.getByRole('dialog', { name: 'Noor Haddad' })).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await until(() => expect(address()).not.toContain('#'))
})

test('pausing writes to the campaign; cancelling asks first and names what it costs', async () => {
  const { screen } = await open(PAGE)
  const answer = () => ok({ uuid: CAMPAIGN, status: 'paused' })
  api.on('POST /api/notifications/schedule/email/pause', answer)
  api.on('DELETE /api/notifications/schedule/email', answer)
  await screen.getByRole('button', { name: 'Pause' }).click()
  const written = (method: string) => api.asked.find(call => call.method === method)
  await until(() => expect(written('POST')?.body).toEqual({ uuid: CAMPAIGN }))
  await screen.getByRole('button', { name: 'Cancel run' }).click()
  const dialog = screen.getByRole('dialog', { name: 'Cancel this run of “Autumn restock”?' })
  await expect.element(dialog.getByText(/14,854 unsent messages won’t be sent/)).toBeVisible()
  expect(written('DELETE')).toBeUndefined()
  await dialog.getByRole('button', { name: 'Cancel this run' }).click()
  await until(() => expect(written('DELETE')?.query.get('uuid')).toBe(CAMPAIGN))
})

test('a run that is not ours, and one that cannot be read, say so', async () => {
  api.on(`GET ${ONE}/summary`, () => failed('notFound'))
  const { screen } = await open(PAGE)
  await expect.element(screen.getByText('This page could not be found')).toBeVisible()
  stop?.()
  api.on(`GET ${ONE}/summary`, () => failed('forbidden'))
  const again = await open(PAGE)
  await expect.element(again.screen.getByText('You don’t have permission to do this').first()).toBeVisible()
})
