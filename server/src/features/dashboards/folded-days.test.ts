import type { EmailDashboard } from '@notifly/contracts/dashboards/email'
import type { Engagement } from '@notifly/contracts/dashboards/engagement'
import type { SmsDashboard } from '@notifly/contracts/dashboards/sms'
import type { WhatsappDashboard } from '@notifly/contracts/dashboards/whatsapp'
import { expect, test } from 'vitest'
import { foldActivity } from '../../engine/activity/activity.ts'
import { createLog } from '../../lib/log.ts'
import { testApp } from '../../testing/app.ts'
import { dashboardsOf } from '../../testing/dashboards.ts'
import { insertActivity, insertRunWithActivity } from '../../testing/engine/kept-activity.ts'
import { foldedParts } from './counted-queries.ts'

const kit = await testApp()
const { database } = kit
const owner = await kit.withApplication()
const { applicationId } = owner
await database.pool.query("update application set timezone = 'Asia/Kolkata' where application_id = $1", [applicationId])
const { read } = dashboardsOf(kit, owner)
const fold = (now: string) => foldActivity({ database, log: createLog('silent'), clock: { now: () => new Date(now) } })

const weekly = await insertRunWithActivity(database, applicationId, { name: 'Weekly, February' })
const again = await insertRunWithActivity(database, applicationId, {
  name: 'Weekly, March',
  campaignId: weekly.campaignId,
})
const telling = await insertRunWithActivity(database, applicationId, { name: 'Told of', reports: true })
const untold = await insertRunWithActivity(database, applicationId, { name: 'Not told of yet', reports: true })
const stream = await insertRunWithActivity(database, applicationId, { name: 'Messages' })
await database.pool.query('update run set campaign_id = run_id where run_id = $1', [stream.runId])
const coded = await insertRunWithActivity(database, applicationId, {
  channel: 'sms',
  content: { message_class: 'otp' },
})
const offered = await insertRunWithActivity(database, applicationId, {
  channel: 'sms',
  content: { message_class: 'promotional' },
})
const greeting = await insertRunWithActivity(database, applicationId, {
  channel: 'whatsapp',
  content: { name: 'greeting', language: 'hi', message_class: 'utility' },
})

async function send(): Promise<void> {
  const keep = (...[run, at, counts]: [typeof weekly, string, Record<string, number>]) =>
    insertActivity(database, applicationId, run, at, counts, { 'browser Chrome': { opened: 1 } })
  await keep(weekly, '2026-02-03T10:00:00Z', { accepted: 100, bounced: 4, hard_bounced: 3, opened: 30, clicked: 9 })
  await keep(again, '2026-03-31T10:00:00Z', { accepted: 90, complained: 1, failed: 2, opened: 10, clicked: 2 })
  // In India a day, and a month, later than in UTC.
  await keep(again, '2026-03-31T20:00:00Z', { accepted: 5, unsubscribed: 1 })
  await keep(telling, '2026-03-02T10:00:00Z', { accepted: 7, delivered: 50, opened: 20, clicked: 8 })
  await keep(telling, '2026-03-03T10:00:00Z', { accepted: 3, clicked: 1 })
  await keep(untold, '2026-02-20T10:00:00Z', { accepted: 40, opened: 1 })
  await keep(stream, '2026-02-10T10:00:00Z', { accepted: 12, clicked: 12 })
  await keep(coded, '2026-02-11T10:00:00Z', { accepted: 20, failed: 1, bounced: 2 })
  await keep(offered, '2026-03-11T10:00:00Z', { delivered: 30, clicked: 3 })
  await keep(greeting, '2026-02-12T10:00:00Z', { delivered: 25, accepted: 5, opened: 15 })
}

/** Ranges of months as a whole, of parts of months, and of both. */
const RANGES = ['from=2026-02-01&to=2026-03-31', 'from=2026-02-02&to=2026-04-15', 'from=2026-03-02&to=2026-03-20']

