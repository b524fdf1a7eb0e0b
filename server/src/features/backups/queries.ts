/** SQL of the state of backups that operators see: one row, which any process may create. */
import { sql } from 'kysely'
import type { Db } from '../../db/schema/tables.ts'

export interface BackupState {
  /** The last backup that was taken has the database as it was then. */
  moment: Date | null
  bytes: number
  tookMs: number
  /** Null once one has succeeded. */
  failedAt: Date | null
  failures: number
  archivedAt: Date | null
  segmentsWaiting: number
  archiveFailedAt: Date | null
  archiveFailures: number
}

const NOTHING: BackupState = {
  moment: null,
  bytes: 0,
  tookMs: 0,
  failedAt: null,
  failures: 0,
  archivedAt: null,
  segmentsWaiting: 0,
  archiveFailedAt: null,
  archiveFailures: 0,
}

export async function selectBackupState(db: Db): Promise<BackupState> {
  const row = await db.selectFrom('backup_state').selectAll().executeTakeFirst()
  if (row === undefined) return NOTHING
  return {
    moment: row.moment,
    bytes: Number(row.bytes ?? 0),
    tookMs: row.took_ms ?? 0,
    failedAt: row.failed_at,
    failures: Number(row.failures),
    archivedAt: row.archived_at,
    segmentsWaiting: row.segments_waiting,
    archiveFailedAt: row.archive_failed_at,
    archiveFailures: Number(row.archive_failures),
  }
}

export async function recordBackup(db: Db, backup: { moment: Date; bytes: number; tookMs: number }): Promise<void> {
  const fields = { moment: backup.moment, bytes: backup.bytes, took_ms: backup.tookMs, failed_at: null }
  await db
    .insertInto('backup_state')
    .values(fields)
    .onConflict(conflict => conflict.column('one_row').doUpdateSet(fields))
    .execute()
}

export async function recordFailedBackup(db: Db, now: Date): Promise<void> {
  await sql`insert into backup_state as s (failed_at, failures) values (${now}, 1)
    on conflict (one_row) do update set failed_at = ${now}, failures = s.failures + 1`.execute(db)
}

export async function recordArchived(db: Db, now: Date, waiting: number): Promise<void> {
  const fields = { archived_at: now, segments_waiting: waiting, archive_failed_at: null }
  await db
    .insertInto('backup_state')
    .values(fields)
    .onConflict(conflict => conflict.column('one_row').doUpdateSet(fields))
    .execute()
}

export async function recordFailedArchive(db: Db, now: Date, waiting: number): Promise<void> {
  await sql`insert into backup_state as s (archive_failed_at, segments_waiting, archive_failures) values (${now}, ${waiting}, 1)
    on conflict (one_row) do update set archive_failed_at = ${now}, segments_waiting = ${waiting},
      archive_failures = s.archive_failures + 1`.execute(db)
}

/** Whether the server fails to hand over segments for the archive. */
export async function isHandingOverFailing(db: Db): Promise<boolean> {
  const { rows } = await sql<{ fails: boolean }>`
    select last_failed_time > coalesce(last_archived_time, '-infinity') as fails from pg_stat_archiver`.execute(db)
  return rows[0]?.fails === true
}

export interface RestorationRow {
  moment: Date
  restoredAt: Date
  heldAt: Date | null
  runs: number
  campaigns: number
  messages: number
  mails: number
  requests: number
}

/** The last restore, if it was after that time. */
export async function selectRestoration(db: Db, after: Date): Promise<RestorationRow | undefined> {
  return db
    .selectFrom('restoration')
    .where('restored_at', '>', after)
    .select([
      ...(['moment', 'runs', 'campaigns', 'messages', 'mails', 'requests'] as const),
      'restored_at as restoredAt',
      'held_at as heldAt',
    ])
    .orderBy('restored_at', 'desc')
    .limit(1)
    .executeTakeFirst()
}

const LOCK = sql.lit(4_711_020_302)

/** Runs `work` unless another process is doing so. */
export async function withExclusiveLock(db: Db, work: () => Promise<void>): Promise<void> {
  await db.connection().execute(async session => {
    const { rows } = await sql<{ held: boolean }>`select pg_try_advisory_lock(${LOCK}) as held`.execute(session)
    if (rows[0]?.held !== true) return
    try {
      await work()
    } finally {
      await sql`select pg_advisory_unlock(${LOCK})`.execute(session)
    }
  })
}
