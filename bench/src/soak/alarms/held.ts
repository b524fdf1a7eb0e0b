/** A session of PostgreSQL that holds what others wait for, such as one that somebody forgot, and how an operator finds and ends it. */
import { openDatabase } from '@notifly/server/db/database'
import { type BenchDatabase, numberOf } from '../../harness/postgres.ts'

/** As in docs/operating.md, "When an alarm rings"; idle ones alone, since one that is held up may hold up others. */
const HOLDERS = 'select unnest(pg_blocking_pids(pid)) from pg_stat_activity'
const HELD = `select count(*) from pg_stat_activity where pid in (${HOLDERS}) and state = 'idle in transaction'`
const END = `select count(pg_terminate_backend(pid)) from pg_stat_activity where pid in (${HOLDERS}) and state = 'idle in transaction'`

export interface Held {
  /** Resolves to how many sessions hold up others. */
  holders(): Promise<number>
  /** Ends it as an operator does. */
  end(): Promise<void>
  /** Lets it come to its own end. */
  release(): Promise<void>
}

/** Begins a transaction with this statement and leaves it open. */
export async function holdWith(database: BenchDatabase, statement: string): Promise<Held> {
  const { pool, close } = openDatabase({ connectionString: database.connectionString, maxConnections: 1 })
  const client = await pool.connect()
  client.on('error', () => undefined)
  await client.query(`begin; ${statement}`)
  const leave = async (): Promise<void> => {
    client.release(true)
    await close()
  }
  return {
    holders: () => numberOf(database, HELD),
    end: async () => {
      while ((await numberOf(database, END)) > 0);
      await leave()
    },
    release: leave,
  }
}
