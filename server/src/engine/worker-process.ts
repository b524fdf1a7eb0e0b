/** Entry of a worker's process: takes its order over the channel, and ends when the channel closes or says so. */
import { setPriority } from 'node:os'
import { endWithParent } from '../lib/process/watch-parent.ts'
import { TUNING } from './tuning.ts'
import { startWorker, type RunningWorker, type WorkerOrder } from './worker.ts'

// Ctrl+C in a terminal reaches the whole group; the supervisor tells us when it is time.
process.on('SIGINT', () => undefined)
process.on('SIGTERM', () => undefined)

// Whoever waits at a screen comes first: on a machine that does both, pages and test messages took twice as long without it, and
// campaigns are as fast as before.
const PRIORITY = 5
setPriority(PRIORITY)

let worker: Promise<RunningWorker> | undefined
let { stopMs } = TUNING

process.on('message', (message: WorkerOrder | 'stop') => {
  if (message === 'stop') void end()
  else worker = start(message)
})
process.once('disconnect', () => {
  // The supervisor is gone, and with it whoever would end a worker that waits for its database: what that does not know is in the
  // journal, and a new worker starts beside it.
  setTimeout(() => process.exit(1), 2 * stopMs)
  void end()
})

async function start(order: WorkerOrder): Promise<RunningWorker> {
  stopMs = order.tuning.stopMs ?? stopMs
  endWithParent(order)
  try {
    const started = await startWorker(order, { onBeat: () => process.connected && process.send?.('beat') })
    // The supervisor may have ended meanwhile.
    if (process.connected) process.send?.('ready')
    return started
  } catch (error) {
    process.stderr.write(`worker could not start: ${error instanceof Error ? error.message : String(error)}\n`)
    process.exit(1)
  }
}

async function end(): Promise<void> {
  await (await worker)?.stop().catch(() => process.exit(1))
  process.exit(0)
}
