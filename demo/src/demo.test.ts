// Fills a small demo into a database of its own: its figures are consistent, and every page has content for the owner.
import { randomUUID } from 'node:crypto'
import { createServer } from 'node:net'
import { once } from 'node:events'
import type { RunProgress, RunRow } from '@notifly/contracts/runs/deliveries'
import type { EmailDashboard } from '@notifly/contracts/dashboards/email'
import type { EventName } from '@notifly/contracts/events/events'
import type { Image } from '@notifly/contracts/images/images'
import type { TemplateBlockRow } from '@notifly/contracts/templates/blocks'
import type { Webhook } from '@notifly/contracts/webhooks/webhooks'
import type { CampaignRow } from '@notifly/contracts/campaigns/campaigns'
import { readConfig } from '@notifly/server/config'
import { countActivityOff } from '@notifly/server/engine/activity/rebuild-queries'
import { selectDifferences } from '@notifly/server/engine/upkeep/counter-queries'
import { countDelivered, countHandedOver } from '@notifly/server/engine/states'
import { ensureDefaultRoles } from '@notifly/server/features/roles/roles'
import { createMetrics } from '@notifly/server/http/health'
import { migrateJobs } from '@notifly/server/jobs/run-jobs'
import { createLog } from '@notifly/server/lib/log'
import { createPasswords } from '@notifly/server/lib/passwords'
import { createSecrets } from '@notifly/server/lib/secrets'
import { createSystemMail } from '@notifly/server/lib/mail/system-mail'
import { testDatabase } from '@notifly/server/testing/database'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startSignInServer } from './sign-in-server.ts'
import { fill } from './fill.ts'
import type { Team } from './world/team.ts'
import { openWorld, type World } from './world/world.ts'

const database = await testDatabase({ maxConnections: 6 })
let world: World
let team: Team

beforeAll(async () => {
  await migrateJobs(database.pool)
  await ensureDefaultRoles(database.kysely)
  const port = await freePort()
  const config = readConfig({ PORT: String(port) })
  world = await openWorld({
    config,
    database,
    log: createLog('error'),
    secrets: createSecrets(randomUUID()),
    passwords: createPasswords({ memoryCost: 64, timeCost: 1, parallelism: 1 }),
    mail: createSystemMail({ smtpUrl: 'smtp://127.0.0.1:1', from: config.systemMailFrom }),
    metrics: createMetrics(),
    now: new Date(),
    scale: 0.02,
    password: 'pine-and-harbor-4711',
    sandbox: null,
  })
  team = await fill(world)
  world.moveTo(world.now)
}, 300_000)

afterAll(() => world.close())

const read = <Data>(path: string) => world.call<Data>(team.asha, team.shop.applicationId, 'GET', path)

test('counters and activity of all runs are those of their deliveries', async () => {
  const runs = await database.kysely.selectFrom('run').select(['application_id', 'run_id', 'name']).execute()
  expect(runs.length).toBeGreaterThan(100)
  const off: object[] = []
  for (const { application_id: applicationId, run_id: runId, name } of runs) {
    const differences = await selectDifferences(database.kysely, { applicationId, runId })
    if (differences.length > 0) off.push({ name, differences })
    const activity = await countActivityOff(database.kysely, { applicationId, runId })
    if (Object.values(activity).some(n => n > 0)) off.push({ name, activity })
  }
  expect(off).toEqual([])
})

test('nothing is later than now, and nothing happens before its cause', async () => {
  const { rows } = await sql<{ n: number; late: number; early: number }>`
    select count(*)::int as n, count(*) filter (where last_event_at > ${world.now})::int as late,
      count(*) filter (where (opened_at > '-infinity' and opened_at < sent_at) or (clicked_at > '-infinity' and clicked_at < sent_at)
        or (state >= 5) <> (sent_at > '-infinity'))::int as early
    from delivery`.execute(database.kysely)
  expect(rows[0]?.n).toBeGreaterThan(5000)
  expect(rows[0]).toMatchObject({ late: 0, early: 0 })
})

test('a run says the same in the list, on its page and by its deliveries', async () => {
  const list = await read<RunRow[]>('/api/notifications/delivery?per_page=20')
  expect(list.length).toBe(20)
  for (const { run_uuid: runId, notification_type: channel, sent, delivered } of list) {
    const { reports } = await database.kysely
      .selectFrom('run')
      .where(eb => eb.and({ application_id: team.shop.applicationId, run_id: runId }))
      .select('reports_delivery as reports')
      .executeTakeFirstOrThrow()
    const { rows } = await sql<{ state: number; n: number }>`
      select state, count(*)::int as n from delivery where run_id = ${runId} group by state`.execute(database.kysely)
    const counts = new Map(rows.map(({ state, n }) => [state, n]))
    expect(sent).toBe(countHandedOver(counts))
    expect(delivered).toBe(countDelivered(counts, reports))
    const page = await read<RunProgress>(`/api/notifications/delivery/${channel}/${runId}/summary`)
    expect({ sent: page.sent, delivered: page.delivered }).toEqual({ sent, delivered })
  }
})

