import { randomBytes } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../config.ts'
import { openDatabase } from '../db/database.ts'
import { checkSecret } from '../db/installation.ts'
import { migrate } from '../db/migrate.ts'
import { openPostgres } from '../db/open-postgres.ts'
import { ensureLeaves } from '../db/partitions.ts'
import { ensureDefaultRoles } from '../features/roles/roles.ts'
import type { Deps } from '../http/deps.ts'
import { createMetrics } from '../http/health.ts'
import { migrateJobs } from '../jobs/jobs.ts'
import { systemClock } from '../lib/clock.ts'
import type { Log } from '../lib/log.ts'
import { createSecrets } from '../lib/secrets.ts'
import { createSystemMail } from '../lib/system-mail.ts'
import { closePools } from '../lib/work-pool/pools.ts'

/** What every role stands on. */
export interface Installation extends Deps {
  connectionString: string
  /** What `secrets` was made from; handed to engine processes. */
  masterSecret: string
}

/** Opens PostgreSQL, brings its tables up to date and checks the secret. What must be undone is added to `stops`. */
export async function prepare(config: Config, log: Log, stops: (() => Promise<void>)[]): Promise<Installation> {
  await mkdir(config.dataDir, { recursive: true })
  const postgres = await openPostgres({ databaseUrl: config.databaseUrl ?? undefined, dataDir: config.dataDir, log })
  stops.push(() => postgres.stop())
  const { connectionString } = postgres
  const applied = await migrate(connectionString)
  if (applied.length > 0) log.info({ applied }, 'migrated the database')
  const database = openDatabase({ connectionString, maxConnections: 20, log })
  stops.push(() => database.close(), closePools)
  await migrateJobs(database.pool)
  await ensureLeaves(database, new Date())
  await ensureDefaultRoles(database.kysely)
  const masterSecret = config.secret ?? (await generatedSecret(config.dataDir))
  const secrets = createSecrets(masterSecret)
  await checkSecret(database.kysely, secrets.keyCheck)
  const mail = createSystemMail({
    smtpUrl: config.systemSmtpUrl ?? `smtp://127.0.0.1:${config.sandbox.smtpPort}`,
    from: config.systemMailFrom,
  })
  const metrics = createMetrics()
  return { config, connectionString, database, secrets, masterSecret, clock: systemClock, log, mail, metrics }
}

/** Generated once, readable by this user only. Whoever copies the data directory must take it along. */
async function generatedSecret(dataDir: string): Promise<string> {
  const path = join(dataDir, 'secret')
  try {
    await writeFile(path, randomBytes(32).toString('base64url'), { mode: 0o600, flag: 'wx' })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  return (await readFile(path, 'utf8')).trim()
}
