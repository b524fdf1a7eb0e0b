/** A process that tells endpoints, for tests in which it dies. */
import { readConfig } from '../config.ts'
import { startDispatching } from '../features/webhooks/dispatch/dispatching.ts'

export interface DispatchOrder {
  connectionString: string
  masterSecret: string
}

process.once('message', (order: DispatchOrder) =>
  startDispatching({ ...order, config: readConfig({ NOTIFLY_LOG_LEVEL: 'fatal' }) }),
)
process.once('disconnect', () => process.exit(1))
