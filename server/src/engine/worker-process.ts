/** Entry point of a worker process: receives its order over the IPC channel, and ends when the channel closes or tells it to. */
import { setPriority } from 'node:os'
import { asError } from '../lib/as-error.ts'
import { createLog } from '../lib/log.ts'
import { collectAfterStart } from '../lib/process/heap-flags.ts'
import { endWithParent } from '../lib/process/watch-parent.ts'
import { startTracing } from '../lib/tracing/tracing.ts'
import { TUNING } from './tuning.ts'
import { startWorker, type RunningWorker, type WorkerOrder } from './worker.ts'

// Ctrl+C in a terminal reaches the whole process group; the supervisor decides when workers stop.
process.on('SIGINT', () => undefined)
process.on('SIGTERM', () => undefined)

// Pages and test messages come first, since a person waits for them: without this they took twice as long on a machine that does both, and
// campaigns are just as fast with it.
const PRIORITY = 5
setPriority(PRIORITY)

process.on('uncaughtException', error => {
  process.stderr.write(`worker ended: ${adviceFor(error) ?? error.stack ?? error.message}\n`)
  process.exit(1)
})

let worker: Promise<RunningWorker> | undefined
let stopTracing: (() => Promise<void>) | undefined
let { stopMs } = TUNING

process.on('message', (message: WorkerOrder | 'stop') => {
  if (message === 'stop') void end()
  else worker = start(message)
})
process.once('disconnect', () => {
  // The supervisor is gone, so nothing else would end a worker that waits for its database. What the database lacks is in the journal, and
  // a new worker starts beside this one.
  setTimeout(() => process.exit(1), 2 * stopMs)
  void end()
})

async function start(order: WorkerOrder): Promise<RunningWorker> {
  stopMs = order.tuning.stopMs ?? stopMs
  endWithParent(order)
  try {
    const { tracing = null, logLevel } = order
    stopTracing = await startTracing({ setting: tracing, role: 'worker', log: createLog(logLevel) })
    const started = await startWorker(order, { onBeat: () => process.connected && process.send?.('beat') })
    // The supervisor may have ended meanwhile.
    if (process.connected) process.send?.('ready')
    collectAfterStart()
    return started
  } catch (error) {
    process.stderr.write(`worker could not start: ${adviceFor(asError(error)) ?? asError(error).message}\n`)
    process.exit(1)
  }
}

async function end(): Promise<void> {
  await (await worker)?.stop().catch(() => process.exit(1))
  await stopTracing?.()
  process.exit(0)
}

/** Advice for the operator, if they can fix what ended the process. */
function adviceFor(error: Error): string | undefined {
  const { code } = error as NodeJS.ErrnoException
  if (code !== 'ENOSPC' && code !== 'EDQUOT') return undefined
  return 'the disk of the data directory is full, so that its journal cannot be written. Make room: nothing is lost, and sending goes on by itself.'
}
