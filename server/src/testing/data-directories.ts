import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, copyFile, cp, link, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, expect } from 'vitest'
import type { DatabaseLog } from '../db/database-log.ts'
import { type EmbeddedOptions, type EmbeddedPostgres, startEmbedded } from '../db/embedded/start-embedded.ts'

/** For tests of the embedded server itself: data directories of their own, and other processes that start on them. */

export const silentLog: DatabaseLog = { info: () => undefined, warn: () => undefined, error: () => undefined }

/** Passes only as root, who may start processes as other users. */
export const isRoot = process.getuid?.() === 0

/** A new folder that other users may pass through, removed after the file's last test. */
export async function scratchFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'notifly-embedded-'))
  await chmod(folder, 0o711)
  afterAll(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** Makes data directories with a database already set up in them; setting up takes six times as long as a start. */
export async function seededFolders(folder: string): Promise<(name: string) => Promise<string>> {
  const seed = join(folder, 'seed')
  const postgres = await startEmbedded({ dataDir: seed, log: silentLog, disposable: true })
  await postgres.stop()
  return async name => {
    await cp(seed, join(folder, name), { recursive: true })
    return join(folder, name)
  }
}

/** Runs `work` with a server on that directory, and stops it whatever happens. */
export async function withEmbedded<T>(
  options: Partial<EmbeddedOptions> & { dataDir: string },
  work: (postgres: EmbeddedPostgres) => Promise<T>,
): Promise<T> {
  const postgres = await startEmbedded({ log: silentLog, disposable: true, ...options })
  try {
    return await work(postgres)
  } finally {
    await postgres.stop()
  }
}

/** Expects that the server starts there and answers. */
export async function expectStart(options: Partial<EmbeddedOptions> & { dataDir: string }): Promise<void> {
  await withEmbedded(options, async ({ connectionString }) => {
    expect(await query(connectionString, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
  })
}

/** Runs one statement in a connection of its own. */
export async function query(connectionString: string, statement: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(statement)).rows
  } finally {
    await client.end()
  }
}

/** Another process that has started the server on a directory. */
export interface Starter {
  child: ChildProcess
  postgres: { connectionString: string; pid: number }
}

/** Starts a durable server in a process of its own, as that user; rejects with what the process printed if it fails. */
export async function startElsewhere(
  dataDir: string,
  user: { uid?: number; gid?: number } = {},
  node = process.execPath,
): Promise<Starter> {
  const program = `
    import { startEmbedded } from ${JSON.stringify(new URL('../db/embedded/start-embedded.ts', import.meta.url).href)}
    const nothing = () => undefined
    const log = { info: nothing, warn: nothing, error: nothing }
    process.on('SIGTERM', () => process.exit(1))
    const postgres = await startEmbedded({ dataDir: ${JSON.stringify(dataDir)}, log })
    process.on('SIGINT', () => postgres.stop())
    console.log(JSON.stringify(postgres))`
  const child = spawn(node, ['--input-type=module', '--eval', program], {
    ...user,
    cwd: '/',
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let stderr = ''
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()))
  const failed = once(child, 'close').then(() => Promise.reject(new Error(stderr)))
  const [line] = (await Promise.race([once(child.stdout, 'data'), failed])) as [Buffer]
  failed.catch(() => undefined)
  return { child, postgres: JSON.parse(line.toString()) as Starter['postgres'] }
}

/** This Node, at a path in a folder that other users can reach. */
export async function nodeIn(folder: string): Promise<string> {
  const node = join(folder, 'node')
  await link(process.execPath, node).catch(() => copyFile(process.execPath, node))
  return node
}

/** Ends a process of startElsewhere and waits until it is gone. */
export async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  const gone = once(child, 'exit')
  child.kill(signal)
  await gone
}
