/** How PostgreSQL answers rules among many contacts. A plan that is lost makes a count of a million take many seconds. */
import type { EventCondition, Rule, RuleGroup } from '@notifly/contracts/segments/rules'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { contactTotal } from '../../people/contacts/contact-total.ts'
import { chosenContacts, loadRuleContext } from '../../people/rules/compile.ts'
import { ensureEventMonths } from '../../people/events/upkeep.ts'
import { fieldValues } from '../../people/rules/field-values.ts'
import { systemClock } from '../../lib/clock.ts'
import { uuidv7 } from '../../lib/uuid.ts'
import { testDatabase } from '../../testing/database.ts'
import { countRules, expectCount } from './count.ts'

const database = await testDatabase()
const { pool, kysely: db } = database
const applicationId = uuidv7()
const campaign = uuidv7()
const CONTACTS = 20_000

beforeAll(async () => {
  await pool.query(
    `insert into merge_field (application_id, name, type, created_at)
     values ($1, 'plan', 'text', now()), ($1, 'points', 'number', now())`,
    [applicationId],
  )
  await pool.query(
    `insert into contact (application_id, contact_id, country, merge_fields, added_at, changed_at)
     select $1, uuidv7(), (array['ES', 'IN'])[1 + i % 2], jsonb_build_object('plan', 'p' || i % 4, 'points', (i % 500)::text),
       now(), now()
     from generate_series(1, $2::int) i`,
    [applicationId, CONTACTS],
  )
  await pool.query(
    `insert into engagement (application_id, kind, campaign_id, contact_id, day)
     select $1, 4, case when random() < 0.02 then $2::uuid else gen_random_uuid() end, contact_id, current_date
     from contact_slot where application_id = $1`,
    [applicationId, campaign],
  )
  await pool.query(
    `insert into contact_activity (application_id, contact_id, opened_on, opened_days)
     select $1, contact_id, current_date, 1 from contact_slot where application_id = $1`,
    [applicationId],
  )
  await pool.query(
    `insert into contact_sent (application_id, contact_id, sent_on, sent_days)
     select $1, contact_id, current_date, 1 from contact_slot where application_id = $1`,
    [applicationId],
  )
  await ensureEventMonths(database, new Date(), 400)
  await pool.query(
    `insert into contact_event (application_id, contact_id, occurred_at, event_id, name, properties, size_bytes)
     select $1, contact_id, now() - (ago || ' days')::interval, gen_random_uuid(), name, '{"total": 10}', 700
     from (select contact_id, row_number() over (order by random()) as n from contact_slot where application_id = $1) s,
       unnest('{5,100,200}'::int[]) ago, unnest('{page_view,order}'::text[]) name where n % 4 = 0 or name = 'page_view'`,
    [applicationId],
  )
  await pool.query('analyze contact, contact_slot, engagement, contact_activity, contact_sent')
  await vacuumEvents()
})

/** Its parts alone, as autovacuum does. */
async function vacuumEvents(): Promise<void> {
  const { rows } = await pool.query<{ name: string }>(
    `select inhrelid::regclass::text as name from pg_inherits where inhparent = 'contact_event'::regclass`,
  )
  for (const { name } of rows) await pool.query(`vacuum analyze ${name}`)
}

/** The plan of a count, as PostgreSQL prints it. */
async function planOf(...rules: Rule[]): Promise<string> {
  const context = { ...(await loadRuleContext(db, applicationId, [], new Date())), joins: true }
  const { rows } = await sql<{ 'QUERY PLAN': string }>`
    explain select count(*) from (${chosenContacts({ kind: 'group', match: 'all', rules }, context)}) as chosen`.execute(
    db,
  )
  return rows.map(row => row['QUERY PLAN']).join('\n')
}

const opened = (campaign_uuid: string | null): Rule => ({
  kind: 'behaviour',
  event: 'opened',
  campaign_uuid,
  when: { op: 'last_days', days: 30 },
  times: { op: 'at_least', n: 1 },
})

test('columns of ours and merge fields are read in one pass over one partition of the typed rows', async () => {
  const plan = await planOf(
    { kind: 'field', field: 'plan', type: 'text', op: 'is', value: 'p1' },
    { kind: 'field', field: 'points', type: 'number', op: 'greater_than', value: 100 },
    { kind: 'field', field: 'country', type: 'text', op: 'is', value: 'ES' },
  )
  expect(plan.match(/Scan/g)).toHaveLength(1)
  expect(plan).toMatch(/Scan (using \S+ )?on contact_slot_\d+ s/)
})

test('the last days of behaviour come from one row a contact, joined at once', async () => {
  const plan = await planOf(opened(null))
  expect(plan).toContain('contact_activity a')
  expect(plan).not.toMatch(/SubPlan|engagement|event/)
})

