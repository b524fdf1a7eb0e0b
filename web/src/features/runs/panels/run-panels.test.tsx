import type { RunTest } from '@notifly/contracts/campaigns/ab-tests'
import type { RunProgress } from '@notifly/contracts/runs/deliveries'
import { drawnLinkAddress, OPEN_SPANS } from '@notifly/contracts/runs/panels'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { page as browserPage } from 'vitest/browser'
import { APPLICATION, type ApiStub, failed, ok, page, stubApi, user } from '../../../testing/api-stub.ts'
import { axeFindings } from '../../../testing/axe.ts'
import { renderApp } from '../../../testing/render-app.tsx'
import { until } from '../../../testing/until.ts'

const RUN = '0198c0de-0000-7000-8000-00000000000b'
const ONE = `/api/notifications/delivery/email/${RUN}`
const PAGE = `/applications/${APPLICATION}/delivery/email/${RUN}`
const NOON = 1_795_000_000

const run: RunProgress = {
  uuid: '0198c0de-0000-7000-8000-00000000000a',
  run_uuid: RUN,
  notification_type: 'email',
  name: 'Autumn restock',
  status: 'sent',
  status_reason: null,
  status_reason_sentence: null,
  planned_on: null,
  started_on: NOON,
  ended_on: NOON + 300,
  matched: 100,
  recipients: 100,
  done: 100,
  sent: 100,
  delivered: 98,
  counts: { delivered: 98, opened: 40, clicked: 12, bounced: 2 },
  audience_names: [],
  is_everyone: true,
  template_name: null,
  started_by: null,
  campaign: { repeats: false, next_run: null, status: 'sent', paused_on: null },
  subject: 'It is back',
  rate_per_second: null,
  seconds_left: null,
  skipped: {},
  failed: {},
  reports_delivery: true,
  ab_test: null,
  over_time: [],
}

const links = {
  clicks: 20,
  links: [
    { no: 1, url: 'https://shop.example/sale', clicks: 15, clicked: 9 },
    { no: 0, url: 'https://shop.example/help', clicks: 5, clicked: 4 },
    { no: 2, url: 'https://shop.example/b', clicks: 0, clicked: 0 },
  ],
}

const mail = (...numbers: number[]) =>
  `<body>${numbers.map(no => `<p><a href="${drawnLinkAddress(no)}">Link ${no}</a></p>`).join('')}</body>`

let api: ApiStub
let stop: (() => void) | undefined

beforeEach(() => {
  api = stubApi({
    'GET /api/installation': () => ok({ name: 'Notifly', version: '1', sandbox_url: null, sandbox_warning: false }),
    'GET /api/dashboard/application': () => ok([]),
    [`GET /api/verticals/${APPLICATION}`]: () => ok({ timezone: 'UTC' }),
    [`GET ${ONE}`]: () => page([], 100),
    [`GET ${ONE}/summary`]: () => ok(run),
    [`GET ${ONE}/links`]: () => ok(links),
    [`GET ${ONE}/mail`]: () => ok({ variant: null, html: mail(0, 1, 2), links: [0, 1, 2], recipient: 'Ishita Menon' }),
    [`GET ${ONE}/open-times`]: () =>
      ok([...OPEN_SPANS, null].map((end, index) => ({ until: end, opened: index === 0 ? 30 : index === 9 ? 10 : 0 }))),
    [`GET ${ONE}/domains`]: () =>
      ok([
        { domain: 'posta.example', sent: 90, bounced: 2, complained: 1, opened: 38, clicked: 11 },
        { domain: null, sent: 10, bounced: 0, complained: 0, opened: 2, clicked: 1 },
      ]),
  })
})

afterEach(async () => {
  stop?.()
  api.restore()
  await browserPage.viewport(1280, 900)
})

async function open(path = PAGE) {
  const app = await renderApp(path, user())
  stop = app.stop
  return app
}

/** What the frame is told to draw: its own origin keeps everybody else from looking into it. */
function drawing() {
  const frame = document.querySelector<HTMLIFrameElement>('iframe[title="The email with its clicks"]')
  if (frame?.contentWindow == null) throw new Error('there is no picture')
  return frame
}

