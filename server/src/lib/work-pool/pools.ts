/** The pools of this process. They belong to it as its processors do: all that serves requests or runs jobs in it shares them. */
import { availableParallelism } from 'node:os'
import { createWorkPool, type WorkPool } from './work-pool.ts'

const SHORT_THREADS = Math.min(4, Math.max(2, availableParallelism() - 1))

/** Work of a second at most on what tenants typed or brought in a request: checks, previews, messages of a test. */
export const shortWork: WorkPool = createWorkPool({
  memoryMb: 192,
  warmThreads: SHORT_THREADS,
  places: SHORT_THREADS,
  // One place is always left for the others.
  placesPerKey: SHORT_THREADS - 1,
  waitingPerKey: 16,
  waitingMax: 256,
  waitMs: 10_000,
})

/**
 * Work on uploaded files. How many are checked at a time is decided before a thread is needed (inItsPlace in features/imports): the places here
 * are above that, for the jobs that read a file again.
 */
export const fileWork: WorkPool = createWorkPool({
  memoryMb: 512,
  // To load what reads files takes longer than to read most files. What a large file leaves in memory goes with its thread.
  warmThreads: 2,
  warmMb: 64,
  places: 8,
  placesPerKey: 3,
  waitingPerKey: 16,
  waitingMax: 256,
  waitMs: 120_000,
})

/** Ends all threads; for the end of the process. */
export async function closePools(): Promise<void> {
  await Promise.all([shortWork.close(), fileWork.close()])
}