test('what was sent lately is read from one row a contact, whatever the campaigns, and from no delivery', async () => {
  const sent = { ...(opened(null) as Extract<Rule, { kind: 'behaviour' }>), event: 'sent' } as const
  for (const times of [{ op: 'at_least', n: 1 } as const, { op: 'exactly', n: 2 } as const, { op: 'never' } as const]) {
    const plan = await planOf({ ...sent, times })
    expect(plan).toContain('contact_sent t')
    expect(plan).not.toMatch(/delivery|on run /)
  }
})

const did = (name: string, more: Partial<EventCondition> = {}): Rule => ({
  kind: 'event',
  name,
  properties: [],
  when: { op: 'last_days', days: 10 },
  times: { op: 'at_least', n: 1 },
  ...more,
})

test('events are found by name in the months that are asked for, once for all contacts', async () => {
  const plan = await planOf(did('order'))
  expect(plan).toMatch(/Index Only Scan using contact_event_\S+name\S* on contact_event/)
  // Those of 10 days, and months ahead, which are empty.
  expect(plan.match(/on contact_event_\d/g)?.length).toBeLessThan(8)
  expect(plan).not.toMatch(/SubPlan/)
  // As many as there are, not the 200 groups that are expected of any table whose months alone are analyzed.
  expect(Number(/(?:Join|Loop) .*?rows=(\d+)/.exec(plan)?.[1])).toBeGreaterThan(CONTACTS / 8)
  const never = await planOf(did('order', { times: { op: 'never' } }))
  const either = await planOf({ kind: 'group', match: 'any', rules: [did('order'), opened(null)] })
  expect(never.match(/hashed SubPlan/g)).toHaveLength(1)
  expect(either.match(/hashed SubPlan/g)).toHaveLength(2)
})

test('the sample is the first members by id, wherever they are among the contacts', async () => {
  await pool.query(
    `insert into contact_event (application_id, contact_id, occurred_at, event_id, name, properties, size_bytes)
     select $1, contact_id, now() - interval '5 days', gen_random_uuid(), 'late', '{}', 600
     from (select contact_id from contact_slot where application_id = $1 order by contact_id desc limit 3000) s`,
    [applicationId],
  )
  for (const [name, members] of [
    ['order', CONTACTS / 4],
    ['late', 3000],
  ] as const) {
    const rules: RuleGroup = { kind: 'group', match: 'all', rules: [did(name)] }
    const { count, sample } = await countRules({ database, clock: systemClock }, applicationId, rules)
    const { rows } = await pool.query<{ uuid: string }>(
      `select distinct contact_id as uuid from contact_event where application_id = $1 and name = $2 order by 1 limit 10`,
      [applicationId, name],
    )
    expect([count, sample.map(each => each.uuid)]).toEqual([members, rows.map(row => row.uuid)])
  }
})

test('where counting takes too long, a few contacts stand for all of them', async () => {
  const context = await loadRuleContext(db, applicationId, [], new Date())
  const paid = { property: 'total', type: 'number', op: 'equals', value: 10 } as const
  const often = did('order', { when: { op: 'ever' }, times: { op: 'exactly', n: 3 }, properties: [paid] })
  const expected = await expectCount(db, { kind: 'group', match: 'all', rules: [often] }, context)
  expect(Math.abs((expected ?? 0) - CONTACTS / 4)).toBeLessThan(CONTACTS / 20)
})

test('how many contacts there are is known without looking at them', async () => {
  const { rows } = await pool.query<{ 'QUERY PLAN': string }>(
    'explain select sum(n) from contact_count where application_id = $1',
    [applicationId],
  )
  expect(rows.map(row => row['QUERY PLAN']).join('\n')).not.toMatch(/contact_slot| on contact /)
  expect(await contactTotal(db, applicationId)).toBe(CONTACTS)
})

test('a campaign is found by the index of what people did with it', async () => {
  const plan = await planOf(opened(campaign))
  expect(plan).toMatch(/engagement_pkey/)
  expect(plan).not.toMatch(/SubPlan/)
})

test('within "any" the people of each condition are looked up in a table of their ids, never one by one', async () => {
  const either: Rule = { kind: 'group', match: 'any', rules: [opened(null), opened(campaign)] }
  const plan = await planOf(either)
  expect(plan.match(/hashed SubPlan/g)).toHaveLength(2)
})

test('values of very many contacts come from a sample of them, whose figures stand for all', async () => {
  const many = 400_000
  await pool.query('insert into contact_count (application_id, n) values ($1, $2)', [applicationId, many - CONTACTS])
  const context = await loadRuleContext(db, applicationId, [], new Date())
  const { values, estimated } = await fieldValues(db, { field: 'plan', prefix: 'P' }, context)
  expect([estimated, values.map(each => each.value).toSorted()]).toEqual([true, ['p0', 'p1', 'p2', 'p3']])
  for (const { contacts } of values) expect(Math.abs(contacts - many / 4)).toBeLessThan(many / 10)
})