test('links are listed with people, clicks and share, and each leads to those who clicked it', async () => {
  await browserPage.viewport(1440, 900)
  const { screen, address } = await open()
  const table = screen.getByRole('table', { name: 'Clicks in the email' })
  await expect.element(table.getByRole('row', { name: 'shop.example/sale 9 15 75.0%' })).toBeVisible()
  await expect.element(table.getByRole('row', { name: 'shop.example/b 0 0 0.0%' })).toBeVisible()
  await expect.element(screen.getByText(/^As sent to Ishita Menon/)).toBeVisible()
  const box = drawing().getBoundingClientRect()
  expect(box.width).toBeGreaterThan(300)
  expect(await axeFindings()).toEqual([])
  await table.getByRole('link', { name: '9' }).click()
  await until(() => expect(address()).toContain('link=1'))
  const asked = () => api.asked.filter(call => call.path === ONE).at(-1)
  await until(() => expect(asked()?.query.get('link')).toBe('1'))
  await screen.getByRole('button', { name: 'Clicked shop.example/sale' }).click()
  await until(() => expect(address()).not.toContain('link='))
})

test('a link that is pressed in the picture leads to those who clicked it; what else the frame says leads nowhere', async () => {
  const { screen, address } = await open()
  await expect.element(screen.getByText(/^As sent to Ishita Menon/)).toBeVisible()
  const press = (pressed: unknown, source: Window | null = drawing().contentWindow) =>
    window.dispatchEvent(new MessageEvent('message', { source, data: { pressed } }))
  press('https://shop.example/sale')
  press(7)
  press(drawnLinkAddress(1), window)
  press(drawnLinkAddress(0))
  await until(() => expect(address()).toContain('link='))
  expect(address()).toContain('link=0')
  expect(api.asked.filter(call => call.query.has('link')).map(call => call.query.get('link'))).not.toContain('1')
})

test('how soon it was opened and at which domains are told with every number, and lead to the people behind it', async () => {
  const { screen, address } = await open()
  const times = screen.getByRole('region', { name: 'Time to open' }).getByRole('listitem')
  await until(() =>
    expect(times.elements().map(each => each.textContent)).toEqual([
      'up to 10 minutes3075.0%',
      'up to 30 minutes00.0%',
      'up to 1 hour00.0%',
      'up to 3 hours00.0%',
      'up to 6 hours00.0%',
      'up to 12 hours00.0%',
      'up to 1 day00.0%',
      'up to 2 days00.0%',
      'up to 7 days00.0%',
      'later1025.0%',
    ]),
  )
  await times.last().getByRole('link', { name: '10' }).click()
  await until(() => expect(address()).toContain('open_span=9'))
  await expect.element(screen.getByRole('button', { name: 'Time to open: later' })).toBeVisible()
  expect(api.asked.some(call => call.query.get('open_span') === '9')).toBe(true)
  const domains = screen.getByRole('table', { name: 'Recipient domains' })
  await expect.element(domains.getByRole('row', { name: 'posta.example 90 2 1 38 11' })).toBeVisible()
  await expect.element(domains.getByRole('row', { name: 'Other domains 10 0 0 2 1' })).toBeVisible()
})

test('numbers of domains lead to the recipients behind them, whose filter is told and taken away again', async () => {
  const { screen, address } = await open()
  const domains = screen.getByRole('table', { name: 'Recipient domains' })
  await expect
    .element(domains.getByRole('link', { name: '90' }))
    .toHaveAttribute('href', `${PAGE}?status=sent%2Cdelivered%2Ccomplained%2Cbounced&domain=posta.example#recipients`)
  await domains
    .getByRole('row', { name: /^Other domains/ })
    .getByRole('link', { name: '2' })
    .click()
  const asked = () => api.asked.filter(call => call.path === ONE).at(-1)
  await until(() => expect(asked()?.query.get('domain')).toBe('-posta.example'))
  expect(asked()?.query.get('status')).toBe('opened')
  await screen.getByRole('button', { name: 'Domain: other' }).click()
  await until(() => expect(address()).not.toContain('domain='))
  expect(address()).toContain('status=opened')
  await until(() => expect(asked()?.query.has('domain')).toBe(false))
})

