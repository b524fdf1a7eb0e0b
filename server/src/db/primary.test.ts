/** Two servers stand in for a cluster that fails over: one that is read-only is what libpq, too, takes for a standby. */
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { query, scratchFolder, seededFolders, silentLog } from '../testing/data-directories.ts'
import { openDatabase } from './database.ts'
import { startEmbedded } from './embedded/start-embedded.ts'
import { migrate } from './migrate.ts'
import { openPostgres } from './open-postgres.ts'
import { followPrimary, primaryUrl } from './primary.ts'

const dataDir = await seededFolders(await scratchFolder())
const one = await startServer('one')
const two = await startServer('two')
const both = one.url.replace(/127\.0\.0\.1:\d+/, `127.0.0.1:${one.port},127.0.0.1:${two.port}`)

async function startServer(name: string) {
  const server = await startEmbedded({ dataDir: await dataDir(name), log: silentLog, disposable: true })
  afterAll(() => server.stop())
  // Of sessions that begin from now on.
  const takeWrites = async (does: boolean): Promise<void> => {
    const change = `alter database notifly set default_transaction_read_only = ${does ? 'off' : 'on'}`
    await query(server.connectionString, `begin read write; ${change}; commit`)
  }
  return { url: server.connectionString, port: server.port, takeWrites }
}

async function portOf({ pool }: { pool: pg.Pool }): Promise<unknown> {
  return (await pool.query<{ port: string }>("select current_setting('port') as port")).rows[0]?.port
}

test('of several servers the product takes the one that takes writes, and none is an error that names each', async () => {
  await one.takeWrites(false)
  await migrate(both)
  await using database = withDispose(openDatabase({ connectionString: both, maxConnections: 2 }))
  expect(await portOf(database)).toBe(String(two.port))
  await two.takeWrites(false)
  await expect(primaryUrl(both)).rejects.toThrow(
    new RegExp(`takes writes .*:${one.port}: it is a standby, or read-only; .*:${two.port}: it is`),
  )
  const start = openPostgres({
    databaseUrl: both,
    dataDir: 'unused',
    log: { ...silentLog, warn: () => void one.takeWrites(true) },
  })
  expect(await start).toMatchObject({ kind: 'external', connectionString: both })
})

test('when another one takes over, what still runs at the old one is broken off, and the next statement goes to the new', async () => {
  await one.takeWrites(true)
  await two.takeWrites(false)
  const primary = followPrimary(both, 20)
  const pool = new pg.Pool({ connectionString: one.url, max: 2, ...(primary && { Client: primary.Client }) })
  // Of an idle connection.
  pool.on('error', () => undefined)
  pool.on('connect', client => client.on('error', () => undefined))
  // It may be broken off while the servers still change.
  const hanging = pool.query('select pg_sleep(600)').catch((error: unknown) => error)
  expect(await portOf({ pool })).toBe(String(one.port))
  await two.takeWrites(true)
  await one.takeWrites(false)
  expect(await hanging).toMatchObject({ message: 'This server takes no writes any more.' })
  await expect.poll(() => portOf({ pool })).toBe(String(two.port))
  await pool.end()
  primary?.stop()
})

function withDispose<T extends { close: () => Promise<void> }>(database: T): T & AsyncDisposable {
  return { ...database, [Symbol.asyncDispose]: () => database.close() }
}
