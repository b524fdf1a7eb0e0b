import { randomBytes } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../config.ts'
import { openDatabase, type Database } from '../db/database.ts'
import { checkSecret } from '../db/installation.ts'
import { smallSettings } from '../db/embedded/settings.ts'
import type { EmbeddedOptions } from '../db/embedded/start-embedded.ts'
import { archiveSettings, removeArchiveNote } from '../db/backup/archive-files.ts'
import { isHalfRestored } from '../db/backup/half-restored.ts'
import { spreadTables } from '../db/distribution/spread.ts'
import { migrate } from '../db/migrate.ts'
import { openPostgres } from '../db/open-postgres.ts'
import { hasUnheld } from '../db/restoration.ts'
import { ensureLeaves } from '../db/partitions.ts'
import { ensureDefaultRoles } from '../features/roles/roles.ts'
import { migrateJobs } from '../jobs/run-jobs.ts'
import type { Log } from '../lib/log.ts'
import { StartError } from '../lib/start-error.ts'
import { ensureEventMonths } from '../people/events/upkeep.ts'
import { createSecrets } from '../lib/secrets.ts'

/** What every process of an installation needs. */
export interface PreparedInstallation {
  connectionString: string
  /** The secret that other secrets are sealed with. */
  masterSecret: string
  /** A few connections for the process that prepared it. */
  database: Database
}

interface PrepareOptions {
  config: Config
  log: Log
  onDatabaseUp: NonNullable<EmbeddedOptions['onUp']>
}

/** Few connections: the main process only supervises others. */
const MAX_CONNECTIONS = 4

/** Opens PostgreSQL, migrates its tables and checks the secret. Adds to `stops` whatever has to be undone. */
export async function prepare(options: PrepareOptions, stops: (() => Promise<void>)[]): Promise<PreparedInstallation> {
  const { config, log, onDatabaseUp } = options
  if (config.billing !== null && config.billing.plansFile !== null) {
    const { checkPlanFile } = await import('../features/billing/billing.ts')
    checkPlanFile(config)
  }
  const { dataDir, databaseUrl } = config
  await mkdir(dataDir, { recursive: true })
  await refuseHalfRestored(dataDir)
  if (config.backup.archiveDir === null) await removeArchiveNote(dataDir)
  const postgres = await openPostgres({
    databaseUrl,
    dataDir,
    log,
    onUp: onDatabaseUp,
    settings: { ...(config.isSmall && smallSettings), ...archiveSettings(config) },
  })
  stops.push(() => postgres.stop())
  const { connectionString } = postgres
  const applied = await migrate(connectionString)
  if (applied.length > 0) log.info({ applied }, 'migrated the database')
  const standing = await spreadTables(connectionString, config.distribute)
  if (standing === 'spread now') log.info('the tables of applications were spread over the machines of the cluster')
  const open = () => openDatabase({ connectionString, maxConnections: MAX_CONNECTIONS, log })
  const masterSecret = await prepareDatabase(open(), config, log)
  // Anew: what creates tables takes PostgreSQL some MB for as long as its connection lives.
  const database = open()
  stops.push(() => database.close())
  return { connectionString, masterSecret, database }
}

/** Adds what has to be there before any process works, and closes the database. Returns the secret. */
async function prepareDatabase(database: Database, config: Config, log: Log): Promise<string> {
  try {
    await migrateJobs(database.pool)
    await ensureLeaves(database, new Date())
    await ensureEventMonths(database, new Date(), config.eventDays)
    await ensureDefaultRoles(database.kysely)
    const masterSecret = config.secret ?? (await generatedSecret(config.dataDir))
    await checkSecret(database.kysely, createSecrets(masterSecret).keyCheck)
    // Loaded only if needed: it imports much of the product.
    if (await hasUnheld(database.kysely)) {
      const { holdRestored } = await import('./hold-restored.ts')
      await holdRestored({ database, log }, new Date())
    }
    return masterSecret
  } finally {
    await database.close()
  }
}

async function refuseHalfRestored(dataDir: string): Promise<void> {
  if (!(await isHalfRestored(dataDir))) return
  throw new StartError(
    `A restore into ${dataDir} was interrupted, and what is there is not whole. Run the restore again: it clears it up by itself.`,
  )
}

/** Generated once, readable by this user only. A copy of the data directory must include it. */
async function generatedSecret(dataDir: string): Promise<string> {
  const path = join(dataDir, 'secret')
  try {
    await writeFile(path, randomBytes(32).toString('base64url'), { mode: 0o600, flag: 'wx' })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  return (await readFile(path, 'utf8')).trim()
}
