/** A PostgreSQL server for the bench: the bundled one with its usual settings, fsync included. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase, type Database } from '@notifly/server/db/database'
import { startEmbedded } from '@notifly/server/db/embedded/start-embedded'
import { migrate } from '@notifly/server/db/migrate'
import { ensureLeaves } from '@notifly/server/db/partitions'
import { migrateJobs } from '@notifly/server/jobs/run-jobs'

export interface BenchDatabase extends Database {
  connectionString: string
}

export interface BenchPostgres extends AsyncDisposable {
  /** Of the server, the parent of all its processes. */
  pid: number
  /** A migrated, empty database. Closed with the server at the latest. */
  newDatabase(): Promise<BenchDatabase>
  /** What a server that has been up for a while has behind it: a checkpoint, after which its log goes on in files that are there. */
  checkpoint(): Promise<void>
}

/** For a PostgreSQL that is killed on purpose. */
export const SILENT = { info: () => undefined, warn: () => undefined, error: () => undefined }

/** Starts a server in a folder that is removed when it stops. */
export async function startPostgres(): Promise<BenchPostgres> {
  const dataDir = await mkdtemp(join(tmpdir(), 'notifly-bench-'))
  const {
    connectionString: server,
    pid,
    stop,
  } = await startEmbedded({ dataDir, log: { ...SILENT, warn: console.warn, error: console.error } })
  await createTemplate(server)
  const opened: Database[] = []
  return {
    pid,
    newDatabase: async () => {
      const name = `bench_${opened.length}`
      await onServer(server, `create database ${name} template ${TEMPLATE}`)
      const connectionString = addressOf(server, name)
      const database = openDatabase({ connectionString, maxConnections: 10 })
      opened.push(database)
      return { ...database, connectionString }
    },
    // Only a superuser may ask for one; a database that is made by copying files brings one about.
    checkpoint: async () => {
      await onServer(server, 'create database copied strategy file_copy')
      await onServer(server, 'drop database copied')
    },
    [Symbol.asyncDispose]: async () => {
      for (const database of opened) await database.close()
      await stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** The single value that a query returns, as a number; 0 for none. */
export async function numberOf({ pool }: Pick<Database, 'pool'>, query: string, ...values: unknown[]): Promise<number> {
  const { rows } = await pool.query<Record<string, string | number | null>>(query, values)
  return Number(Object.values(rows[0] ?? {})[0] ?? 0)
}

/** Migrated and empty: all others are copies of it. */
const TEMPLATE = 'bench_template'

async function createTemplate(server: string): Promise<void> {
  await onServer(server, `create database ${TEMPLATE}`)
  const connectionString = addressOf(server, TEMPLATE)
  await migrate(connectionString)
  const database = openDatabase({ connectionString, maxConnections: 1 })
  await migrateJobs(database.pool)
  await ensureLeaves(database, new Date())
  await database.close()
  // A session in it, be it autovacuum's, would make the copies wait.
  await onServer(server, `alter database ${TEMPLATE} allow_connections false`)
}

function addressOf(server: string, name: string): string {
  const url = new URL(server)
  url.pathname = `/${name}`
  return url.href
}

async function onServer(server: string, statement: string): Promise<void> {
  const { pool, close } = openDatabase({ connectionString: server, maxConnections: 1 })
  try {
    await pool.query(statement)
  } finally {
    await close()
  }
}
