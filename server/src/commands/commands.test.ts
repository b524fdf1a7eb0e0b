/** What an operator does with backups, by the commands that they type, on the product as it runs. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { readConfig } from '../config.ts'
import { readManifest } from '../db/backup/manifest.ts'
import { type Database, openDatabase } from '../db/database.ts'
import { STATE } from '../engine/states.ts'
import { shippedNames } from '../db/migrate.ts'
import { listStoredBackups } from '../features/backups/stored-backups.ts'
import { scratchFolder, withEmbedded } from '../testing/data-directories.ts'
import { sentRun } from '../testing/engine/sent-run.ts'
import { Installation } from '../testing/installation.ts'
import { loadRelease } from '../testing/release/load-release.ts'
import { uuidv7 } from '../lib/uuid.ts'
import { strongPassphraseOf } from './passphrase.ts'

const PASSPHRASE = 'plinth walrus copper nineteen lantern'
const METRICS = ['notifly_backup_age_seconds', 'notifly_backup_bytes', 'notifly_archive_age_seconds'] as const

const folder = await scratchFolder()
const dir = join(folder, 'backups')
const archiveDir = join(folder, 'archive')
const settings = {
  NOTIFLY_BACKUP_PASSPHRASE: PASSPHRASE,
  NOTIFLY_BACKUP_DIR: dir,
  NOTIFLY_ARCHIVE_DIR: archiveDir,
  NOTIFLY_WORKERS: '1',
}
const product = await Installation.create(settings)
afterAll(() => product.remove())

/** Runs a command to its end. */
async function run(command: string, args: readonly string[], environment: Record<string, string> = {}) {
  const program = fileURLToPath(new URL(`./${command}-process.ts`, import.meta.url))
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', program, ...args], {
    env: { ...withoutSettings(), ...settings, NOTIFLY_DATA_DIR: product.dataDir, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const output of [child.stdout, child.stderr]) output.setEncoding('utf8').on('data', text => (said += text))
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, said }
}

/** What a developer set for the day must not change the run. */
function withoutSettings(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(NOTIFLY_|DATABASE_URL$)/.test(name)))
}

test('the product backs itself up, archives its log, and comes back from both, held back', async () => {
  await product.start()
  await expect.poll(() => listStoredBackups(dir), { timeout: 90_000, interval: 200 }).toHaveLength(1)
  const [backup] = await listStoredBackups(dir)
  await expect
    .poll(async () => metricsOf(await (await fetch(`${product.url}/metrics`)).text()), {
      timeout: 60_000,
      interval: 500,
    })
    .toEqual([...METRICS])
  const id = backup?.manifest.archive?.id ?? ''
  const segments = async () =>
    (await readdir(join(archiveDir, id))).filter(name => /^[0-9A-F]{24}\.zst\.age$/.test(name))
  await expect.poll(segments, { timeout: 60_000, interval: 200 }).not.toEqual([])

  await product.stop()

  const target = join(folder, 'restored')
  const into = { NOTIFLY_DATA_DIR: target }
  const { code, said } = await run('restore', [backup?.folder ?? '', '--until=latest'], into)
  expect({ code, said }).toMatchObject({ code: 0, said: expect.stringMatching(/Restored to .* in .* s/) as string })

  await product.start({ ...into, NOTIFLY_BACKUP_DIR: '', NOTIFLY_ARCHIVE_DIR: '' })
  expect(product.printed.filter(line => line.includes('this installation was restored'))).toHaveLength(1)
  await product.stop()
  expect((await run('rehearse', [backup?.folder ?? ''], into)).said).toMatch(
    /Nothing to do: the backup has all migrations/,
  )
}, 240_000)

