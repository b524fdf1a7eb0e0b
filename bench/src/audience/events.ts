/** Conditions on what contacts did among ten million events, and how many events are accepted in a second. */
import { KEY_RATE } from '@notifly/contracts/api-keys/api-keys'
import type { EventCondition, PropertyComparison } from '@notifly/contracts/segments/rules'
import { ensureEventMonths } from '@notifly/server/people/events/upkeep'
import type { Benchmark, BenchContext } from '../harness/bench-context.ts'
import { percentile, seconds } from '../harness/compare.ts'
import type { BenchDatabase } from '../harness/postgres.ts'
import { newKey } from '../harness/product.ts'
import { dataOf } from '../harness/request.ts'
import { inTime, type Result } from '../result.ts'
import { addPeople, COUNT_PATH, countsOf } from './segments.ts'

const BAR_MS = 1000
const ACCEPTED_BAR = 5000
const DAYS = 360
/** Events that one statement inserts. */
const PART = 500_000
const BATCH = 1000
const BATCHES_AT_ONCE = 4

type Times = EventCondition['times']

const ONCE: Times = { op: 'at_least', n: 1 }
const EVER = { op: 'ever' } as const
const lastDays = (days: number) => ({ op: 'last_days', days }) as const
const did = (
  name: string,
  when: EventCondition['when'],
  times: Times = ONCE,
  properties: PropertyComparison[] = [],
): EventCondition => ({ kind: 'event', name, properties, when, times })
const DEAR: PropertyComparison = { property: 'amount', type: 'number', op: 'greater_than', value: 400 }
const GOLD: PropertyComparison = { property: 'plan', type: 'text', op: 'is', value: 'gold' }

/** Six in ten events are page views and one in ten is an order. */
const ASKED: { name: string; rule: EventCondition }[] = [
  { name: 'ordered in 30 days', rule: did('ordered', lastDays(30)) },
  { name: 'ordered ever', rule: did('ordered', EVER) },
  { name: 'ordered twice or more in 90 days', rule: did('ordered', lastDays(90), { op: 'at_least', n: 2 }) },
  { name: 'ordered exactly once in 90 days', rule: did('ordered', lastDays(90), { op: 'exactly', n: 1 }) },
  { name: 'ordered once at most in 90 days', rule: did('ordered', lastDays(90), { op: 'at_most', n: 1 }) },
  { name: 'not ordered in 90 days', rule: did('ordered', lastDays(90), { op: 'never' }) },
  { name: 'ordered for more than an amount in 90 days', rule: did('ordered', lastDays(90), ONCE, [DEAR]) },
  { name: 'ordered by two properties in 90 days', rule: did('ordered', lastDays(90), ONCE, [DEAR, GOLD]) },
  { name: 'viewed a page in 30 days', rule: did('viewed', lastDays(30)) },
  { name: 'viewed three pages in 30 days', rule: did('viewed', lastDays(30), { op: 'at_least', n: 3 }) },
  { name: 'viewed by a property in 30 days', rule: did('viewed', lastDays(30), ONCE, [GOLD]) },
]

export const benchEvents: Benchmark = async context => [
  ...(await benchConditions(context)),
  await benchAccepted(context),
]

async function benchConditions({ environment, sizes, say }: BenchContext): Promise<Result[]> {
  const { segmentContacts: contacts, contactEvents: events, segmentCounts: counts } = sizes
  say(`conditions on ${events} events of ${contacts} contacts, ${counts} times each`)
  await using own = await environment()
  const { product, database } = own
  const { applicationId, token } = await product.newApplication()
  await addPeople(database, applicationId, contacts)
  await addEvents(database, applicationId, events)
  const results: Result[] = []
  for (const { name, rule } of ASKED) {
    const { figures, count, estimated } = await countsOf(
      product,
      token,
      { kind: 'group', match: 'all', rules: [rule] },
      counts,
    )
    results.push({
      ...inTime(percentile(figures, 0.95), BAR_MS, figures),
      name: `event: ${name}, p95`,
      limitName: 'the promise',
      costs: `median ${Math.round(percentile(figures, 0.5))} ms, ${estimated ? 'about ' : ''}${count} contacts`,
      how:
        `POST ${COUNT_PATH} with its sample, ${counts} times one after the other, ${contacts} contacts and ${events} events in ` +
        `${DAYS} days: six in ten of them page views, one in ten an order. From the request to the whole answer.`,
    })
  }
  return results
}

