/** Whether this database was restored from a backup, and what was held back because of that. */
import pg from 'pg'
import { primaryUrl } from './primary.ts'
import type { Db } from './schema/tables.ts'

/** What does not happen by itself after a restore, by how many. */
export interface Held {
  runs: number
  campaigns: number
  messages: number
  /** Emails of the product itself. */
  mails: number
  /** Requests for approval. */
  requests: number
}

export interface Restoration extends Held {
  /** What came after it is missing. */
  moment: Date
  restoredAt: Date
}

/** Says to the next start that it is the first one after a restore. */
export async function markRestored(
  connectionString: string,
  { moment, restoredAt }: Pick<Restoration, 'moment' | 'restoredAt'>,
): Promise<void> {
  const client = new pg.Client({ connectionString: await primaryUrl(connectionString) })
  await client.connect()
  try {
    await client.query('insert into restoration (restored_at, moment) values ($1, $2)', [restoredAt, moment])
    // What it says of backups is of the installation that was backed up.
    await client.query('delete from backup_state')
  } finally {
    await client.end()
  }
}

/** The moment of the backup, while nothing has been held back yet. Held until the transaction ends. */
export async function lockUnheld(db: Db): Promise<{ moment: Date } | undefined> {
  return db
    .selectFrom('restoration')
    .where('held_at', 'is', null)
    .select('moment')
    .orderBy('restored_at', 'desc')
    .forUpdate()
    .executeTakeFirst()
}

export async function hasUnheld(db: Db): Promise<boolean> {
  const row = await db.selectFrom('restoration').where('held_at', 'is', null).select('moment').executeTakeFirst()
  return row !== undefined
}

export async function noteHeld(db: Db, held: Held, now: Date): Promise<void> {
  await db
    .updateTable('restoration')
    .set({ ...held, held_at: now })
    .where('held_at', 'is', null)
    .execute()
}
