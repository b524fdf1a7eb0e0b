import { expect, test, vi } from 'vitest'
import { createLog } from '../lib/log.ts'
import { testDatabase } from '../testing/database.ts'
import { enqueue } from './jobs.ts'
import { migrateJobs, startJobs } from './run-jobs.ts'

const database = await testDatabase()
await migrateJobs(database.pool)

test('the job of a process that has died runs again within seconds, that of a living one when that dies too', async () => {
  const living = await database.pool.connect()
  await living.query("select pg_advisory_lock(hashtextextended('jobs of living', 0))")
  for (const who of ['dead', 'living']) await enqueue(database.kysely, 'test', { who })
  // As they are when their process has taken them.
  await database.pool.query(
    "update graphile_worker._private_jobs set locked_at = now(), locked_by = payload ->> 'who', attempts = 1",
  )

  const ran: unknown[] = []
  const jobs = await startJobs(
    database.pool,
    { test: async payload => void ran.push((payload as { who: string }).who) },
    createLog('silent'),
  )
  await vi.waitFor(() => expect(ran).toEqual(['dead']), { timeout: 8000 })
  living.release(true)
  await vi.waitFor(() => expect(ran).toEqual(['dead', 'living']), { timeout: 8000 })
  await jobs.stop()
})
