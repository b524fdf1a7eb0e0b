/** Recipients by browser, system, device, mailbox provider and domain: as many are listed as dashboards and panels count. */
import type { EmailDashboard } from '@notifly/contracts/dashboards/email'
import type { WebpushDashboard } from '@notifly/contracts/dashboards/push'
import type { Recipient } from '@notifly/contracts/runs/deliveries'
import type { RunDomain } from '@notifly/contracts/runs/panels'
import Papa from 'papaparse'
import { beforeAll, expect, test } from 'vitest'
import type { Outcome } from '../../channels/provider.ts'
import { applyEvents } from '../../engine/events/apply-events.ts'
import { correctActivity } from '../../engine/activity/rebuild-queries.ts'
import { type ApplicationOwner, testApp } from '../../testing/app.ts'
import { dashboardsOf } from '../../testing/dashboards.ts'
import { sentRun } from '../../testing/engine/sent-run.ts'

const kit = await testApp()
const { database } = kit
let owner: ApplicationOwner
let run: { runId: string; campaignId: string }

const CHROME = { browser: 'Chrome', system: 'Windows', device: 'desktop' }
const SAFARI = { browser: 'Safari', system: 'iOS', device: 'mobile' }
const ODD = { browser: 'Lynx 2', system: 'Plan 9', device: 'desktop' }
const DOMAINS = ['gmail.com', 'googlemail.com', 'hotmail.fr', 'firm.example', 'shop.example', 'gmail.com']
const BOUNCED: Outcome = { kind: 'bounced', reason: 'mailbox_missing', code: '550', answer: '550 no', suppress: false }

beforeAll(async () => {
  owner = await kit.withApplication()
  const { applicationId } = owner
  run = await sentRun(database, applicationId, {
    contacts: 12,
    outcome: seq =>
      seq === 6 ? BOUNCED : seq === 12 ? undefined : { kind: 'sent', answer: '250 2.0.0 queued as 4F8x' },
  })
  await database.pool.query(
    `update delivery set address = 'p' || seq || '@' || ($2::text[])[(seq - 1) % 6 + 1] where run_id = $1`,
    [run.runId, DOMAINS],
  )
  const event = { applicationId, runId: run.runId, source: 'recipient', bot: false, at: new Date() } as const
  await applyEvents(database, [
    { ...event, seq: 1, kind: 'opened', detail: CHROME },
    { ...event, seq: 1, kind: 'opened', detail: CHROME },
    { ...event, seq: 1, kind: 'opened', detail: SAFARI },
    // Opened with one and clicked with the other.
    { ...event, seq: 2, kind: 'opened', detail: SAFARI },
    { ...event, seq: 2, kind: 'clicked', linkNo: 0, detail: CHROME },
    { ...event, seq: 3, kind: 'clicked', linkNo: 0, detail: ODD },
    { ...event, seq: 4, kind: 'clicked', linkNo: 1, detail: { browser: 'Brave', system: '', device: 'desktop' } },
    { ...event, seq: 5, kind: 'opened', bot: true, detail: CHROME },
    { ...event, seq: 7, kind: 'opened' },
    { ...event, seq: 8, kind: 'clicked', linkNo: 0, detail: SAFARI },
    { ...event, seq: 9, kind: 'opened', detail: ODD },
    { ...event, source: 'provider', seq: 10, kind: 'complained' },
  ])
  // The addresses changed by hand above are counted where they are now.
  await database.kysely.transaction().execute(tx => correctActivity(tx, { applicationId, runId: run.runId }))
  // Of another run of the same people.
  const other = await sentRun(database, applicationId, { contacts: 0, messages: 12, name: 'Winter sale' })
  await applyEvents(database, [{ ...event, runId: other.runId, seq: 11, kind: 'clicked', linkNo: 0, detail: CHROME }])
})

const ONE = () => `/api/notifications/delivery/email/${run.runId}`

/** Numbers of the recipients that are listed, of all pages and of the file: these are the same. */
async function listed(filter: Record<string, string>, { bearer } = owner, one = ONE()): Promise<number[]> {
  const query = new URLSearchParams(filter).toString()
  const list = await kit.call<Recipient[]>('GET', `${one}?per_page=50&${query}`, { bearer })
  expect([query, list.status]).toEqual([query, 200])
  const file = await kit.app.inject({
    url: `${one}/export?${query}`,
    headers: { authorization: `Bearer ${bearer}` },
  })
  const { data } = Papa.parse<Record<string, string>>(file.body.replace('\uFEFF', ''), {
    header: true,
    skipEmptyLines: true,
  })
  expect(data.map(row => row.delivery_id)).toEqual(list.data.map(({ uuid }) => uuid))
  expect(list.headers['x-notifly-total-count']).toBe(String(list.data.length))
  return list.data.map(({ uuid }) => Number(uuid.split('.')[1]))
}

const dashboard = () => dashboardsOf(kit, owner).read<EmailDashboard>(`email?notification=${run.campaignId}`)

test('as many recipients are listed as a dashboard counts by browser, system and device, of opens and of clicks', async () => {
  const { section_5, systems, devices } = await dashboard()
  const counted = { browser: section_5.data, system: systems.data, device: devices.data }
  expect(counted.browser).toEqual(
    expect.arrayContaining([
      { name: 'Chrome', opened: 1, clicked: 1, count: expect.any(Number) },
      { name: 'other', opened: 1, clicked: 1, count: expect.any(Number) },
    ]),
  )
  for (const [part, slices] of Object.entries(counted)) {
    expect(slices.length).toBeGreaterThan(1)
    for (const { name, opened, clicked } of slices) {
      const found = [
        (await listed({ [part]: name, status: 'opened' })).length,
        (await listed({ [part]: name, status: 'clicked' })).length,
      ]
      expect([part, name, ...found]).toEqual([part, name, opened, clicked])
    }
  }
})