test('a rehearsal runs the migrations that a backup of the release before lacks, and leaves nothing', async () => {
  const dataDir = join(folder, 'before')
  await withEmbedded({ dataDir }, ({ connectionString }) => loadRelease(connectionString))
  await writeFile(join(dataDir, 'secret'), 'the secret of the installation, 32 and more')
  const from = { NOTIFLY_DATA_DIR: dataDir, NOTIFLY_ARCHIVE_DIR: '' }
  const backup = join(folder, 'backup-before')
  expect(await run('backup', [backup], from)).toMatchObject({ code: 0 })

  const { code, said } = await run('rehearse', [backup], from)
  const ran = [...said.matchAll(/^ +\d+\.\d\d s {2}(\d{4}-\S+)$/gm)].map(([, name]) => name)
  const { migrations } = await readManifest(backup)
  expect(ran).toEqual((await shippedNames()).filter(each => !migrations.includes(each)))
  expect(ran.length).toBeGreaterThan(0)
  expect(said).toContain(`${ran.length} migrations in `)
  expect(said).toMatch(/A database of version \S+ can be brought up to version \S+\./)
  expect(code).toBe(0)
  expect((await readdir(folder)).filter(name => name.includes('rehearsal'))).toEqual([])
  await withEmbedded({ dataDir }, async ({ connectionString }) => {
    const client = new pg.Client({ connectionString })
    await client.connect()
    const { rows } = await client.query<{ name: string }>('select name from schema_migration order by name')
    await client.end()
    expect(rows.map(({ name }) => name)).toEqual(migrations)
  })
}, 120_000)

test('recount prints what it corrects, of a run or of all, and leaves what is right', async () => {
  const { dataDir } = product
  const applicationId = uuidv7()
  const withDatabase = <T>(work: (database: Database) => Promise<T>) =>
    withEmbedded({ dataDir }, async ({ connectionString }) => {
      const database = openDatabase({ connectionString, maxConnections: 2 })
      try {
        return await work(database)
      } finally {
        await database.close()
      }
    })
  const { runId } = await withDatabase(database => sentRun(database, applicationId))
  const miscount = () =>
    withDatabase(async ({ pool }) => {
      await pool.query(`update run_counter set n = n + 4 where run_id = $1 and shard = 0 and state = ${STATE.sent}`, [
        runId,
      ])
    })
  await miscount()

  expect((await run('recount', ['everything'])).said).toContain('Usage: npm run recount')
  expect(await run('recount', [uuidv7()])).toMatchObject({
    code: 1,
    said: expect.stringContaining('nothing to recount') as string,
  })
  const all = await run('recount', ['all'])
  expect(all.said).toContain(`${runId}  sent -4`)
  expect(all.said).toMatch(/1 runs compared in .* 1 corrected/)
  expect((await run('recount', [applicationId])).said).toMatch(/1 runs compared in .* 0 corrected/)
  await miscount()
  expect(await run('recount', [applicationId, runId])).toEqual({ code: 0, said: `${runId}  sent -4\n` })
}, 120_000)

test('a passphrase that is missing, or can be guessed, is refused', () => {
  const strong = (passphrase: string) => strongPassphraseOf(readConfig({ NOTIFLY_BACKUP_PASSPHRASE: passphrase }))
  expect(() => strong('')).toThrow(/is not set/)
  for (const weak of ['password1234', 'Summer2026!', 'notifly backup'])
    expect(() => strong(weak)).toThrow(/can be guessed/)
  expect(strong(PASSPHRASE)).toBe(PASSPHRASE)
  expect(strong('Zk3v9QmW0tXb7rLd')).toBe('Zk3v9QmW0tXb7rLd')
})

test('a directory whose restore was interrupted is not started on', async () => {
  const half = join(folder, 'half')
  await mkdir(half)
  await writeFile(join(half, 'restoring'), '')
  expect(await product.refusal({ NOTIFLY_DATA_DIR: half })).toContain('was interrupted')
})

function metricsOf(text: string): string[] {
  return METRICS.filter(name => new RegExp(`^${name} \\d`, 'm').test(text))
}
