import type { EmailDashboard } from '@notifly/contracts/dashboards/email'
import { PANELS, PANELS_OF } from '@notifly/contracts/dashboards/exports'
import type { MobilepushDashboard, WebpushDashboard } from '@notifly/contracts/dashboards/push'
import { CHANNELS } from '@notifly/contracts/applications/applications'
import { expect, test } from 'vitest'
import { ensureLeaves } from '../../db/partitions.ts'
import { foldActivity } from '../../engine/activity/activity.ts'
import { reasonNumber } from '../../engine/reasons.ts'
import { uuidv7 } from '../../lib/uuid.ts'
import { testApp } from '../../testing/app.ts'
import { approvalTeamOf } from '../../testing/approvals.ts'
import { dashboardsOf } from '../../testing/dashboards.ts'
import { insertActivity, insertRunWithActivity } from '../../testing/engine/kept-activity.ts'

const kit = await testApp()
const { database } = kit
const owner = await kit.withApplication()
const { applicationId } = owner
const zone = (timezone: string) =>
  database.pool.query('update application set timezone = $2 where application_id = $1', [applicationId, timezone])
const { ask, read, csv } = dashboardsOf(kit, owner)
const epoch = (iso: string) => Date.parse(iso) / 1000

// Email of early 2026: one run of a provider that reports nothing, one of a provider that reports; a third reports later.
await zone('America/New_York')
const quiet = await insertRunWithActivity(database, applicationId, { name: '=SUM(A1)' })
const telling = await insertRunWithActivity(database, applicationId, { name: 'Spring sale', reports: true })
const early = await insertRunWithActivity(database, applicationId, {
  name: 'Too early',
  reports: true,
  campaignId: telling.campaignId,
})
// In New York the day of March 8 has 23 hours: it begins at 05:00 UTC and ends at 04:00 of the next.
await insertActivity(database, applicationId, quiet, '2026-03-08T04:59:59Z', { accepted: 10 })
await insertActivity(
  database,
  applicationId,
  quiet,
  '2026-03-08T05:00:00Z',
  { accepted: 90, bounced: 9, hard_bounced: 6, complained: 1, failed: 3, opened: 45, clicked: 9, unsubscribed: 2 },
  {
    'browser Chrome': { opened: 30, clicked: 5 },
    'browser Gmail': { opened: 15 },
    'system iOS': { opened: 12 },
    'device mobile': { opened: 12, clicked: 2 },
    'mailbox Gmail': { sent: 60, bounced: 4, complained: 1, opened: 28 },
    'mailbox other': { sent: 40, bounced: 5, opened: 17 },
    [`reason ${reasonNumber('mailbox_full')}`]: { failed: 3 },
    [`reason ${reasonNumber('mailbox_missing')}`]: { failed: 9 },
  },
)
await insertActivity(database, applicationId, quiet, '2026-03-09T03:59:59Z', { accepted: 1 })
await insertActivity(database, applicationId, telling, '2026-03-09T04:00:00Z', {
  accepted: 20,
  delivered: 170,
  bounced: 10,
  opened: 68,
  clicked: 17,
})
await insertActivity(database, applicationId, early, '2026-03-10T12:00:00Z', { accepted: 40 })
await database.pool.query(
  `insert into run_link (application_id, run_id, no, url, clicks) values ($1, $2, 0, 'https://shop.example/sale', 7),
     ($1, $3, 0, 'https://shop.example/sale', 20), ($1, $3, 1, '=cmd', 3), ($1, $3, 2, 'https://shop.example/never', 0)`,
  [applicationId, quiet.runId, telling.runId],
)

