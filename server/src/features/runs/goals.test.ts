/** Goals of campaigns: what is kept of them, which events count for which message, and that all figures say the same. */
import type { Campaign, CampaignCheck } from '@notifly/contracts/campaigns/campaigns'
import type { Goal } from '@notifly/contracts/campaigns/goals'
import type { EmailDashboard } from '@notifly/contracts/dashboards/email'
import type { EventResult } from '@notifly/contracts/events/events'
import type { RunProgress } from '@notifly/contracts/runs/deliveries'
import Papa from 'papaparse'
import { beforeAll, expect, test } from 'vitest'
import { applyEvents, type DeliveryEvent } from '../../engine/events/apply-events.ts'
import { dropOldConversions } from '../../engine/goals/goal-queries.ts'
import { attributeDueEvents } from '../../engine/goals/goals.ts'
import { ensureEventMonths } from '../../people/events/upkeep.ts'
import { testApp } from '../../testing/app.ts'
import { addContacts, addSegment, setUpEmail } from '../../testing/campaigns.ts'
import { dashboardsOf } from '../../testing/dashboards.ts'
import { sentRun } from '../../testing/engine/sent-run.ts'
import { newProgram } from '../../testing/programs.ts'

const kit = await testApp()
const { database, clock } = kit
const { pool } = database
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

beforeAll(() => ensureEventMonths(database, clock.now(), kit.deps.config.eventDays))

const ORDER: Goal = {
  event: 'order',
  properties: [{ property: 'total', type: 'number', op: 'greater_than', value: 10 }],
  click_days: 7,
  open_days: 1,
  revenue_property: 'total',
  currency_property: 'currency',
  currency: 'EUR',
}

interface Touch {
  run: number
  contact: number
  kind: 'opened' | 'clicked'
  at: Date
  bot?: boolean
}
interface Order {
  contact: number
  at: Date
  properties: Record<string, string | number>
}

/** Two runs with a goal, to the same three contacts, and a program that tells events. */
async function newShop(goals: (Goal | null)[] = [ORDER, ORDER]) {
  const owner = await kit.withApplication()
  const { applicationId, bearer } = owner
  const program = await newProgram(kit, owner, ['contacts:write', 'events:write'])
  const first = await sentRun(database, applicationId, { contacts: 3 })
  const second = await sentRun(database, applicationId, { contacts: 0, messages: 3 })
  const runs = [first, second].map(run => run.runId)
  for (const [n, runId] of runs.entries()) {
    await pool.query('update run set goal = $2 where run_id = $1', [runId, JSON.stringify(goals[n])])
  }
  const deliveries = await pool.query<{ run_id: string; seq: number; contact_id: string }>(
    'select run_id, seq, contact_id from delivery where application_id = $1 order by contact_id, run_id',
    [applicationId],
  )
  const contacts = [...new Set(deliveries.rows.map(row => row.contact_id))]
  const seqOf = (run: number, contact: number): number =>
    deliveries.rows.find(row => row.run_id === runs[run] && row.contact_id === contacts[contact])?.seq ?? 0
  const readRun = async (run: number) =>
    (await kit.call<RunProgress>('GET', `/api/notifications/delivery/email/${runs[run]}/summary`, { bearer })).data
  return {
    applicationId,
    contacts,
    erase: (contact: number) => program.call('DELETE', `/api/v1/contacts/c${contact}`),
    name: (contact: number) =>
      pool.query('update contact set external_user_id = $2 where contact_id = $1', [contacts[contact], `c${contact}`]),
    touch: (touches: readonly Touch[]) =>
      applyEvents(
        database,
        touches.map(({ run, contact, kind, at, bot = false }): DeliveryEvent => ({
          applicationId,
          runId: runs[run] ?? '',
          seq: seqOf(run, contact),
          kind,
          at,
          source: 'recipient',
          bot,
        })),
      ),
    order: async (orders: readonly Order[]) => {
      const events = orders.map(({ contact, at, properties }) => ({
        contact_uuid: contacts[contact],
        name: 'order',
        occurred_at: at.toISOString(),
        properties,
      }))
      const { data } = await program.call<EventResult[]>('POST', '/api/v1/events/batch', { events })
      expect(data.map(each => each.result)).toEqual(orders.map(() => 'accepted'))
      while ((await attributeDueEvents(kit.deps)) === 'more');
    },
    figures: async (run: number) => {
      const { goal } = await readRun(run)
      return [
        goal?.conversions,
        goal?.converted,
        ...(goal?.revenue.map(each => `${each.amount} ${each.currency}`) ?? []),
      ]
    },
    dashboard: async (query = '') => {
      const { data } = await kit.call<EmailDashboard>('GET', `/api/dashboard/email${query}`, { bearer })
      if (data.goals === undefined) throw new Error('the dashboard tells of no goal')
      return data.goals.data
    },
    panel: (name: string) => dashboardsOf(kit, owner).csv(`email/export?panel=${name}`),
    converted: async (run: number) => {
      const path = `/api/notifications/delivery/email/${runs[run]}?status=converted`
      return (await kit.call<{ uuid: string }[]>('GET', path, { bearer })).data.length
    },
    exported: async (run: number) => {
      const { body } = await kit.app.inject({
        url: `/api/notifications/delivery/email/${runs[run]}/export`,
        headers: { authorization: `Bearer ${bearer}` },
      })
      return Papa.parse<Record<string, string>>(body.replace('\uFEFF', ''), { header: true, skipEmptyLines: true }).data
    },
  }
}

