/** A process that tells endpoints, for tests in which it dies. */
import { readConfig } from '../config.ts'
import { openDatabase } from '../db/database.ts'
import { startDispatching } from '../features/webhooks/dispatch/dispatcher.ts'
import { systemClock } from '../lib/clock.ts'
import { createLog } from '../lib/log.ts'
import { createSecrets } from '../lib/secrets.ts'

export interface DispatchOrder {
  connectionString: string
  masterSecret: string
}

process.once('message', (order: DispatchOrder) => start(order))
process.once('disconnect', () => process.exit(1))

function start({ connectionString, masterSecret }: DispatchOrder): void {
  const log = createLog('fatal')
  const database = openDatabase({ connectionString, maxConnections: 1, log })
  const secrets = createSecrets(masterSecret)
  startDispatching({ config: readConfig({}), database, secrets, clock: systemClock, log }, connectionString)
}
