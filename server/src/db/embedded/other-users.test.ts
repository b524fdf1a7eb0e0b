import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, chown, cp, lstat, mkdir, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import {
  end,
  expectStart,
  isRoot,
  nodeIn,
  query,
  scratchFolder,
  seededFolders,
  silentLog,
  startElsewhere,
  withEmbedded,
} from '../../testing/data-directories.ts'
import { defaultSources } from './binaries.ts'
import { copyBundle } from './bundle-files.ts'
import { runCommand } from './command.ts'
import { isReachable } from './place.ts'
import { startEmbedded } from './start-embedded.ts'

const nobody = { uid: 65_534, gid: 65_534 }
const stranger = { uid: 54_321, gid: 54_321 } // listed nowhere
const folder = await scratchFolder()
const seeded = await seededFolders(folder)
const source = new URL('.', import.meta.url).pathname

/** Other users must be able to read this checkout, and (unlisted) to open a user namespace. */
const canRunElsewhere = isRoot && (await isReachable(source, nobody))
const node = await nodeIn(folder)
const unshare = ['--user', '--map-user=65534', '--map-group=65534', 'true']
const canBorrow = canRunElsewhere && (await runCommand('unshare', unshare, { as: stranger })).code === 0

async function folderFor(user: { uid: number; gid: number }, name: string): Promise<string> {
  const own = join(folder, name)
  await mkdir(own, { mode: 0o700 })
  await chown(own, user.uid, user.gid)
  return own
}

describe.runIf(isRoot)('started by root', () => {
  test('the server runs as another user, who owns the cluster and is let in no further', async () => {
    const dataDir = join(folder, 'by-root')
    await withEmbedded({ dataDir }, async ({ pid }) => {
      expect((await stat(`/proc/${pid}`)).uid).toBe(nobody.uid)
    })
    expect((await stat(join(dataDir, 'postgres/cluster'))).uid).toBe(nobody.uid)
    expect((await stat(dataDir)).mode & 0o777).toBe(0o710)
  })

  test('a data directory that nobody else can reach keeps a pointer to a cluster elsewhere', async () => {
    const closed = join(folder, 'closed')
    await mkdir(closed, { mode: 0o700 })
    const options = { dataDir: join(closed, 'data'), sharedHome: join(folder, 'shared') }
    await withEmbedded(options, ({ connectionString }) => query(connectionString, 'CREATE TABLE here (n int)'))
    const location = (await readFile(join(options.dataDir, 'postgres/location'), 'utf8')).trim()
    expect(dirname(location)).toBe(join(options.sharedHome, 'clusters'))
    await withEmbedded(options, ({ connectionString }) => query(connectionString, 'SELECT n FROM here'))

    await cp(options.dataDir, join(closed, 'copy'), { recursive: true })
    const copy = { ...options, dataDir: join(closed, 'copy') }
    await expect(startEmbedded({ ...copy, log: silentLog })).rejects.toThrow(/copy of .* Delete .*location/)
    await rm(options.dataDir, { recursive: true })
    await expectStart(copy)

    await rm(location, { recursive: true })
    await expect(startEmbedded({ ...copy, log: silentLog })).rejects.toThrow(/meant to be in .* delete/)
  })

  test('binaries that the other user cannot reach, without their links, are copied to where it can', async () => {
    const { bundle = '' } = await defaultSources()
    const closed = join(folder, 'closed-package')
    await cp(dirname(bundle), closed, { recursive: true, verbatimSymlinks: true })
    await chmod(closed, 0o700)
    for (const entry of await readdir(join(closed, 'native/lib'), { withFileTypes: true })) {
      if (entry.isSymbolicLink()) await rm(join(closed, 'native/lib', entry.name))
    }
    const sharedHome = join(folder, 'shared-binaries')
    const sources = { bundle: join(closed, 'native'), system: [] }
    const dataDir = await seeded('closed-binaries')
    await expectStart({ dataDir, sharedHome, sources })
    const [copy = ''] = await readdir(sharedHome)
    expect(copy).toMatch(/^postgres-18/)
    expect((await lstat(join(sharedHome, copy))).uid).toBe(0)
  })

  test('binaries are not run from a folder that others may write to', async () => {
    const { bundle = '' } = await defaultSources()
    const open = join(folder, 'open')
    await mkdir(open)
    await chmod(open, 0o777)
    await expect(copyBundle(bundle, open)).rejects.toThrow('can be written by others')
  })

  test.each([
    ['a stranger', ['-c', 'echo $$; exec sleep 60']],
    ['a zombie', ['-c', 'true & echo $!; exec sleep 60']],
  ])('a lock file of the server whose number now belongs to %s is cleared', async (_, args) => {
    const dataDir = await seeded(`lock-${args[1]?.length}`)
    const other = spawn('/bin/sh', args, { ...nobody, stdio: ['ignore', 'pipe', 'ignore'] })
    const [line] = (await once(other.stdout, 'data')) as [Buffer]
    const lock = join(dataDir, 'postgres/cluster/postmaster.pid')
    await writeFile(lock, `${line.toString().trim()}\n${dirname(lock)}\n1700000000\n5432\n\n127.0.0.1\n  0  0\nready\n`)
    await chown(lock, nobody.uid, nobody.gid)
    await expectStart({ dataDir })
    await end(other, 'SIGKILL')
  })
})

describe.runIf(canRunElsewhere)('started by an ordinary user', () => {
  test('the server runs as that user and stops with the program', async () => {
    const { child, postgres } = await startElsewhere(join(await folderFor(nobody, 'ordinary'), 'data'), nobody, node)
    expect((await stat(`/proc/${postgres.pid}`)).uid).toBe(nobody.uid)
    await query(postgres.connectionString, 'SELECT 1')
    await end(child, 'SIGINT')
  })

  test('a database that belongs to somebody else is refused with both names', async () => {
    const dataDir = await seeded('shared-by-two')
    await chown(join(dataDir, 'postgres/cluster'), nobody.uid, nobody.gid)
    await chown(join(dataDir, 'postgres'), stranger.uid, stranger.gid)
    await chmod(dataDir, 0o711)
    await expect(startElsewhere(dataDir, stranger, node)).rejects.toThrow(
      'belongs to user 65534, and Notifly runs as user 54321',
    )
  })

  test.runIf(canBorrow)('a user without an entry in /etc/passwd borrows one to set the database up', async () => {
    const dataDir = join(await folderFor(stranger, 'unlisted'), 'data')
    const { child, postgres } = await startElsewhere(dataDir, stranger, node)
    await query(postgres.connectionString, 'SELECT 1')
    await end(child, 'SIGINT')
    expect((await stat(join(dataDir, 'postgres/cluster/PG_VERSION'))).uid).toBe(stranger.uid)
  })
})