test('an email dashboard sums days of the application’s clock, also where the clock changes', async () => {
  const { section_1, section_2, section_3, section_4, section_6, daily, totals, range } = await read(
    'email?from=2026-03-07&to=2026-03-10',
  )
  expect(range).toEqual({ from: '2026-03-07', to: '2026-03-10', days: 4, timezone: 'America/New_York' })
  const midnights = ['07T05', '08T05', '09T04', '10T04'].map(hour => epoch(`2026-03-${hour}:00:00Z`))
  expect(daily.data.map(({ date, sent }) => [date, sent])).toEqual([
    [midnights[0], 10],
    [midnights[1], 101],
    [midnights[2], 200],
    [midnights[3], 40],
  ])
  // Of 351, 102 by the provider that tells nothing of what arrived, 170 as reported; the 40 that nothing is known of count as sent.
  expect(totals.data).toMatchObject({ sent: 351, delivered: 272, bounced: 19, failed: 3, delivery_rate: 77.5 })
  expect(section_1.data).toEqual({ email_sent: 351, open_rate: 41.5, click_rate: 9.6, click_through_rate: 23 })
  expect(section_2.data).toEqual({ delivery_rate: 77.5, hard_bounce: 1.7, unsubscribe_rate: 0.6, unique_click: 26 })
  expect(section_3.data.map(({ count }) => count)).toEqual([0, 9.8, 10, null])
  expect(section_4.data.map(({ count }) => count)).toEqual([0, 48.9, 40, null])
  expect(Object.fromEntries(section_6.data.map(({ name, count }) => [name, count]))).toEqual({
    delivered: 272,
    soft_bounce: 13,
    hard_bounce: 6,
    failed: 3,
    awaiting_report: 60,
  })
})

test('the same moments are other days on another clock', async () => {
  await zone('Asia/Kolkata')
  const { daily, totals } = await read('email?from=2026-03-08&to=2026-03-09')
  // Half past eighteen UTC is midnight in India.
  expect(daily.data.map(({ date }) => date)).toEqual(['07T18:30', '08T18:30'].map(t => epoch(`2026-03-${t}:00Z`)))
  expect(daily.data.map(({ sent }) => sent)).toEqual([110, 201])
  expect(totals.data.sent).toBe(311)
  await zone('America/New_York')
})

test('the period before has the same figures, and both are judged as one', async () => {
  const { previous, totals, has_data } = await read('email?from=2026-03-09&to=2026-03-10&compare=true')
  expect([has_data, totals.data.sent, totals.data.delivered]).toEqual([true, 240, 170])
  expect(previous?.range).toEqual({ from: '2026-03-07', to: '2026-03-08' })
  expect(previous?.totals).toMatchObject({ sent: 111, delivered: 102, open_rate: 44.1 })
  expect(previous?.section_1).toMatchObject({ email_sent: 111, click_through_rate: 20 })
  expect(previous?.daily.map(({ sent }) => sent)).toEqual([10, 101])
  expect((await read('email?from=2026-03-09&to=2026-03-10')).previous).toBeUndefined()
})

test('parts by browser, mailbox provider and reason, campaigns and links, the largest first', async () => {
  const answer = await read('email?from=2026-03-07&to=2026-03-10')
  expect(answer.section_5.data).toEqual([
    { name: 'Chrome', count: 30, opened: 30, clicked: 5 },
    { name: 'Gmail', count: 15, opened: 15, clicked: 0 },
  ])
  expect(answer.mailboxes.data).toEqual([
    // Of 60 one has complained: far beyond what Gmail takes. 4 of them came back.
    {
      ...{ name: 'Gmail', sent: 60, bounced: 4, complained: 1, opened: 28, clicked: 0 },
      ...{ bounce_rate: 6.7, complaint_rate: 1.7, open_rate: 50, standing: 'bad' },
    },
    {
      ...{ name: 'other', sent: 40, bounced: 5, complained: 0, opened: 17, clicked: 0 },
      ...{ bounce_rate: 12.5, complaint_rate: 0, open_rate: 48.6, standing: 'good' },
    },
  ])
  expect(answer.failures.data.map(({ reason, count }) => [reason, count])).toEqual([
    ['mailbox_missing', 9],
    ['mailbox_full', 3],
  ])
  expect(answer.top_campaigns.data).toMatchObject([
    { uuid: telling.campaignId, run_uuid: early.runId, runs: 2, name: 'Too early', sent: 240, clicked: 17 },
    { uuid: quiet.campaignId, runs: 1, name: '=SUM(A1)', status: 'sent', sent: 111, delivered: 102 },
  ])
  expect(answer.top_links.data).toEqual([
    { url: 'https://shop.example/sale', clicks: 27, runs: 2 },
    { url: '=cmd', clicks: 3, runs: 1 },
  ])
})

