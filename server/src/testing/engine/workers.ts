/** Worker processes for tests; what they work on is in world.ts. */
import { mkdtempSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { inject, onTestFinished } from 'vitest'
import { startSupervisor, type Supervisor } from '../../engine/supervisor.ts'
import { systemClock } from '../../lib/clock.ts'
import { createLog } from '../../lib/log.ts'
import { PLAN_FILE, type KillPlan } from './kill-plan.ts'
import type { EngineDatabase } from './world.ts'
import { type OrderOptions, workerOrder } from './worker-order.ts'

const KILLING_ENTRY = new URL('./kill-process.ts', import.meta.url)

interface EngineOptions extends OrderOptions {
  workers?: number
  dataDir?: string
  /** The first worker dies so. */
  kill?: KillPlan
}

/** Workers with a data directory of their own; stopped when the test is over. */
export async function startEngine(
  database: EngineDatabase,
  { workers = 1, dataDir = dataFolder(), kill, ...options }: EngineOptions = {},
): Promise<Supervisor> {
  if (kill !== undefined) writeFileSync(join(dataDir, PLAN_FILE), JSON.stringify(kill))
  const supervisor = await startSupervisor({
    database,
    clock: systemClock,
    log: createLog('fatal'),
    dataDir,
    workers,
    ...(kill !== undefined && { entry: KILLING_ENTRY }),
    order: workerOrder(database, options),
  })
  onTestFinished(() => supervisor.stop())
  return supervisor
}

/** A folder that is there until all test files are through. */
export function dataFolder(): string {
  return mkdtempSync(join(inject('scratchFolder'), 'engine-'))
}
