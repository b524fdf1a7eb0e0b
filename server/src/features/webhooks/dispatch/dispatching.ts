/** Dispatching as the scheduler starts it: in a thread, which leaves the processors to campaigns while there are any. */
import { Worker } from 'node:worker_threads'
import type { Config } from '../../../config.ts'

/** What the thread opens its own things with. */
export interface DispatchOrder {
  config: Config
  connectionString: string
  masterSecret: string
}

/**
 * Tells endpoints until the answer is called, which lets requests that are under way finish. A failure of the thread is thrown where
 * nothing catches it: the process ends with it and is started again.
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
