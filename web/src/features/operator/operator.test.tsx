import { type OperatorStatus, RISKS } from '@notifly/contracts/operator/operator'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type ApiStub, failed, ok, stubApi, user } from '../../testing/api-stub.ts'
import { axeFindings } from '../../testing/axe.ts'
import { renderApp } from '../../testing/render-app.tsx'

const NOW = 1_795_000_000
const RUN = '0198c0de-0000-7000-8000-00000000aa01'
const SHOP = '0198c0de-0000-7000-8000-00000000aa02'

const STATUS: OperatorStatus = {
  at: NOW,
  troubles: [],
  unsafe_settings: [],
  queue: { due: 12_400, leased: 2000, later: 0, retries: 31, paused: 0, oldest_due_seconds: 4 },
  lanes: [
    {
      uuid: '0198c0de-0000-7000-8000-00000000aa03',
      application_uuid: SHOP,
      application: 'Harbor & Pine',
      channel: 'email',
      class: 'campaign',
      due: 12_400,
      leased: 2000,
      later: 0,
      retries: 31,
      paused: 0,
      oldest_due_seconds: 4,
      blocked_reason: null,
      blocked_reason_sentence: null,
      blocked_since: null,
      connections: 18,
      max_connections: 20,
      messages_per_second: null,
    },
  ],
  lanes_total: 1,
  rates: [{ channel: 'email', sent: 612.5, failed: 1.2, retried: 0.4 }],
  course: Array.from({ length: 60 }, (_, index) => ({ at: NOW - (60 - index) * 60, sent: index * 10, failed: index })),
  workers: [
    {
      uuid: '0198c0de-0000-7000-8000-00000000aa04',
      host_uuid: '0198c0de-0000-7000-8000-00000000aa05',
      pid: 4711,
      started_on: NOW - 7200,
      beat_seconds: 0.3,
      is_silent: false,
      batches: 2,
      connections: 18,
      journal_bytes: 8192,
    },
  ],
  leases_lost: { last_hour: 0, total: 3 },
  counters: { hits_waiting: 5, oldest_hit_seconds: 1, reports_waiting: 0, off: [] },
  jobs: { waiting: 0, running: 1, failed: 0, oldest_seconds: null },
  near_quotas: [
    { application_uuid: SHOP, application: 'Harbor & Pine', what: 'bytes', used: 4_718_592_000, limit: 5_242_880_000 },
    { application_uuid: SHOP, application: 'Harbor & Pine', what: 'contacts', used: 4_999_000, limit: 5_000_000 },
  ],
  backups: {
    last: { moment: NOW - 7200, bytes: 1_288_490_188, seconds: 95 },
    every_hours: 24,
    archive: { last_on: NOW - 21, waiting: 1 },
  },
  restored: null,
  payment_hook: null,
  storage: {
    database_bytes: 5_368_709_120,
    retention_days: 400,
    months_ahead: 3,
    partitions: [
      { table: 'delivery', month: '2026-11', size_bytes: 1_073_741_824, rows: 4_000_000 },
      { table: 'attempt', month: '2026-11', size_bytes: 734_003_200, rows: 4_100_000 },
      { table: 'event', month: '2026-11', size_bytes: 104_857_600, rows: 900_000 },
    ],
  },
}

let api: ApiStub
let view: Awaited<ReturnType<typeof renderApp>>

beforeEach(() => {
  api = stubApi()
  api.on('GET /api/operator', () => ok(STATUS))
})

afterEach(() => {
  view.stop()
  api.restore()
})

