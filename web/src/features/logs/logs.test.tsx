import { PAGING_HEADERS } from '@notifly/contracts/answer'
import type { LogEntry } from '@notifly/contracts/logs/logs'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { page as browser, userEvent } from 'vitest/browser'
import { type ApiStub, APPLICATION, failed, ok, page, stubApi, user } from '../../testing/api-stub.ts'
import { axeFindings } from '../../testing/axe.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { curlOf } from './curl.ts'
import { statusName, statusTone } from './status-names.ts'

const ADDRESS = `/applications/${APPLICATION}/settings/logs`
const idOf = (n: number) => `0198c0de-0000-7000-8000-0000000010${String(n).padStart(2, '0')}`
const RUN = '0198c0de-0000-7000-8000-00000000000b'

const entry = (n: number, change: Partial<LogEntry> = {}): LogEntry => ({
  id: idOf(n),
  endPoint: `https://api.twilio.example/messages/${n}`,
  methodType: 'POST',
  status: 429,
  created_on: 1_795_000_000,
  current_status: 'deferred',
  source: 'Twilio',
  receiver: `+1415555010${n}`,
  channel_response: '{"code":20429,"message":"Too many"}',
  payload: "To=%2B14155550101&Body=It's+back",
  kind: 'outgoing',
  channel: 'sms',
  result: '4xx',
  times: 1,
  run: { uuid: RUN, name: 'Autumn restock', channel: 'sms' },
  recipient_uuid: `${RUN}.1`,
  contact_uuid: null,
  key: null,
  ...change,
})
const ENTRIES = [
  entry(1),
  entry(2, { status: 299, times: 40 }),
  entry(3, { status: 0, current_status: 'own-word' }),
  entry(4, {
    kind: 'webhook',
    channel: null,
    source: 'Data warehouse',
    receiver: '',
    current_status: 'contacts.noExternalId',
  }),
]

let api: ApiStub
let view: Awaited<ReturnType<typeof renderApp>>

beforeEach(() => {
  api = stubApi()
  api.on(`GET /api/verticals/${APPLICATION}`, () => ok({ name: 'Harbor & Pine', timezone: 'Asia/Kolkata' }))
  api.on('GET /api/logs', () => page(ENTRIES, 95))
  for (const each of ENTRIES) api.on(`GET /api/logs/${each.id}`, () => ok(each))
  api.on('GET /authP/user/licenses', () => page([]))
})

afterEach(async () => {
  view.stop()
  api.restore()
  await browser.viewport(1280, 900)
})

test('an entry opens beside the list; arrow keys go through it, and the address says which', async () => {
  await browser.viewport(1440, 900)
  view = await renderApp(ADDRESS, user())
  const { screen } = view
  await expect.element(screen.getByText(/95 entries/)).toBeVisible()
  await expect.element(screen.getByText('own-word')).toBeVisible()
  await expect.element(screen.getByRole('row', { name: /Webhook.*Refused Data warehouse/ })).toBeVisible()
  await expect.element(screen.getByText('Unknown Status Code')).toBeInTheDocument()
  // Eight page links between the arrows.
  await expect.element(screen.getByRole('button', { name: 'Page 8', exact: true })).toBeVisible()
  expect(screen.getByRole('button', { name: 'Page 9', exact: true }).query()).toBeNull()
  expect(await axeFindings()).toEqual([])

  await screen.getByRole('link', { name: /messages\/1/ }).click()
  const panel = screen.getByRole('region', { name: 'Log entry' })
  await expect.element(panel.getByText(/"code": 20429/)).toBeVisible()
  await expect.element(panel.getByRole('link', { name: 'Autumn restock' })).toBeVisible()
  expect(view.address()).toContain(`#entry-${idOf(1)}`)
  await panel.getByRole('radio', { name: 'Raw' }).click()
  await expect.element(panel.getByText('{"code":20429,"message":"Too many"}')).toBeVisible()
  await panel.getByRole('button', { name: 'Copy JSON' }).click()
  await expect.element(panel.getByText('Copied').first()).toBeInTheDocument()
  expect(await axeFindings()).toEqual([])
  await userEvent.keyboard('{ArrowDown}')
  await expect.poll(() => view.address()).toContain(`#entry-${idOf(2)}`)
  await expect.element(panel.getByText('40 times')).toBeVisible()
  await userEvent.keyboard('{ArrowUp}')
  await expect.poll(() => view.address()).toContain(`#entry-${idOf(1)}`)
})

test('filters are in the address and asked for; on a phone an entry fills the screen', async () => {
  await browser.viewport(390, 844)
  view = await renderApp(`${ADDRESS}?kind=outgoing&status=4xx&receiver=%2B14155550101#entry-${idOf(1)}`, user())
  const drawer = view.screen.getByRole('dialog')
  await expect.element(drawer.getByRole('button', { name: 'Copy as curl' })).toBeVisible()
  const asked = api.asked.find(({ path }) => path === '/api/logs')
  expect(Object.fromEntries(asked?.query ?? [])).toEqual({
    kind: 'outgoing',
    status: '4xx',
    receiver: '+14155550101',
    page: '1',
    per_page: '10',
  })
  api.on('GET /api/logs', () => page([]))
  await drawer.getByRole('button', { name: 'Close' }).click()
  await view.screen.getByRole('searchbox', { name: 'Search entries' }).fill('nothing')
  await view.screen.getByRole('button', { name: 'Clear filters' }).click()
  await expect.element(view.screen.getByText('No log entries yet')).toBeVisible()
  await expect.poll(() => view.address()).toBe(ADDRESS)
})

