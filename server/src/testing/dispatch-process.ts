/** A process that tells endpoints, for tests in which it dies. */
import { readConfig } from '../config.ts'
import { openDatabase } from '../db/database.ts'
import { startDispatching } from '../features/webhooks/dispatch/dispatching.ts'
import { systemClock } from '../lib/clock.ts'
import { createLog } from '../lib/log.ts'

export interface DispatchOrder {
  connectionString: string
  masterSecret: string
}

process.once('message', (order: DispatchOrder) => {
  const database = openDatabase({ connectionString: order.connectionString, maxConnections: 1 })
  const config = readConfig({ NOTIFLY_LOG_LEVEL: 'fatal' })
  startDispatching({ ...order, config }, { database, clock: systemClock, log: createLog('fatal') })
})
process.once('disconnect', () => process.exit(1))