test('every page of the owner has something to say', async () => {
  const lists = [
    '/api/notifications/schedule?per_page=100',
    '/api/notifications/delivery',
    '/api/audience',
    '/api/audience/segment',
    '/api/audience/topics',
    '/api/audience/forms',
    '/api/audience/suppression',
    '/api/audience/merge-fields',
    '/api/template',
    '/api/template/whatsapp',
    '/api/approvals?status=0',
    '/api/approvals?status=1',
    '/api/approvals?status=2',
    '/api/tags?kind=campaign',
    '/api/views?list=campaigns',
    '/api/usage-logs',
    '/authP/user',
    '/authP/invite',
    '/authP/role',
    '/authP/audit',
    '/authP/user/licenses',
    '/authP/organization',
    '/api/verticals',
    '/api/notices',
    '/api/search?q=lamp',
    '/api/logs?kind=outgoing',
    '/api/logs?kind=incoming',
    '/api/logs?kind=webhook',
    '/api/logs?kind=api&status=4xx',
    '/api/logs?kind=api&status=ok',
    '/api/events',
    '/api/template-blocks',
    '/api/images',
    '/api/images/folders',
    '/api/webhook',
  ]
  for (const path of lists) expect({ path, data: await read(path) }).not.toMatchObject({ data: [] })
  const halfYearAgo = world.at(-180, '12:00').toISOString().slice(0, 10)
  for (const channel of ['email', 'sms', 'whatsapp', 'webpush', 'mobilepush']) {
    expect(await read(`/api/notifications/${channel}/configuration`)).not.toBeNull()
    const { has_data, totals } = await read<EmailDashboard>(`/api/dashboard/${channel}?from=${halfYearAgo}`)
    expect([channel, has_data, totals.data.clicked > 0]).toEqual([channel, true, true])
  }
  const states = new Set((await read<CampaignRow[]>('/api/notifications/schedule?per_page=100')).map(row => row.status))
  expect([...states].toSorted()).toEqual(['draft', 'failed', 'paused', 'scheduled', 'sent'])
})

test('orders count for the campaigns that led to them, and some come by themselves', async () => {
  const { goals } = await read<EmailDashboard>('/api/dashboard/email')
  const { conversions = 0, campaigns = [], daily = [], revenue } = goals?.data ?? {}
  expect(conversions).toBeGreaterThan(0)
  expect(campaigns.reduce((sum, each) => sum + each.conversions, 0)).toBe(conversions)
  expect(daily.reduce((sum, { count }) => sum + (count ?? 0), 0)).toBe(conversions)
  expect(revenue?.map(({ currency }) => currency)).toContain('GBP')
  const [orders] = await read<EventName[]>('/api/events?search=order_placed')
  expect(orders?.count).toBeGreaterThan(conversions)
})

test('one system was told all but a few at once, the other has been down for days; a block waits for a template', async () => {
  const webhooks = await read<Webhook[]>('/api/webhook')
  const healthOf = (status: string) => webhooks.find(each => each.status === status)?.health ?? []
  const sum = (status: string, of: 'ok' | 'failed') => healthOf(status).reduce((total, day) => total + day[of], 0)
  // A call that failed went well at its second attempt; of a fiftieth of the shop there may be one alone.
  expect(sum('active', 'ok')).toBeGreaterThan(0)
  expect(sum('active', 'failed')).toBeLessThanOrEqual(sum('active', 'ok'))
  expect(
    healthOf('failing')
      .slice(0, 2)
      .some(day => day.ok > 0),
  ).toBe(true)
  expect(
    healthOf('failing')
      .slice(-4)
      .every(day => day.ok === 0 && day.failed > 0),
  ).toBe(true)
  for (const { uuid } of webhooks) expect(await read(`/api/webhook/attempts?uuid=${uuid}`)).not.toEqual([])
  const blocks = await read<TemplateBlockRow[]>('/api/template-blocks')
  expect(blocks.map(each => [each.name, each.version, each.used_in])).toEqual([
    ['Delivery promise', 1, 2],
    ['Footer with opening hours', 2, 2],
    ['Header', 1, 2],
  ])
  expect((await read<Image[]>('/api/images')).every(({ alt }) => alt !== '')).toBe(true)
})

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  await new Promise(resolve => server.close(resolve))
  return port
}

test('the address of the terminal signs its owner in, once', async () => {
  await world.listen()
  const url = world.deps.config.publicUrl
  const { shop, asha } = team
  const door = await startSignInServer(url, {
    email: asha.email,
    password: world.password,
    applicationId: shop.applicationId,
  })
  const open = () => fetch(door.url, { redirect: 'manual' })
  const first = await open()
  expect(first.headers.get('location')).toBe(`${url}/applications/${shop.applicationId}/dashboard`)
  const [cookie = ''] = first.headers.getSetCookie().filter(each => each.startsWith('usr='))
  const headers = { cookie: cookie.split(';')[0] ?? '', 'sec-fetch-site': 'same-origin' }
  const session = (await (await fetch(`${url}/authP/session`, { headers })).json()) as { data: { email: string } }
  expect(session.data.email).toBe(asha.email)
  const second = await open()
  expect(second.headers.getSetCookie()).toEqual([])
  expect(second.headers.get('location')).toBe(`${url}/auth/sign-in`)
  door.stop()
})
