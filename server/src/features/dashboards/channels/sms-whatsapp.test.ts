/** Dashboards of text messages and of WhatsApp, with what messages cost: kept counts times the prices that are entered. */
import type { SmsDashboard } from '@notifly/contracts/dashboards/sms'
import type { WhatsappDashboard } from '@notifly/contracts/dashboards/whatsapp'
import { expect, test } from 'vitest'
import { reasonNumber } from '../../../engine/reasons.ts'
import { uuidv7 } from '../../../lib/uuid.ts'
import { testApp } from '../../../testing/app.ts'
import { dashboardsOf } from '../../../testing/dashboards.ts'
import { insertActivity, insertRunWithActivity } from '../../../testing/engine/kept-activity.ts'

const kit = await testApp()
const { database } = kit
const owner = await kit.withApplication()
const { applicationId } = owner
const { ask, read, csv } = dashboardsOf(kit, owner)

test('text messages: cards, lines, failures, classes, segments and STOP replies', async () => {
  const run = await insertRunWithActivity(database, applicationId, {
    ...{ channel: 'sms', reports: true, content: { smsBody: 'Hi', message_class: 'otp' } },
  })
  const reason = { [`reason ${reasonNumber('opted_out')}`]: { failed: 5 } }
  await insertActivity(
    database,
    applicationId,
    run,
    '2026-04-01T12:00:00Z',
    { accepted: 5, delivered: 90, bounced: 3, failed: 2, clicked: 9 },
    reason,
  )
  await database.pool.query(
    `insert into sms_quarter (application_id, quarter, run_id, shard, segments) values ($1, '2026-04-01T12:00Z', $2, 0, 150), ($1, '2026-04-01T12:15Z', $2, 1, 40)`,
    [applicationId, run.runId],
  )
  await database.pool.query(
    `insert into suppression (application_id, channel, address_key, reason, created_at, source)
     values ($1, 'sms', '+15550001', 'unsubscribe', '2026-04-02T13:00Z', 'reply'), ($1, 'sms', '+15550002', 'manual', '2026-04-02T13:00Z', null)`,
    [applicationId],
  )
  const answer = await read<SmsDashboard>('sms?from=2026-04-01&to=2026-04-02')
  const card = { sent: 98, delivered: 90, failed: 5, clicked: 9, delivery_rate: 91.8, segments: 190 }
  expect(answer.section_1.data).toEqual(card)
  expect(answer.classes.data).toEqual([{ name: 'otp', ...card, cost: null }])
  expect(answer.section_2.data.map(({ name, points }) => [name, points.map(({ count }) => count)])).toEqual([
    ['sent', [98, 0]],
    ['delivered', [90, 0]],
    ['failed', [5, 0]],
    ['clicked', [9, 0]],
    ['segments', [190, 0]],
  ])
  expect(answer.section_3.data).toMatchObject([{ reason: 'opted_out', count: 5 }])
  expect([answer.stop_replies.data.count, answer.stop_replies.data.points[1]?.count]).toEqual([1, 1])
  const { section_1, previous } = await read<SmsDashboard>('sms?from=2026-04-02&to=2026-04-02&compare=true')
  expect([section_1.data.segments, previous?.section_1]).toEqual([0, card])
  expect(await csv('sms/export?panel=classes&from=2026-04-01&to=2026-04-02')).toMatchObject([
    { name: 'otp', segments: '190' },
  ])
})

test('WhatsApp: six figures, lines, failures and templates', async () => {
  const content = { name: 'order_update', language: 'en', components: [] }
  const run = await insertRunWithActivity(database, applicationId, { channel: 'whatsapp', reports: true, content })
  await database.pool.query(
    `insert into whatsapp_template (application_id, template_id, name, language, category, status, components, created_at, updated_at)
     values ($1, $2, 'order_update', 'en', 'UTILITY', 'APPROVED', '[]', now(), now())`,
    [applicationId, uuidv7()],
  )
  await insertActivity(database, applicationId, run, '2026-04-01T12:00:00Z', {
    ...{ delivered: 80, bounced: 20, failed: 5, opened: 40, clicked: 10 },
  })
  const { section_1, section_2, templates } = await read<WhatsappDashboard>('whatsapp?from=2026-04-01&to=2026-04-01')
  expect(section_1.data).toEqual({
    ...{ sent: 100, delivered: 80, open_rate: 50, bounce_rate: 20, delivery_rate: 80, click_through_rate: 25 },
  })
  expect(section_2.data.map(({ name, points: [point] }) => [name, point?.count])).toEqual([
    ['sent', 100],
    ['delivered', 80],
    ['read', 40],
    ['clicked', 10],
    // What came back has failed, as on the run's page.
    ['failed', 25],
  ])
  expect(templates.data).toMatchObject([{ name: 'order_update', language: 'en', category: 'UTILITY', sent: 100 }])
})

const price = async (channel: 'sms' | 'whatsapp', prices: object | null) => {
  const path = `/api/notifications/${channel}/prices`
  expect((await kit.call('PUT', path, { bearer: owner.bearer, body: { prices } })).status).toBe(200)
}

