import { afterAll, inject } from 'vitest'
import { type Database, openDatabase } from '../db/database.ts'
import { createOnCluster } from './cluster-database.ts'
import { databaseUrl, onServer } from './postgres-setup.ts'

/** A database of the test file's own, migrated and empty, open as `kysely` and `pool`. */
export interface TestDatabase extends Database {
  /** For what opens its own connections: the server under test, the job queue. */
  connectionString: string
}

/**
 * Clones the migrated template for this test file, or makes a spread database on a cluster; closed and dropped after its last test. Call it at the top of the
 * file, outside of hooks and tests: `const database = await testDatabase()`.
 */
export async function testDatabase(options: { maxConnections?: number } = {}): Promise<TestDatabase> {
  const { connectionString: server, template, isCluster = false } = inject('testPostgres')
  const name = `notifly_test_${crypto.randomUUID().replaceAll('-', '')}`
  const machines = isCluster ? await createOnCluster(server, name) : [server]
  if (!isCluster) await onServer(server, `CREATE DATABASE ${name} TEMPLATE ${template}`)
  const connectionString = databaseUrl(server, name)
  const database = openDatabase({ connectionString, maxConnections: options.maxConnections ?? 5 })
  afterAll(async () => {
    await database.close()
    for (const machine of machines) await onServer(machine, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
  })
  return { ...database, connectionString }
}
