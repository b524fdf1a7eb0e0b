/**
 * Where DATABASE_URL names several servers (Patroni and its like), one at a time takes writes, and which one may change. Each connection goes to
 * the one that does, and connections to one that no longer does are broken: a machine that lost its network would never end them.
 */
import pg from 'pg'
import { serverUrls } from '../lib/process/database-url.ts'

/** A server that has not answered within this time counts as lost. */
const PROBE_MS = 3_000
const LOOK_MS = 5_000

/**
 * The address of the server that takes writes. A single server is not asked. Callers at the same moment share one answer. Rejects with the
 * reason of each server when none takes writes.
 */
export function primaryUrl(databaseUrl: string): Promise<string> {
  const urls = serverUrls(databaseUrl)
  if (urls.length === 1) return Promise.resolve(databaseUrl)
  const running = probes.get(databaseUrl)
  if (running !== undefined) return running
  const probe = probeAll(urls).finally(() => probes.delete(databaseUrl))
  probes.set(databaseUrl, probe)
  return probe
}

const probes = new Map<string, Promise<string>>()

async function probeAll(urls: readonly string[]): Promise<string> {
  try {
    return await Promise.any(urls.map(url => probe(url)))
  } catch (error) {
    const reasons = (error as AggregateError).errors.map(
      (each: Error, i) => `${hostOf(urls[i] ?? '')}: ${reasonOf(each)}`,
    )
    const message = `None of the servers of DATABASE_URL takes writes (${reasons.join('; ')}).`
    throw Object.assign(new Error(message, { cause: error }), { code: 'ECONNREFUSED' })
  }
}

/** The same test as libpq's target_session_attrs=read-write. */
async function probe(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: PROBE_MS, query_timeout: PROBE_MS })
  client.on('error', () => undefined) // the query in flight rejects with it
  try {
    await client.connect()
    const { rows } = await client.query<{ takes: boolean }>(
      `select not pg_is_in_recovery() and current_setting('default_transaction_read_only') = 'off' as takes`,
    )
    if (rows[0]?.takes !== true) throw new Error('it is a standby, or read-only')
    return url
  } finally {
    // Not awaited: a server that hangs must not delay the answer of another.
    void client.end().catch(() => undefined)
  }
}

const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : 'no address')

const reasonOf = (error: Error): string => error.message || ((error as NodeJS.ErrnoException).code ?? error.name)

/** What a pool needs to follow the primary, until `stop`. Undefined for a single server, which needs none of it. */
export function followPrimary(
  databaseUrl: string,
  lookMs = LOOK_MS,
): { Client: typeof pg.Client; stop: () => void } | undefined {
  if (serverUrls(databaseUrl).length === 1) return undefined
  const connected = new Map<pg.Client, string>()

  class PrimaryClient extends pg.Client {
    override connect(): Promise<pg.Client>
    override connect(callback: (error: Error) => void): void
    override connect(callback?: (error: Error) => void): Promise<pg.Client> | undefined {
      const connecting = this.#connect()
      if (callback === undefined) return connecting
      connecting.then(() => (callback as () => void)(), callback)
      return undefined
    }

    async #connect(): Promise<pg.Client> {
      const url = await primaryUrl(databaseUrl)
      // The driver reads both when it connects.
      const { host, port } = new pg.Client({ connectionString: url })
      Object.assign(this, { host, port })
      connected.set(this, url)
      this.once('end', () => connected.delete(this))
      return await super.connect()
    }
  }

  const dropOtherConnections = (primary: string): void => {
    for (const [client, url] of connected) {
      if (url !== primary) client.connection.stream.destroy(new Error('This server takes no writes any more.'))
    }
  }
  const timer = setInterval(() => {
    if (connected.size > 0) void primaryUrl(databaseUrl).then(dropOtherConnections, () => undefined)
  }, lookMs)
  timer.unref()
  return { Client: PrimaryClient, stop: () => clearInterval(timer) }
}
