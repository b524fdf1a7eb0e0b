import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { serverUrls } from '../lib/process/database-url.ts'
import type { DatabaseLog } from './database-log.ts'
import { nameStatements } from './prepared.ts'
import { followPrimary } from './primary.ts'
import type { Tables } from './schema/tables.ts'

/** The open database: `kysely` for statements, `pool` for what needs a connection of its own (COPY, LISTEN, cursors). */
export interface Database {
  pool: pg.Pool
  kysely: Kysely<Tables>
  /** Waits for connections in use to come back, then closes all. */
  close(): Promise<void>
}

/** A caller that cannot get a connection for this long is told so, instead of waiting without end. */
const connectionTimeoutMs = 30_000

/** How long a connection that nobody needs is kept. */
const IDLE_MS = 10_000

/**
 * Opens a pool on a migrated database. Connects when first used. Sessions run in UTC; how values arrive stands
 * below. Statements are never repeated: what failed rejects.
 */
export function openDatabase(options: {
  connectionString: string
  maxConnections: number
  idleMs?: number
  log?: DatabaseLog
}): Database {
  const primary = followPrimary(options.connectionString)
  const pool = new pg.Pool({
    connectionString: serverUrls(options.connectionString)[0],
    ...(primary && { Client: primary.Client }),
    max: options.maxConnections,
    connectionTimeoutMillis: connectionTimeoutMs,
    idleTimeoutMillis: options.idleMs ?? IDLE_MS,
    application_name: 'notifly',
    keepAlive: true,
    types: valueTypes,
    onConnect: prepareSession,
  })
  // The pool drops a connection that breaks. Without these listeners the event would end the process; where the connection was in
  // use, its statement rejects.
  pool.on('connect', client => client.on('error', () => undefined))
  pool.on('error', error => options.log?.warn({ err: error }, 'an idle database connection broke'))
  const kysely = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  const close = async () => {
    await kysely.destroy()
    // Kysely ends the pool only if it has used it.
    if (!pool.ended) await pool.end()
    primary?.stop()
  }
  return { pool, kysely, close }
}

/**
 * The pool waits for the returned promise before it hands the connection out, although its types declare none. With Citus, SET LOCAL
 * then applies on every machine; without it the setting has no effect.
 */
function prepareSession(client: pg.ClientBase): unknown {
  nameStatements(client)
  return client.query("SET TIME ZONE 'UTC'; SET citus.propagate_set_commands = 'local'")
}

type Parser = (text: string) => unknown

/** Numbers of PostgreSQL's own types (pg_type.oid). */
const parsers = new Map<number, Parser>([
  [20, parseInt8],
  [1016, text => parseFlatArray(text, parseInt8)],
  // A day has no time zone: as a Date it would shift with the zone of this machine.
  [1082, text => text],
  [1182, text => parseFlatArray(text, day => day)],
])

/**
 * How values arrive from pg: bigint as number (one that a number cannot hold rejects the query, rather than arriving
 * wrong), date as 'YYYY-MM-DD', timestamptz as Date (±infinity as ±Infinity), numeric as string.
 */
const valueTypes: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    (format !== 'binary' && parsers.get(oid)) || pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
}

function parseInt8(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`bigint ${text} does not fit a number: select it as text`)
  return value
}

/** One dimension, and elements that need no quoting. */
function parseFlatArray<T>(text: string, parse: (element: string) => T): (T | null)[] {
  const inner = text.slice(1, -1)
  return inner === '' ? [] : inner.split(',').map(element => (element === 'NULL' ? null : parse(element)))
}
