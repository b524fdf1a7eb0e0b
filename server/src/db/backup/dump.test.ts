/** Backups of an external PostgreSQL, by its own tools: where those on the PATH suit the server of the tests, and where they do not. */
import { execFileSync } from 'node:child_process'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, expect, inject, test } from 'vitest'
import { query, scratchFolder, silentLog } from '../../testing/data-directories.ts'
import { testDatabase } from '../../testing/database.ts'
import { databaseUrl, onServer } from '../../testing/postgres-setup.ts'
import { dumpSource } from './dump-source.ts'
import { restoreBackup } from './restore-backup.ts'
import { describeDatabase } from './source.ts'
import { takeBackup } from './take-backup.ts'

const folder = await scratchFolder()
const database = await testDatabase()
const { version } = await describeDatabase(database.connectionString)
const tools = toolVersion()
const target = `notifly_restored_${crypto.randomUUID().slice(0, 8)}`
const server = inject('testPostgres').connectionString
await onServer(server, `create database ${target}`)
afterAll(() => onServer(server, `drop database ${target} with (force)`))

function toolVersion(): number {
  try {
    return Number(/\(PostgreSQL\) (\d+)/.exec(execFileSync('pg_dump', ['--version'], { encoding: 'utf8' }))?.[1] ?? 0)
  } catch {
    return 0
  }
}

test.runIf(tools >= version)('a dump is restored into an empty database, and into no other', async () => {
  await database.pool.query(`insert into installation (key_check, created_at) values ('a secret', now())`)
  const order = {
    folder: join(folder, 'dump'),
    passphrase: 'plinth walrus copper nineteen lantern',
    databaseUrl: databaseUrl(server, target),
  }
  const source = await dumpSource(database.connectionString)
  await takeBackup({ ...order, source, masterSecret: 'a secret', archiveId: null, workFactor: 10 })
  const restore = {
    ...{ dataDir: join(folder, 'none'), masterSecret: 'a secret', until: null, archiveDir: null, log: silentLog },
    finish: () => Promise.resolve(),
  }
  await restoreBackup({ ...order, ...restore })
  expect(await query(order.databaseUrl, 'select key_check from installation')).toEqual([{ key_check: 'a secret' }])
  const [before, after] = await Promise.all([database.connectionString, order.databaseUrl].map(describeDatabase))
  expect(after?.migrations).toEqual(before?.migrations)
  await expect(restoreBackup({ ...order, ...restore })).rejects.toThrow(/The database of DATABASE_URL is not empty/)
  await expect(restoreBackup({ ...order, ...restore, databaseUrl: null })).rejects.toThrow(/Set DATABASE_URL/)
  await expect(restoreBackup({ ...order, ...restore, masterSecret: 'another' })).rejects.toThrow(/not the secret/)
})

test.runIf(tools < version)(
  'tools that are missing, or older than the server, are refused with what to install',
  async () => {
    await expect(dumpSource(database.connectionString)).rejects.toThrow(
      new RegExp(`pg_dump .*Install the client programs of PostgreSQL ${version}`),
    )
    expect(await readdir(folder)).toEqual([])
  },
)
