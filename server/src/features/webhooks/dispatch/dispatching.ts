/** Starts the dispatch for the scheduler: in a thread, which yields the processors to campaigns. */
import { Worker } from 'node:worker_threads'
import type { Config } from '../../../config.ts'

/** What the thread needs to open its own connections. */
export interface DispatchOrder {
  config: Config
  connectionString: string
  masterSecret: string
}

/**
 * Sends to endpoints until the returned function is called, which waits for running requests. A failure of the thread is thrown uncaught:
 * the process ends and is restarted.
 */
export function startDispatching(order: DispatchOrder): () => Promise<void> {
  const thread = new Worker(new URL('./dispatch-thread.ts', import.meta.url), { workerData: order, execArgv: [] })
  const gone = Promise.withResolvers<void>()
  let isStopping = false
  thread.once('error', error => {
    throw error
  })
  thread.once('exit', code => {
    if (!isStopping) throw new Error(`the thread that tells webhooks ended by itself with ${code}`)
    gone.resolve()
  })
  return () => {
    isStopping = true
    thread.postMessage('stop')
    return gone.promise
  }
}