test('text messages cost what they are billed as, exactly, by country and class, at today’s prices', async () => {
  const runs = await Promise.all(
    ['otp', 'promotional'].map(message_class =>
      insertRunWithActivity(database, applicationId, { channel: 'sms', content: { message_class } }),
    ),
  )
  const billed = (run: number, at: string, code: string, segments: number) =>
    database.pool.query(
      'insert into sms_quarter (application_id, quarter, run_id, calling_code, shard, segments) values ($1, $2, $3, $4, 0, $5)',
      [applicationId, at, runs[run]?.runId, code, segments],
    )
  await Promise.all(
    runs.map(run => insertActivity(database, applicationId, run, '2026-04-11T12:00:00Z', { accepted: 100 })),
  )
  await billed(0, '2026-04-11T12:00Z', '91', 100)
  await billed(1, '2026-04-11T12:00Z', '91', 200)
  await billed(1, '2026-04-12T12:00Z', '91', 1)
  await billed(1, '2026-04-11T12:15Z', '44', 3)
  await billed(1, '2026-04-11T12:15Z', '', 1_000_000)
  await billed(1, '2026-04-10T12:00Z', '91', 7)
  const path = 'sms?from=2026-04-11&to=2026-04-12&compare=true'
  const bare = await read<SmsDashboard>(path)
  expect([bare.currency, bare.section_1.data.cost, bare.previous?.section_1.cost]).toEqual([null, undefined, undefined])
  expect(bare.countries.data).toEqual([
    { calling_code: '', segments: 1_000_000, price: null, cost: null },
    { calling_code: '91', segments: 301, price: null, cost: null },
    { calling_code: '44', segments: 3, price: null, cost: null },
  ])

  await price('sms', {
    ...{ currency: 'inr', default_price: '0.1' },
    countries: [
      { calling_code: '91', price: '0,000001' },
      { calling_code: '44', price: '3.35' },
    ],
  })
  const priced = await read<SmsDashboard>(path)
  expect([priced.currency, priced.section_1.data.cost, priced.previous?.section_1.cost]).toEqual([
    ...['INR', '100010.050301', '0.000007'],
  ])
  expect(priced.countries.data).toEqual([
    { calling_code: '', segments: 1_000_000, price: '0.1', cost: '100000' },
    { calling_code: '91', segments: 301, price: '0.000001', cost: '0.000301' },
    { calling_code: '44', segments: 3, price: '3.35', cost: '10.05' },
  ])
  expect(priced.classes.data.map(({ name, cost }) => [name, cost])).toEqual([
    ['otp', '0.0001'],
    ['promotional', '100010.050201'],
  ])
  const one = await read<SmsDashboard>(`${path}&notification=${runs[0]?.campaignId}`)
  expect([one.section_1.data.cost, one.countries.data.map(row => row.calling_code)]).toEqual(['0.0001', ['91']])
  expect((await csv('sms/export?panel=countries&from=2026-04-11&to=2026-04-12')).at(-1)).toEqual({
    ...{ calling_code: '44', segments: '3', price: '3.35', cost: '10.05', currency: 'INR' },
  })
  const other = await kit.withApplication()
  const foreign = await ask<SmsDashboard>('sms?from=2026-04-11&to=2026-04-12', other)
  expect([foreign.data.countries.data, foreign.data.currency]).toEqual([[], null])

  await price('sms', { currency: 'EUR', default_price: '2' })
  const again = await read<SmsDashboard>(path)
  expect([again.currency, again.section_1.data.cost]).toEqual(['EUR', '2000608'])
  await price('sms', null)
  expect((await read<SmsDashboard>(path)).currency).toBeNull()
})

test('WhatsApp costs what it delivers, by the category of the templates; what has no price is left out', async () => {
  const templates = { cost_offer: 'MARKETING', cost_code: 'AUTHENTICATION', cost_gone: null }
  for (const [name, category] of Object.entries(templates)) {
    const run = await insertRunWithActivity(database, applicationId, {
      ...{ channel: 'whatsapp', reports: true, content: { name, language: 'en' } },
    })
    await insertActivity(database, applicationId, run, '2026-04-11T12:00:00Z', {
      accepted: 10,
      delivered: 30,
      bounced: 1,
    })
    if (category === null) continue
    await database.pool.query(
      `insert into whatsapp_template (application_id, template_id, name, language, category, status, components, created_at, updated_at)
       values ($1, $2, $3, 'en', $4, 'APPROVED', '[]', now(), now())`,
      [applicationId, uuidv7(), name, category],
    )
  }
  const path = 'whatsapp?from=2026-04-11&to=2026-04-11'
  expect((await read<WhatsappDashboard>(path)).categories.data.map(({ cost }) => cost)).toEqual([null, null, null])
  await price('whatsapp', { currency: 'EUR', marketing: '0.1131', utility: '0.03' })
  const { currency, section_1, categories } = await read<WhatsappDashboard>(path)
  expect([currency, section_1.data.cost]).toEqual(['EUR', '3.393'])
  expect(categories.data).toEqual([
    { category: 'AUTHENTICATION', sent: 41, delivered: 30, price: null, cost: null },
    { category: 'MARKETING', sent: 41, delivered: 30, price: '0.1131', cost: '3.393' },
    { category: null, sent: 41, delivered: 30, price: null, cost: null },
  ])
  expect(await csv('whatsapp/export?panel=categories&from=2026-04-11&to=2026-04-11')).toMatchObject([
    { category: 'AUTHENTICATION', price: '', cost: '', currency: 'EUR' },
    { category: 'MARKETING', price: '0.1131', cost: '3.393' },
    { category: '', delivered: '30' },
  ])
  await price('whatsapp', null)
})