test('a campaign’s own dashboard has its messages only', async () => {
  const of = `from=2026-03-01&to=2026-03-31&notification=${quiet.campaignId.toUpperCase()}`
  const { campaign, totals, top_campaigns, top_links } = await read(`email?${of}`)
  expect(campaign).toEqual({ uuid: quiet.campaignId, name: '=SUM(A1)' })
  expect([totals.data.sent, top_campaigns.data.length, top_links.data?.length]).toEqual([111, 1, 1])
})

test('a range without messages has no rates, and names the latest one that has messages', async () => {
  const { has_data, last_data, section_1, section_3, daily, top_campaigns } = await read(
    'email?from=2025-01-01&to=2025-01-07',
  )
  expect([has_data, last_data]).toEqual([false, { from: '2026-03-04', to: '2026-03-10' }])
  expect(section_1.data).toEqual({ email_sent: 0, open_rate: null, click_rate: null, click_through_rate: null })
  expect([section_3.data.length, daily.data.length, top_campaigns.data]).toEqual([7, 7, []])
  const fresh = await kit.withApplication()
  const { data } = await ask('email', fresh)
  expect([data.has_data, data.last_data, data.range.days]).toEqual([false, null, 30])
})

test('outcomes of today, of two days, a week and a month are lists of campaigns by their latest messages', async () => {
  const fresh = await kit.withApplication()
  const now = kit.clock.now().getTime()
  for (const daysAgo of [0, 1, 5, 20]) {
    const run = await insertRunWithActivity(database, fresh.applicationId, { name: `Days ago ${daysAgo}` })
    const at = new Date(now - daysAgo * 86_400_000).toISOString()
    await insertActivity(database, fresh.applicationId, run, at, { accepted: 30, bounced: 10 })
  }
  const { email_outcome: lists } = (await ask('email?from=2026-01-01&to=2026-01-02', fresh)).data
  const names = (rows: typeof lists.today) => rows.map(({ name }) => name.slice(-2).trim()).join(' ')
  const shown = [lists.today, lists.daily, lists.weekly, lists.monthly].map(names)
  expect(shown).toEqual(['0', '0 1', '0 1 5', '0 1 5 20'])
  expect(lists.today[0]).toMatchObject({ runs: 1, sent: 40, delivered: 30, delivery_rate: 75, bounce_rate: 25 })
  const file = await dashboardsOf(kit, fresh).csv('email/export?panel=latest_campaigns')
  expect([file.length, file[1]?.['list'], file[1]?.['name']]).toEqual([10, 'daily', 'Days ago 0'])
})

async function addDevice(channel: string, contactId: string, more: Record<string, unknown> = {}): Promise<void> {
  const device = {
    platform: 'web',
    about: {},
    created_at: '2026-05-01T12:00Z',
    retired_at: null,
    prompt: null,
    ...more,
  }
  await database.pool.query(
    `insert into device (application_id, device_id, contact_id, channel, platform, endpoint, about, created_at, last_seen_at, retired_at, retired_reason, prompt)
     values ($1, $2::uuid, $3, $4, $5, 'https://push.example/' || $2::uuid::text, $6, $7, now(), $8, $9, $10)`,
    [
      ...[applicationId, uuidv7(), contactId, channel, device.platform, device.about, device.created_at],
      ...[device.retired_at, device.retired_at === null ? null : 'unsubscribed', device.prompt],
    ],
  )
}

