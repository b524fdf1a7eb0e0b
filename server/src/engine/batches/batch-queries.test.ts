/** Lists of those who get a further attempt. */
import { expect, test } from 'vitest'
import { uuidv7 } from '../../lib/uuid.ts'
import { testDatabase } from '../../testing/database.ts'
import { addToList } from './lease-queries.ts'

const { pool } = await testDatabase()

test('who was put off joins one of the lists that are due then, though two workers began several', async () => {
  const [applicationId, runId, laneId] = [uuidv7(), uuidv7(), uuidv7()]
  const dueAt = new Date('2026-01-01T00:00:00Z')
  await pool.query(
    `insert into batch (application_id, run_id, no, lane_id, seqs, attempt, due_at, variant)
     select $1, $2, no, $3, array[no], 1, $4, 0 from generate_series(1, 20) no`,
    [applicationId, runId, laneId, dueAt],
  )
  const client = await pool.connect()
  await addToList(client, { applicationId, runId, laneId, variant: 0, attempt: 1, dueAt }, [777])
  client.release()
  const { rows } = await pool.query('select no from batch where run_id = $1 and 777 = any (seqs)', [runId])
  expect(rows).toEqual([{ no: 1 }])
})
