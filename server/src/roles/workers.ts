import { hostname } from 'node:os'
import type { Config } from '../config.ts'
import { startSupervisor } from '../engine/supervisor.ts'
import { systemClock } from '../lib/clock.ts'
import type { Log } from '../lib/log.ts'
import type { PreparedInstallation } from './prepare.ts'
import type { RestartReason } from './restarts.ts'

interface WorkersOptions {
  config: Config
  log: Log
  onRestart(reason: RestartReason): void
  /** Process id of the launcher, if there is one. */
  starter: number | undefined
}

/** Starts the engine: worker processes and the supervisor that looks after them. Resolves to its stop function. */
export async function startWorkers(
  { config, log, onRestart, starter }: WorkersOptions,
  { database, connectionString, masterSecret }: PreparedInstallation,
): Promise<() => Promise<void>> {
  const supervisor = await startSupervisor({
    database,
    clock: systemClock,
    log,
    dataDir: config.dataDir,
    workers: config.workers,
    isSmall: config.isSmall,
    onRestart,
    order: {
      connectionString,
      masterSecret,
      starter,
      publicUrl: config.publicUrl,
      bounceDomain: config.bounce.domain,
      hostname: hostNameFor(config.publicUrl),
      allowPrivateTargets: config.allowPrivateTargets,
      providerUrls: config.providerUrls,
      pushOrigins: config.pushOrigins,
      logLevel: config.logLevel,
      tracing: config.tracing,
      tuning: { messagesPerMinute: config.messagesPerMinute, logSample: config.logs.sample },
    },
  })
  return () => supervisor.stop()
}

/** Mail servers expect a name that resolves to us; the machine's own often does not. */
function hostNameFor(publicUrl: string): string {
  const { hostname: name } = new URL(publicUrl)
  return /[a-z]/i.test(name) && !name.includes('[') ? name : hostname()
}
