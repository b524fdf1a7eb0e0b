import { PAGING_HEADERS } from '@notifly/contracts/answer'
import { ACTIVITY, ACTIVITY_IDS } from '@notifly/contracts/roles/activities'
import { WEBHOOK_EVENTS, WEBHOOK_GROUPS } from '@notifly/contracts/webhooks/events'
import type { Webhook, WebhookAttempt } from '@notifly/contracts/webhooks/webhooks'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { page as screen } from 'vitest/browser'
import { type ApiStub, APPLICATION, failed, ok, page, stubApi, user } from '../../testing/api-stub.ts'
import { axeFindings } from '../../testing/axe.ts'
import { pick } from '../../testing/pick.ts'
import { renderApp } from '../../testing/render-app.tsx'

const LIST = `/applications/${APPLICATION}/settings/webhook`
const HOOK = '0198c0de-0000-7000-8000-0000000000d1'
const EDIT = `${LIST}/${HOOK}/edit`
const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const OPENED = 103
const IMPORT_ENDED = 901
const DAYS = ['22', '23', '24', '25', '26', '27', '28'].map(day => `2026-11-${day}`)

const hook = (change: Partial<Webhook> = {}): Webhook => ({
  uuid: HOOK,
  id: HOOK,
  name: 'Order system',
  status: 'active',
  platforms: ['email'],
  webhook_url: 'https://shop.example/hooks',
  events: [OPENED, IMPORT_ENDED],
  description: '',
  batch: 1,
  old_secret_until: null,
  failures: 0,
  failing_since: null,
  rests_until: null,
  last_success_on: 1_795_000_000,
  off_since: null,
  health: DAYS.map((day, index) => ({ day, ok: 100 * index, failed: index === 3 ? 7 : 0 })),
  created_on: 1_794_000_000,
  updated_on: 1_794_000_000,
  created_by: 'Asha Raman',
  ...change,
})
const OFF = { status: 'failing', off_since: 1_795_400_000, failing_since: 1_795_000_000 } as const
const FIELDS = {
  name: 'Order system',
  webhook_url: 'https://shop.example/hooks',
  platforms: ['email'],
  events: [OPENED, IMPORT_ENDED],
  description: '',
  batch: 1,
}
const idOf = (n: number) => `0198c0de-0000-7000-8000-00000000200${n}`
const attempt = (n: number, change: Partial<WebhookAttempt> = {}): WebhookAttempt => ({
  uuid: idOf(n),
  message_uuid: '0198c0de-0000-7000-8000-000000003000',
  event: OPENED,
  type: 'message.opened',
  attempt: n,
  ok: true,
  status: 204,
  duration_ms: 84,
  answer: '',
  created_on: 1_795_000_000,
  next_on: null,
  ...change,
})
const ATTEMPTS = [attempt(1), attempt(2, { ok: false, status: 500, answer: '{"error":"locked"}' })]

const events = () =>
  WEBHOOK_GROUPS.map(name => ({
    name,
    items: WEBHOOK_EVENTS.filter(({ group }) => group === name).map(event => ({
      id: event.id,
      name: event.name,
      platform: event.channel,
      count: event.id === OPENED ? 2 : 0,
      checked: false,
    })),
  }))

let api: ApiStub
let view: Awaited<ReturnType<typeof renderApp>>
beforeEach(() => {
  api = stubApi({
    [`GET /api/verticals/${APPLICATION}`]: () => ok({ name: 'Harbor & Pine', timezone: 'Asia/Kolkata' }),
    'GET /api/webhook': () => page([hook()]),
    'GET /api/webhook/event': () => ok(events()),
    'GET /api/webhook/attempts': () => page(ATTEMPTS, 12),
    [`GET /api/webhook/attempts/${idOf(2)}`]: () => ok({ ...ATTEMPTS[1], request: '{"type":"message.opened"}' }),
  })
})
afterEach(() => {
  view.stop()
  api.restore()
})

const sent = (method: string, path: string) => api.asked.findLast(one => one.method === method && one.path === path)
const asked = (path: string) => api.asked.filter(one => one.path === path)
const reader = () => user({ permission_levels: ACTIVITY_IDS.map((): [number, number] => [1, 0]) })

