/** What all workers of a test or a benchmark are told alike. */
import type { Tuning } from '../../engine/tuning.ts'
import type { WorkerOrder } from '../../engine/worker.ts'
import { MASTER_SECRET } from './world.ts'
import { NO_PROVIDERS } from '../channels/provider-urls.ts'

export interface OrderOptions {
  tuning?: Partial<Tuning>
  /** Where providers are called; no other address answers. */
  providerUrls?: Partial<typeof NO_PROVIDERS>
  /** Where a test's app listens; its secret goes with it. */
  publicUrl?: string
  masterSecret?: string
  /** Push services beside the known ones. */
  pushOrigins?: readonly string[]
  /** How they introduce themselves to mail servers. */
  hostname?: string
  logLevel?: string
}

export function workerOrder(
  { connectionString }: { connectionString: string },
  { providerUrls, ...options }: OrderOptions = {},
): Omit<WorkerOrder, 'workerId' | 'hostId' | 'journalsDir'> {
  return {
    connectionString,
    masterSecret: MASTER_SECRET,
    publicUrl: 'https://notifly.example',
    bounceDomain: 'bounces.example',
    hostname: 'localhost',
    allowPrivateTargets: true,
    providerUrls: { ...NO_PROVIDERS, ...providerUrls },
    pushOrigins: [],
    logLevel: process.env['NOTIFLY_TEST_LOG'] ?? 'fatal',
    tuning: {},
    ...options,
  }
}
