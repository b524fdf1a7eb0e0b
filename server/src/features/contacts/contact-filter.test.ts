/** Contacts by what happened to them, and by their browsers and phones: the people behind the numbers of dashboards. */
import type { ApplicationOverview } from '@notifly/contracts/applications/applications'
import type { Contact } from '@notifly/contracts/contacts/audience'
import type { AudienceGrowth } from '@notifly/contracts/dashboards/application'
import type { WebpushDashboard } from '@notifly/contracts/dashboards/push'
import { beforeAll, expect, test } from 'vitest'
import { type ApplicationOwner, testApp } from '../../testing/app.ts'
import { dashboardsOf } from '../../testing/dashboards.ts'

const kit = await testApp()
const { pool } = kit.database
const DAY_MS = 86_400_000
const dayBefore = (days: number) => new Date(Date.now() - days * DAY_MS)
let owner: ApplicationOwner
let ids: string[]

beforeAll(async () => {
  owner = await kit.withApplication()
  for (const name of ['ana', 'bob', 'cem', 'dov', 'eva'])
    await kit.call('POST', '/api/audience', { bearer: owner.bearer, body: { email: `${name}@example.com` } })
  const { rows } = await pool.query<{ id: string }>(
    'select contact_id as id from contact where application_id = $1 order by email',
    [owner.applicationId],
  )
  ids = rows.map(row => row.id)
  await subscribe('ana', { prompt: 'slide_prompt', daysAgo: 3 })
  await subscribe('bob', { prompt: 'slide_prompt', daysAgo: 60 })
  await subscribe('cem', { prompt: 'slide_prompt', daysAgo: 40, lostDaysAgo: 2 })
  await subscribe('dov', { prompt: null, daysAgo: 1 })
  await subscribe('eva', { channel: 'mobilepush', prompt: null, daysAgo: 1 })
})

const idOf = (name: string): string => ids[['ana', 'bob', 'cem', 'dov', 'eva'].indexOf(name)] ?? ''

interface Subscribed {
  channel?: string
  prompt: string | null
  daysAgo: number
  lostDaysAgo?: number
}

async function subscribe(name: string, { channel = 'webpush', prompt, daysAgo, lostDaysAgo }: Subscribed) {
  const lostAt = lostDaysAgo === undefined ? null : dayBefore(lostDaysAgo)
  await pool.query(
    `insert into device (application_id, device_id, contact_id, channel, platform, endpoint, prompt, created_at, last_seen_at,
       retired_at, retired_reason)
     values ($1, gen_random_uuid(), $2, $3, $4, gen_random_uuid()::text, $5, $6, $6, $7::timestamptz,
       case when $7::timestamptz is not null then 'unsubscribed' end)`,
    [
      owner.applicationId,
      idOf(name),
      channel,
      channel === 'webpush' ? 'web' : 'ios',
      prompt,
      dayBefore(daysAgo),
      lostAt,
    ],
  )
}

const ask = (query: string, bearer = owner.bearer) =>
  kit.call<Contact[]>('GET', `/api/audience?sort=email&${query}`, { bearer })

/** First names of those who are listed; the total and the file agree. */
async function listed(query: string): Promise<string[]> {
  const { status, data, headers } = await ask(query)
  expect([query, status, headers['x-notifly-total-count']]).toEqual([query, 200, String(data.length)])
  const file = await kit.app.inject({
    url: `/api/audience/export?${query}`,
    headers: { authorization: `Bearer ${owner.bearer}` },
  })
  expect(file.body.trimEnd().split('\r\n').length - 1).toBe(data.length)
  return data.map(contact => contact.email?.split('@')[0] ?? '')
}

/** Once everything in it is counted. */
async function webpush(): Promise<WebpushDashboard> {
  for (;;) {
    const dashboard = await dashboardsOf(kit, owner).read<WebpushDashboard>('webpush')
    const { prompts, static_kpi_data: kpi, subscription_overview: changes } = dashboard
    if (prompts.is_loaded && kpi.is_loaded && changes.is_loaded) return dashboard
  }
}

test('people are listed by the prompt that brought their browsers, as many as the dashboard counts', async () => {
  const { range, prompts, static_kpi_data: kpi, subscription_overview } = await webpush()
  const days = `change_from=${range.from}&change_to=${range.to}`
  expect(prompts.data).toEqual([
    { prompt: 'slide_prompt', gained: 1, lost: 1, subscribed: 2 },
    { prompt: null, gained: 1, lost: 0, subscribed: 1 },
  ])
  for (const { prompt, ...counted } of prompts.data ?? []) {
    const of = `device=webpush&prompt=${prompt ?? 'unknown'}`
    const found = {
      gained: (await listed(`${of}&change=gained&${days}`)).length,
      lost: (await listed(`${of}&change=lost&${days}`)).length,
      subscribed: (await listed(of)).length,
    }
    expect({ prompt, ...found }).toEqual({ prompt, ...counted })
  }
  const { lost_by } = subscription_overview.data ?? { lost_by: [] }
  expect(lost_by).toEqual([{ name: 'unsubscribed', count: 1 }])
  expect(await listed(`device=webpush&change=lost&lost_by=unsubscribed&${days}`)).toEqual(['cem'])
  expect(await listed(`device=webpush&change=lost&lost_by=gone&${days}`)).toEqual([])
  const { data: people } = kpi
  expect(await listed('device=webpush')).toHaveLength(people?.total_users ?? -1)
  expect(await listed('device=webpush')).toEqual(['ana', 'bob', 'dov'])
  expect(await listed('device=mobilepush')).toEqual(['eva'])
  expect(await listed(`change=gained&${days}`)).toEqual(['ana', 'dov', 'eva'])
  expect(await listed('prompt=slide_prompt&change=lost')).toEqual(['cem'])
  // Two browsers of one person make one row.
  await subscribe('ana', { prompt: 'slide_prompt', daysAgo: 0 })
  expect(await listed(`device=webpush&change=gained&${days}&prompt=slide_prompt`)).toEqual(['ana'])
})

