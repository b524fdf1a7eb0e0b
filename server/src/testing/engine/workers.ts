/** Worker processes for tests; what they work on is in world.ts. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, onTestFinished } from 'vitest'
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

/** Workers with a data directory of their own; stopped and cleared away when the test is over. */
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

export function dataFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'notifly-engine-'))
  folders.push(folder)
  return folder
}

// Here and not beside each folder: a hook that a test registers is never called.
const folders: string[] = []
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})