test('on a phone the filters are behind one button, which counts those that narrow the list', async () => {
  await browser.viewport(390, 844)
  view = await renderApp(`${ADDRESS}?kind=outgoing&receiver=%2B14155550101`, user())
  const { screen } = view
  const receiver = screen.getByRole('searchbox', { name: 'Receiver' })
  const kind = screen.getByRole('button', { name: /^Type/ })
  const filters = screen.getByRole('button', { name: 'Filters 2' })
  await expect.element(filters).toHaveAttribute('aria-expanded', 'false')
  await expect.element(receiver).not.toBeInTheDocument()
  await expect.element(kind).not.toBeInTheDocument()
  await filters.click()
  await expect.element(receiver).toHaveValue('+14155550101')
  await expect.element(kind).toBeVisible()
  expect(await axeFindings()).toEqual([])
  await browser.viewport(1280, 900)
  await expect.element(kind).toBeVisible()
  await expect.element(filters).not.toBeInTheDocument()
})

test('where the plan shows no older entries, it says so and leads nowhere', async () => {
  api.on('GET /api/logs', () => {
    const answer = page(ENTRIES, ENTRIES.length)
    answer.headers.set(PAGING_HEADERS.reachesTo, String(Date.UTC(2026, 9, 20, 6, 30) / 1000))
    return answer
  })
  view = await renderApp(ADDRESS, user())
  await expect
    .element(view.screen.getByText(/Your plan shows what happened from .*Oct 20.* on\. Older entries are kept\./))
    .toBeVisible()
  await expect.element(view.screen.getByRole('button', { name: 'Show older entries' })).not.toBeInTheDocument()
})

test('where the log goes on behind the list, it says so and leads on', async () => {
  const last = Date.UTC(2026, 9, 20, 6, 30)
  const lastId = `${last.toString(16).padStart(12, '0').replace(/^.{8}/, '$&-')}-7000-8000-000000000001`
  const cut = (rows: LogEntry[], total: number) => {
    const answer = page(rows, total)
    answer.headers.set(PAGING_HEADERS.reachesTo, String(last / 1000))
    answer.headers.set(PAGING_HEADERS.goesOnBefore, lastId)
    return answer
  }
  api.on('GET /api/logs', () => cut(ENTRIES, 1000))
  view = await renderApp(`${ADDRESS}?page=99`, user())
  const { screen } = view
  await expect.element(screen.getByText(/The newest 1,000 entries/)).toBeVisible()
  expect(screen.getByText(/Showing 1,000 entries/).elements()).toEqual([])
  await screen.getByRole('button', { name: 'Page 100', exact: true }).click()
  await expect.element(screen.getByText(/Showing 1,000 entries, back to Tue, Oct 20.*, 12:00:00 PM\./)).toBeVisible()
  api.on('GET /api/logs', () => cut([], 0))
  await screen.getByRole('searchbox', { name: 'Search entries' }).fill('order')
  await expect.element(screen.getByText(/Searched 5,000 entries, back to/)).toBeVisible()
  expect(await axeFindings()).toEqual([])
  await screen.getByRole('button', { name: 'Search older entries' }).click()
  await expect.poll(() => api.asked.findLast(({ path }) => path === '/api/logs')?.query.get('before')).toBe(lastId)
  expect(view.address()).toContain('search=order')
  await expect.element(screen.getByText(/Entries before Tue, Oct 20.*, 12:00:00 PM\./)).toBeVisible()
  expect(await axeFindings()).toEqual([])
  await screen.getByRole('button', { name: 'Show the newest' }).click()
  await expect.poll(() => view.address()).not.toContain('before')
  expect(view.address()).toContain('search=order')
})

test('a list that cannot be read can be tried again', async () => {
  api.on('GET /api/logs', () => failed('unavailable'))
  view = await renderApp(ADDRESS, user())
  await expect.element(view.screen.getByText('Couldn’t load logs')).toBeVisible()
  api.on('GET /api/logs', () => page(ENTRIES))
  await view.screen.getByRole('button', { name: 'Retry' }).click()
  await expect.element(view.screen.getByRole('link', { name: /messages\/1/ })).toBeVisible()
})

test('codes have the badges and names that are promised', () => {
  expect([0, 100, 101, 200, 206, 207, 301, 400, 429, 500, 599, 600].map(statusTone)).toEqual([
    'light-green',
    null,
    'light-green',
    'light-green',
    'light-green',
    null,
    null,
    'danger',
    'danger',
    'danger',
    'danger',
    null,
  ])
  expect(statusName('POST', 429)).toBe('Too Many Requests')
  expect(statusName('SMTP', 550)).toBe('Mailbox unavailable')
  expect(statusName('POST', 299)).toBeUndefined()
})

test('a command holds no secret, and its quotes are those of a shell', () => {
  expect(curlOf(entry(1), 'https://n.example')).toBe(
    [
      "curl -X POST 'https://api.twilio.example/messages/1'",
      "-H 'Authorization: <your credentials>'",
      "-H 'Content-Type: application/x-www-form-urlencoded'",
      String.raw`--data-raw 'To=%2B14155550101&Body=It'\''s+back'`,
    ].join(' \\\n  '),
  )
  expect(
    curlOf(entry(1, { kind: 'api', endPoint: '/api/v1/x', methodType: 'PUT', payload: '' }), 'https://n.example'),
  ).toBe("curl -X PUT 'https://n.example/api/v1/x' \\\n  -u '<client id>:<client secret>'")
  expect(curlOf(entry(1, { methodType: 'SMTP', endPoint: 'smtp://x:25' }), '')).toBeUndefined()
  expect(curlOf(entry(1, { kind: 'incoming' }), '')).toBeUndefined()
})
