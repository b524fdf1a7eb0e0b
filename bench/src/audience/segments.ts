/** Counting dynamic segments of a large audience through the API. */
import type { Rule, RuleGroup } from '@notifly/contracts/segments/rules'
import type { SegmentCount } from '@notifly/contracts/segments/segments'
import { noteNextPart } from '@notifly/server/engine/upkeep/note-sent-queries'
import { uuidv7 } from '@notifly/server/lib/uuid'
import type { Benchmark } from '../harness/bench-context.ts'
import { percentile, seconds } from '../harness/compare.ts'
import type { BenchDatabase } from '../harness/postgres.ts'
import type { Product } from '../harness/product.ts'
import { inTime, type Result } from '../result.ts'

const CAMPAIGN = uuidv7()
export const COUNT_PATH = '/api/audience/segment/count'
/** Contacts that one statement inserts. */
const PART = 50_000

const PLAN: Rule = { kind: 'field', field: 'plan', type: 'text', op: 'is', value: 'gold' }
const POINTS: Rule = { kind: 'field', field: 'points', type: 'number', op: 'greater_than', value: 1000 }
const COUNTRY: Rule = { kind: 'field', field: 'country', type: 'text', op: 'is', value: 'IN' }
const opened = (campaign_uuid: string | null, n: number, days: number): Rule => ({
  kind: 'behaviour',
  event: 'opened',
  campaign_uuid,
  when: { op: 'last_days', days },
  times: { op: 'at_least', n },
})
const NEVER: Rule = { ...(opened(null, 1, 90) as Extract<Rule, { kind: 'behaviour' }>), times: { op: 'never' } }
const SENT: Rule = { ...(opened(null, 1, 30) as Extract<Rule, { kind: 'behaviour' }>), event: 'sent' }

const ASKED: { name: string; rules: Rule[]; barMs: number }[] = [
  { name: 'three conditions', rules: [PLAN, POINTS, COUNTRY], barMs: 300 },
  { name: 'opened anything in 30 days', rules: [opened(null, 1, 30)], barMs: 1000 },
  { name: 'opened on 2 days or more in 30', rules: [opened(null, 2, 30)], barMs: 1000 },
  { name: 'opened one campaign', rules: [opened(CAMPAIGN, 1, 3650)], barMs: 1000 },
  { name: 'not opened in 90 days', rules: [NEVER], barMs: 1000 },
  { name: 'sent anything in 30 days, a run just over', rules: [SENT], barMs: 1000 },
]
/** Once the run is noted as runs are after ten minutes. */
const NOTED = { name: 'sent anything in 30 days', rules: [SENT], barMs: 1000 }

export const benchSegments: Benchmark = async ({ environment, sizes, say }) => {
  const { segmentContacts: contacts, segmentCounts: counts } = sizes
  say(`counts of segments among ${contacts} contacts, ${counts} each`)
  await using own = await environment()
  const { product, database } = own
  const { applicationId, token } = await product.newApplication()
  await addPeople(database, applicationId, contacts)
  await addHistory(database, applicationId)
  await database.pool.query('vacuum analyze')
  const results: Result[] = []
  for (const { name, rules, barMs } of [...ASKED, NOTED]) {
    if (name === NOTED.name) await noteEverything(database)
    const { figures, count, estimated } = await countsOf(product, token, { kind: 'group', match: 'all', rules }, counts)
    if (estimated || count === 0) throw new Error(`${name}: counted ${count}, estimated: ${estimated}`)
    results.push({
      ...inTime(percentile(figures, 0.95), barMs, figures),
      name: `segment: ${name}, p95`,
      limitName: 'the promise',
      costs: `median ${Math.round(percentile(figures, 0.5))} ms`,
      how:
        `POST ${COUNT_PATH} with its sample, ${counts} times one after the other, ${contacts} contacts with seven merge fields, of ` +
        'whom a third opened a campaign and everybody got one; time from the request to the whole answer.',
    })
  }
  return results
}

