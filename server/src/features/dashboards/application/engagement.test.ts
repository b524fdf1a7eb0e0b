import type { AudienceGrowth, ReadingHours } from '@notifly/contracts/dashboards/application'
import type { Attention } from '@notifly/contracts/dashboards/attention'
import type { Engagement } from '@notifly/contracts/dashboards/engagement'
import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { applyEvents } from '../../../engine/events/apply-events.ts'
import { uuidv7 } from '../../../lib/uuid.ts'
import { type ApplicationOwner, testApp } from '../../../testing/app.ts'
import { approvalTeamOf } from '../../../testing/approvals.ts'
import { sentRun } from '../../../testing/engine/sent-run.ts'

const kit = await testApp()
const team = approvalTeamOf(kit)
const db = kit.database.kysely
const owner = await kit.withApplication()
await kit.call('POST', '/api/verticals', {
  bearer: owner.bearer,
  body: { uuid: owner.applicationId, name: 'Shop', timezone: 'Asia/Kolkata' },
})

const call = <Data>(who: ApplicationOwner, path: string) =>
  kit.call<Data>('GET', `/api/dashboard/${path}`, { bearer: who.bearer })
const engagement = async (query: string, who = owner) => (await call<Engagement>(who, `engagement?${query}`)).data
const withRights = async (...activities: number[]) =>
  team.addMember(
    owner,
    await team.addRole(owner, { permissions: Object.fromEntries(activities.map(id => [id, [1, 0] as [1, 0]])) }),
  )

interface Sums {
  accepted?: number
  delivered?: number
  bounced?: number
  complained?: number
  failed?: number
  opened?: number
  clicked?: number
}

async function addRun(channel: string, state = 'done', reports = true): Promise<string> {
  const id = uuidv7()
  const at = kit.clock.now()
  await db
    .insertInto('run')
    .values({
      application_id: owner.applicationId,
      run_id: id,
      campaign_id: uuidv7(),
      channel,
      name: 'Sale',
      lane_id: uuidv7(),
      state,
      content: '{}',
      audience: '{}',
      timezone: 'UTC',
      opens_at: at,
      created_at: at,
      reports_delivery: reports,
    })
    .execute()
  return id
}

async function addQuarter(channel: string, runId: string, quarter: string, sums: Sums, shard = 0): Promise<void> {
  const key = { application_id: owner.applicationId, channel, quarter: new Date(quarter), run_id: runId, shard }
  await db
    .insertInto('activity_quarter')
    .values({ ...key, ...sums })
    .execute()
}

const day = (iso8601: string) => Date.parse(iso8601) / 1000

test('days are those of the application’s clock, channels apart, and delivered is judged run by run', async () => {
  const [mail, silent, push] = [await addRun('email'), await addRun('email', 'done', false), await addRun('webpush')]
  // 23:45 in Kolkata, then midnight.
  await addQuarter('email', mail, '2026-03-02T18:15:00Z', { accepted: 1, delivered: 8, bounced: 1, opened: 4 })
  await addQuarter('email', mail, '2026-03-02T18:30:00Z', { delivered: 20, clicked: 5 })
  await addQuarter('email', mail, '2026-03-02T18:30:00Z', { accepted: -2, complained: 2, opened: 6 }, 32)
  await addQuarter('email', silent, '2026-03-03T06:00:00Z', { accepted: 10, bounced: 2, failed: 3 })
  await addQuarter('webpush', push, '2026-03-03T06:00:00Z', { accepted: 7, bounced: 1, clicked: 2 })
  await addQuarter('email', mail, '2026-03-01T06:00:00Z', { delivered: 50, opened: 5, clicked: 1 })

  const both = await engagement('from=2026-03-02&to=2026-03-03')
  expect(both.range).toEqual({ from: '2026-03-02', to: '2026-03-03', days: 2, timezone: 'Asia/Kolkata' })
  const dates = [day('2026-03-01T18:30:00Z'), day('2026-03-02T18:30:00Z')]
  const line = (...counts: number[]) => counts.map((count, at) => ({ date: dates[at], count }))
  expect(both.notification_engagement?.data).toEqual([
    { channel: 'email', sent: line(10, 32), opened: line(4, 6), clicked: line(0, 5) },
    { channel: 'webpush', sent: line(0, 8), opened: line(0, 0), clicked: line(0, 2) },
  ])
  expect(both.total_notifications?.data).toMatchObject({
    // 28 + 2 of the run that reports, 10 of the other; web push reports and nothing arrived.
    sent: 50,
    delivered: 40,
    failed: 4,
    opened: 10,
    delivery_rate: 80,
    open_rate: 25,
    previous: { sent: 50, delivered: 50, opened: 5 },
    channels: [
      { channel: 'email', sent: 42, delivered: 40, failed: 3 },
      { channel: 'webpush', sent: 8, delivered: 0, failed: 1 },
    ],
  })
  expect(both.total_clicks?.data).toMatchObject({
    clicked: 7,
    click_rate: 17.5,
    click_through_rate: 70,
    is_few: false,
    previous: { clicked: 1 },
    channels: [
      { channel: 'email', clicked: 5, is_few: false },
      { channel: 'webpush', clicked: 2, is_few: true },
    ],
  })
  const alone = await engagement('from=2026-03-02&to=2026-03-03&compare=false')
  expect(alone.total_notifications?.data).toMatchObject({ sent: 50, opened: 10, previous: null })
  expect(alone.total_clicks?.data).toMatchObject({ clicked: 7, previous: null })
  expect((await engagement('from=2026-01-01&to=2026-01-02')).total_clicks?.data).toMatchObject({
    clicked: 0,
    click_rate: null,
    channels: [],
  })
})

