import type { ApplicationStats } from '@notifly/contracts/applications/applications'
import type { RunRow } from '@notifly/contracts/runs/deliveries'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { APPLICATION, type ApiStub, ok, page, stubApi, user } from '../../../testing/api-stub.ts'
import { axeFindings } from '../../../testing/axe.ts'
import { collectToasts } from '../../../testing/collect-toasts.ts'
import { pick } from '../../../testing/pick.ts'
import { renderApp } from '../../../testing/render-app.tsx'
import { until } from '../../../testing/until.ts'
import { campaign } from '../../../testing/wizard-stub.ts'

const UUID = '0198c0de-0000-7000-8000-00000000ca01'
const RUN = '0198c0de-0000-7000-8000-00000000b001'
const PAGE = `/applications/${APPLICATION}/notification/campaign/${UUID}`
const SCHEDULE = '/api/notifications/schedule/email'
const NEXT = 1_796_000_000
const HOLDS = { uuid: UUID, campaignName: 'Hourly alert', status: 'executing', next_run: NEXT } as const

const hourly = campaign({
  ...HOLDS,
  schedule: {
    message_type: { type: 3, interval: 3600 },
    campaign_start_date: { type: 3, local_time: 34_200, timezone: 'Asia/Kolkata' },
    advanced: { delivery_in_users_timezone: false },
  },
  run_uuid: RUN,
  run_status: 'executing',
  sent: 20,
  delivered: 20,
  counts: { sent: 20, pending: 20 },
  next_runs: [NEXT, NEXT + 3600],
  status_reason: '3 runs were missed. Missed: the campaign was paused.',
})

const run = (status: string, change: Partial<RunRow> = {}): RunRow => ({
  uuid: UUID,
  run_uuid: RUN,
  notification_type: 'email',
  name: 'Hourly alert',
  status,
  status_reason: null,
  status_reason_sentence: null,
  planned_on: null,
  started_on: NEXT - 3600,
  ended_on: null,
  matched: 40,
  recipients: 40,
  done: 20,
  sent: 20,
  delivered: 20,
  counts: { sent: 20, pending: 20 },
  ...change,
})
const missed = run('missed', {
  run_uuid: '0198c0de-0000-7000-8000-00000000b002',
  started_on: NEXT - 7200,
  status_reason: 'Missed: the campaign was paused.',
})

let api: ApiStub
let stop: (() => void) | undefined

beforeEach(() => {
  api = stubApi({
    'GET /api/installation': () => ok({ name: 'Notifly', version: '1.0.0', sandbox_url: null, sandbox_warning: false }),
    'GET /api/dashboard/application': () => ok([] satisfies ApplicationStats[]),
    [`GET /api/verticals/${APPLICATION}`]: () =>
      ok({ uuid: APPLICATION, name: 'Shop', timezone: 'Asia/Kolkata', quiet_from: '22:00', quiet_to: '08:00' }),
    [`GET /api/update-notification-vertical/${APPLICATION}`]: () => ok(user()),
    [`GET ${SCHEDULE}`]: () => ok(hourly),
    'GET /api/notifications/delivery': ({ query }) =>
      page(query.get('status') === 'missed' ? [missed] : [run('executing'), missed]),
    [`POST ${SCHEDULE}/pause`]: () => ok({ uuid: UUID, status: 'paused' }),
  })
})

afterEach(() => {
  vi.useRealTimers()
  stop?.()
  api.restore()
})

async function open(address: string) {
  const app = await renderApp(address, user())
  stop = app.stop
  return app
}

const written = (path: string) =>
  api.asked.findLast(call => call.path === `${SCHEDULE}/${path}` && call.method === 'POST')

