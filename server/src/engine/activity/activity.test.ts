import { expect, test } from 'vitest'
import { uuidv7 } from '../../lib/uuid.ts'
import { testDatabase } from '../../testing/database.ts'
import { furtherApplication } from '../../testing/engine/sent-run.ts'
import { foldActivity } from './activity.ts'

const database = await testDatabase()

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
  const at = (now: string) => ({ database, clock: { now: () => new Date(now) } })

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