const at = (daysAgo: number): Date => new Date(clock.now().getTime() - daysAgo * DAY_MS)

test('an event counts once, for the message that was touched last within its window', async () => {
  const { touch, order, figures, exported } = await newShop()
  await touch([
    { run: 0, contact: 0, kind: 'clicked', at: at(20) },
    { run: 1, contact: 0, kind: 'opened', at: at(19.5) },
    { run: 0, contact: 1, kind: 'opened', at: at(20) },
    { run: 1, contact: 1, kind: 'clicked', at: at(12), bot: true },
  ])
  await order([
    // The open of the second run is the last touch, for a day; then the click of the first counts, for a week.
    { contact: 0, at: at(19), properties: { total: 49.9 } },
    { contact: 0, at: at(18), properties: { total: 20.1, currency: 'usd' } },
    { contact: 0, at: at(13.1), properties: { total: 20, currency: 'euro' } },
    { contact: 0, at: at(13.1), properties: { total: 9 } },
    { contact: 0, at: at(20.1), properties: { total: 90 } },
    { contact: 0, at: at(5), properties: { total: 90 } },
    { contact: 1, at: at(19.9), properties: { total: 15 } },
    { contact: 1, at: at(18.9), properties: { total: 15 } },
    { contact: 1, at: at(11.9), properties: { total: 15 } },
    { contact: 2, at: at(19), properties: { total: 15 } },
  ])
  expect(await figures(0)).toEqual([3, 2, '35 EUR', '20.1 USD'])
  expect(await figures(1)).toEqual([1, 1, '49.9 EUR'])
  const rows = (await exported(0)).map(row => [row['conversions'], row['revenue'], row['converted_on'] !== ''])
  expect(rows.toSorted(([one], [two]) => Number(one) - Number(two))).toEqual([
    ['0', '', false],
    ['1', '15 EUR', true],
    ['2', '20 EUR; 20.1 USD', true],
  ])
})