test('web push: users, actions, rates, browsers, devices and subscriptions', async () => {
  const [first, second, third] = [uuidv7(), uuidv7(), uuidv7()]
  await addDevice('webpush', first, { prompt: 'slide_prompt' })
  await addDevice('webpush', first, { created_at: '2026-05-02T12:00Z', prompt: 'subscription_bell' })
  await addDevice('webpush', second)
  await addDevice('webpush', third)
  await addDevice('webpush', uuidv7(), { retired_at: '2026-05-02T12:00Z', prompt: 'slide_prompt' })
  await database.pool.query(
    `insert into contact_activity (application_id, contact_id, clicked_on) values ($1, $2, current_date), ($1, $3, current_date - 40)`,
    [applicationId, first, second],
  )
  // The second's event is older than thirty days, the third bought something lately.
  await ensureLeaves(database, new Date(Date.now() - 31 * 86_400_000))
  await database.pool.query(
    `insert into contact_event (application_id, contact_id, occurred_at, event_id, name, properties, size_bytes)
     values ($1, $2, now() - interval '31 days', uuidv7(), 'order_placed', '{}', 2), ($1, $3, now() - interval '1 minute', uuidv7(), 'order_placed', '{}', 2)`,
    [applicationId, second, third],
  )
  const run = await insertRunWithActivity(database, applicationId, { channel: 'webpush' })
  await insertActivity(
    database,
    applicationId,
    run,
    '2026-05-01T12:00:00Z',
    { accepted: 50, clicked: 10, dismissed: 5, influenced: 3 },
    { 'browser Chrome': { clicked: 10 }, 'system Windows': { clicked: 7 }, 'device desktop': { clicked: 7 } },
  )
  const path = 'webpush?from=2026-05-01&to=2026-05-02'
  const areCounted = async () => {
    const { static_kpi_data, subscription_overview } = await read<WebpushDashboard>(path)
    return static_kpi_data.is_loaded && subscription_overview.is_loaded
  }
  await expect.poll(areCounted).toBe(true)
  const answer = await read<WebpushDashboard>(path)
  expect(answer.static_kpi_data.data).toEqual({
    ...{ total_users: 3, active_users: 2, user_actions: 15, influenced_open: 3 },
  })
  expect(answer.browser_overview.data).toEqual([{ name: 'Chrome', count: 10, opened: 0, clicked: 10 }])
  expect(answer.device_series.data.map(({ name, points }) => [name, points.map(({ count }) => count)])).toEqual([
    ['desktop', [7, 0]],
  ])
  expect(answer.delivery_open_rate.data.click_rate.map(({ count }) => count)).toEqual([20, null])
  expect(answer.subscription_overview.data).toMatchObject({ gained: 5, lost: 1 })
  expect(answer.subscription_overview.data?.lost_by).toEqual([{ name: 'unsubscribed', count: 1 }])
  expect(answer.prompts.data).toEqual([
    { prompt: 'subscription_bell', gained: 1, lost: 0, subscribed: 1 },
    { prompt: 'slide_prompt', gained: 2, lost: 1, subscribed: 1 },
    { prompt: null, gained: 2, lost: 0, subscribed: 2 },
  ])
  expect((await csv('webpush/export?panel=prompts&from=2026-05-01&to=2026-05-02')).at(-1)).toEqual({
    ...{ prompt: '', gained: '2', lost: '0', subscribed: '2' },
  })
  expect(await csv('webpush/export?panel=subscriptions&from=2026-05-01&to=2026-05-02')).toEqual([
    { date: '2026-05-01', gained: '4', lost: '0' },
    { date: '2026-05-02', gained: '1', lost: '1' },
  ])
})

test('mobile push: cards, platforms and versions of the app', async () => {
  await addDevice('mobilepush', uuidv7(), { platform: 'ios', about: { app_version: '4.2' } })
  await addDevice('mobilepush', uuidv7(), { platform: 'ios' })
  const run = await insertRunWithActivity(database, applicationId, { channel: 'mobilepush' })
  await insertActivity(database, applicationId, run, '2026-05-01T12:00:00Z', { accepted: 9, bounced: 1, clicked: 2 })
  const path = 'mobilepush?from=2026-05-01&to=2026-05-02'
  await expect.poll(async () => (await read<MobilepushDashboard>(path)).platforms.is_loaded).toBe(true)
  const answer = await read<MobilepushDashboard>(path)
  expect(answer.section_1.data).toEqual({ sent: 10, delivered: 9, failed: 1, clicked: 2, delivery_rate: 90 })
  expect(answer.platforms.data).toEqual([{ name: 'ios', count: 2 }])
  expect(answer.app_versions.data?.map(({ name, count }) => `${name} ${count}`)).toEqual([' 1', '4.2 1'])
})

