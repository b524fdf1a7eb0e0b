import { type Config, readConfig } from '../config.ts'
import { type Database, openDatabase } from '../db/database.ts'
import type { Deps } from '../http/deps.ts'
import { createMetrics } from '../http/health.ts'
import { systemClock } from '../lib/clock.ts'
import { createLog } from '../lib/log.ts'
import { createPasswords } from '../lib/passwords.ts'
import { createSecrets } from '../lib/secrets.ts'
import { createSystemMail } from '../lib/mail/system-mail.ts'
import { startTracing } from '../lib/tracing/tracing.ts'
import { closePools } from '../lib/work-pool/pools.ts'
import type { RoleName, RoleOrder } from './role-messages.ts'

export interface Installation extends Deps {
  config: Config
  /** The job queue's own connections; without, it shares the others. */
  queue?: Database
  close(): Promise<void>
}

/** Opens what a role's process needs. The main process has prepared the installation (prepare.ts). */
export async function openInstallation(
  role: RoleName,
  { connectionString, masterSecret }: RoleOrder,
  connections: { maxConnections: number; idleMs?: number },
): Promise<Installation> {
  const config = readConfig()
  const log = createLog(config.logLevel)
  const metrics = createMetrics()
  const stopTracing = await startTracing({ setting: config.tracing, role, log, registry: metrics })
  const database = openDatabase({ connectionString, ...connections, log })
  const mail = createSystemMail({
    smtpUrl: config.systemSmtpUrl ?? `smtp://127.0.0.1:${config.sandbox.smtpPort}`,
    from: config.systemMailFrom,
  })
  const secrets = createSecrets(masterSecret)
  const close = async (): Promise<void> => {
    await closePools()
    await database.close()
    await stopTracing()
  }
  const passwords = createPasswords()
  return { config, database, secrets, passwords, clock: systemClock, log, mail, metrics, close }
}