/** Inserts the events in the order in which they happened. The indexes are created afterwards, as the migration creates them. */
async function addEvents({ pool }: BenchDatabase, applicationId: string, events: number): Promise<void> {
  await ensureEventMonths({ pool }, new Date(), DAYS + 31)
  const { rows } = await pool.query<{ definition: string }>(
    `select indexdef as definition from pg_indexes where indexname = 'contact_event_name'`,
  )
  await pool.query('alter table contact_event drop constraint contact_event_pkey')
  await pool.query('drop index contact_event_name')
  await pool.query(
    `create table numbered as select row_number() over () as no, contact_id from contact where application_id = $1`,
    [applicationId],
  )
  for (let from = 1; from <= events; from += PART) {
    await pool.query(
      `with people as (select count(*) as n from numbered)
       insert into contact_event (application_id, contact_id, occurred_at, event_id, name, properties, size_bytes)
       select $1, c.contact_id, now() - interval '${DAYS} days' * (1 - i::float8 / $4), uuidv7(),
         (array['viewed', 'viewed', 'viewed', 'viewed', 'viewed', 'viewed', 'added', 'added', 'ordered', 'asked'])[1 + i % 10],
         jsonb_build_object('amount', i % 500, 'plan', (array['free', 'silver', 'gold', 'platinum'])[1 + i / 7 % 4], 'page',
           '/products/' || i % 1000), 120
       from generate_series($2::int, $3::int) i join people on true
       join numbered c on c.no = 1 + abs(hashint4(i)::bigint) % people.n`,
      [applicationId, from, Math.min(events, from + PART - 1), events],
    )
  }
  await pool.query('drop table numbered')
  await pool.query('alter table contact_event add primary key (application_id, contact_id, occurred_at, event_id)')
  for (const { definition } of rows) await pool.query(definition.replace(' ON ONLY ', ' ON '))
  // As autovacuum does it: each month, never the table whose parts they are.
  const months = await pool.query<{ month: string }>(
    `select relid::regclass::text as month from pg_partition_tree('contact_event') where isleaf`,
  )
  await pool.query(`vacuum analyze ${months.rows.map(({ month }) => month).join(', ')}`)
}

/** One API process, called from the same machine. */
async function benchAccepted({ environment, sizes: { messages, rounds }, say }: BenchContext): Promise<Result> {
  const count = Math.max(BATCHES_AT_ONCE, Math.ceil((10 * messages) / BATCH))
  say(`${count} batches of ${BATCH} events, ${rounds} rounds`)
  await using own = await environment()
  const { product, database } = own
  const { applicationId, token } = await product.newApplication()
  await database.pool.query(
    `insert into contact (application_id, contact_id, external_user_id, merge_fields, added_at, changed_at)
     select $1, uuidv7(), 'person' || i, '{}', now(), now() from generate_series(0, $2::int - 1) i`,
    [applicationId, BATCH],
  )
  const key = { name: 'Bench', scopes: ['events:write'], rate_limit: KEY_RATE.most }
  const headers = { authorization: await newKey(product, token, key), 'content-type': 'application/json' }
  const send = async (): Promise<void> => {
    const events = Array.from({ length: BATCH }, (_, no) => ({
      external_user_id: `person${no}`,
      name: 'ordered',
      properties: { amount: no, plan: 'gold' },
    }))
    const path = '/api/v1/events/batch'
    await dataOf(path, await fetch(product.url + path, { method: 'POST', headers, body: JSON.stringify({ events }) }))
  }
  const round = async (): Promise<number> => {
    let left = count
    const caller = async (): Promise<void> => {
      while (left-- > 0) await send()
    }
    return (count * BATCH) / (await seconds(() => Promise.all(Array.from({ length: BATCHES_AT_ONCE }, caller))))
  }
  await send()
  const figures: number[] = []
  for (let n = 0; n < rounds; n++) figures.push(await round())
  const figure = percentile(figures, 0.5)
  return {
    figure,
    limit: ACCEPTED_BAR,
    ratio: figure / ACCEPTED_BAR,
    ratios: figures.map(each => each / ACCEPTED_BAR),
    bar: { least: 1 },
    unit: 'events/s',
    name: 'events accepted in batches',
    limitName: 'the bar',
    costs: `${rounds} rounds`,
    how: `Batches of ${BATCH}, ${BATCHES_AT_ONCE} at once; one API process, the callers on the same machine.`,
  }
}
