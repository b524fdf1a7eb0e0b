/** Front door of backups: the scheduled ones, and what operators see of them. db/backup takes and restores backups. */
import type { Db } from '../../db/schema/tables.ts'
import { type BackupState, type RestorationRow, selectBackupState, selectRestoration } from './queries.ts'

export { startArchiving } from './archiving.ts'
export { scheduledBackups } from './scheduled.ts'

/** Time for which operators are informed of a restore. */
const TOLD_MS = 30 * 86_400_000

export interface BackupStanding extends BackupState {
  restored: RestorationRow | null
}

export async function readBackupStanding(db: Db, now: Date): Promise<BackupStanding> {
  const restored = await selectRestoration(db, new Date(now.getTime() - TOLD_MS))
  return { ...(await selectBackupState(db)), restored: restored ?? null }
}
