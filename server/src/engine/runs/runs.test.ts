import { beforeAll, expect, test } from 'vitest'
import { testDatabase } from '../../testing/database.ts'
import { createApplication, openRun, prepareEngine, runCounts, runRow } from '../../testing/engine/world.ts'
import { uuidv7 } from '../../lib/uuid.ts'
import { deliveryJobs, PREPARE_RUN, prepareRun } from '../snapshot/prepare-run.ts'
import { estimateAudience } from '../../people/reach/audience.ts'
import { cancelRun, createRun, pauseRun, resumeRun, type NewRun } from './runs.ts'
import { STATE } from '../states.ts'

const database = await testDatabase()
let applicationId = ''
const [some, others] = [uuidv7(), uuidv7()]

beforeAll(async () => {
  await prepareEngine(database)
  applicationId = (await createApplication(database, { contacts: 30, port: 1 })).applicationId
  await database.pool.query(
    `insert into contact (application_id, contact_id, phone_number, added_at, changed_at)
     select $1, gen_random_uuid(), '+' || i, now(), now() from generate_series(1, 5) i`,
    [applicationId],
  )
  for (const [segment, most] of [
    [some, 20],
    [others, 8],
  ] as const) {
    await database.pool.query(
      `insert into segment_member (application_id, segment_id, contact_id)
       select application_id, $2, contact_id from contact
       where application_id = $1 and (email_key is null or substring(email_key from '\\d+')::int <= $3)`,
      [applicationId, segment, most],
    )
  }
  await database.pool.query(
    `insert into suppression (application_id, channel, address_key, reason, created_at)
     values ($1, 'email', 'person15@example.test', 'complaint', now())`,
    [applicationId],
  )
  await database.pool.query(
    `insert into consent (application_id, contact_id, channel, status, source, since)
     select application_id, contact_id, 'email', 'unsubscribed', 'link', now() from contact
     where application_id = $1 and email_key in ('person15@example.test', 'person16@example.test', 'person2@example.test')`,
    [applicationId],
  )
})

const audience = (part: Partial<NewRun['audience']>) => ({ segment_uuids: [], exclude_segment_uuids: [], ...part })

test('an estimate says who would get it and who not, with the reason', async () => {
  const estimate = (part: Partial<NewRun['audience']>) =>
    estimateAudience(database.kysely, { applicationId, channel: 'email', audience: audience(part), now: new Date() })
  expect(await estimate({ all: true })).toEqual({
    matched: 35,
    recipients: 27,
    skipped: { no_address: 5, unsubscribed: 3 },
    clocks: [{ timezone: null, timezone_offset: null, people: 27 }],
  })
  expect(await estimate({ segment_uuids: [some], exclude_segment_uuids: [others] })).toEqual({
    matched: 12,
    recipients: 10,
    skipped: { unsubscribed: 2 },
    clocks: [{ timezone: null, timezone_offset: null, people: 10 }],
  })
  expect(await estimate({})).toEqual({ matched: 0, recipients: 0, skipped: {}, clocks: [] })
})

test('an audience of nobody ends at once and never means everybody', async () => {
  const { runId } = await openRun(database, applicationId, { audience: audience({}) })
  expect((await runRow(database, runId)).state).toBe('done')
  expect(await runCounts(database, runId)).toEqual({})
})

test('the snapshot has one row a person: first those with an address, by contact; it does not follow the segment', async () => {
  const { runId } = await openRun(database, applicationId, { audience: audience({ segment_uuids: [some] }) })
  await database.pool.query(
    'delete from segment_member where segment_id = $1 and contact_id in (select contact_id from delivery where run_id = $2 and seq < 4)',
    [some, runId],
  )
  const { rows } = await database.pool.query<{ state: number; contact_id: string }>(
    'select state, contact_id from delivery where run_id = $1 order by seq',
    [runId],
  )
  expect(rows.map(row => row.state)).toEqual([
    ...Array<number>(20).fill(STATE.pending),
    ...Array<number>(5).fill(STATE.skipped),
  ])
  const ids = rows.slice(0, 20).map(row => row.contact_id)
  expect(ids).toEqual(ids.toSorted())
  expect(await runCounts(database, runId)).toEqual({ [STATE.pending]: 20, [STATE.skipped]: 5 })
})

test('two people with one address: the older contact gets the message, the other is a duplicate', async () => {
  const { rows } = await database.pool.query<{ contact_id: string }>(
    `update contact set phone_number = '+4912345' where application_id = $1 and email_key in ('person1@example.test', 'person9@example.test')
     returning contact_id`,
    [applicationId],
  )
  const { matched, skipped } = await estimateAudience(database.kysely, {
    applicationId,
    // The channel joins with SMS; its rule for addresses is here already.
    channel: 'sms' as 'email',
    audience: audience({ all: true }),
    now: new Date(),
  })
  expect(rows).toHaveLength(2)
  expect({ matched, skipped }).toEqual({ matched: 35, skipped: { duplicate_address: 1, no_address: 28 } })
})

