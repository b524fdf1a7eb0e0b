import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { DatabaseLog } from './database-log.ts'
import type { Tables } from './schema/tables.ts'
import { valueTypes } from './value-types.ts'

/** The open database: `kysely` for statements, `pool` for what needs a connection of its own (COPY, LISTEN, cursors). */
export interface Database {
  pool: pg.Pool
  kysely: Kysely<Tables>
  /** Waits for connections in use to come back, then closes all. */
  close(): Promise<void>
}

/** A caller that cannot get a connection for this long is told so, instead of waiting without end. */
const connectionTimeoutMs = 30_000

/**
 * Opens a pool on a migrated database. Connects when first used. Sessions run in UTC; how values arrive is in
 * value-types.ts. Statements are never repeated: what failed rejects.
 */
export function openDatabase(options: {
  connectionString: string
  maxConnections: number
  log?: DatabaseLog
}): Database {
  const pool = new pg.Pool({
    connectionString: options.connectionString,
    max: options.maxConnections,
    connectionTimeoutMillis: connectionTimeoutMs,
    application_name: 'notifly',
    keepAlive: true,
    types: valueTypes,
    onConnect: prepareSession,
  })
  // A connection that breaks is dropped, in use or idle; unheard, either event would end the process. Of one in use the
  // running statement tells.
  pool.on('connect', client => client.on('error', () => undefined))
  pool.on('error', error => options.log?.warn({ err: error }, 'an idle database connection broke'))
  const kysely = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  return { pool, kysely, close: () => kysely.destroy() }
}

/** The pool hands a connection out only after what this returns has resolved; its types know of no result. */
function prepareSession(client: pg.ClientBase): unknown {
  return client.query("SET TIME ZONE 'UTC'")
}
