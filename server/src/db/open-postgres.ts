import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import type { DatabaseLog } from './database-log.ts'
import { type EmbeddedOptions, startEmbedded } from './embedded/start-embedded.ts'
import type { ServerSettings } from './embedded/settings.ts'
import { withoutCredentials } from '../lib/process/database-url.ts'
import { StartError } from '../lib/start-error.ts'
import { primaryUrl } from './primary.ts'

export interface OpenPostgres {
  kind: 'external' | 'embedded'
  connectionString: string
  /** Stops the embedded server; an external one is left alone. */
  stop(): Promise<void>
}

const oldestVersion = 150_000
const waitMs = 30_000
const pauseMs = 500

/**
 * Gives a PostgreSQL to work with: the one that `databaseUrl` names (waiting up to 30 s for it to come up), else an
 * embedded one in `dataDir`. Rejects with StartError, whose message is meant for the operator.
 */
export async function openPostgres(options: {
  databaseUrl: string | null | undefined
  dataDir: string
  log: DatabaseLog
  onUp?: EmbeddedOptions['onUp']
  /** Of the embedded one. */
  settings?: ServerSettings
}): Promise<OpenPostgres> {
  const { databaseUrl, dataDir, log, onUp, settings } = options
  if (databaseUrl) {
    await awaitServer(databaseUrl, log)
    return { kind: 'external', connectionString: databaseUrl, stop: () => Promise.resolve() }
  }
  const { connectionString, stop } = await startEmbedded({
    ...{ dataDir, log },
    ...(onUp && { onUp }),
    ...(settings && { settings }),
  })
  return { kind: 'embedded', connectionString, stop }
}

async function awaitServer(connectionString: string, log: DatabaseLog): Promise<void> {
  const deadline = performance.now() + waitMs
  for (;;) {
    const problem = await checkServer(connectionString).then(
      () => undefined,
      (error: Error) => error,
    )
    if (!problem) return
    if (problem instanceof StartError) throw problem
    if (!isStartingUp(problem) || performance.now() > deadline) throw unusable(connectionString, problem)
    log.warn({ reason: reason(problem) }, 'the database of DATABASE_URL does not answer yet: trying again')
    await delay(pauseMs)
  }
}

async function checkServer(databaseUrl: string): Promise<void> {
  const connectionString = await primaryUrl(databaseUrl)
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 10_000 })
  client.on('error', () => undefined) // the query in flight rejects with it
  try {
    await client.connect()
    const { rows } = await client.query<{ version: number; encoding: string }>(
      "SELECT current_setting('server_version_num')::int AS version, current_setting('server_encoding') AS encoding",
    )
    const { version = 0, encoding } = rows[0] ?? {}
    if (version < oldestVersion) {
      throw new StartError(`DATABASE_URL leads to PostgreSQL ${Math.floor(version / 10_000)}; 15 or newer is needed.`)
    }
    if (encoding !== 'UTF8') {
      throw new StartError(`The database of DATABASE_URL is encoded in ${encoding}; create one with ENCODING 'UTF8'.`)
    }
  } finally {
    await client.end()
  }
}

/** The address does not answer yet, or the server says that it is starting (SQLSTATE 57P03). */
function isStartingUp(error: Error): boolean {
  const { code } = error as NodeJS.ErrnoException
  return code === 'ECONNREFUSED' || code === 'EAI_AGAIN' || code === 'ENOTFOUND' || code === '57P03'
}

function unusable(connectionString: string, error: Error): StartError {
  return new StartError(
    `Cannot use the database of DATABASE_URL (${withoutCredentials(connectionString)}): ${reason(error)}`,
  )
}

function reason(error: Error): string {
  // Refused on every address of a name, the error is a collection without a message of its own.
  return error.message || ((error as NodeJS.ErrnoException).code ?? error.name)
}