test('the list says how each webhook fares, and names those that were turned off', async () => {
  const off = hook({ uuid: idOf(9), name: 'Data warehouse', ...OFF, last_success_on: null })
  api.on('GET /api/webhook', () => page([hook(), off, hook({ uuid: idOf(8), name: 'Billing', status: 'paused' })]))
  view = await renderApp(LIST, user())
  const table = screen.getByRole('table')
  await expect.element(table.getByText('Order system')).toBeVisible()
  await expect.element(table.getByText('Active', { exact: true })).toBeVisible()
  await expect.element(table.getByText('Off: failing')).toBeVisible()
  await expect.element(table.getByText('Paused')).toBeVisible()
  await expect.element(table.getByText(/2 events/).first()).toBeVisible()
  await expect.element(table.getByRole('img', { name: '2,100 succeeded, 7 failed' }).first()).toBeVisible()
  await expect.element(screen.getByText('A webhook was turned off.')).toBeVisible()
  expect(await axeFindings()).toEqual([])
  await screen.getByRole('link', { name: 'Data warehouse' }).first().click()
  await expect.poll(() => view.address()).toBe(`${LIST}/${idOf(9)}/edit`)
})

test('without any, the list offers the first step', async () => {
  api.on('GET /api/webhook', () => page([]))
  view = await renderApp(LIST, user())
  await expect.element(screen.getByText('Create your first webhook')).toBeVisible()
  await expect.element(screen.getByRole('link', { name: 'New webhook' }).first()).toBeVisible()
})

test('who only reads is offered nothing to do', async () => {
  api.on('GET /api/webhook', () => page([]))
  view = await renderApp(LIST, reader())
  await expect.element(screen.getByText('No webhooks yet')).toBeVisible()
  expect(screen.getByRole('link', { name: 'New webhook' }).elements()).toEqual([])
  api.on('GET /api/webhook', () => page([hook(OFF)]))
  await view.router.navigate({ to: EDIT as never })
  await expect.element(screen.getByLabelText('URL')).toHaveAttribute('readonly')
  await expect.element(screen.getByText(/nothing succeeded for five days/)).toBeVisible()
  expect(screen.getByRole('button', { name: /Save|Send|Pause|Turn on|Replace|Actions/ }).elements()).toEqual([])
})

test('who may not read them is told which right is missing', async () => {
  const rights = ACTIVITY_IDS.map((id): [number, number] => [id === ACTIVITY.webhook ? 0 : 4, 1])
  view = await renderApp(LIST, user({ permission_levels: rights }))
  await expect.element(screen.getByText(/permission “Read: webhooks”/)).toBeVisible()
  expect(asked('/api/webhook')).toEqual([])
})

test('a webhook is created with groups of events; what is refused stays typed, and its secret is shown once', async () => {
  const refused = { errors: [{ field: 'name', key: 'webhooks.nameTaken', message: '' }] } as const
  api.on('POST /api/webhook', () => failed('invalidInput', refused as never))
  view = await renderApp(`${LIST}/new/edit`, user())
  const create = screen.getByRole('button', { name: 'Create webhook' })
  await create.click()
  await expect.element(screen.getByText('Choose at least one event.')).toBeVisible()
  await screen.getByLabelText('URL').fill('https://shop.example/hooks')
  await screen.getByLabelText('Name').fill('Order system')

  const email = screen.getByRole('group', { name: 'Email', exact: true })
  await expect.element(email.getByText('2 webhooks')).toBeVisible()
  await email.getByRole('checkbox', { name: 'Email' }).click()
  await expect.element(email.getByText('9 of 9')).toBeVisible()
  await email.getByRole('checkbox', { name: /message.skipped/ }).click()
  await expect.element(email.getByText('8 of 9')).toBeVisible()
  await screen.getByRole('searchbox', { name: 'Find an event' }).fill('contact.er')
  await screen.getByRole('checkbox', { name: /contact.erased/ }).click()
  await expect.element(screen.getByText('9 events selected · Email')).toBeVisible()
  await screen.getByRole('radio', { name: 'Several together' }).click()
  await screen.getByLabelText('Events per request, at most').fill('50')
  expect(await axeFindings()).toEqual([])
  await create.click()
  await expect.element(screen.getByText('A webhook with this name already exists.')).toBeVisible()
  await expect.element(screen.getByLabelText('URL')).toHaveValue('https://shop.example/hooks')

  api.on('POST /api/webhook', () => ok({ uuid: HOOK, secret: SECRET }))
  await screen.getByLabelText('Name').fill('Orders')
  await create.click()
  const dialog = screen.getByRole('dialog', { name: 'Signing secret of “Orders”' })
  await expect.element(dialog.getByText(SECRET)).toBeVisible()
  expect(sent('POST', '/api/webhook')?.body).toEqual({
    name: 'Orders',
    webhook_url: 'https://shop.example/hooks',
    description: '',
    platforms: ['email'],
    events: [101, 102, 103, 104, 105, 106, 107, 108, 604],
    batch: 50,
  })
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await expect.poll(() => view.address()).toBe(EDIT)
  expect(screen.getByText(SECRET).elements()).toEqual([])
})

