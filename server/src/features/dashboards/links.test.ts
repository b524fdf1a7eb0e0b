import type { EmailDashboard } from '@notifly/contracts/dashboards/email'
import { expect, test } from 'vitest'
import { testApp } from '../../testing/app.ts'
import { dashboardsOf } from '../../testing/dashboards.ts'
import { insertActivity, insertRunWithActivity } from '../../testing/engine/kept-activity.ts'

const kit = await testApp()
const { pool } = kit.database
const owner = await kit.withApplication()
const { ask, read } = dashboardsOf(kit, owner)
const run = await insertRunWithActivity(kit.database, owner.applicationId)
await insertActivity(kit.database, owner.applicationId, run, '2026-03-08T10:00:00Z', { accepted: 40, clicked: 7 })
await pool.query(
  "insert into run_link (application_id, run_id, no, url, clicks) values ($1, $2, 0, 'https://shop.example/sale', 7)",
  [owner.applicationId, run.runId],
)
const range = 'from=2026-03-01&to=2026-03-31'

test('links that take longer than the rest are not loaded yet, and are there when the page asks again', async () => {
  const client = await pool.connect()
  await client.query('begin')
  await client.query('lock table run_link in access exclusive mode')
  const { status, data } = await ask<EmailDashboard>(`email?${range}`)
  expect([status, data.totals.data.sent, data.top_links]).toEqual([200, 40, { data: null, is_loaded: false }])
  await client.query('commit')
  client.release()
  expect((await read(`email?${range}`)).top_links.data).toEqual([
    { url: 'https://shop.example/sale', clicks: 7, runs: 1 },
  ])
})

test('links that fail after the dashboard was answered are told to be unreadable when the page asks again', async () => {
  const asked = 'email?from=2026-03-02&to=2026-03-31'
  const client = await pool.connect()
  await client.query('begin')
  await client.query('lock table run_link in access exclusive mode')
  expect((await ask<EmailDashboard>(asked)).data.top_links.is_loaded).toBe(false)
  kit.clock.advance(5000)
  await pool.query(
    "select pg_cancel_backend(pid) from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
  )
  await client.query('commit')
  client.release()
  expect((await read<EmailDashboard>(asked)).top_links).toEqual({ data: null, is_loaded: true })
  kit.clock.advance(10_000)
  expect((await read<EmailDashboard>(asked)).top_links.data).toHaveLength(1)
})

test('links that cannot be read are never shown as none', async () => {
  await pool.query('alter table run_link rename to run_link_away')
  const { totals, top_links } = await read<EmailDashboard>(`email?${range}&notification=${run.campaignId}`)
  expect([totals.data.sent, top_links]).toEqual([40, { data: null, is_loaded: true }])
  await pool.query('alter table run_link_away rename to run_link')
  // A failure is kept for as long as the read took.
  kit.clock.advance(10_000)
  const again = await read<EmailDashboard>(`email?${range}&notification=${run.campaignId}`)
  expect(again.top_links.data).toHaveLength(1)
})
