import { expect, test } from 'vitest'
import { createLog } from '../../lib/log.ts'
import { uuidv7 } from '../../lib/uuid.ts'
import { testDatabase } from '../../testing/database.ts'
import { furtherApplication, sentRun } from '../../testing/engine/sent-run.ts'
import { correctFolded, foldActivity } from './activity.ts'

const database = await testDatabase()
const logLines: string[] = []
const log = createLog('info', { write: line => void logLines.push(line) })
const at = (now: string) => ({ database, log, clock: { now: () => new Date(now) } })

/** Sums of each day of the zone, and how many rows there are. */
async function days(applicationId: string, timezone: string) {
  const { rows } = await database.pool.query<{ day: string; accepted: number; opened: number; mailboxes: number }>(
    `select day, sum(accepted)::int as accepted, sum(opened)::int as opened, sum(mailboxes)::int as mailboxes from (
       select (quarter at time zone $2)::date::text as day, accepted, opened, 0 as mailboxes
       from activity_quarter where application_id = $1
       union all select (quarter at time zone $2)::date::text, 0, 0, sent from activity_detail where application_id = $1
     ) r group by day order by day`,
    [applicationId, timezone],
  )
  const { rows: counted } = await database.pool.query<{ n: number }>(
    'select count(*)::int as n from activity_quarter where application_id = $1',
    [applicationId],
  )
  return { sums: rows, rows: counted[0]?.n }
}

test('old quarters become days of the application’s clock with the same sums, over a change of daylight saving too', async () => {
  const organizationId = uuidv7()
  await database.pool.query(
    "insert into organization (organization_id, name, strength, language, created_at, updated_at) values ($1, 'Harbor', '1-10', 'en', now(), now())",
    [organizationId],
  )
  const applicationId = await furtherApplication(database, organizationId)
  const timezone = 'America/New_York'
  await database.pool.query('update application set timezone = $2 where application_id = $1', [applicationId, timezone])
  const runId = uuidv7()
  // Three days around the end of daylight saving on 2 November 2025.
  const fill = (shard: number, opened: number) =>
    database.pool.query(
      `insert into activity_quarter as a (application_id, channel, quarter, run_id, shard, accepted, opened)
       select $1, 'email', quarter, $2, $3, 1, $4
       from generate_series(timestamptz '2025-11-01 00:00-04', timestamptz '2025-11-03 23:45-05', interval '15 minutes') quarter`,
      [applicationId, runId, shard, opened],
    )
  await fill(0, 0)
  await fill(1, 1)
  await database.pool.query(
    `insert into activity_detail (application_id, channel, kind, quarter, run_id, name, shard, sent)
     select application_id, channel, 'mailbox', quarter, run_id, 'Gmail', shard, 1 from activity_quarter where application_id = $1`,
    [applicationId],
  )
  const before = await days(applicationId, timezone)
  expect(before.sums.map(({ day, accepted }) => [day, accepted])).toEqual([
    ['2025-11-01', 192],
    ['2025-11-02', 200],
    ['2025-11-03', 192],
  ])

  // The third day is not old enough yet: its quarters have one row each.
  await foldActivity(at('2025-12-08T12:00:00Z'))
  const partly = await days(applicationId, timezone)
  expect(partly.sums).toEqual(before.sums)
  expect(partly.rows).toBe(2 + 96)
  await foldActivity(at('2025-12-10T12:00:00Z'))
  expect(await days(applicationId, timezone)).toEqual({ ...before, rows: 3 })

  // What comes late joins its day the next time; a day is not folded again for nothing.
  await fill(32, 2)
  await foldActivity(at('2025-12-10T13:00:00Z'))
  const late = await days(applicationId, timezone)
  expect(late.rows).toBe(3 + 292)
  await foldActivity(at('2025-12-11T12:00:00Z'))
  expect(await days(applicationId, timezone)).toEqual({ ...late, rows: 3 })
})

interface Total {
  table: 'activity_total' | 'activity_detail_total'
  column: string
}

