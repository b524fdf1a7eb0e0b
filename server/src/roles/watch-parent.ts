import { Worker } from 'node:worker_threads'
import process from 'node:process'
import { BEAT_MS } from './keep-process.ts'

/**
 * Ends this process by SIGKILL when its parent is gone and its main thread is blocked, and so hears of nothing. A main thread that
 * is not blocked ends by itself: the channel to the parent closes.
 */
export function endWithParent(): void {
  const beats = new Int32Array(new SharedArrayBuffer(4))
  setInterval(() => Atomics.add(beats, 0, 1), BEAT_MS).unref()
  const thread = new Worker(new URL('./watch-parent-thread.mjs', import.meta.url), {
    workerData: { parent: process.ppid, beats },
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: 8, maxYoungGenerationSizeMb: 1 },
  })
  thread.unref()
}