test('each panel is a CSV file that no spreadsheet runs; panels of other channels are refused', async () => {
  const range = 'from=2026-03-07&to=2026-03-10'
  const daily = await csv(`email/export?panel=daily&${range}`)
  expect(daily.map(({ date, sent, open_rate }) => [date, sent, open_rate])).toEqual([
    ['2026-03-07', '10', '0'],
    ['2026-03-08', '101', '48.9'],
    ['2026-03-09', '200', '40'],
    ['2026-03-10', '40', ''],
  ])
  expect((await csv(`email/export?panel=campaigns&${range}`)).map(({ name }) => name)).toEqual([
    'Too early',
    "'=SUM(A1)",
  ])
  expect((await csv(`email/export?panel=links&${range}`)).map(({ url }) => url)).toContain("'=cmd")
  for (const channel of CHANNELS) {
    for (const panel of PANELS) {
      const { status, body } = await ask(`${channel}/export?panel=${panel}&${range}`)
      const isOwn = PANELS_OF[channel].includes(panel)
      expect([channel, panel, status, body.errors?.[0]?.field]).toEqual([
        ...[channel, panel],
        ...(isOwn ? [200, undefined] : [400, 'panel']),
      ])
    }
  }
})

test('a dashboard says the same once its days are folded', async () => {
  const paths = [
    'email?from=2026-03-07&to=2026-03-10',
    `email?from=2026-03-07&to=2026-03-10&notification=${quiet.campaignId}`,
  ]
  const before = [
    ...(await Promise.all(paths.map(path => read(path)))),
    await read('webpush?from=2026-05-01&to=2026-05-02'),
  ]
  expect(before.map(({ has_data }) => has_data)).toEqual([true, true, true])
  await foldActivity(kit.deps)
  const { rows } = await database.pool.query('select from activity_detail_total where application_id = $1', [
    applicationId,
  ])
  expect(rows.length).toBeGreaterThan(5)
  const steady = (answer: EmailDashboard) => ({
    ...answer,
    ...{ static_kpi_data: null, subscription_overview: null, prompts: null },
    // It knows a folded campaign's day, and no longer the quarter of its last message.
    top_campaigns: answer.top_campaigns.data.map(({ last_sent_on: _, ...row }) => row),
  })
  const after = [
    ...(await Promise.all(paths.map(path => read(path)))),
    await read('webpush?from=2026-05-01&to=2026-05-02'),
  ]
  expect(after.map(steady)).toEqual(before.map(steady))
})

test('ranges that are none, and campaigns that are not there, are refused in words', async () => {
  const messages = async (query: string) => {
    const { status, body } = await ask(`email?${query}`)
    return [status, body.message]
  }
  expect(await messages('from=2026-03-02&to=2026-03-01')).toEqual([400, 'The last day is before the first.'])
  expect(await messages('from=2025-01-01&to=2026-02-05')).toEqual([400, 'Choose up to 400 days.'])
  expect((await messages('from=2025-01-01&to=2026-02-04'))[0]).toBe(200)
  expect(await messages('from=2026-02-30')).toEqual([400, 'This day doesn’t exist.'])
  for (const query of ['from=yesterday', 'compare=maybe', 'notification=7'])
    expect((await messages(query))[0]).toBe(400)
  expect(await messages(`notification=${uuidv7()}`)).toEqual([404, 'This campaign doesn’t exist.'])
  for (const path of [`sms?notification=${quiet.campaignId}`, 'fax/export?panel=daily'])
    expect((await ask(path)).status).toBe(404)
})

test('nobody sees another application’s figures, nor any without the right', async () => {
  const other = await kit.withApplication()
  const range = 'from=2026-03-07&to=2026-03-10'
  expect((await ask(`email?${range}`, other)).data.totals.data.sent).toBe(0)
  expect((await ask(`email?${range}&notification=${quiet.campaignId}`, other)).status).toBe(404)
  const team = approvalTeamOf(kit)
  const stranger = await team.addMember(owner, await team.addRole(owner, { permissions: { 501: [4, 1] } }))
  for (const channel of CHANNELS) {
    expect((await ask(channel, stranger)).status).toBe(403)
    expect((await ask(`${channel}/export?panel=daily`, stranger)).status).toBe(403)
  }
  const reader = await team.addMember(owner, await team.addRole(owner, { permissions: { 502: [1, 0] } }))
  expect((await ask(`email?${range}`, reader)).data.totals.data.sent).toBe(351)
})
