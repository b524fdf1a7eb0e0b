/** Worker processes as an installation runs them. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startSupervisor } from '@notifly/server/engine/supervisor'
import { systemClock } from '@notifly/server/lib/clock'
import { createLog } from '@notifly/server/lib/log'
import { type OrderOptions, workerOrder } from '@notifly/server/testing/engine/worker-order'
import type { BenchDatabase } from './postgres.ts'

export interface BenchEngine extends AsyncDisposable {
  pids(): number[]
}

/** Starts workers on a database. Their journals are in a folder that is removed with them. */
export async function startEngine(
  database: BenchDatabase,
  workers: number,
  options: OrderOptions = {},
): Promise<BenchEngine> {
  const dataDir = await mkdtemp(join(tmpdir(), 'notifly-bench-engine-'))
  const order = workerOrder(database, { logLevel: 'warn', ...options })
  const log = createLog(order.logLevel)
  const supervisor = await startSupervisor({ database, clock: systemClock, log, dataDir, workers, order })
  return {
    pids: () => supervisor.pids(),
    [Symbol.asyncDispose]: async () => {
      await supervisor.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