async function created(chosen: Partial<NewRun['audience']> = { all: true }): Promise<string> {
  const run: NewRun = {
    applicationId,
    campaignId: uuidv7(),
    channel: 'email',
    name: 'A campaign',
    content: { subject: 'Hello', html: '<p>Hello</p>' },
    audience: audience(chosen),
    timezone: 'UTC',
    opensAt: new Date(),
    expiresAt: null,
    startedBy: null,
  }
  return (await createRun(database.kysely, run, new Date())).runId
}

const prepare = (runId: string) =>
  database.kysely.transaction().execute(tx => prepareRun(tx, applicationId, runId, new Date()))

test('a run that is paused before it opens is prepared, waits, and goes on when it is resumed', async () => {
  const runId = await created()
  expect(await pauseRun(database.kysely, { applicationId, runId })).toBe(true)
  await prepare(runId)
  expect((await runRow(database, runId)).state).toBe('paused')
  expect(await resumeRun(database.kysely, { applicationId, runId })).toBe(true)
  expect((await runRow(database, runId)).state).toBe('executing')
})

test('a run whose segment has become too large is paused with the reason, and sends to the right people once that is mended', async () => {
  const segmentId = uuidv7()
  const first = { kind: 'field', field: 'email', type: 'text', op: 'is', value: 'person1@example.test' }
  const rulesWith = (conditions: number) =>
    JSON.stringify({ kind: 'group', match: 'any', rules: Array<object>(conditions).fill(first) })
  await database.pool.query(
    `insert into segment (application_id, segment_id, name, kind, rules, created_by, created_at, updated_at)
     values ($1, $2, 'Large', 'dynamic', $3, $2, now(), now())`,
    [applicationId, segmentId, rulesWith(501)],
  )
  const runId = await created({ segment_uuids: [segmentId] })
  const handlers = deliveryJobs({ database, clock: { now: () => new Date() } })
  const job = handlers[PREPARE_RUN] as (payload: unknown) => Promise<void>
  await job({ applicationId, runId })
  expect(await runRow(database, runId)).toEqual({
    state: 'paused',
    state_reason: 'Together with the segments they use, these rules exceed 500 conditions.',
  })
  await database.pool.query('delete from graphile_worker._private_jobs')
  await database.pool.query('update segment set rules = $2 where segment_id = $1', [segmentId, rulesWith(1)])
  expect(await resumeRun(database.kysely, { applicationId, runId })).toBe(true)
  const { rows } = await database.pool.query<{ payload: unknown }>('select payload from graphile_worker._private_jobs')
  expect(rows).toEqual([{ payload: { applicationId, runId } }])
  await job(rows[0]?.payload)
  expect(await runCounts(database, runId)).toEqual({ [STATE.pending]: 1 })
})

test('a run that is cancelled before it opens has no recipients', async () => {
  const runId = await created()
  expect(await cancelRun(database.kysely, { applicationId, runId })).toBe(true)
  await prepare(runId)
  expect(await runCounts(database, runId)).toEqual({})
})

test('a run whose channel was removed before it opened is prepared and waits, with the reason', async () => {
  const unconfigured = await createApplication(database, { contacts: 2, port: 1 })
  await database.pool.query('delete from channel_configuration where application_id = $1', [unconfigured.applicationId])
  const { runId } = await openRun(database, unconfigured.applicationId)
  expect(await runRow(database, runId)).toEqual({ state: 'paused', state_reason: 'Channel not configured.' })
  expect(await runCounts(database, runId)).toEqual({ [STATE.pending]: 2 })
})

test('preparing twice takes one snapshot', async () => {
  const runId = await created()
  await prepare(runId)
  await prepare(runId)
  expect(await runCounts(database, runId)).toEqual({ [STATE.pending]: 30, [STATE.skipped]: 5 })
})

test('a mail without an unsubscribe link gets one, and a preheader is hidden in the body', async () => {
  const { runId } = await openRun(database, applicationId, {
    content: { subject: 'Hi', html: '<html><body><p>Hi</p></body></html>', preheader: 'Soon & {{ first_name }}' },
  })
  const { rows } = await database.pool.query<{ content: { html: string; text: string } }>(
    'select content from run where run_id = $1',
    [runId],
  )
  const { html = '', text = '' } = rows[0]?.content ?? {}
  expect(html).toMatch(/<body><div style="display:none[^>]*>Soon &amp; \{\{ first_name \}\}<\/div><p>Hi<\/p>/)
  expect(html).toContain('<a href="{{ unsubscribe_url }}"')
  expect(text).toContain('Unsubscribe: {{ unsubscribe_url }}')
})