test('shows what waits, how fast it leaves, who sends it and what it takes', async () => {
  view = await renderApp('/operator', user())
  const { screen } = view
  await expect.element(screen.getByText('All systems operational')).toBeVisible()
  await expect.element(screen.getByText('Oldest: 4 seconds')).toBeVisible()
  await expect.element(screen.getByText('Email: 613 per second')).toBeVisible()
  await expect.element(screen.getByRole('cell', { name: '18 / 20' })).toBeVisible()
  await expect.element(screen.getByText('4711 on machine 1')).toBeVisible()
  await expect.element(screen.getByText(/kept for 400 days/)).toBeVisible()
  await expect.element(screen.getByRole('cell', { name: '4,999,000' })).toBeVisible()
  await expect.element(screen.getByRole('cell', { name: '90.0%' })).toBeVisible()
  await expect.element(screen.getByText('2 hours ago')).toBeVisible()
  await expect.element(screen.getByText('21 seconds ago')).toBeVisible()
  await expect.element(screen.getByRole('img', { name: /Messages per second from .* peak 590/ })).toBeVisible()
  expect(await axeFindings()).toEqual([])
  await screen.getByRole('button', { name: 'Show as table' }).click()
  await expect.element(screen.getByRole('cell', { name: '570' })).toBeVisible()
})

test('says what is wrong and what to do, most urgent first', async () => {
  const troubles: OperatorStatus['troubles'] = [
    { kind: 'no_worker', seconds: 250, n: null, name: null },
    { kind: 'lane_blocked', seconds: 7300, n: null, name: 'Harbor & Pine' },
    { kind: 'journal_behind', seconds: null, n: 33_554_432, name: null },
  ]
  api.on('GET /api/operator', () => ok({ ...STATUS, troubles, workers: [], lanes: [], lanes_total: 0 }))
  view = await renderApp('/operator', user())
  const { screen } = view
  await expect.element(screen.getByText('3 issues need attention')).toBeVisible()
  await expect.element(screen.getByText(/oldest due batch has waited 4 minutes/)).toBeVisible()
  await expect.element(screen.getByText('Harbor & Pine: provider refuses all messages.')).toBeVisible()
  await expect.element(screen.getByText(/For 2 hours/)).toBeVisible()
  await expect.element(screen.getByText(/32 MB are saved on workers’ disks/)).toBeVisible()
  await expect.element(screen.getByText('No workers running', { exact: true })).toBeVisible()
  await expect.element(screen.getByText('All recipients of running campaigns have been processed.')).toBeVisible()
  expect(await axeFindings()).toEqual([])
})

test('where plans are sold it has the address that the payment provider is to report to, and when it did', async () => {
  const address = 'https://notify.example/hooks/razorpay/Zk3pQ9'
  api.on('GET /api/operator', () =>
    ok({ ...STATUS, payment_hook: { provider: 'Razorpay', address, reported_on: null } }),
  )
  view = await renderApp('/operator', user())
  const panel = view.screen.getByRole('region', { name: 'Payments' })
  await expect.element(panel.getByText(address)).toBeVisible()
  await expect.element(panel.getByRole('button', { name: 'Copy webhook address' })).toBeVisible()
  await expect.element(panel.getByText(/Enter the address in Razorpay’s dashboard/)).toBeVisible()
  expect(await axeFindings()).toEqual([])
  view.stop()
  await view.screen.unmount()
  api.on('GET /api/operator', () =>
    ok({ ...STATUS, payment_hook: { provider: 'Razorpay', address, reported_on: NOW - 21 * 60 } }),
  )
  view = await renderApp('/operator', user())
  await expect.element(panel.getByText('21 minutes ago')).toBeVisible()
  expect(panel.getByText(/Enter the address/).query()).toBeNull()
})

test('names each unsafe setting and what to do about it', async () => {
  const unsafe_settings = RISKS.map((risk, i) => ({ setting: `NOTIFLY_${i}`, risk }))
  api.on('GET /api/operator', () => ok({ ...STATUS, unsafe_settings }))
  view = await renderApp('/operator', user())
  const { screen } = view
  await expect.element(screen.getByText('8 issues need attention')).toBeVisible()
  for (const { setting } of unsafe_settings) await expect.element(screen.getByText(`Check ${setting}.`)).toBeVisible()
  await expect.element(screen.getByText(/The public address uses http, so passwords/)).toBeVisible()
  await expect.element(screen.getByText(/\/metrics returns 404/)).toBeVisible()
  expect(await axeFindings()).toEqual([])
})

