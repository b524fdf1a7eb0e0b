import { Worker } from 'node:worker_threads'
import process from 'node:process'

const BEAT_MS = 500

/**
 * Kills this process by SIGKILL if its parent is gone while its main thread is blocked. A main thread that is not blocked ends by itself,
 * because the channel to the parent closes.
 *
 * `starter`: id of the process that started the parent and would kill it if it hung. If the starter is gone while the parent is
 * suspended, the parent is killed from here after a few seconds. Linux only.
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