/** An application with a run of 2 November 2025 whose days are folded. */
async function foldedApplication(): Promise<string> {
  const organizationId = uuidv7()
  await database.pool.query(
    "insert into organization (organization_id, name, strength, language, created_at, updated_at) values ($1, 'Harbor', '1-10', 'en', now(), now())",
    [organizationId],
  )
  const applicationId = await furtherApplication(database, organizationId)
  const { runId } = await sentRun(database, applicationId)
  await database.pool.query('delete from activity_quarter where run_id = $1', [runId])
  await database.pool.query('delete from activity_detail where run_id = $1', [runId])
  await database.pool.query(
    `insert into activity_quarter (application_id, channel, quarter, run_id, shard, accepted, bounced, opened)
     values ($1, 'email', '2025-11-02T10:15Z', $2, 0, 90, 10, 30)`,
    [applicationId, runId],
  )
  await database.pool.query(
    `insert into activity_detail (application_id, channel, kind, quarter, run_id, name, shard, sent, opened)
     values ($1, 'email', 'mailbox', '2025-11-02T10:15Z', $2, 'Gmail', 0, 60, 20)`,
    [applicationId, runId],
  )
  await foldActivity(at('2025-12-10T12:00:00Z'))
  return applicationId
}

const totalsOf = async (applicationId: string) => ({
  counts: (
    await database.pool.query(
      'select by_month, since, sent, delivered, bounced, opened from activity_total where application_id = $1 order by by_month',
      [applicationId],
    )
  ).rows,
  details: (
    await database.pool.query(
      'select by_month, since, name, sent, opened from activity_detail_total where application_id = $1 order by by_month',
      [applicationId],
    )
  ).rows,
})

test.for<Total>([
  { table: 'activity_total', column: 'sent' },
  { table: 'activity_total', column: 'delivered' },
  { table: 'activity_detail_total', column: 'opened' },
])('a wrong sum of folded days is found and corrected: $column of $table', async ({ table, column }) => {
  const applicationId = await foldedApplication()
  const right = await totalsOf(applicationId)
  expect(right.counts).toMatchObject([
    { by_month: false, sent: 100, delivered: 90, bounced: 10, opened: 30 },
    { by_month: true, sent: 100, delivered: 90, bounced: 10, opened: 30 },
  ])
  expect(await correctFolded({ database, log }, applicationId)).toBe(0)

  await database.pool.query(
    `update ${table} set ${column} = ${column} + case when by_month then 7 else -5 end where application_id = $1`,
    [applicationId],
  )
  expect(await correctFolded({ database, log }, applicationId)).toBe(2)
  expect(await totalsOf(applicationId)).toEqual(right)
  expect(logLines.some(line => line.includes(applicationId) && line.includes('sums of folded days were off'))).toBe(
    true,
  )
  await database.pool.query(`delete from ${table} where application_id = $1 and by_month`, [applicationId])
  expect(await correctFolded({ database, log }, applicationId)).toBe(1)
  expect(await totalsOf(applicationId)).toEqual(right)
})

test('upkeep checks the sums of another month each day', async () => {
  const applicationId = await foldedApplication()
  const right = await totalsOf(applicationId)
  await database.pool.query('update activity_total set sent = sent + 1 where application_id = $1', [applicationId])
  // Two months are folded, November and December.
  await foldActivity(at('2025-12-11T12:00:00Z'))
  await foldActivity(at('2025-12-12T12:00:00Z'))
  expect(await totalsOf(applicationId)).toEqual(right)
})

test('what comes late joins its day, however old it is', async () => {
  const applicationId = await foldedApplication()
  await database.pool.query(
    `insert into activity_quarter (application_id, channel, quarter, run_id, shard, accepted)
     select application_id, 'email', '2025-11-02T11:00Z', run_id, 33, 5 from run where application_id = $1`,
    [applicationId],
  )
  await foldActivity(at('2026-03-01T12:00:00Z'))
  expect((await totalsOf(applicationId)).counts).toMatchObject([{ sent: 105 }, { sent: 105 }])
  const { rows } = await database.pool.query('select shard from activity_quarter where application_id = $1', [
    applicationId,
  ])
  expect(rows).toEqual([{ shard: 34 }])
})