test('changes are saved; leaving with unsaved ones asks', async () => {
  api.on('PUT /api/webhook', () => ok(hook()))
  view = await renderApp(EDIT, user())
  const url = screen.getByLabelText('URL')
  await expect.element(url).toHaveValue('https://shop.example/hooks')
  await url.fill('https://shop.example/new')
  await screen.getByRole('link', { name: 'Attempts' }).click()
  await screen.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await screen.getByRole('button', { name: 'Save webhook' }).click()
  await expect.element(screen.getByText('Order system saved')).toBeVisible()
  expect(sent('PUT', '/api/webhook')?.body).toEqual({ ...FIELDS, webhook_url: 'https://shop.example/new' })
})

test('a webhook is paused, its secret is replaced, a test shows what came back, and it is deleted', async () => {
  api.on('PUT /api/webhook', () => ok(hook({ status: 'paused' })))
  api.on('POST /api/webhook/rotate', () => ok({ uuid: HOOK, secret: SECRET, old_secret_until: 1_795_600_000 }))
  const came = { ok: false, status: 500, duration_ms: 120, answer: '{"error":"locked"}', request: '{"type":"x"}' }
  api.on('POST /api/webhook/test', () => ok(came))
  api.on('DELETE /api/webhook', () => ok())
  view = await renderApp(EDIT, user())
  await screen.getByRole('button', { name: 'Pause' }).click()
  await expect.element(screen.getByText('Order system is paused')).toBeVisible()
  expect(sent('PUT', '/api/webhook')?.body).toEqual({ ...FIELDS, status: 'paused' })

  await screen.getByRole('button', { name: 'Replace secret' }).click()
  await screen.getByRole('dialog').getByRole('button', { name: 'Replace secret' }).click()
  await expect.element(screen.getByText(SECRET)).toBeVisible()
  await screen.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click()

  await screen.getByRole('button', { name: 'Send test' }).click()
  const dialog = screen.getByRole('dialog', { name: 'Test “Order system”' })
  await dialog.getByRole('combobox').fill('Imports')
  await pick(screen.getByRole('option', { name: /Imports/ }))
  await dialog.getByRole('button', { name: 'Send test' }).click()
  await expect.element(dialog.getByText(/Failed after 120 ms/)).toBeVisible()
  await expect.element(dialog.getByText(/"error": "locked"/)).toBeVisible()
  expect(sent('POST', '/api/webhook/test')?.body).toEqual({ uuid: HOOK, event: IMPORT_ENDED })
  expect(await axeFindings()).toEqual([])
  await dialog.getByRole('button', { name: 'Close' }).last().click()

  await screen.getByRole('button', { name: 'Actions: Order system' }).click()
  await pick(screen.getByRole('menuitem', { name: 'Delete webhook' }))
  await screen.getByRole('dialog').getByRole('button', { name: 'Delete webhook' }).click()
  await expect.poll(() => view.address()).toBe(LIST)
})

test('attempts are filtered in the address, one opens in a drawer and is sent again', async () => {
  api.on('POST /api/webhook/replay', () => ok({ count: 1, more_since: null }))
  view = await renderApp(`${EDIT}?tab=attempts&status=failed`, user())
  await expect.element(screen.getByText('message.opened').first()).toBeVisible()
  expect(Object.fromEntries(asked('/api/webhook/attempts')[0]?.query ?? [])).toEqual({
    uuid: HOOK,
    status: 'failed',
    page: '1',
    per_page: '10',
  })
  await screen.getByRole('button', { name: /^Event:/ }).click()
  await screen.getByRole('menuitemcheckbox', { name: 'Imports · Ended' }).click()
  await expect.poll(() => view.address()).toBe(`${EDIT}?tab=attempts&status=failed&event=901`)
  await expect.poll(() => asked('/api/webhook/attempts').at(-1)?.query.get('event')).toBe('901')
  await screen.getByRole('link', { name: 'Email · Opened' }).last().click()
  const drawer = screen.getByRole('dialog')
  await expect.element(drawer.getByText(/"error": "locked"/)).toBeVisible()
  await expect.element(drawer.getByText(/"type": "message.opened"/)).toBeVisible()
  expect(await axeFindings()).toEqual([])
  await drawer.getByRole('button', { name: 'Send again' }).click()
  await expect.element(screen.getByText('The event is being sent again')).toBeVisible()
  expect(sent('POST', '/api/webhook/replay')?.body).toEqual({ uuid: HOOK, attempt_uuid: idOf(2) })
})

