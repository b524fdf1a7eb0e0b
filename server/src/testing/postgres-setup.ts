import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { startEmbedded, stopOrphan } from '../db/embedded/start-embedded.ts'
import { lockHolder } from '../db/embedded/start-lock.ts'
import { migrate } from '../db/migrate.ts'
import { migrateJobs } from '../jobs/run-jobs.ts'

declare module 'vitest' {
  interface ProvidedContext {
    testPostgres: TestPostgres
    /** Removed after the last test file. */
    scratchFolder: string
  }
}

/** The server that all test files share, and the migrated database that each of them clones. */
export interface TestPostgres {
  connectionString: string
  template: string
  /** It is the coordinator of a cluster: there is no template, since a clone of one would have the coordinator's part alone. */
  isCluster?: boolean
}

const folderPrefix = 'notifly-test-'

const quietLog = { info: () => undefined, warn: console.warn, error: console.error }

/**
 * Runs once before all test files (vitest's globalSetup): starts one server, or takes the one that
 * NOTIFLY_TEST_DATABASE_URL names, and migrates the template there. What it returns runs after the last file. With
 * NOTIFLY_TEST_CITUS_URL the coordinator of a cluster takes its place.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const cluster = process.env.NOTIFLY_TEST_CITUS_URL
  if (cluster !== undefined) return setupOnCluster(project, cluster)
  const given = process.env.NOTIFLY_TEST_DATABASE_URL
  const server = given ? { connectionString: given, stop: () => Promise.resolve() } : await startDisposable()
  const template = `notifly_template_${crypto.randomUUID().slice(0, 8)}`
  await onServer(server.connectionString, `CREATE DATABASE ${template}`)
  const scratchFolder = await mkdtemp(join(tmpdir(), 'notifly-scratch-'))
  const drop = async (): Promise<void> => {
    if (given) await onServer(given, `DROP DATABASE IF EXISTS ${template} WITH (FORCE)`)
    await server.stop()
    await rm(scratchFolder, { recursive: true, force: true })
  }
  try {
    await migrate(databaseUrl(server.connectionString, template))
    await migrateQueue(databaseUrl(server.connectionString, template))
    // A session in the template, be it autovacuum's, would make CREATE DATABASE wait.
    await onServer(server.connectionString, `ALTER DATABASE ${template} ALLOW_CONNECTIONS false`)
  } catch (error) {
    await drop()
    throw error
  }
  project.provide('scratchFolder', scratchFolder)
  project.provide('testPostgres', { connectionString: server.connectionString, template })
  return drop
}

async function setupOnCluster(project: TestProject, connectionString: string): Promise<() => Promise<void>> {
  const scratchFolder = await mkdtemp(join(tmpdir(), 'notifly-scratch-'))
  project.provide('scratchFolder', scratchFolder)
  project.provide('testPostgres', { connectionString, template: '', isCluster: true })
  return () => rm(scratchFolder, { recursive: true, force: true })
}

export async function migrateQueue(connectionString: string): Promise<void> {
  const pool = new pg.Pool({ connectionString, max: 1 })
  // graphile-worker asks for both; a broken connection rejects the call in flight anyway.
  pool.on('error', () => undefined)
  pool.on('connect', client => client.on('error', () => undefined))
  try {
    await migrateJobs(pool)
  } finally {
    await pool.end()
  }
}

/** The same server, another database. */
export function databaseUrl(connectionString: string, database: string): string {
  const url = new URL(connectionString)
  url.pathname = `/${database}`
  return url.href
}

/** Runs a statement in a connection of its own. */
export async function onServer(connectionString: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

async function startDisposable() {
  await removeAbandoned()
  const dataDir = await mkdtemp(join(tmpdir(), folderPrefix))
  const { connectionString, stop } = await startEmbedded({ dataDir, log: quietLog, disposable: true })
  return {
    connectionString,
    stop: async () => {
      await stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** A run that was killed leaves its server and its folder behind; the next one clears up what no process looks after. */
async function removeAbandoned(): Promise<void> {
  const names = (await readdir(tmpdir())).filter(name => name.startsWith(folderPrefix))
  for (const folder of names.map(name => join(tmpdir(), name))) {
    const postgres = join(folder, 'postgres')
    // A run that has only just made its folder has no lock yet.
    const isYoung = await stat(folder).then(
      ({ birthtimeMs }) => Date.now() - birthtimeMs < 60_000,
      () => true,
    )
    if (isYoung || (await lockHolder(join(postgres, 'start.lock'))) !== undefined) continue
    await stopOrphan(join(postgres, 'cluster'), '', quietLog).catch(console.error)
    await rm(folder, { recursive: true, force: true }).catch(console.error)
  }
}