async function shown() {
  const answers = await Promise.all(
    RANGES.map(async range => ({
      email: await read<EmailDashboard>(`email?${range}&compare=true`),
      sms: await read<SmsDashboard>(`sms?${range}`),
      whatsapp: await read<WhatsappDashboard>(`whatsapp?${range}`),
      engagement: await read<Engagement>(`engagement?${range}`),
    })),
  )
  return answers.map(({ email, sms, whatsapp, engagement }) => ({
    ...{ totals: email.totals, daily: email.daily, previous: email.previous, parts: email.section_5 },
    // It knows a folded campaign's day, and no longer the quarter of its last message.
    top: email.top_campaigns.data.map(({ last_sent_on: _, ...row }) => row),
    ...{ classes: sms.classes, sms: sms.totals, whatsapp: whatsapp.totals, templates: whatsapp.templates, engagement },
  }))
}

test('dashboards say the same before and after their days are folded, and when more comes late', async () => {
  await send()
  const before = await shown()
  expect(before[0]?.top.map(({ name, runs, sent }) => [name, runs, sent])).toEqual([
    ['Weekly, March', 2, 195],
    ['Told of', 1, 60],
    ['Not told of yet', 1, 40],
  ])
  expect(before[0]?.totals.data).toMatchObject({ sent: 307, delivered: 253, clicked: 32 })
  expect(before[0]?.classes.data.map(({ name, sent }) => [name, sent])).toEqual([
    ['otp', 22],
    ['promotional', 30],
  ])
  expect(before[0]?.templates.data).toMatchObject([{ name: 'greeting', language: 'hi', sent: 30, delivered: 25 }])

  // From one day to the next: quarters become one row each, then days.
  for (const now of ['2026-02-20T12:00:00Z', '2026-03-20T12:00:00Z', '2026-04-20T12:00:00Z']) {
    await fold(now)
    expect(await shown()).toEqual(before)
  }
  await fold('2026-08-01T12:00:00Z')
  expect(await shown()).toEqual(before)
  const { rows } = await database.pool.query<{ shard: number; n: number }>(
    'select shard, count(*)::int as n from activity_quarter where application_id = $1 group by shard',
    [applicationId],
  )
  expect(rows).toEqual([{ shard: 34, n: 10 }])

  // As much again, late: first it is read beside the days, then folded into them.
  await send()
  const late = await shown()
  expect(late[0]?.totals.data).toMatchObject({ sent: 614, delivered: 506, clicked: 64 })
  await database.pool.query('update activity_fold set quarters_to = $2, details_to = $2 where application_id = $1', [
    applicationId,
    new Date('2026-02-05T00:00:00Z'),
  ])
  await fold('2026-08-01T12:00:00Z')
  expect(await shown()).toEqual(late)
})

test('a month is read as a whole only from its first moment to the end of its last', () => {
  const of = (from: string, to: string) =>
    foldedParts([new Date(from), new Date(to)]).map(part => {
      const [first, end] = [part.from, part.to].map(moment => moment.toISOString().slice(0, 13))
      return `${first} to ${end}${part.byMonth ? ' by month' : ''}`
    })
  expect(of('2025-12-01T00:00:00Z', '2026-02-01T00:00:00Z')).toEqual([
    '2025-12-01T00 to 2025-12-01T00',
    '2025-12-01T00 to 2026-02-01T00 by month',
    '2026-02-01T00 to 2026-02-01T00',
  ])
  expect(of('2026-01-31T18:30:00Z', '2026-03-31T18:30:00Z')).toEqual([
    '2026-01-31T18 to 2026-02-01T00',
    '2026-02-01T00 to 2026-03-01T00 by month',
    '2026-03-01T00 to 2026-03-31T18',
  ])
  expect(of('2026-02-01T00:00:01Z', '2026-03-31T23:59:59Z')).toEqual(['2026-02-01T00 to 2026-03-31T23'])
})
