import { createHash } from 'node:crypto'
import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { StartError } from '../lib/start-error.ts'
import { primaryUrl } from './primary.ts'

/** `name` is the file's name without .sql; its first four digits are the order. */
interface Migration {
  name: string
  sql: string
  checksum: string
}

interface AppliedMigration {
  name: string
  checksum: string
}

const shippedMigrations = fileURLToPath(new URL('migrations', import.meta.url))
const fileName = /^(\d{4}-[a-z0-9-]+)\.sql$/

/** Any number that no other program locks in this database. */
const migrationLock = 4_711_020_301

/**
 * Brings the database up to this code: runs the files of `directory` that it has not seen, in order, each in a
 * transaction of its own together with its entry in schema_migration. Resolves to the names it ran. Processes that start
 * at once take turns. Rejects with StartError when the database is newer than the code, when a file was changed
 * after it ran, or when a statement fails (the files before it stay applied). `onRun` hears of each file once it has run.
 */
export async function migrate(
  connectionString: string,
  directory = shippedMigrations,
  onRun: (name: string, tookMs: number) => void = () => undefined,
): Promise<string[]> {
  const migrations = await readMigrations(directory)
  const url = await primaryUrl(connectionString)
  const client = new pg.Client({ connectionString: url, application_name: 'notifly migrations' })
  await client.connect()
  try {
    // Held by the session: it goes with the connection, however that ends.
    await client.query('SELECT pg_advisory_lock($1)', [migrationLock])
    await client.query(
      `CREATE TABLE IF NOT EXISTS schema_migration (
         name text PRIMARY KEY,
         checksum text NOT NULL,
         applied_on timestamptz NOT NULL DEFAULT now()
       )`,
    )
    const pending = missing(migrations, await readApplied(client))
    for (const migration of pending) {
      const startedAt = performance.now()
      await run(client, migration)
      onRun(migration.name, performance.now() - startedAt)
    }
    return pending.map(migration => migration.name)
  } finally {
    await client.end()
  }
}

/** Names of the migrations that this code has and the database has not; rejects where migrate() would refuse. */
export async function pendingMigrations(pool: pg.Pool, directory = shippedMigrations): Promise<string[]> {
  const migrations = await readMigrations(directory)
  const { rows } = await pool.query<{ known: boolean }>("SELECT to_regclass('schema_migration') IS NOT NULL AS known")
  const applied = rows[0]?.known ? await readApplied(pool) : []
  return missing(migrations, applied).map(migration => migration.name)
}

/** Names of all migrations of this code, in order. */
export async function shippedNames(): Promise<string[]> {
  return (await readMigrations(shippedMigrations)).map(({ name }) => name)
}

async function readMigrations(directory: string): Promise<Migration[]> {
  const names = (await readdir(directory)).filter(name => name.endsWith('.sql')).toSorted()
  const numbers = new Set<string>()
  return Promise.all(
    names.map(async file => {
      const name = fileName.exec(file)?.[1]
      if (!name) throw new Error(`${file} is not named like 0001-what-it-does.sql`)
      if (numbers.has(name.slice(0, 4))) throw new Error(`two migrations have the number ${name.slice(0, 4)}`)
      numbers.add(name.slice(0, 4))
      // A checkout with other line ends is the same migration.
      const sql = (await readFile(join(directory, file), 'utf8')).replaceAll('\r\n', '\n')
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
    }),
  )
}

async function readApplied(database: pg.Client | pg.Pool): Promise<AppliedMigration[]> {
  const { rows } = await database.query<AppliedMigration>('SELECT name, checksum FROM schema_migration ORDER BY name')
  return rows
}

function missing(migrations: Migration[], applied: AppliedMigration[]): Migration[] {
  const known = new Map(migrations.map(migration => [migration.name, migration]))
  const unknown = applied.filter(({ name }) => !known.has(name))
  if (unknown.length > 0) {
    const names = unknown.map(({ name }) => name).join(', ')
    throw new StartError(
      `The database is newer than this version of Notifly: it has ${names}. Start a version at least as new as the one that ran last. ` +
        'To come back to this version, restore the backup that was taken before the upgrade into an empty data directory ' +
        '(npm run restore, docs/operating.md): what was done since then is lost. Nothing was changed.',
    )
  }
  const changed = applied.find(({ name, checksum }) => known.get(name)?.checksum !== checksum)
  if (changed) {
    throw new StartError(
      `Migration ${changed.name} was changed after it ran on this database. Migrations only go forward: restore the file and add a new one.`,
    )
  }
  const done = new Set(applied.map(({ name }) => name))
  return migrations.filter(({ name }) => !done.has(name))
}

async function run(client: pg.Client, { name, sql, checksum }: Migration): Promise<void> {
  try {
    await client.query('BEGIN')
    await client.query(sql)
    await client.query('INSERT INTO schema_migration (name, checksum) VALUES ($1, $2)', [name, checksum])
    await client.query('COMMIT')
  } catch (error) {
    await client.query('ROLLBACK')
    throw new StartError(`Migration ${name} failed: ${describe(error as pg.DatabaseError, sql)}`, {
      cause: error,
    })
  }
}

function describe(error: pg.DatabaseError, sql: string): string {
  const position = Number(error.position ?? Number.NaN)
  const line = Number.isNaN(position) ? '' : ` (line ${sql.slice(0, position - 1).split('\n').length})`
  return [`${error.message}${line}`, error.detail, error.hint].filter(Boolean).join('. ')
}