test('browsers are counted for mails and web notifications, systems and devices for all', async () => {
  const rows = [
    ['email', 'browser', 'Chrome', 4, 1],
    ['webpush', 'browser', 'Chrome', 0, 3],
    ['webpush', 'browser', 'Firefox', 0, 9],
    ['email', 'system', 'Android', 4, 0],
    ['mobilepush', 'system', 'Android', 1, 2],
    ['email', 'device', 'phone', 2, 5],
    ['email', 'mailbox', 'Gmail', 9, 9],
  ] as const
  for (const [channel, kind, name, opened, clicked] of rows) {
    const key = { application_id: owner.applicationId, channel, kind, name, run_id: uuidv7(), shard: 0 }
    await db
      .insertInto('activity_detail')
      .values({ ...key, quarter: new Date('2026-03-03T06:00:00Z'), opened, clicked })
      .execute()
  }
  expect((await engagement('from=2026-03-03&to=2026-03-03')).browsers?.data).toEqual({
    browsers: [
      { browser_name: 'Firefox', email_count: 0, web_push_count: 9 },
      { browser_name: 'Chrome', email_count: 4, web_push_count: 3 },
    ],
    systems: [{ name: 'Android', count: 6, opened: 5, clicked: 2 }],
    devices: [{ name: 'phone', count: 5, opened: 2, clicked: 5 }],
  })
})

test.each([
  [901, 'notification_engagement'],
  [902, 'total_notifications'],
  [903, 'total_clicks'],
  [904, 'browsers'],
] as const)('right %i opens %s alone', async (activity, card) => {
  const who = await withRights(activity)
  const data = await engagement('', who)
  const open = (['notification_engagement', 'total_notifications', 'total_clicks', 'browsers'] as const).filter(
    name => data[name] !== null,
  )
  expect([open, data[card]?.is_loaded]).toEqual([[card], true])
})

test('without any of the four rights the call is refused, and other applications see nothing', async () => {
  const refused = await call(await withRights(502), 'engagement')
  expect([refused.status, refused.body.data]).toEqual([403, { activity: 901, level: 1 }])
  const stranger = await kit.withApplication()
  const theirs = await engagement('from=2026-03-02&to=2026-03-03', stranger)
  expect([theirs.has_sent, theirs.notification_engagement?.data, theirs.browsers?.data.browsers]).toEqual([
    false,
    [],
    [],
  ])
})

test.each([
  ['from=2026-02-30', 'from'],
  ['to=yesterday', 'to'],
  ['from=2026-03-02&to=2026-03-01', 'from'],
  ['from=2020-01-01&to=2026-03-01', 'from'],
])('a range of %s is refused', async (query, field) => {
  for (const path of ['engagement', 'growth']) {
    const { status, body } = await call(owner, `${path}?${query}`)
    expect([status, body.errors?.[0]?.field]).toEqual([400, field])
  }
})

test('growth counts who came, left and was suppressed, each once, whoever is deleted since', async () => {
  const who = await kit.withApplication()
  const growth = async () => (await call<AudienceGrowth>(who, 'growth')).data
  const send = (method: string, path: string, body?: object) =>
    kit.call<{ contact_uuid: string }>(method, path, { bearer: who.bearer, ...(body && { body }) })
  for (const n of [1, 2, 3]) await send('POST', '/api/audience', { email: `p${n}@example.com` })
  const { rows } = await kit.database.pool.query<{ id: string }>(
    'select contact_id as id from contact where application_id = $1 order by email',
    [who.applicationId],
  )
  const leaves = { channel: 'email', reason: 'asked by phone' }
  for (const _ of [1, 2]) await send('POST', `/api/audience/${rows[0]?.id}/unsubscribe`, leaves)
  await db
    .deleteFrom('contact')
    .where('contact_id', '=', rows[1]?.id ?? '')
    .execute()
  const bounced = { application_id: who.applicationId, channel: 'email', reason: 'hard_bounce', created_at: new Date() }
  await db
    .insertInto('suppression')
    .values([1, 2].map(n => ({ ...bounced, address_key: `gone${n}@example.com` })))
    .execute()
  const { days, contacts, range } = await growth()
  expect([days.length, range.days, contacts]).toEqual([30, 30, 2])
  expect(days.at(-1)).toMatchObject({ added: 3, left: 1, suppressed: 2 })
  expect(days.slice(0, -1).every(each => each.added + each.left + each.suppressed === 0)).toBe(true)
  expect((await call(await withRights(901), 'growth')).status).toBe(403)
})

