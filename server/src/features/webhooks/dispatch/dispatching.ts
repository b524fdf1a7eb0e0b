/**
 * Starts the dispatch for the scheduler: in a thread, which yields the processors to campaigns. The thread runs while there is something to
 * send, and for two minutes after that.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import type { Config } from '../../../config.ts'
import type { Deps } from '../../../http/deps.ts'
import { THREAD_FLAGS } from '../../../lib/process/heap-flags.ts'
import { isAnythingDue } from './message-queries.ts'

/** What the thread needs to open its own connections. */
export interface DispatchOrder {
  config: Config
  connectionString: string
  masterSecret: string
  /** The thread ends by itself when so long nothing was due. */
  quietMs?: number
}

/** Interval at which it is looked whether a thread is needed. */
const LOOK_MS = 500

/**
 * Sends to endpoints until the returned function is called, which waits for running requests. A failure of the thread is thrown uncaught:
 * the process ends and is restarted.
 */
export function startDispatching(
  order: DispatchOrder,
  { database, clock, log }: Pick<Deps, 'database' | 'clock' | 'log'>,
): () => Promise<void> {
  const stopping = new AbortController()
  const { signal } = stopping
  const loop = async (): Promise<void> => {
    while (!signal.aborted) {
      const isDue = await isAnythingDue(database.kysely, clock.now()).catch((error: unknown) => {
        log.error({ err: error }, 'it could not be read whether webhooks are due')
        return false
      })
      if (isDue && !signal.aborted) await runThread(order, signal)
      await delay(LOOK_MS, undefined, { signal }).catch(() => undefined)
    }
  }
  const ended = loop()
  return () => {
    stopping.abort()
    return ended
  }
}

/** Resolves when the thread has ended in order: by itself, or because of the signal. */
function runThread(order: DispatchOrder, signal: AbortSignal): Promise<void> {
  const thread = new Worker(new URL('./dispatch-thread.ts', import.meta.url), {
    workerData: order,
    execArgv: THREAD_FLAGS,
  })
  const gone = Promise.withResolvers<void>()
  const stop = (): void => thread.postMessage('stop')
  signal.addEventListener('abort', stop, { once: true })
  thread.once('error', error => {
    throw error
  })
  thread.once('exit', code => {
    signal.removeEventListener('abort', stop)
    if (code !== 0) throw new Error(`the thread that tells webhooks ended by itself with ${code}`)
    gone.resolve()
  })
  return gone.promise
}
