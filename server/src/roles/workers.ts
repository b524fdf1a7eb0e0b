import { hostname } from 'node:os'
import type { Config } from '../config.ts'
import { startSupervisor } from '../delivery/supervisor.ts'
import type { Installation } from './prepare.ts'

/** Starts the engine: worker processes and the supervisor that looks after them. Resolves to its stop function. */
export async function startWorkers(config: Config, installation: Installation): Promise<() => Promise<void>> {
  const { database, clock, log, connectionString, masterSecret } = installation
  const supervisor = await startSupervisor({
    database,
    clock,
    log,
    dataDir: config.dataDir,
    workers: config.workers,
    order: {
      connectionString,
      masterSecret,
      publicUrl: config.publicUrl,
      bounceDomain: config.bounce.domain,
      hostname: hostNameFor(config.publicUrl),
      allowPrivateTargets: config.allowPrivateTargets,
      providerUrls: config.providerUrls,
      pushOrigins: config.pushOrigins,
      logLevel: config.logLevel,
      tuning: { messagesPerMinute: config.messagesPerMinute },
    },
  })
  return () => supervisor.stop()
}

/** Mail servers expect a name that leads back to us; the machine's own is often none. */
function hostNameFor(publicUrl: string): string {
  const { hostname: name } = new URL(publicUrl)
  return /[a-z]/i.test(name) && !name.includes('[') ? name : hostname()
}