test('those who left a channel on these days are listed, as the growth of the audience counts them', async () => {
  const leave = (name: string, status: 'unsubscribe' | 'resubscribe' = 'unsubscribe') =>
    kit.call('POST', `/api/audience/${idOf(name)}/${status}`, {
      bearer: owner.bearer,
      body: { channel: 'email', reason: 'asked by phone' },
    })
  expect([(await leave('ana')).status, (await leave('bob')).status, (await leave('cem')).status]).toEqual([
    200, 200, 200,
  ])
  // Back again: left all the same.
  expect((await leave('bob', 'resubscribe')).status).toBe(200)
  await pool.query(
    `update consent_change set at = $3 where application_id = $1 and contact_id = $2 and status = 'unsubscribed'`,
    [owner.applicationId, idOf('cem'), dayBefore(400)],
  )
  await pool.query(`update contact set added_at = $3 where application_id = $1 and contact_id = $2`, [
    owner.applicationId,
    idOf('eva'),
    dayBefore(400),
  ])
  const { range, days } = await dashboardsOf(kit, owner).read<AudienceGrowth>('growth')
  const within = `change_from=${range.from}&change_to=${range.to}`
  expect(days.reduce((sum, { left }) => sum + left, 0)).toBe(3)
  expect(await listed(`change=left&${within}`)).toEqual(['ana', 'bob'])
  expect(await listed('change=left')).toEqual(['ana', 'bob', 'cem'])
  expect(await listed(`change=left&change_to=${range.from}`)).toEqual(['cem'])
  expect(await listed(`change=added&${within}`)).toEqual(['ana', 'bob', 'cem', 'dov'])
  expect(await listed(`change=left&device=webpush&${within}`)).toEqual(['ana', 'bob'])
})

test('a channel’s number of contacts whom it reaches is the length of the list of these', async () => {
  await pool.query(
    `update contact set phone_number = '+3460000000' || ascii(email) - 96 where application_id = $1 and email < 'd'`,
    [owner.applicationId],
  )
  await pool.query(`insert into consent values ($1, $2, 'webpush', 'unsubscribed', 'link', now())`, [
    owner.applicationId,
    idOf('dov'),
  ])
  await pool.query(
    `insert into suppression (application_id, channel, address_key, reason, created_at)
     select application_id, 'sms', phone_number, 'manual', now() from contact where contact_id = $1`,
    [idOf('bob')],
  )
  const overview = await kit.call<ApplicationOverview>('GET', '/api/dashboard/overview', { bearer: owner.bearer })
  expect(overview.data.reach).toEqual({ email: 3, sms: 2, whatsapp: 3, webpush: 2, mobilepush: 1 })
  for (const [channel, reach] of Object.entries(overview.data.reach)) {
    expect([channel, (await listed(`channel=${channel}`)).length]).toEqual([channel, reach])
  }
  expect(await listed('channel=sms&reachability=suppressed')).toEqual(['bob'])
  expect(await listed('channel=sms&reachability=no_address')).toEqual(['dov', 'eva'])
  expect(await listed('channel=webpush&reachability=unsubscribed')).toEqual(['cem', 'dov'])
})

test('days without a change and words of no filter are refused, and others’ contacts are not listed', async () => {
  for (const [query, field] of [
    ['change_from=2026-01-01', 'change'],
    ['change_to=2026-01-01&device=webpush', 'change'],
    ['change=left&change_from=2026-02-31', 'change_from'],
    ['change=gone', 'change'],
    ['lost_by=gone', 'change'],
    ['change=gained&lost_by=gone', 'change'],
    ['channel=fax', 'channel'],
    ['device=email', 'device'],
    ['prompt=pop_up', 'prompt'],
  ] as const) {
    const { status, body } = await ask(query)
    expect([query, status, body.errors?.[0]?.field]).toEqual([query, 400, field])
  }
  const filter = { change_from: '2026-01-01' }
  const refused = await kit.call('POST', '/api/audience/delete', { bearer: owner.bearer, body: { filter } })
  expect(refused.status).toBe(400)
  const stranger = await kit.withApplication()
  expect((await ask('device=webpush', stranger.bearer)).data).toEqual([])
  expect((await ask('change=left', stranger.bearer)).data).toEqual([])
})
