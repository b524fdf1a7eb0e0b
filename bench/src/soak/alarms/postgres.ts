/** A PostgreSQL that is stopped and started again at the same place, as an operator does it. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePorts } from '@notifly/server/testing/installation'
import { openDatabase } from '@notifly/server/db/database'
import { type EmbeddedPostgres, startEmbedded } from '@notifly/server/db/embedded/start-embedded'
import { type BenchDatabase, SILENT } from '../../harness/postgres.ts'

export interface Postgres extends AsyncDisposable {
  /** An empty database. */
  database: BenchDatabase
  stop(): Promise<void>
  start(): Promise<void>
}

export async function startPostgres(): Promise<Postgres> {
  const dataDir = await mkdtemp(join(tmpdir(), 'notifly-alarms-'))
  const [port = 0] = await freePorts(1)
  const start = (): Promise<EmbeddedPostgres> => startEmbedded({ dataDir, log: SILENT, port })
  let server = await start()
  const { connectionString } = server
  const database = openDatabase({ connectionString, maxConnections: 5 })
  return {
    database: { ...database, connectionString },
    stop: () => server.stop(),
    start: async () => {
      server = await start()
    },
    [Symbol.asyncDispose]: async () => {
      await database.close()
      await server.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
