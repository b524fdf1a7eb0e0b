/** Worker processes for tests; what they work on is in engine-world.ts. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, onTestFinished } from 'vitest'
import { startSupervisor, type Supervisor } from '../engine/supervisor.ts'
import type { Tuning } from '../engine/tuning.ts'
import type { WorkerOrder } from '../engine/worker.ts'
import { systemClock } from '../lib/clock.ts'
import { createLog } from '../lib/log.ts'
import { MASTER_SECRET, type EngineDatabase } from './engine-world.ts'
import { NO_PROVIDERS } from './provider-urls.ts'

type SharedOrder = Omit<WorkerOrder, 'workerId' | 'hostId' | 'journalsDir'>

/** Workers with a data directory of their own; stopped and cleared away when the test is over. */
export async function startEngine(
  database: EngineDatabase,
  options: OrderOptions & { workers?: number; entry?: URL; dataDir?: string } = {},
): Promise<Supervisor> {
  const supervisor = await startSupervisor({
    database,
    clock: systemClock,
    log: createLog('fatal'),
    dataDir: options.dataDir ?? dataFolder(),
    workers: options.workers ?? 1,
    ...(options.entry !== undefined && { entry: options.entry }),
    order: workerOrder(database, options),
  })
  onTestFinished(() => supervisor.stop())
  return supervisor
}

interface OrderOptions {
  tuning?: Partial<Tuning>
  providerUrls?: Partial<typeof NO_PROVIDERS>
  /** Where a test's app listens; its secret goes with it. */
  publicUrl?: string
  masterSecret?: string
  pushOrigins?: readonly string[]
}

/** What all workers of a test are told alike. */
export function workerOrder(database: EngineDatabase, options: OrderOptions = {}): SharedOrder {
  return {
    connectionString: database.connectionString,
    masterSecret: options.masterSecret ?? MASTER_SECRET,
    publicUrl: options.publicUrl ?? 'https://notifly.example',
    bounceDomain: 'bounces.example',
    hostname: 'localhost',
    allowPrivateTargets: true,
    providerUrls: { ...NO_PROVIDERS, ...options.providerUrls },
    pushOrigins: options.pushOrigins ?? [],
    logLevel: process.env['NOTIFLY_TEST_LOG'] ?? 'fatal',
    tuning: options.tuning ?? {},
  }
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
