import { Kysely, PostgresDialect } from 'kysely'
import type pg from 'pg'
import type { Database } from './database.ts'
import type { Db, Tables } from './schema/tables.ts'

/** One transaction on one connection: `kysely` for statements, `client` for COPY and cursors. */
export interface Transaction {
  kysely: Db
  client: pg.PoolClient
}

/**
 * Runs `work` in a transaction that both kysely and the raw connection take part in; where kysely alone is enough, its
 * own `transaction().execute()` does. Commits what resolves, rolls back what rejects, and passes the error on. `limitMs`: of each statement.
 */
export async function transaction<T>(
  database: Database,
  work: (tx: Transaction) => Promise<T>,
  limitMs?: number,
): Promise<T> {
  const client = await database.pool.connect()
  let broken: Error | undefined
  try {
    await client.query(limitMs === undefined ? 'BEGIN' : `BEGIN; SET LOCAL statement_timeout = ${limitMs}`)
    const result = await work({ client, kysely: boundTo(client) })
    await client.query('COMMIT')
    return result
  } catch (error) {
    await client.query('ROLLBACK').catch((rollbackError: Error) => (broken = rollbackError))
    throw error
  } finally {
    // A connection that could not roll back is closed, not handed to the next caller.
    client.release(broken)
  }
}

function boundTo(client: pg.PoolClient): Db {
  const borrowed = {
    query: client.query.bind(client),
    release: () => undefined, // it goes back to the pool when the transaction ends
  }
  const pool = { connect: () => Promise.resolve(borrowed), end: () => Promise.resolve() }
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool: pool as unknown as pg.Pool }) })
}