test('with clicks those who clicked with it are listed, else those who opened or clicked with it, machines never', async () => {
  expect(await listed({ browser: 'Chrome', status: 'opened' })).toEqual([1])
  expect(await listed({ browser: 'Chrome', status: 'clicked' })).toEqual([2])
  expect(await listed({ browser: 'Chrome' })).toEqual([1, 2])
  expect(await listed({ browser: 'other' })).toEqual([3, 9])
  expect(await listed({ browser: '-Chrome,Safari', status: 'clicked' })).toEqual([3, 4])
  expect(await listed({ browser: 'Chrome,Brave', status: 'clicked', device: 'desktop' })).toEqual([2, 4])
  expect(await listed({ system: '-Windows,iOS' })).toEqual([3, 9])
  expect(await listed({ browser: 'Chrome', status: 'bounced' })).toEqual([])
})

test('as many recipients are listed as a dashboard counts by mailbox provider', async () => {
  const { mailboxes } = await dashboard()
  expect(mailboxes.data.map(({ name, sent }) => [name, sent])).toEqual([
    ['Gmail', 5],
    ['other', 4],
    ['Outlook', 2],
  ])
  for (const { name, ...row } of mailboxes.data) {
    const handedOver = 'sent,delivered,bounced,complained'
    const found = {
      sent: (await listed({ mailbox: name, status: handedOver })).length,
      bounced: (await listed({ mailbox: name, status: 'bounced' })).length,
      complained: (await listed({ mailbox: name, status: 'complained' })).length,
      opened: (await listed({ mailbox: name, status: 'opened' })).length,
      clicked: (await listed({ mailbox: name, status: 'clicked' })).length,
    }
    expect({ name, ...row }).toMatchObject({ name, ...found })
  }
  expect(await listed({ mailbox: 'Outlook' })).toEqual([3, 9])
  expect(await listed({ mailbox: '-Gmail,other' })).toEqual([3, 9])
  expect(await listed({ mailbox: '-Gmail', status: 'complained' })).toEqual([10])
})

test('as many recipients are listed as the run’s own panel counts by domain, also of all others together', async () => {
  await database.pool.query(
    `update delivery set address = 'p' || seq || '@D' || least(seq, 11) || '.example' where run_id = $1 and seq <= 11`,
    [run.runId],
  )
  const { data: domains } = await kit.call<RunDomain[]>('GET', `${ONE()}/domains`, { bearer: owner.bearer })
  const named = domains.flatMap(({ domain }) => domain ?? [])
  expect([domains.length, named.length]).toEqual([11, 10])
  for (const { domain, sent } of domains) {
    const filter = { domain: domain ?? `-${named.join(',')}`, status: 'sent,delivered,bounced,complained' }
    expect([domain, (await listed(filter)).length]).toEqual([domain, sent])
  }
})

test('a name that dashboards do not use is refused, and another application’s recipients are not listed', async () => {
  for (const [field, value] of [
    ['browser', 'Chrome,Chrme'],
    ['system', 'windows'],
    ['device', '-phone'],
    ['mailbox', 'gmail.com'],
  ] as const) {
    const path = `${ONE()}?${field}=${value}`
    const { status, body } = await kit.call('GET', path, { bearer: owner.bearer })
    expect([status, body.errors?.[0]?.field]).toEqual([400, field])
  }
  const stranger = await kit.withApplication()
  for (const path of [ONE(), `${ONE()}/export`]) {
    const { status } = await kit.call('GET', `${path}?browser=Chrome`, { bearer: stranger.bearer })
    expect([path, status]).toEqual([path, 404])
  }
})

test('as many recipients are listed as a push dashboard counts actions', async () => {
  const pusher = await kit.withApplication()
  const { applicationId } = pusher
  const { runId } = await sentRun(database, applicationId, { contacts: 6 })
  await database.pool.query("update run set channel = 'webpush' where run_id = $1", [runId])
  await database.pool.query('delete from activity_quarter where run_id = $1', [runId])
  const event = { applicationId, runId, source: 'recipient', bot: false, at: new Date() } as const
  await applyEvents(database, [
    { ...event, seq: 1, kind: 'clicked', linkNo: 0 },
    { ...event, seq: 1, kind: 'clicked', linkNo: 0 },
    { ...event, seq: 2, kind: 'dismissed' },
    { ...event, seq: 3, kind: 'clicked', linkNo: 0, bot: true },
    { ...event, seq: 4, kind: 'delivered' },
    { ...event, seq: 5, kind: 'dismissed' },
  ])
  await database.kysely.transaction().execute(tx => correctActivity(tx, { applicationId, runId }))
  const actions = await listed({ status: 'clicked,dismissed' }, pusher, `/api/notifications/delivery/webpush/${runId}`)
  expect(actions).toEqual([1, 2, 5])
  const count = async () =>
    (await dashboardsOf(kit, pusher).read<WebpushDashboard>('webpush')).static_kpi_data.data?.user_actions
  await expect.poll(count).toBe(actions.length)
})
