import { chmod, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import {
  end,
  expectStart,
  isRoot,
  query,
  scratchFolder,
  seededFolders,
  silentLog,
  startElsewhere,
  withEmbedded,
} from '../../testing/data-directories.ts'
import { processMark } from './process-state.ts'
import { startEmbedded } from './start-embedded.ts'

const folder = await scratchFolder()
const seeded = await seededFolders(folder)

test('what was written is there after the next start', async () => {
  const dataDir = await seeded('kept')
  await withEmbedded({ dataDir }, ({ connectionString }) =>
    query(connectionString, 'CREATE TABLE note AS SELECT 42 AS answer'),
  )
  await withEmbedded({ dataDir }, async ({ connectionString }) => {
    expect(await query(connectionString, 'SELECT answer FROM note')).toEqual([{ answer: 42 }])
  })
})

test('the database compares text alike everywhere, in UTF-8 and UTC, and trigrams know all letters', async () => {
  await withEmbedded({ dataDir: await seeded('locale') }, async ({ connectionString }) => {
    await query(connectionString, 'CREATE EXTENSION pg_trgm')
    const [row] = await query(
      connectionString,
      `SELECT current_setting('server_encoding') AS encoding, current_setting('TimeZone') AS zone, upper('é') AS letter,
         (SELECT string_agg(word, '' ORDER BY word) FROM unnest('{b,A,ä,Z}'::text[]) word) AS sorted,
         cardinality(show_trgm('नमस्ते')) > 2 AS trigrams`,
    )
    expect(row).toEqual({ encoding: 'UTF8', zone: 'UTC', letter: 'É', sorted: 'AZbä', trigrams: true })
  })
})

test('the settings are meant for durable data on solid-state disks', async () => {
  await withEmbedded({ dataDir: await seeded('settings'), disposable: false }, async ({ connectionString }) => {
    const names = ['synchronous_commit', 'fsync', 'random_page_cost', 'max_connections', 'listen_addresses']
    const rows = await query(
      connectionString,
      `SELECT name, setting FROM pg_settings WHERE name IN ('${names.join("', '")}')`,
    )
    expect(Object.fromEntries(rows.map(row => [row.name, row.setting]))).toEqual({
      synchronous_commit: 'on',
      fsync: 'on',
      random_page_cost: '1.1',
      max_connections: '100',
      listen_addresses: '127.0.0.1',
    })
  })
})

test('only the generated password opens the database, and nobody becomes superuser', async () => {
  const dataDir = await seeded('password')
  await withEmbedded({ dataDir }, async ({ connectionString }) => {
    const wrong = new URL(connectionString)
    wrong.password = 'guessed'
    await expect(query(wrong.href, 'SELECT 1')).rejects.toThrow('password authentication failed')
    wrong.username = 'postgres'
    await expect(query(wrong.href, 'SELECT 1')).rejects.toThrow('password authentication failed')
    await expect(query(connectionString, "COPY (SELECT 1) TO PROGRAM 'true'")).rejects.toThrow('permission denied')
  })
  expect((await stat(join(dataDir, 'postgres/password'))).mode & 0o777).toBe(0o600)
})

test('a lost password file is replaced by a new password', async () => {
  const dataDir = await seeded('lost-password')
  const file = join(dataDir, 'postgres/password')
  const before = await readFile(file, 'utf8')
  await rm(file)
  await expectStart({ dataDir })
  expect(await readFile(file, 'utf8')).not.toBe(before)
})

test('a start that was killed while it set up the database does no harm', async () => {
  const dataDir = join(folder, 'half-made')
  await mkdir(join(dataDir, 'postgres/cluster.new/base'), { recursive: true })
  await writeFile(join(dataDir, 'postgres/cluster.new/PG_VERSION'), '18\n')
  await expectStart({ dataDir })
})

test('of two starts at the same time one gets the database and the other is told why not', async () => {
  const dataDir = await seeded('two')
  const starts = await Promise.allSettled(
    [1, 2].map(() => startEmbedded({ dataDir, log: silentLog, disposable: true })),
  )
  const started = starts.flatMap(start => (start.status === 'fulfilled' ? [start.value] : []))
  const refused = starts.flatMap(start => (start.status === 'rejected' ? [start.reason as Error] : []))
  await Promise.all(started.map(postgres => postgres.stop()))
  expect(started).toHaveLength(1)
  expect(refused[0]?.message).toContain(`already running on the data directory ${dataDir} (process ${process.pid})`)
})

test('a lock left by a process that is gone, or torn in a crash, is taken over', async () => {
  const dataDir = await seeded('stale-lock')
  for (const lock of [JSON.stringify({ pid: process.pid, mark: 'an earlier process' }), '']) {
    await writeFile(join(dataDir, 'postgres/start.lock'), lock)
    await expectStart({ dataDir })
  }
})

test('after SIGKILL the next start ends the orphaned server and has every committed row', async () => {
  const dataDir = await seeded('orphan')
  const { child, postgres } = await startElsewhere(dataDir)
  await query(postgres.connectionString, 'CREATE TABLE kept AS SELECT generate_series(1, 1000)')
  await end(child, 'SIGKILL')
  expect(await processMark(postgres.pid)).toBeDefined()
  await withEmbedded({ dataDir }, async ({ connectionString, pid }) => {
    expect(pid).not.toBe(postgres.pid)
    expect(await processMark(postgres.pid)).toBeUndefined()
    expect(await query(connectionString, 'SELECT count(*)::int AS n FROM kept')).toEqual([{ n: 1000 }])
  })
})

test('when the server was killed as well, the next start waits for its processes to go and recovers', async () => {
  const dataDir = await seeded('both-killed')
  const { child, postgres } = await startElsewhere(dataDir)
  await query(postgres.connectionString, 'CREATE TABLE kept AS SELECT generate_series(1, 1000)')
  await end(child, 'SIGKILL')
  process.kill(postgres.pid, 'SIGKILL')
  await withEmbedded({ dataDir }, async ({ connectionString }) => {
    expect(await query(connectionString, 'SELECT count(*)::int AS n FROM kept')).toEqual([{ n: 1000 }])
  })
})

test.runIf(isRoot && process.platform === 'linux')(
  'in a container that was killed the next server is waited for, although it has the process id of the last one',
  async () => {
    const dataDir = await seeded('same-number')
    const contained = join(dataDir, 'contained')
    const command = `exec unshare --pid --fork --mount-proc --kill-child=KILL ${process.execPath} "$@"`
    await writeFile(contained, `#!/bin/sh\n${command}\n`, { mode: 0o755 })
    for (const n of [1, 2, 3]) {
      const { child, postgres } = await startElsewhere(dataDir, {}, contained)
      await query(postgres.connectionString, 'CREATE TABLE IF NOT EXISTS start AS SELECT 0 AS n WHERE false')
      await query(postgres.connectionString, `INSERT INTO start VALUES (${n})`)
      expect(await query(postgres.connectionString, 'SELECT count(*)::int AS n FROM start')).toEqual([{ n }])
      await end(child, 'SIGKILL')
    }
  },
)

test('a server that is killed comes back by itself, at the same address with all data', async () => {
  // Not disposable: what it has confirmed must survive.
  await withEmbedded({ dataDir: await seeded('comes-back'), disposable: false }, async postgres => {
    const { connectionString, pid } = postgres
    await query(connectionString, 'CREATE TABLE kept AS SELECT generate_series(1, 1000)')
    process.kill(pid, 'SIGKILL')
    const count = () => query(connectionString, 'SELECT count(*)::int AS n FROM kept').catch(() => undefined)
    await expect.poll(count, { timeout: 15_000 }).toEqual([{ n: 1000 }])
    expect(postgres.pid).not.toBe(pid)
  })
})

test.skipIf(process.platform === 'win32')('a server that hangs is killed and comes back by itself', async () => {
  const restarts: unknown[] = []
  const options = { askMs: 500, onUp: ({ restart }: { restart: unknown }) => restarts.push(restart) }
  await withEmbedded({ dataDir: await seeded('hangs'), ...options }, async postgres => {
    const { connectionString, pid } = postgres
    process.kill(pid, 'SIGSTOP')
    await expect.poll(() => postgres.pid, { timeout: 20_000 }).not.toBe(pid)
    expect(await query(connectionString, 'SELECT 1 AS n')).toEqual([{ n: 1 }])
    expect(restarts).toEqual([undefined, 'hung'])
  })
})

test('a process that ends without stopping the server takes it along', async () => {
  const { child, postgres } = await startElsewhere(await seeded('exit'))
  await end(child, 'SIGTERM')
  await expect.poll(() => processMark(postgres.pid), { timeout: 10_000 }).toBeUndefined()
})

test('a data directory of another major version is refused with what to do', async () => {
  const dataDir = await seeded('old')
  await writeFile(join(dataDir, 'postgres/cluster/PG_VERSION'), '14\n')
  const start = startEmbedded({ dataDir, log: silentLog })
  await expect(start).rejects.toThrow(/was made by PostgreSQL 14.*PostgreSQL 18.*Install PostgreSQL 14/s)
})

test('where no binaries run, the message lists what was tried and the way out', async () => {
  const start = startEmbedded({
    dataDir: join(folder, 'no-binaries'),
    log: silentLog,
    sources: { bundle: undefined, system: ['/no/such/folder'] },
  })
  await expect(start).rejects.toThrow(/\/no\/such\/folder.*set DATABASE_URL/s)
})

test('a server that cannot start says so with its own log', async () => {
  const dataDir = await seeded('broken')
  const start = startEmbedded({ dataDir, log: silentLog, settings: { shared_buffers: 'plenty' } })
  await expect(start).rejects.toThrow(/did not start.*shared_buffers/s)
  await expectStart({ dataDir })
})

test.runIf(isRoot)('a cluster that root has put back from a backup is given to the user that runs it', async () => {
  const dataDir = await seeded('restored')
  await chmod(dataDir, 0o700)
  expect((await stat(join(dataDir, 'postgres/cluster'))).uid).toBe(0)
  await expectStart({ dataDir })
  expect((await stat(join(dataDir, 'postgres/cluster'))).uid).not.toBe(0)
})
