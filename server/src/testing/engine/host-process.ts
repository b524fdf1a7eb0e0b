/** The process of host.ts. */
import { openDatabase } from '../../db/database.ts'
import { startSupervisor } from '../../engine/supervisor.ts'
import type { Tuning } from '../../engine/tuning.ts'
import { systemClock } from '../../lib/clock.ts'
import { createLog } from '../../lib/log.ts'
import { workerOrder } from './worker-order.ts'

export interface HostOrder {
  connectionString: string
  dataDir: string
  workers: number
  /** How its workers introduce themselves to mail servers. */
  hostname: string
  tuning: Partial<Tuning>
}

process.once('message', (order: HostOrder) => void start(order))
process.once('disconnect', () => process.exit(1))

async function start({ connectionString, dataDir, workers, hostname, tuning }: HostOrder): Promise<void> {
  const log = createLog('fatal')
  const supervisor = await startSupervisor({
    database: openDatabase({ connectionString, maxConnections: 4, log }),
    clock: systemClock,
    log,
    dataDir,
    workers,
    order: workerOrder({ connectionString }, { hostname, tuning, logLevel: 'fatal' }),
  })
  process.send?.({ pids: supervisor.pids() })
}
