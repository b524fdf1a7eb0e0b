/** How PostgreSQL reads the recipients of a batch: what it looks at must not grow with lists of people who are not in it. */
import type pg from 'pg'
import { beforeAll, expect, test } from 'vitest'
import { testDatabase } from '../../testing/database.ts'
import { createApplication, openRun, prepareEngine } from '../../testing/engine/world.ts'
import { type Explained, nodesOf } from '../../testing/plans-of.ts'
import { uuidv7 } from '../../lib/uuid.ts'
import type { ClaimedBatch } from '../batches/lease-queries.ts'
import { selectRecipients, type WantedRecipients } from './recipient-queries.ts'

const database = await testDatabase()
await prepareEngine(database)

const RECIPIENTS = 500
const OTHERS = 20_000
let batch: ClaimedBatch

beforeAll(async () => {
  const { pool } = database
  const { applicationId } = await createApplication(database, { contacts: RECIPIENTS, port: 1 })
  const { runId } = await openRun(database, applicationId)
  batch = { applicationId, runId, channel: 'email', seqFrom: 1, seqTo: RECIPIENTS, seqs: null } as ClaimedBatch
  // Nearly all contacts of the application are in another run.
  await pool.query(
    `insert into contact (application_id, contact_id, email, email_key, merge_fields, added_at, changed_at)
     select $1, gen_random_uuid(), 'other' || i || '@example.test', 'other' || i || '@example.test', '{}', now(), now()
     from generate_series(1, $2::int) i`,
    [applicationId, OTHERS],
  )
  // Of every hundred recipients some are on each list; nearly all entries of the lists are other contacts.
  await pool.query(
    `insert into suppression (application_id, channel, address_key, reason, created_at)
     select $1, 'email', 'person' || i * 40 || '@example.test', 'manual', now() from generate_series(1, $2::int) i`,
    [applicationId, OTHERS],
  )
  await pool.query(
    `insert into consent (application_id, contact_id, channel, status, source, since)
     select $1, gen_random_uuid(), 'email', 'unsubscribed', 'link', now() from generate_series(1, $2::int)`,
    [applicationId, OTHERS],
  )
  await pool.query(
    `insert into topic_consent (application_id, contact_id, topic_id, status, source, since)
     select application_id, contact_id, application_id, status, source, since from consent where application_id = $1`,
    [applicationId],
  )
  await pool.query(
    `insert into topic_departure (application_id, topic_id, address_key, created_at)
     select application_id, application_id, 'gone' || address_key, created_at from suppression where application_id = $1`,
    [applicationId],
  )
})

/** The largest number of rows that any part of the plan of the real statement looks at. */
async function mostRows(wanted: WantedRecipients, seqs: number[] | null, isGeneric: boolean): Promise<number> {
  let statement = { text: '', values: [] as unknown[] }
  const listener = { query: (asked: typeof statement) => ((statement = asked), Promise.resolve({ rows: [] })) }
  await selectRecipients(listener as unknown as pg.Pool, { ...batch, seqs }, wanted)
  const client = await database.pool.connect()
  try {
    await client.query(`set plan_cache_mode = ${isGeneric ? 'force_generic_plan' : 'force_custom_plan'}`)
    const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Explained }] }>(
      `explain (analyze, format json) ${statement.text}`,
      statement.values,
    )
    const plan = rows[0]?.['QUERY PLAN'][0].Plan
    if (plan === undefined) throw new Error('there is no plan')
    return Math.max(...nodesOf(plan).map(({ rows: n }) => n))
  } finally {
    await client.query('reset plan_cache_mode')
    client.release()
  }
}

const columns = ['email', 'merge_fields'] as const
const all = Array.from({ length: RECIPIENTS }, (_, index) => index + 1)

test.each([
  ['a range', null, false],
  ['a range, for any range', null, true],
  ['a list', all, false],
  ['a list, for any list', all, true],
] as const)(
  '%s of recipients is read without looking at others, with and without statistics',
  async (_, list, generic) => {
    const seqs = list === null ? null : [...list]
    for (const statistics of ['none', 'fresh']) {
      if (statistics === 'fresh')
        await database.pool.query('analyze contact, suppression, consent, topic_consent, topic_departure, delivery')
      for (const topicId of [null, batch.applicationId]) {
        const rows = await mostRows({ addressedBy: 'email', columns, topicId, quiet: null }, seqs, generic)
        expect(rows).toBeLessThanOrEqual(RECIPIENTS * 2)
      }
    }
  },
)

test('who is on a list is found', async () => {
  const wanted = { addressedBy: 'email', columns, topicId: uuidv7(), quiet: null } as const
  const rows = await selectRecipients(database.pool, batch, wanted)
  expect(rows).toHaveLength(RECIPIENTS)
  expect(rows.filter(row => row.skip === 'suppressed_manual')).toHaveLength(Math.floor(RECIPIENTS / 40))
})

test('devices are read without looking at others', async () => {
  const { pool } = database
  const { applicationId, runId } = batch
  await pool.query(
    `insert into device (application_id, device_id, contact_id, channel, platform, endpoint, created_at, last_seen_at)
     select $1, gen_random_uuid(), contact_id, 'webpush', 'web', 'https://push.example/' || contact_id, now(), now()
     from contact where application_id = $1`,
    [applicationId],
  )
  await pool.query(
    `update delivery l set address = v.device_id::text from device v
     where l.application_id = $1 and l.run_id = $2 and v.application_id = $1 and v.contact_id = l.contact_id`,
    [applicationId, runId],
  )
  const wanted = { addressedBy: 'device', columns, topicId: null, quiet: null } as const
  for (const statistics of ['none', 'fresh']) {
    if (statistics === 'fresh') await pool.query('analyze device, delivery')
    for (const generic of [false, true])
      expect(await mostRows(wanted, null, generic)).toBeLessThanOrEqual(RECIPIENTS * 2)
  }
  const rows = await selectRecipients(pool, batch, wanted)
  expect(rows.filter(row => row.skip === null && row.endpoint?.startsWith('https://push.'))).toHaveLength(RECIPIENTS)
})