test('what recipients read with and their mailbox provider narrow the list and its file alike', async () => {
  const filter = { status: 'clicked', browser: '-Chrome,Safari', device: 'mobile', mailbox: 'Gmail' }
  api.on(`GET ${ONE}/export`, () => failed('internal'))
  const { screen, router, address } = await open()
  await router.navigate({ to: PAGE, search: filter })
  for (const name of ['Browser: other', 'Device: phone', 'Mailbox provider: Gmail'])
    await expect.element(screen.getByRole('button', { name })).toHaveAttribute('aria-pressed', 'true')
  const askedOf = (path: string) => api.asked.filter(call => call.path === path).at(-1)?.query
  await until(() => expect(Object.fromEntries(askedOf(ONE) ?? [])).toMatchObject(filter))
  await screen.getByRole('button', { name: 'Export', exact: true }).click()
  await until(() => expect(Object.fromEntries(askedOf(`${ONE}/export`) ?? [])).toEqual({ format: 'csv', ...filter }))
  await screen.getByRole('button', { name: 'Clear filters' }).click()
  // The list without filters is known already, and asked for again only after a while.
  await until(() => expect(address()).not.toMatch(/browser|device|mailbox|status/))
  await expect.element(screen.getByRole('button', { name: 'Device: phone' })).not.toBeInTheDocument()
})

test('recipients are exported while there are some: not of a filter that finds none, nor of a run that is too old', async () => {
  api.on(`GET ${ONE}`, ({ query }) => page([], query.has('status') ? 0 : 100))
  const { screen, router } = await open()
  const button = screen.getByRole('button', { name: 'Export', exact: true })
  await expect.element(button).toBeEnabled()
  await router.navigate({ to: PAGE, search: { status: 'skipped' } })
  await expect.element(button).toBeDisabled()
  stop?.()
  api.on(`GET ${ONE}/summary`, () => ok({ ...run, details_removed_on: NOON }))
  const { screen: old } = await open()
  await expect.element(old.getByText('Details no longer available')).toBeVisible()
  await expect.element(button).not.toBeInTheDocument()
})

test('each variant of a test has its own picture and its own links', async () => {
  const variant = { template_name: null, recipients: 50, sent: 50, opened: 20, clicked: 6, unsubscribed: 0 }
  const ab_test: RunTest = {
    part: 'content',
    metric: 'clicked',
    share: 100,
    after_hours: 1,
    state: 'ended',
    decide_on: null,
    winner: null,
    decided_on: null,
    decided_by: null,
    verdict: null,
    variants: [
      { no: 1, subject: 'One', ...variant },
      { no: 2, subject: 'Two', ...variant },
    ],
    rest: { recipients: 0, sent: 0, opened: 0, clicked: 0, unsubscribed: 0 },
  }
  api.on(`GET ${ONE}/summary`, () => ok({ ...run, ab_test }))
  api.on(`GET ${ONE}/mail`, ({ query }) => {
    const no = Number(query.get('variant') ?? 1)
    const own = no === 1 ? [0, 1] : [2]
    return ok({ variant: no, html: mail(...own), links: own, recipient: null })
  })
  const { screen } = await open()
  const table = screen.getByRole('table', { name: 'Clicks in the email' })
  await expect.element(table.getByText('shop.example/sale')).toBeVisible()
  await expect.element(screen.getByRole('radio', { name: 'Variant A' })).toBeChecked()
  await screen.getByRole('radio', { name: 'Variant B' }).click()
  await expect.element(table.getByText('shop.example/b')).toBeVisible()
  await expect.element(table.getByText('shop.example/sale')).not.toBeInTheDocument()
})

