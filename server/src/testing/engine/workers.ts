/** Worker processes for tests; what they work on is in world.ts. */
import { mkdtempSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, inject, onTestFinished } from 'vitest'
import { startSupervisor, type Supervisor } from '../../engine/supervisor.ts'
import { ensureLeaves } from '../../db/partitions.ts'
import { systemClock } from '../../lib/clock.ts'
import { createLog } from '../../lib/log.ts'
import { type RunningWorker, startWorker } from '../../engine/worker.ts'
import { uuidv7 } from '../../lib/uuid.ts'
import { APP_SECRET, type TestApp } from '../app.ts'
import { PLAN_FILE, type KillPlan } from './kill-plan.ts'
import type { EngineDatabase } from './world.ts'
import { type OrderOptions, workerOrder } from './worker-order.ts'

const KILLING_ENTRY = new URL('./kill-process.ts', import.meta.url)

interface EngineOptions extends OrderOptions {
  workers?: number
  isSmall?: boolean
  onRestart?: (reason: 'died' | 'hung') => void
  dataDir?: string
  /** The first worker dies so. */
  kill?: KillPlan
}

/** Workers with a data directory of their own; stopped when the test is over. */
export async function startEngine(
  database: EngineDatabase,
  { workers = 1, isSmall = false, onRestart, dataDir = dataFolder(), kill, ...options }: EngineOptions = {},
): Promise<Supervisor> {
  if (kill !== undefined) writeFileSync(join(dataDir, PLAN_FILE), JSON.stringify(kill))
  const supervisor = await startSupervisor({
    database,
    clock: systemClock,
    log: createLog('fatal'),
    dataDir,
    workers,
    isSmall,
    ...(onRestart && { onRestart }),
    ...(kill !== undefined && { entry: KILLING_ENTRY }),
    order: workerOrder(database, options),
  })
  onTestFinished(() => supervisor.stop())
  return supervisor
}

/**
 * A worker in this process, by the clock of the test's app, for messages that somebody waits for; campaigns stay as they are. It works
 * for as long as the file's tests run. Call it at the top of the file, outside of hooks.
 */
export async function startWorkerForFile(kit: WorkerKit): Promise<void> {
  const worker = await startWorkerIn(kit)
  afterAll(() => worker.stop())
}

/** The same until the test is over. */
export async function startWorkerForTest(kit: WorkerKit): Promise<void> {
  const worker = await startWorkerIn(kit)
  onTestFinished(() => worker.stop())
}

type WorkerKit = Pick<TestApp, 'database' | 'deps'>

async function startWorkerIn({ database, deps: { config, clock } }: WorkerKit): Promise<RunningWorker> {
  await ensureLeaves(database, clock.now())
  const { publicUrl, pushOrigins, providerUrls } = config
  const tuning = { pollMs: 50, sweepMs: 100, recipientsAtMost: 0 }
  const order = workerOrder(database, { masterSecret: APP_SECRET, publicUrl, pushOrigins, providerUrls, tuning })
  const [workerId, hostId] = [uuidv7(), uuidv7()]
  return startWorker({ ...order, workerId, hostId, journalsDir: dataFolder() }, { clock })
}

/** A folder that is there until all test files are through. */
export function dataFolder(): string {
  return mkdtempSync(join(inject('scratchFolder'), 'engine-'))
}
