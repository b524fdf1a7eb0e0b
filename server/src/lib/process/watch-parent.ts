import { Worker } from 'node:worker_threads'
import process from 'node:process'

const BEAT_MS = 500

/**
 * Ends this process by SIGKILL when its parent is gone and its main thread is blocked, and so hears of nothing. A main thread that
 * is not blocked ends by itself: the channel to the parent closes.
 *
 * `starter` is the process that started the parent and would kill it if it hung. A parent that is stopped when its starter is
 * gone can do nothing itself: it is killed from here, after a few seconds. On Linux only.
 */
export function endWithParent({ starter }: { starter?: number | undefined } = {}): void {
  const beats = new Int32Array(new SharedArrayBuffer(4))
  setInterval(() => Atomics.add(beats, 0, 1), BEAT_MS).unref()
  const thread = new Worker(new URL('./watch-parent-thread.mjs', import.meta.url), {
    workerData: { parent: process.ppid, starter, beats },
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: 32, maxYoungGenerationSizeMb: 4 },
  })
  thread.unref()
}