test('opens and clicks are told by the hour of the week on their readers’ own clocks', async () => {
  const who = await kit.withApplication()
  const hours = async () => (await call<ReadingHours>(who, 'hours')).data
  const { runId } = await sentRun(kit.database, who.applicationId, { contacts: 3 })
  await kit.database.pool.query(
    `update contact set timezone = (array['Asia/Tokyo', 'America/New_York', null])[1 + n % 3]
     from (select contact_id as id, row_number() over (order by contact_id) - 1 as n from contact where application_id = $1) o
     where contact_id = o.id and application_id = $1`,
    [who.applicationId],
  )
  // A Sunday evening in UTC: Monday morning in Tokyo, Sunday afternoon in New York.
  const sunday = new Date(kit.clock.now().getTime() - ((kit.clock.now().getUTCDay() + 7) % 7) * 86_400_000)
  sunday.setUTCHours(22, 10, 0, 0)
  const at = sunday > kit.clock.now() ? new Date(sunday.getTime() - 7 * 86_400_000) : sunday
  const events = [1, 2, 3].map(seq => ({
    applicationId: who.applicationId,
    runId,
    seq,
    at,
    source: 'us' as const,
    bot: false,
  }))
  await applyEvents(kit.database, [
    ...events.map(event => ({ ...event, kind: 'opened' as const })),
    ...events.slice(0, 1).map(event => ({ ...event, kind: 'clicked' as const, linkNo: 0 })),
    { ...events[0], kind: 'opened' as const, bot: true } as (typeof events)[0] & { kind: 'opened' },
  ])
  const told = await hours()
  expect(told.hours.map(({ weekday, opened }) => [weekday, opened])).toEqual([
    [1, 1],
    [7, 1],
    [7, 1],
  ])
  expect(told.hours[0]).toEqual({ weekday: 1, hour: 7, opened: 1, clicked: 1 })
  expect(told.hours.at(-1)).toEqual({ weekday: 7, hour: 22, opened: 1, clicked: 0 })
  expect(told.best).toBeNull()
  // An installation that has events from before hours were counted counts them once.
  const migration = await readFile(new URL('../../../db/migrations/0108-reading-hours.sql', import.meta.url), 'utf8')
  await kit.database.pool.query('delete from reading_hour where application_id = $1', [who.applicationId])
  for (const _ of [1, 2]) await kit.database.pool.query(migration)
  expect(await hours()).toEqual(told)
  await kit.database.pool.query('update reading_hour set opened = 60 where hour = 22 and application_id = $1', [
    who.applicationId,
  ])
  expect((await hours()).best).toEqual({ weekday: 7, hour: 22 })
})

test('what needs a hand is shown to those who may see it', async () => {
  const attention = async (who: ApplicationOwner) => (await call<Attention>(who, 'attention')).data
  await addRun('email', 'paused')
  const quarter = new Date(Math.floor(kit.clock.now().getTime() / 900_000) * 900_000 - 86_400_000)
  await addQuarter('email', await addRun('email'), quarter.toISOString(), { delivered: 180, bounced: 20 })
  await db
    .insertInto('channel_configuration')
    .values({
      application_id: owner.applicationId,
      channel: 'sms',
      configuration_id: uuidv7(),
      provider: 'karix',
      settings: '{}',
      secrets: '',
      hook_token: 'x',
      failing_since: kit.clock.now(),
      created_at: kit.clock.now(),
      updated_at: kit.clock.now(),
    })
    .execute()
  const maker = await team.maker(owner)
  const asked = await kit.call('POST', '/api/template', {
    bearer: maker.bearer,
    body: { type: 'SMS', name: 'Asked', text: 'Hello' },
  })
  expect(asked.status).toBe(202)
  expect(await attention(owner)).toEqual({
    requests: 1,
    paused_runs: [expect.objectContaining({ notification_type: 'email', name: 'Sale', status_reason: null })],
    failing_channels: ['sms'],
    certificate: null,
    unauthenticated_domain: null,
    rates: [{ kind: 'bounces', channel: 'email', sent: 200, rate: 10, limit: 5 }],
  })
  const reader = await withRights(901)
  expect(await attention(reader)).toEqual({
    requests: 0,
    paused_runs: [],
    failing_channels: ['sms'],
    certificate: null,
    unauthenticated_domain: null,
    rates: [],
  })
  expect((await attention(await kit.withApplication())).failing_channels).toEqual([])
})