test('a click that is reported after the event moves it, and nothing is counted twice', async () => {
  const { touch, order, figures, erase, name, applicationId } = await newShop()
  await name(0)
  await touch([{ run: 0, contact: 0, kind: 'clicked', at: at(3) }])
  await order([{ contact: 0, at: at(1), properties: { total: 12.34 } }])
  expect([await figures(0), await figures(1)]).toEqual([
    [1, 1, '12.34 EUR'],
    [0, 0],
  ])
  await touch([{ run: 1, contact: 0, kind: 'clicked', at: at(2) }])
  for (let look = 0; look < 3; look++) {
    clock.advance(11 * 60_000)
    await attributeDueEvents(kit.deps)
  }
  const moved = [
    [0, 0],
    [1, 1, '12.34 EUR'],
  ]
  expect([await figures(0), await figures(1)]).toEqual(moved)
  // Sums stay when the person goes, and when the details are old; nothing is left to look at.
  expect((await erase(0)).status).toBe(200)
  expect(await dropOldConversions(database.kysely, clock.now())).toBeUndefined()
  expect([await figures(0), await figures(1)]).toEqual(moved)
  const left = await pool.query('select from goal_check where application_id = $1', [applicationId])
  expect(left.rowCount).toBe(0)
})

test('the figures of many events are what a plain count of events and touches comes to', async () => {
  const other = { ...ORDER, properties: [], click_days: 2, open_days: 2, currency_property: null }
  const { touch, order, figures, exported, dashboard, panel, converted } = await newShop([ORDER, other])
  let state = 7
  const dice = (sides: number): number => (state = (state * 48_271) % 2_147_483_647) % sides
  const moment = (): Date => at(1 + dice(20 * 24 * 60) / (24 * 60))
  const touches = Array.from({ length: 40 }, (): Touch => {
    const kind = dice(2) === 0 ? 'opened' : 'clicked'
    return { run: dice(2), contact: dice(3), kind, at: moment(), bot: dice(5) === 0 }
  })
  const orders = Array.from({ length: 90 }, (): Order => {
    const currency = ['EUR', 'GBP', 'nothing'][dice(3)] ?? ''
    return { contact: dice(3), at: moment(), properties: { total: dice(40), currency } }
  })
  await touch(touches)
  await order(orders)
  const goals = [ORDER, other]
  const counted = [new Map<string, number>(), new Map<string, number>()]
  const people = [new Map<number, number>(), new Map<number, number>()]
  for (const { contact, at: when, properties } of orders) {
    const [last] = touches
      .filter(each => each.contact === contact && each.bot !== true)
      .filter(({ run, kind, at: touched }) => {
        const days = kind === 'clicked' ? goals[run]?.click_days : goals[run]?.open_days
        const since = when.getTime() - touched.getTime()
        return since >= 0 && since < (days ?? 0) * DAY_MS && (run === 1 || Number(properties['total']) > 10)
      })
      .toSorted((one, two) => two.at.getTime() - one.at.getTime())
    if (last === undefined) continue
    const code = String(properties['currency'])
    const currency = last.run === 0 && code !== 'nothing' ? code : 'EUR'
    const sums = counted[last.run]
    sums?.set(currency, (sums.get(currency) ?? 0) + Number(properties['total']))
    people[last.run]?.set(contact, (people[last.run]?.get(contact) ?? 0) + 1)
  }
  for (const run of [0, 1]) {
    const revenue = [...(counted[run] ?? [])].toSorted(([a, m], [b, n]) => n - m || a.localeCompare(b))
    const conversions = [...(people[run]?.values() ?? [])]
    const all = conversions.reduce((sum, n) => sum + n, 0)
    expect(all).toBeGreaterThan(5)
    expect(await figures(run)).toEqual([
      all,
      conversions.length,
      ...revenue.map(([currency, amount]) => `${amount} ${currency}`),
    ])
    const rows = (await exported(run)).map(row => Number(row['conversions']))
    const byNumber = (numbers: number[]) => numbers.toSorted((one, two) => one - two)
    expect(byNumber(rows)).toEqual(byNumber([...conversions, ...Array<number>(3 - conversions.length).fill(0)]))
  }
  const sums = [0, 1].flatMap(run => [...(counted[run] ?? [])])
  const total = (code: string) => sums.reduce((sum, [currency, amount]) => sum + (currency === code ? amount : 0), 0)
  const persons = [0, 1].map(run => people[run]?.size ?? 0)
  const conversions = [0, 1].map(run => [...(people[run]?.values() ?? [])].reduce((sum, n) => sum + n, 0))
  const all = (conversions[0] ?? 0) + (conversions[1] ?? 0)
  const { daily, campaigns, previous, ...totals } = await dashboard()
  expect(totals).toEqual({
    conversions: all,
    converted: (persons[0] ?? 0) + (persons[1] ?? 0),
    conversion_rate: Math.round(((persons[0] ?? 0) + (persons[1] ?? 0)) * (1000 / 6)) / 10,
    revenue: ['EUR', 'GBP']
      .map(currency => ({ currency, amount: String(total(currency)) }))
      .toSorted((one, two) => Number(two.amount) - Number(one.amount)),
  })
  // The same by day and by campaign, in files, and as lists of those who converted.
  expect([daily.length, daily.reduce((sum, { count }) => sum + (count ?? 0), 0), previous]).toEqual([30, all, null])
  const sorted = conversions.toSorted((one, two) => two - one)
  expect(campaigns.map(each => [each.conversions, each.delivered, each.runs])).toEqual(sorted.map(n => [n, 3, 1]))
  expect(campaigns.reduce((sum, each) => sum + each.converted, 0)).toBe(totals.converted)
  expect((await panel('goals')).map(row => Number(row['conversions']))).toEqual(sorted)
  expect((await panel('conversions')).reduce((sum, row) => sum + Number(row['conversions']), 0)).toBe(all)
  expect([await converted(0), await converted(1)]).toEqual(persons)
  expect((await dashboard('?compare=true')).previous).toBeNull()
})

