/** SQL that counts what text messages are billed as: the figure that `attempt.code` has of those that left. */
import type pg from 'pg'
import { intArray, timeArray } from '../../db/binary-arrays.ts'
import type { RunOutcomes } from '../record/outcomes.ts'
import { ATTEMPT } from '../states.ts'

const ADD = `
  insert into sms_quarter as q (application_id, quarter, run_id, shard, segments)
  select $1, date_bin('15 minutes', ($4::timestamptz[])[i], timestamptz '2000-01-01 00:00:00Z') as quarter, $2, $3,
    sum(($5::int[])[i])
  from generate_series(1, cardinality($5::int[])) i group by quarter order by quarter
  on conflict (application_id, quarter, run_id, shard) do update set segments = q.segments + excluded.segments`

/** Adds the segments of a run of text messages. In the transaction that appends the attempts, which happens once. */
export async function addSegments(client: pg.ClientBase, run: RunOutcomes, shard: number): Promise<void> {
  const left = run.attempts.filter(({ attempt }) => attempt.kind === ATTEMPT.sent)
  if (left.length === 0) return
  await client.query({
    name: 'sms-segments',
    text: ADD,
    values: [
      run.applicationId,
      run.runId,
      shard,
      timeArray(left, ({ outcome }) => outcome.atMs),
      intArray(left, ({ attempt }) => attempt.code),
    ],
  })
}
