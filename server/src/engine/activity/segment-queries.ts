/** SQL that counts the billed segments of text messages (`attempt.code` of those that were sent), by the recipients' country. */
import { CALLING_CODES } from '@notifly/contracts/sms/calling-codes'
import type pg from 'pg'
import { intArray, timeArray } from '../../db/binary-arrays.ts'
import type { RunOutcomes } from '../record/outcomes.ts'
import { ATTEMPT } from '../states.ts'
import { COUNTS } from './change-sql.ts'

/**
 * Regular expression for the calling code of a number with its plus. No code is a prefix of another, so their order makes no difference.
 */
export const CALLING_CODE = `^\\+(${CALLING_CODES.join('|')})`

const ADD = `
  insert into sms_quarter as q (application_id, quarter, run_id, calling_code, shard, segments)
  select $1, date_bin('15 minutes', o.at, timestamptz '2000-01-01 00:00:00Z') as quarter, $2,
    coalesce(substring(d.address from '${CALLING_CODE}'), '') as calling_code, $3, sum(o.segments)
  from unnest($4::timestamptz[], $5::int[], $6::int[]) as o(at, segments, seq)
  left join delivery d on d.application_id = $1 and d.run_id = $2 and d.seq = o.seq and d.seq = any ($6::int[])
  where ${COUNTS}
  group by quarter, calling_code order by quarter, calling_code
  on conflict (application_id, quarter, run_id, calling_code, shard) do update set segments = q.segments + excluded.segments`

/**
 * Adds the segments of a run of text messages. Must run in the transaction that appends the attempts, which happens once. Joins deliveries
 * by seq (joiningDeliveries).
 */
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
      intArray(left, ({ outcome }) => outcome.seq),
    ],
  })
}
