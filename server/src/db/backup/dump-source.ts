/** An external PostgreSQL, read and filled by its own tools, pg_dump and pg_restore, in their custom format. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { StartError } from '../../lib/start-error.ts'
import { primaryUrl } from '../primary.ts'
import { type DatabaseSource, describeDatabase, withClient } from './source.ts'

/** Rejects with StartError where pg_dump is missing, or older than the server. */
export async function dumpSource(databaseUrl: string): Promise<DatabaseSource> {
  const { version, bytes } = await describeDatabase(databaseUrl)
  await requireTool('pg_dump', version)
  return {
    kind: 'external',
    connectionString: databaseUrl,
    bytes: () => Promise.resolve(bytes),
    read: async () => {
      // What it reads is the database as it is a moment later, when it begins.
      const moment = new Date()
      // Not compressed: the backup's files are.
      const args = ['--format=custom', '--compress=0', '--no-owner', '--no-privileges']
      const { child, ended } = await runTool('pg_dump', databaseUrl, args)
      const bytes = Readable.toWeb(child.stdout as Readable) as ReadableStream<Uint8Array>
      return { bytes, done: ended.then(() => ({ moment, firstSegment: null })) }
    },
  }
}

/** Rejects with StartError where the database is not empty, and where it cannot be filled: it is empty then. */
export async function fillByDump(databaseUrl: string, dump: ReadableStream<Uint8Array>, dumped: number): Promise<void> {
  const { version } = await describeDatabase(databaseUrl)
  if (version < dumped) {
    throw new StartError(
      `The backup is of PostgreSQL ${dumped}, and DATABASE_URL leads to ${version}. Use ${dumped} or newer.`,
    )
  }
  await requireTool('pg_restore', version)
  await refuseFilledDatabase(databaseUrl)
  const args = ['--no-owner', '--no-privileges', '--exit-on-error', '--single-transaction']
  const { child, ended } = await runTool('pg_restore', databaseUrl, args)
  const fed = pipeline(Readable.fromWeb(dump), child.stdin as NodeJS.WritableStream)
  // A tool that gives up breaks the pipe: what it said comes first.
  const outcomes = await Promise.allSettled([ended, fed])
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason
}

async function refuseFilledDatabase(databaseUrl: string): Promise<void> {
  const { rows } = await withClient(databaseUrl, client =>
    client.query<{ name: string }>(
      `select n.nspname || '.' || c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where c.relkind in ('r', 'p', 'v', 'm', 'S') and n.nspname !~ '^(pg_|information_schema$)'
         and not exists (select 1 from pg_depend d where d.objid = c.oid and d.deptype = 'e') limit 1`,
    ),
  )
  if (rows[0] === undefined) return
  throw new StartError(
    `The database of DATABASE_URL is not empty: it has ${rows[0].name}. Create a new one (createdb) and name it there.`,
  )
}

type Tool = 'pg_dump' | 'pg_restore'

async function requireTool(tool: Tool, serverVersion: number): Promise<void> {
  const advice = `Install the client programs of PostgreSQL ${serverVersion} (Debian: postgresql-client-${serverVersion}).`
  const child = spawn(tool, ['--version'], { stdio: ['ignore', 'pipe', 'ignore'] })
  let said = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (said += text))
  await once(child, 'close').catch(() => undefined)
  const version = Number(/\(PostgreSQL\) (\d+)/.exec(said)?.[1] ?? Number.NaN)
  if (Number.isNaN(version)) throw new StartError(`${tool} is not on the PATH. ${advice}`)
  if (version >= serverVersion) return
  throw new StartError(
    `${tool} on the PATH is of PostgreSQL ${version}, and the server is ${serverVersion}: an older one cannot read it. ${advice}`,
  )
}

interface RunningTool {
  child: ChildProcess
  /** Rejects with StartError and what it said. */
  ended: Promise<void>
}

/** Its password is in a file that others cannot read: they see the arguments of every process. */
async function runTool(tool: Tool, databaseUrl: string, args: readonly string[]): Promise<RunningTool> {
  const url = new URL(await primaryUrl(databaseUrl))
  const folder = await mkdtemp(join(tmpdir(), 'notifly-dump-'))
  const passfile = join(folder, 'password')
  const password = decodeURIComponent(url.password).replaceAll(/[\\:]/g, '\\$&')
  await writeFile(passfile, `*:*:*:*:${password}\n`, { mode: 0o600 })
  url.password = ''
  url.searchParams.set('passfile', passfile)
  const [input, output] = tool === 'pg_dump' ? (['ignore', 'pipe'] as const) : (['pipe', 'ignore'] as const)
  const child = spawn(tool, [...args, `--dbname=${url.href}`], { stdio: [input, output, 'pipe'] })
  return { child, ended: endOf(tool, child, folder) }
}

/** Removes the folder once the tool has ended. */
async function endOf(tool: Tool, child: ChildProcess, folder: string): Promise<void> {
  let said = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (said = (said + text).slice(-4000)))
  try {
    const [code] = (await once(child, 'close')) as [number | null]
    if (code !== 0) throw new StartError(`${tool} failed: ${said.trim() || `it ended with ${code}`}`)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