test('where attempts go on behind the list, it leads to the days before; a list that failed can be tried again', async () => {
  api.on('GET /api/webhook/attempts', () => failed('unavailable'))
  view = await renderApp(`${EDIT}?tab=attempts`, user())
  await expect.element(screen.getByText('Couldn’t load attempts')).toBeVisible()
  const cut = page(ATTEMPTS, 2)
  cut.headers.set(PAGING_HEADERS.reachesTo, String(Date.UTC(2026, 9, 20, 6) / 1000))
  api.on('GET /api/webhook/attempts', () => cut.clone())
  await screen.getByRole('button', { name: 'Retry' }).click()
  await expect.element(screen.getByText('Only the newest 2 attempts are listed.')).toBeVisible()
  await screen.getByRole('button', { name: 'Show older entries' }).click()
  await expect.poll(() => view.address()).toContain('to=2026-10-20')
})

test('one that was turned off is turned on, and what it missed is sent in as many calls as it takes', async () => {
  let isOn = false
  api.on('GET /api/webhook', () => page([hook(isOn ? {} : OFF)]))
  api.on('PUT /api/webhook', () => {
    isOn = true
    return ok(hook())
  })
  view = await renderApp(EDIT, user())
  await expect.element(screen.getByText(/nothing succeeded for five days/)).toBeVisible()
  expect(await axeFindings()).toEqual([])
  await screen.getByRole('button', { name: 'Turn on and recover' }).click()
  const dialog = screen.getByRole('dialog', { name: 'Send events to “Order system” again' })
  await expect.element(dialog.getByRole('radio', { name: 'All of them' })).toBeChecked()
  expect(sent('PUT', '/api/webhook')?.body).toEqual({ ...FIELDS, status: 'active' })

  const refused = { errors: [{ field: 'since', key: 'webhooks.kept', values: { days: 7 }, message: '' }] }
  api.on('POST /api/webhook/recover', () => failed('invalidInput', refused as never))
  await dialog.getByRole('button', { name: 'Send again' }).click()
  await expect.element(dialog.getByText(/Events are kept for 7 days/)).toBeVisible()
  expect(sent('POST', '/api/webhook/recover')?.body).toEqual({ uuid: HOOK, since: OFF.failing_since })

  api.on('POST /api/webhook/recover', () => ok({ count: 100_000, more_since: 1_795_200_000 }))
  await dialog.getByRole('button', { name: 'Send again' }).click()
  await expect.element(dialog.getByText('100,000 events are being sent again.')).toBeVisible()
  api.on('POST /api/webhook/recover', () => ok({ count: 12, more_since: null }))
  await dialog.getByRole('button', { name: 'Send the next ones' }).click()
  await expect.element(screen.getByText('100,012 events are being sent again.')).toBeVisible()
  expect(sent('POST', '/api/webhook/recover')?.body).toEqual({ uuid: HOOK, since: 1_795_200_000 })
  await expect.element(dialog).not.toBeInTheDocument()
})

test('what was given up is sent again from a moment on the clock of the application', async () => {
  api.on('POST /api/webhook/replay', () => ok({ count: 3, more_since: null }))
  view = await renderApp(`${EDIT}?tab=attempts`, user())
  await screen.getByRole('button', { name: 'Send again', exact: true }).click()
  const dialog = screen.getByRole('dialog')
  await dialog.getByLabelText('Since: Hour').fill('9')
  await dialog.getByRole('radio', { name: 'AM' }).click()
  await dialog.getByRole('button', { name: 'Send again' }).click()
  await expect.element(screen.getByText('3 events are being sent again.')).toBeVisible()
  const { since } = { since: 0, ...(sent('POST', '/api/webhook/replay')?.body as { since: number } | undefined) }
  expect(new Date(since * 1000).toLocaleTimeString('en-GB', { timeZone: 'Asia/Kolkata', hour: '2-digit' })).toBe('09')
})