test('before anybody answers the panels say so, and on a phone nothing is wider than the screen', async () => {
  await browserPage.viewport(390, 844)
  api.on(`GET ${ONE}/links`, () =>
    ok({ clicks: 0, links: [{ no: 0, url: 'https://x.example', clicks: 0, clicked: 0 }] }),
  )
  api.on(`GET ${ONE}/open-times`, () => ok([]))
  api.on(`GET ${ONE}/domains`, () => ok([]))
  const { screen } = await open()
  await expect.element(screen.getByText('No clicks yet')).toBeVisible()
  await expect.element(screen.getByText('No opens yet')).toBeVisible()
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
  expect(await axeFindings()).toEqual([])
})

test('a panel that cannot be read says so by itself', async () => {
  api.on(`GET ${ONE}/links`, () => failed('forbidden'))
  const { screen } = await open()
  const panel = screen.getByRole('region', { name: 'Clicks in the email' })
  await expect.element(panel.getByText('You don’t have permission to do this')).toBeVisible()
  await expect.element(screen.getByRole('table', { name: 'Recipient domains' })).toBeVisible()
})

test('a run whose details are gone keeps its clicks, without the people and what else was counted of them', async () => {
  const gone = links.links.map(link => ({ ...link, clicked: null }))
  api.on(`GET ${ONE}/links`, () => ok({ ...links, links: gone }))
  api.on(`GET ${ONE}/summary`, () => ok({ ...run, details_removed_on: NOON + 900 }))
  const { screen } = await open()
  const table = screen.getByRole('table', { name: 'Clicks in the email' })
  await expect.element(table.getByRole('row', { name: 'shop.example/sale – 15 75.0%' })).toBeVisible()
  expect(table.getByRole('link').elements()).toEqual([])
  await expect.element(screen.getByRole('region', { name: 'Time to open' })).not.toBeInTheDocument()
})

test('a run with a goal says what it brought about, in each currency', async () => {
  const goal = {
    event: 'order',
    properties: [{ property: 'total', type: 'number', op: 'greater_than', value: 10 } as const],
    ...{ click_days: 7, open_days: 1, revenue_property: 'total', currency_property: 'currency', currency: 'EUR' },
  }
  const revenue = [
    { currency: 'EUR', amount: '18240.5' },
    { currency: 'USD', amount: '99.9' },
  ]
  api.on(`GET ${ONE}/summary`, () => ok({ ...run, goal: { goal, conversions: 55, converted: 49, revenue } }))
  const { screen } = await open()
  const stats = screen.getByRole('list', { name: 'Goal' })
  await expect.element(stats.getByText('55', { exact: true })).toBeVisible()
  await expect.element(stats.getByText('50.0%')).toBeVisible()
  await expect.element(stats.getByText('49 recipients')).toBeVisible()
  await expect.element(stats.getByText('€18,240.50')).toBeVisible()
  await expect.element(stats.getByText('$99.90')).toBeVisible()
  const words = '“order” · where total is more than 10 · 7 days after a click, 1 day after an open · revenue from total'
  await expect.element(stats.getByText(words)).toBeVisible()
  const door = expect.stringMatching(/\?status=converted#recipients$/)
  await expect.element(stats.getByRole('link', { name: '55', exact: true })).toHaveAttribute('href', door)
})

test('the replies that people pressed in WhatsApp are counted on the page of its run', async () => {
  const one = `/api/notifications/delivery/whatsapp/${RUN}`
  const whatsapp = { notification_type: 'whatsapp', counts: { delivered: 40, clicked: 4 } } as const
  api.on(`GET ${one}/summary`, () => ok({ ...run, ...whatsapp }))
  api.on(`GET ${one}`, () => page([]))
  api.on(`GET ${one}/open-times`, () => ok([]))
  api.on(`GET ${one}/buttons`, () => ok([{ title: 'Keep one', clicked: 3 }]))
  const { screen } = await open(`/applications/${APPLICATION}/delivery/whatsapp/${RUN}`)
  const buttons = screen.getByRole('region', { name: 'Clicks by button' })
  await expect.element(buttons.getByText('75.0% of clicks')).toBeVisible()
})