test('wrong counters can be rebuilt, run by run', async () => {
  const off = [
    { application_uuid: SHOP, application: 'Harbor & Pine', run_uuid: RUN, name: 'Autumn', off: 7, checked_on: NOW },
  ]
  api.on('GET /api/operator', () => ok({ ...STATUS, counters: { ...STATUS.counters, off } }))
  api.on('POST /api/operator/counters', () => ok(undefined, { message: 'Rebuilding counters.' }))
  view = await renderApp('/operator', user())
  await view.screen.getByRole('button', { name: 'Rebuild counters of Autumn' }).click()
  await expect.element(view.screen.getByText('Rebuilding counters.')).toBeVisible()
  const asked = api.asked.find(({ method }) => method === 'POST')
  expect(asked?.body).toEqual({ application_uuid: SHOP, run_uuid: RUN })
})

test('jobs that failed can run again', async () => {
  const troubles = [{ kind: 'failed_jobs', n: 2 }]
  api.on('GET /api/operator', () => ok({ ...STATUS, troubles }))
  api.on('POST /api/operator/jobs', () => ok(undefined, { message: 'Failed jobs are running again.' }))
  view = await renderApp('/operator', user())
  await expect.element(view.screen.getByText('2 jobs failed.')).toBeVisible()
  await view.screen.getByRole('button', { name: 'Run again' }).click()
  await expect.element(view.screen.getByText('Failed jobs are running again.')).toBeVisible()
})

test('is no page for anybody else', async () => {
  api.on('GET /api/operator', () => failed('notFound'))
  view = await renderApp('/operator', user())
  await expect.element(view.screen.getByText('This page could not be found')).toBeVisible()
  expect(view.screen.getByText('System status', { exact: true }).query()).toBeNull()
})

test('offers another try after a failure, and stands in the profile of an operator', async () => {
  let isDown = true
  api.on('GET /api/operator', () => (isDown ? failed('unavailable') : ok(STATUS)))
  view = await renderApp('/operator', { ...user(), is_operator: true })
  await expect.element(view.screen.getByText('Couldn’t load system status')).toBeVisible()
  isDown = false
  await view.screen.getByRole('button', { name: 'Retry' }).click()
  await expect.element(view.screen.getByText('All systems operational')).toBeVisible()
  await view.screen.getByRole('button', { name: /’s profile$/ }).click()
  await expect.element(view.screen.getByRole('menuitem', { name: 'System status' })).toBeVisible()
})

test('after a restore it says from when the data is, and what waits', async () => {
  const restored = {
    moment: NOW - 90_000,
    restored_on: NOW - 60,
    runs: 2,
    campaigns: 1,
    messages: 31,
    mails: 3,
    requests: 0,
  }
  const backups = { last: null, every_hours: null, archive: null }
  const troubles: OperatorStatus['troubles'] = [{ kind: 'archive_late', seconds: 240, n: null, name: null }]
  api.on('GET /api/operator', () => ok({ ...STATUS, restored, backups, troubles }))
  view = await renderApp('/operator', user())
  const { screen } = view
  const panel = screen.getByRole('region', { name: 'Restored from a backup' })
  await expect.element(panel.getByText('31')).toBeVisible()
  await expect.element(panel.getByText(/Resume a run only if/)).toBeVisible()
  await expect.element(screen.getByText('Not scheduled')).toBeVisible()
  await expect.element(screen.getByText('Set NOTIFLY_BACKUP_DIR to back up on a schedule.')).toBeVisible()
  await expect.element(screen.getByText('The database log isn’t being archived.')).toBeVisible()
  expect(await axeFindings()).toEqual([])
})
