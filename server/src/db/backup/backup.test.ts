/** Backups of the embedded PostgreSQL, taken and restored for real. */
import { cp, mkdir, open, readdir, rm, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { isRoot, scratchFolder, silentLog } from '../../testing/data-directories.ts'
import { mountSmallDisk } from '../../testing/full-disk.ts'
import { readBackupPassword } from '../embedded/initialize.ts'
import { startEmbedded } from '../embedded/start-embedded.ts'
import { archiveNext, archiveSettings, openArchive, pruneArchive, waitingSegments } from './archive-files.ts'
import { clusterSource, runningCluster } from './cluster-source.ts'
import { RESTORING_FILE } from './half-restored.ts'
import { DATABASE_FILES, KEY_FILE, MANIFEST_FILE } from './manifest.ts'
import { restoreBackup, type RestoreOrder } from './restore-backup.ts'
import { takeBackup } from './take-backup.ts'

const PASSPHRASE = 'plinth walrus copper nineteen lantern'
/** Each guess costs a few milliseconds only. */
const WORK_FACTOR = 10
const SECRET = 'the secret of the installation, 32 and more'

const folder = await scratchFolder()
const archiveDir = join(folder, 'archive')
const dataDir = join(folder, 'data')
const settings = archiveSettings({ backup: { archiveDir } })
const server = await startEmbedded({ dataDir, log: silentLog, disposable: true, settings })
const archive = await openArchive(dataDir, archiveDir, PASSPHRASE, WORK_FACTOR)
const pool = new pg.Pool({ connectionString: server.connectionString })
pool.on('error', () => undefined)
afterAll(async () => {
  await pool.end()
  await server.stop()
})
await pool.query('create table payment (no int primary key, made_at timestamptz default clock_timestamp())')
await pool.query(`create table ballast as select i, md5(i::text) as text from generate_series(1, 30000) i`)

/** Payments one after the other, each committed before the next, until `stop`. */
function keepPaying() {
  let made = 0
  let isStopped = false
  const loop = async (): Promise<void> => {
    const { rows } = await pool.query<{ last: number }>('select coalesce(max(no), 0) as last from payment')
    made = rows[0]?.last ?? 0
    while (!isStopped) await pool.query('insert into payment (no) values ($1)', [++made])
  }
  const ended = loop()
  return {
    count: () => made,
    stop: async () => {
      isStopped = true
      await ended
    },
  }
}

const backUp = async (name: string) =>
  takeBackup({
    folder: join(folder, name),
    passphrase: PASSPHRASE,
    workFactor: WORK_FACTOR,
    source: await clusterSource(dataDir, server.connectionString),
    masterSecret: SECRET,
    archiveId: archive.id,
  })

/** Restores it, and answers what is in it. */
async function restored(
  parts: Partial<RestoreOrder> = {},
): Promise<{ payments: number[]; ballast: number; moment: Date }> {
  const target = join(folder, crypto.randomUUID())
  let found: { payments: number[]; ballast: number; moment: Date } | undefined
  await restoreBackup({
    folder: join(folder, 'backup'),
    passphrase: PASSPHRASE,
    dataDir: target,
    databaseUrl: null,
    masterSecret: null,
    until: null,
    archiveDir,
    log: silentLog,
    finish: async ({ connectionString, moment }) => {
      const client = new pg.Client({ connectionString })
      await client.connect()
      const { rows } = await client.query<{ no: number }>('select no from payment order by no')
      const { rows: texts } = await client.query<{ n: number }>('select count(distinct text)::int as n from ballast')
      await client.end()
      found = { payments: rows.map(({ no }) => no), ballast: texts[0]?.n ?? 0, moment }
    },
    ...parts,
  })
  await rm(target, { recursive: true, force: true })
  if (found === undefined) throw new Error('finish was not called')
  return found
}

const upTo = (last: number): number[] => Array.from({ length: last }, (_, index) => index + 1)

test('a backup that is taken under writes has the database as it was at one moment', async () => {
  expect(await runningCluster(dataDir)).toBe(server.connectionString)
  const paying = keepPaying()
  await expect.poll(() => paying.count()).toBeGreaterThan(20)
  const before = paying.count()
  const manifest = await backUp('backup')
  const after = paying.count()
  await paying.stop()
  expect(after).toBeGreaterThan(before)
  expect((await readdir(join(folder, 'backup'))).sort()).toEqual(
    [DATABASE_FILES.embedded, KEY_FILE, MANIFEST_FILE, 'secret.zst.age'].sort(),
  )
  const { payments, ballast, moment } = await restored()
  expect(payments).toEqual(upTo(payments.length))
  expect(payments.length).toBeGreaterThanOrEqual(before)
  expect(payments.length).toBeLessThanOrEqual(after)
  expect(ballast).toBe(30_000)
  expect(moment.toISOString()).toBe(manifest.moment)
})

test('the log that was archived since brings it to any later moment, or to its end', async () => {
  const { rows } = await pool.query<{ last: number }>('select max(no) as last from payment')
  const last = rows[0]?.last ?? 0
  const pay = async (no: number): Promise<Date> => {
    const made = await pool.query<{ made_at: Date }>('insert into payment (no) values ($1) returning made_at', [no])
    return made.rows[0]?.made_at ?? new Date(0)
  }
  const first = await pay(last + 1)
  await switchSegment()
  const second = await pay(last + 2)
  await archiveUntil(await switchSegment())

  const between = new Date((first.getTime() + second.getTime()) / 2)
  expect((await restored({ until: between })).payments).toEqual(upTo(last + 1))
  const latest = await restored({ until: 'latest' })
  expect(latest.payments).toEqual(upTo(last + 2))
  expect(Math.abs(latest.moment.getTime() - second.getTime())).toBeLessThan(1000)

  const later = new Date(second.getTime() + 60_000)
  await expect(restored({ until: later })).rejects.toThrow(/The archive ends with .*--until=latest/)
  await expect(restored({ until: new Date(0) })).rejects.toThrow(/Take an earlier one/)
  await expect(restored({ until: later, archiveDir: join(folder, 'nowhere') })).rejects.toThrow(/archive .* not there/)

  const names = await readdir(archive.folder)
  const segments = names.filter(name => /^[0-9A-F]{24}\.zst\.age$/.test(name)).sort()
  const damaged = join(archive.folder, segments.at(-2) ?? '')
  const whole = join(folder, 'whole')
  await cp(damaged, whole)
  await truncate(damaged, 300)
  await expect(restored({ until: 'latest' })).rejects.toThrow(/The archive is damaged: .*is not as it was written/)
  await cp(whole, damaged)
  await pruneArchive(archive.folder, (segments.at(-1) ?? '').slice(0, 24))
  expect((await readdir(archive.folder)).sort()).toEqual([segments.at(-1), KEY_FILE])
})

/** Ends the present segment. Returns its name. */
async function switchSegment(): Promise<string> {
  const password = await readBackupPassword(join(dataDir, 'postgres'))
  const client = new pg.Client({
    connectionString: `postgres://notifly_backup:${password}@127.0.0.1:${server.port}/postgres`,
  })
  await client.connect()
  const { rows } = await client.query<{ name: string }>('select pg_walfile_name(pg_switch_wal()) as name')
  await client.end()
  return rows[0]?.name ?? ''
}

/** Archives what waits until the archive has that segment. */
async function archiveUntil(segment: string): Promise<void> {
  const isThere = async (): Promise<boolean> => {
    for (const name of await waitingSegments(archive)) await archiveNext(archive, name)
    return (await readdir(archive.folder)).includes(`${segment}.zst.age`)
  }
  await expect.poll(isThere, { timeout: 30_000 }).toBe(true)
}

test('another passphrase, another secret and damaged files are refused, and leave an empty directory', async () => {
  const target = join(folder, 'target')
  const attempt = (parts: Partial<RestoreOrder>) => restored({ dataDir: target, ...parts })
  await expect(attempt({ passphrase: 'another one of these' })).rejects.toThrow(/PASSPHRASE does not open this backup/)
  await expect(attempt({ masterSecret: 'x'.repeat(40) })).rejects.toThrow(/not the secret of this backup/)
  await expect(attempt({ folder })).rejects.toThrow(/is no backup of Notifly/)

  const copy = join(folder, 'copy')
  const database = join(copy, DATABASE_FILES.embedded)
  await cp(join(folder, 'backup'), copy, { recursive: true })
  await flipByte(database, 5000)
  await expect(attempt({ folder: copy })).rejects.toThrow(/damaged: database.tar.zst.age is not as it was written/)
  await rm(database)
  await expect(attempt({ folder: copy })).rejects.toThrow(/not whole: database.tar.zst.age cannot be read/)
  await writeFile(join(copy, MANIFEST_FILE), '{"format": 1')
  await expect(attempt({ folder: copy })).rejects.toThrow(/manifest.json is damaged/)
  await writeFile(join(copy, MANIFEST_FILE), '{"format": 2}')
  await expect(attempt({ folder: copy })).rejects.toThrow(/newer version of Notifly/)
  await expect(readdir(target)).rejects.toThrow('ENOENT')
})

async function flipByte(path: string, position: number): Promise<void> {
  const file = await open(path, 'r+')
  const byte = Buffer.alloc(1)
  await file.read(byte, 0, 1, position)
  await file.write(Buffer.from([(byte[0] ?? 0) ^ 1]), 0, 1, position)
  await file.close()
}

test('only an empty directory is restored into, and one whose restore was interrupted counts as empty', async () => {
  const target = join(folder, 'filled')
  await mkdir(target)
  await writeFile(join(target, 'notes.txt'), 'mine')
  await expect(restored({ dataDir: target })).rejects.toThrow(/is not empty/)
  expect(await readdir(target)).toEqual(['notes.txt'])

  await mkdir(join(target, 'postgres'))
  await writeFile(join(target, RESTORING_FILE), join(target, 'postgres', 'cluster.new'))
  const failing = () => Promise.reject(new Error('a migration failed'))
  await expect(restored({ dataDir: target, finish: failing })).rejects.toThrow('a migration failed')
  expect(await readdir(target)).toEqual([])
})

test('a backup goes into an empty folder only, and one that cannot be finished leaves nothing', async () => {
  await expect(backUp('backup')).rejects.toThrow(/holds a backup already/)
  await expect(backUp('data')).rejects.toThrow(/holds something else/)
  const source = await clusterSource(dataDir, server.connectionString)
  const read = async () => {
    const reading = await source.read()
    return { ...reading, done: reading.done.then(() => Promise.reject(new Error('the server went away'))) }
  }
  const order = { folder: join(folder, 'unfinished'), passphrase: PASSPHRASE, workFactor: WORK_FACTOR }
  await expect(
    takeBackup({ ...order, masterSecret: SECRET, archiveId: null, source: { ...source, read } }),
  ).rejects.toThrow('the server went away')
  expect((await readdir(folder)).filter(name => name.includes('unfinished'))).toEqual([])
})

test.skipIf(!isRoot)(
  'a disk that fills up ends the backup in words, removes its half and leaves the database at work',
  async () => {
    const disk = join(folder, 'disk')
    await mkdir(disk)
    mountSmallDisk(disk, '4m')
    await expect(backUp('disk/backup')).rejects.toThrow(/The disk of .* is full. The unfinished backup was removed/)
    expect(await readdir(disk)).toEqual([])
    await expect(pool.query('insert into ballast values (0, $1)', ['after'])).resolves.toMatchObject({ rowCount: 1 })
    const { rows } = await pool.query('select 1 from pg_stat_activity where application_name = $1', ['notifly backup'])
    expect(rows).toEqual([])
    await writeFile(join(disk, 'filler'), Buffer.alloc(2_000_000))
    await expect(backUp('disk/backup')).rejects.toThrow(/which is too little/)
  },
)