test('a goal is a part of its campaign: read with it, copied with it, frozen in its run, and never lent to others', async () => {
  const owner = await kit.withApplication()
  const { bearer } = owner
  await setUpEmail(kit, owner)
  const segment = await addSegment(kit, owner, 'All', await addContacts(kit, owner, ['ann@example.com']))
  const parts = {
    campaignName: 'Spring sale',
    emailSubject: 'Hi',
    emailBody: '<p>Sale</p>',
    audience: { segment_uuids: [segment] },
    schedule: { message_type: { type: 1 }, campaign_start_date: { type: 1 } },
  }
  const check = (goal: unknown) =>
    kit.call<CampaignCheck>('POST', '/api/notifications/check/email', { bearer, body: { ...parts, goal } })
  expect((await check({ event: '' })).data.launch_errors).toMatchObject([
    { field: 'goal.event', key: 'fields.required' },
  ])
  expect((await check({ event: 'né' })).data.launch_errors).toMatchObject([{ field: 'goal.event', key: 'events.name' }])
  const refused: [object, string][] = [
    [{ click_days: 31 }, 'goal.click_days'],
    [{ open_days: 8 }, 'goal.open_days'],
    [{ open_days: 0 }, 'goal.open_days'],
    [{ currency: 'XQX' }, 'goal.currency'],
    [{ properties: Array(6).fill(ORDER.properties[0]) }, 'goal.properties'],
    [{ properties: [{ ...ORDER.properties[0], value: 'x' }] }, 'goal.properties.0.value'],
    [{ revenue_property: 'x'.repeat(201) }, 'goal.revenue_property'],
  ]
  for (const [wrong, field] of refused) {
    const { status, body } = await check({ ...ORDER, ...wrong })
    expect([status, body.errors?.[0]?.field]).toEqual([400, field])
  }
  const launched = await kit.call<{ uuid: string }>('POST', '/api/notifications/schedule/email', {
    bearer,
    body: { ...parts, goal: { event: 'order' } },
  })
  const usual = { event: 'order', properties: [], click_days: 7, open_days: 1, currency: 'USD' }
  const { rows } = await pool.query('select goal from run where campaign_id = $1', [launched.data.uuid])
  expect(rows).toEqual([{ goal: usual }])
  const copy = await kit.call<{ uuid: string }>('POST', '/api/notifications/schedule/email/duplicate', {
    bearer,
    body: { uuid: launched.data.uuid },
  })
  const read = await kit.call<Campaign>('GET', `/api/notifications/schedule/email?uuid=${copy.data.uuid}`, { bearer })
  expect([copy.status, read.data.goal]).toEqual([201, usual])
})