async function noteEverything({ kysely, pool }: BenchDatabase): Promise<void> {
  while (await noteNextPart(kysely, { endedBefore: new Date(Date.now() + 60_000), deliveries: PART }));
  await pool.query('vacuum analyze contact_sent')
}

/** Milliseconds of each count, the fastest first. */
export async function countsOf(
  product: Product,
  token: string,
  rules: RuleGroup,
  counts: number,
): Promise<{ figures: number[]; count: number; estimated: boolean }> {
  const ask = () => product.call<SegmentCount>(token, 'POST', COUNT_PATH, { rules })
  const { count, estimated } = await ask()
  const figures: number[] = []
  for (let n = 0; n < counts; n++) figures.push(1000 * (await seconds(ask)))
  return { figures: figures.sort((a, b) => a - b), count, estimated }
}

export async function addPeople({ pool }: BenchDatabase, applicationId: string, contacts: number): Promise<void> {
  const fields = [
    'first_name text',
    'last_name text',
    'plan text',
    'city text',
    'points number',
    'born date',
    'vip boolean',
  ]
  for (const field of fields) {
    const [name, type] = field.split(' ')
    await pool.query(`insert into merge_field (application_id, name, type, created_at) values ($1, $2, $3, now())`, [
      applicationId,
      name,
      type,
    ])
  }
  for (let from = 1; from <= contacts; from += PART) {
    const to = Math.min(contacts, from + PART - 1)
    await pool.query(
      `insert into contact (application_id, contact_id, email, email_key, country, lang, merge_fields, created_on, added_at,
         changed_at)
       select $1, uuidv7(), 'person' || i || '@example.test', 'person' || i || '@example.test',
         (array['US', 'IN', 'ES', 'FR', 'AE', 'JP'])[1 + i % 6], 'en',
         jsonb_build_object('first_name', 'Name' || i % 900, 'last_name', 'Surname' || i % 7000,
           'plan', (array['free', 'silver', 'gold', 'platinum'])[1 + i / 7 % 4], 'city', 'Town ' || i % 100,
           'points', (i % 5000)::text, 'born', (date '1960-01-01' + i % 15000)::text,
           'vip', case when i % 20 = 0 then 'yes' else 'no' end),
         now() - i % 1000 * interval '1 day', now(), now()
       from generate_series($2::int, $3::int) i`,
      [applicationId, from, to],
    )
  }
}

/** One run to all contacts ten days ago; a third opened it, half of them on two days. */
async function addHistory({ pool }: BenchDatabase, applicationId: string): Promise<void> {
  const runId = uuidv7()
  await pool.query(
    `insert into run (application_id, run_id, campaign_id, channel, name, lane_id, state, content, audience, timezone, opens_at,
       created_at, recipients)
     select $1, $2, $3, 'email', 'Run', $4, 'done', '{}', '{}', 'UTC', now() - interval '10 days', now(), count(*)
     from contact where application_id = $1`,
    [applicationId, runId, CAMPAIGN, uuidv7()],
  )
  await pool.query(
    `insert into delivery (application_id, run_id, seq, contact_id, state, sent_at, address)
     select application_id, $2, row_number() over (order by contact_id), contact_id, 5, now() - interval '10 days', email_key
     from contact where application_id = $1`,
    [applicationId, runId],
  )
  await pool.query(
    `insert into engagement (application_id, kind, campaign_id, contact_id, day)
     select $1, 4, $3, contact_id, current_date - 10 + d from delivery, generate_series(0, 1) d
     where run_id = $2 and seq % 3 = 0 and (d = 0 or seq % 2 = 0)`,
    [applicationId, runId, CAMPAIGN],
  )
  await pool.query(
    `insert into contact_activity (application_id, contact_id, opened_on, opened_days)
     select $1, contact_id, max(day), case when count(*) = 2 then 3 else 1 end from engagement
     where application_id = $1 group by contact_id`,
    [applicationId],
  )
}
