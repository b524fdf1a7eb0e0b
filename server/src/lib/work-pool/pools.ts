/** The thread pools of this process, shared by everything in it that serves requests or runs jobs. */
import { availableParallelism } from 'node:os'
import { createWorkPool, type WorkPool } from './work-pool.ts'

const SHORT_THREADS = Math.min(4, Math.max(2, availableParallelism() - 1))

/** Work of at most a second on what tenants typed or sent in a request: checks, previews, test messages. */
export const shortWork: WorkPool = createWorkPool({
  memoryMb: 192,
  warmThreads: SHORT_THREADS,
  places: SHORT_THREADS,
  // One slot is always left for other keys.
  placesPerKey: SHORT_THREADS - 1,
  waitingPerKey: 16,
  waitingMax: 256,
  waitMs: 10_000,
})

/**
 * Work on uploaded files. withUploadPlace in features/imports limits how many are checked at a time, before a thread is needed; the slots here
 * are above that, for jobs that read a file again.
 */
export const fileWork: WorkPool = createWorkPool({
  memoryMb: 512,
  // Loading the readers takes longer than reading most files. What a large file leaves in memory is freed with its thread.
  warmThreads: 2,
  warmMb: 64,
  places: 8,
  placesPerKey: 3,
  waitingPerKey: 16,
  waitingMax: 256,
  waitMs: 120_000,
})

/** So often, on a small machine, threads that have nothing to do are ended: each takes some 20 MB. */
const IDLE_MS = 120_000

/** Keeps no thread for later work, but for minutes. */
export function endIdleThreads(): void {
  setInterval(() => {
    for (const pool of [shortWork, fileWork]) void pool.endIdle()
  }, IDLE_MS).unref()
}

/** Ends all threads, when the process ends. */
export async function closePools(): Promise<void> {
  await Promise.all([shortWork.close(), fileWork.close()])
}
