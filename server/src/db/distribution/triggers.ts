/**
 * Writes that triggers complete on one PostgreSQL server (migrations 0016 to 0113): they count, assign columns and add events. Distributed
 * tables have no triggers (spread.ts), so there the writer does the same.
 */
import { sql } from 'kysely'
import type { Db } from '../schema/tables.ts'

/** Runs `write` if triggers complete it. Otherwise `instead` runs it, in the same transaction, and does what the triggers would. */
export async function withTriggers<T>(
  db: Db,
  write: () => Promise<T>,
  instead: (write: () => Promise<T>) => Promise<T>,
): Promise<T> {
  return (await hasTriggers(db)) ? write() : instead(write)
}

async function hasTriggers(db: Db): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select 1 from pg_trigger where tgname = 'follow_new_contacts') as found`.execute(db)
  return rows[0]?.found === true
}
