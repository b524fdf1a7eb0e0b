/** Worker processes as an installation runs them. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startSupervisor } from '@notifly/server/engine/supervisor'
import { systemClock } from '@notifly/server/lib/clock'
import { createLog } from '@notifly/server/lib/log'
import { createSecrets } from '@notifly/server/lib/secrets'
import type { BenchDatabase } from './postgres.ts'
import { NO_PROVIDERS } from '@notifly/server/testing/provider-urls'

const MASTER_SECRET = 'seals what the bench stores, and nothing else'

export const secrets = createSecrets(MASTER_SECRET)
const PUBLIC_URL = 'https://notifly.example'

export interface BenchEngine {
  pids(): number[]
  stop(): Promise<void>
}

export interface EngineOptions {
  /** What the database's own rows were sealed with. */
  masterSecret?: string
  logLevel?: string
  /** Push services beside the known ones. */
  pushOrigins?: readonly string[]
  /** Where providers are called; nobody answers elsewhere. */
  providerUrls?: Partial<typeof NO_PROVIDERS>
}

/** Starts workers on a database; their journals lie in a folder that goes with them. */
export async function startEngine(
  database: BenchDatabase,
  workers: number,
  { masterSecret = MASTER_SECRET, logLevel = 'warn', pushOrigins = [], providerUrls = {} }: EngineOptions = {},
): Promise<BenchEngine> {
  const dataDir = await mkdtemp(join(tmpdir(), 'notifly-bench-engine-'))
  const supervisor = await startSupervisor({
    database,
    clock: systemClock,
    log: createLog(logLevel),
    dataDir,
    workers,
    order: {
      connectionString: database.connectionString,
      masterSecret,
      publicUrl: PUBLIC_URL,
      bounceDomain: 'bounces.example',
      hostname: 'localhost',
      allowPrivateTargets: true,
      providerUrls: { ...NO_PROVIDERS, ...providerUrls },
      pushOrigins: [...pushOrigins],
      logLevel,
      tuning: {},
    },
  })
  return {
    pids: () => supervisor.pids(),
    stop: async () => {
      await supervisor.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
