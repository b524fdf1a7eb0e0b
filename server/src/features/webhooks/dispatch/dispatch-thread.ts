/** The thread that sends to endpoints; dispatching.ts is its owner's side. */
import { setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import { openDatabase } from '../../../db/database.ts'
import { settleLog } from '../../../engine/log/log-writer.ts'
import { systemClock } from '../../../lib/clock.ts'
import { createLog } from '../../../lib/log.ts'
import { createSecrets } from '../../../lib/secrets.ts'
import { startTracing } from '../../../lib/tracing/tracing.ts'
import { CONNECTIONS, Dispatcher } from './dispatcher.ts'
import type { DispatchOrder } from './dispatching.ts'

/**
 * Lower than the engine's, which is 5. An event may be delivered a second later: next to a campaign that needs every processor, the thread
 * catches up afterwards. Without this a campaign took half as long again while a webhook got all of its events.
 */
const PRIORITY = 10
// Linux has a priority for each thread; elsewhere this would be the whole process's.
if (process.platform === 'linux') setPriority(PRIORITY)

/** Its memory is worth more than the moment that a new thread takes. */
const QUIET_MS = 120_000
const QUIET_LOOK_MS = 1000

const { config, connectionString, masterSecret, quietMs = QUIET_MS } = workerData as DispatchOrder
const log = createLog(config.logLevel)
const stopTracing = await startTracing({ setting: config.tracing, role: 'webhooks', log })
const database = openDatabase({ connectionString, maxConnections: CONNECTIONS, log })
const dispatcher = new Dispatcher({
  config,
  database,
  secrets: createSecrets(masterSecret),
  clock: systemClock,
  log,
})
const stop = dispatcher.start()
const ending = Promise.withResolvers<void>()
const watch = setInterval(() => {
  if (performance.now() - dispatcher.busyAtMs > quietMs) ending.resolve()
}, QUIET_LOOK_MS)
parentPort?.once('message', () => ending.resolve())

await ending.promise
clearInterval(watch)
await stop()
await settleLog(database)
await database.close()
await stopTracing()
process.exit()