test('a recurring campaign lists its runs, missed ones with the reason, and those to come', async () => {
  const { screen, address } = await open(PAGE)
  await expect.element(screen.getByText(/^Every hour, first at 9:30 AM · Asia\/Kolkata · Active buyers$/)).toBeVisible()
  await expect.element(screen.getByText(/3 runs were missed\. Missed: the campaign was paused/)).toBeVisible()
  const table = screen.getByRole('table', { name: 'Runs of this campaign' })
  await expect.element(table.getByText('Missed: the campaign was paused.')).toBeVisible()
  const next = screen.getByRole('region', { name: 'Next runs' })
  await until(() => expect(next.getByRole('listitem').elements()).toHaveLength(2))
  expect(await axeFindings()).toEqual([])
  await screen.getByRole('button', { name: /^Status/ }).click()
  await pick(screen.getByRole('menuitemcheckbox', { name: 'Missed' }))
  await until(() => expect(address()).toContain('status=missed'))
  await until(() => expect(table.getByText('Executing').elements()).toHaveLength(0))
})

test('one run is paused from its row, all runs from the top of the page', async () => {
  const { screen } = await open(PAGE)
  const row = screen.getByRole('row').filter({ hasText: 'Executing' })
  await row.getByRole('button', { name: /^Actions/ }).click()
  await pick(screen.getByRole('menuitem', { name: 'Pause this run' }))
  await until(() => expect(written('pause')?.body).toEqual({ uuid: UUID, run_uuid: RUN }))
  await expect.element(screen.getByText(/^Run of “Hourly alert” paused/)).toBeVisible()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], shouldAdvanceTime: true })
  await screen.getByRole('button', { name: 'Pause all runs' }).click()
  await until(() => expect(written('pause')?.body).toEqual({ uuid: UUID }))
  const told = screen.getByText('“Hourly alert” and its upcoming runs are paused')
  await expect.element(told).toBeVisible()
  // Its time stops below the pointer.
  await screen.getByRole('heading', { level: 1 }).hover()
  // What was done with a campaign stays longer than other messages, which leave after three seconds.
  await vi.advanceTimersByTimeAsync(3500)
  expect(told.elements()).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(1500)
  await expect.element(told).not.toBeInTheDocument()
})

test('what is held back says so; resuming it may wait for approval', async () => {
  const held = { ...hourly, status: 'paused', run_status: 'sent', paused_on: NEXT - 60 }
  api.on(`GET ${SCHEDULE}`, () => ok(held))
  const waiting = ok({ approval_uuid: UUID }, { maker_checker: true })
  api.on(`POST ${SCHEDULE}/resume`, () => waiting)
  const { screen } = await open(PAGE)
  await expect.element(screen.getByText(/^Paused since/)).toBeVisible()
  await screen.getByRole('button', { name: 'Resume all runs' }).click()
  const question = screen.getByRole('dialog', { name: 'Sent for approval' })
  await expect.element(question).toBeVisible()
  expect(screen.getByText(/and its upcoming runs resumed/).elements()).toHaveLength(0)
  await userEvent.keyboard('{Escape}')
  await expect.element(question).not.toBeInTheDocument()
})

test('a copy opens in the wizard; a resend says for how many it is, and makes no draft for nobody', async () => {
  const copy = '0198c0de-0000-7000-8000-00000000ca09'
  api.on(`POST ${SCHEDULE}/duplicate`, () => ok({ uuid: copy, campaignName: 'Hourly alert copy' }))
  api.on(`POST ${SCHEDULE}/resend`, () => ok({ uuid: copy, campaignName: 'Hourly alert copy' }))
  api.on(`GET ${SCHEDULE}/resend`, () => ok({ count: 0, estimated: false }))
  const { screen, address } = await open(PAGE)
  const act = async (name: string) => {
    await screen.getByRole('button', { name: 'More actions' }).click()
    await pick(screen.getByRole('menuitem', { name }))
  }
  await act('Resend to non-openers')
  const dialog = screen.getByRole('dialog', { name: 'Resend “Hourly alert”?' })
  await expect.element(dialog.getByText(/All recipients have opened it/)).toBeVisible()
  await expect.element(dialog.getByRole('button', { name: 'Create draft' })).toBeDisabled()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  const told = collectToasts()
  await act('Duplicate')
  await until(() => expect(address()).toContain(`notification/email?draft=${copy}`))
  expect(written('duplicate')?.body).toEqual({ uuid: UUID })
  // It stays longer than other messages, like all that was done with a campaign.
  expect(told).toMatchObject([{ title: 'Draft “Hourly alert copy” created', duration: 'message' }])
})
