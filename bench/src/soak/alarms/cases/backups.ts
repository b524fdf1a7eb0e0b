/** Backups and the archive find no room. */
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { runningCluster } from '@notifly/server/db/backup/cluster-source'
import { openDatabase } from '@notifly/server/db/database'
import type { ArchivingProduct } from '../archiving-product.ts'
import { fillDisk, freeDisk } from '../disk.ts'
import { type AlarmCase, followLog, readStatus, until, untilIssue } from '../ground.ts'

/** Of PostgreSQL's log; more than ten segments. */
const WRITTEN_BYTES = 14 * 16 * 1_048_576

const archiveBehind: AlarmCase<ArchivingProduct> = {
  alarm: 'NotiflyArchiveBehind',
  async cause(ground) {
    const log = followLog(ground)
    await fillDisk(ground.archive)
    await writeMuch(ground)
    return {
      look: async () => {
        const issue = await untilIssue(ground, 'archive_late')
        return `${issue}; ${await log('the log of the database could not be archived', 'ENOSPC')}`
      },
      mend: async () => {
        await freeDisk(ground.archive)
        await until('nothing waits', async () => (await readStatus(ground)).backups.archive?.waiting === 0)
      },
    }
  },
}

/** As an import does. */
async function writeMuch({ product }: ArchivingProduct): Promise<void> {
  const { pool, close } = openDatabase({
    connectionString: (await runningCluster(product.dataDir)) ?? '',
    maxConnections: 1,
  })
  await pool.query('create table written (piece text)')
  // Eight pieces of random text fill a page.
  await pool.query(
    `insert into written select string_agg(md5(random()::text), '') from generate_series(1, $1::int) i, generate_series(1, 30) j group by i`,
    [WRITTEN_BYTES / 1024],
  )
  await pool.query('drop table written')
  await close()
}

/** A backup that failed is tried again after a quarter of an hour. */
const TRIED_AGAIN_MINUTES = 16
const TAKEN_WITHIN_MS = 120_000

const backupFails: AlarmCase<ArchivingProduct> = {
  alarm: 'NotiflyBackupFails',
  async cause(ground) {
    const { product, backups } = ground
    const log = followLog(ground)
    // Backups were moved away, so that the next one is due, and other files fill the disk.
    for (const name of await readdir(backups)) await rm(join(backups, name), { recursive: true })
    await fillDisk(backups)
    return {
      look: async () =>
        `${await untilIssue(ground, 'backup_failed')}; ${await log('a scheduled backup failed', 'which is too little')}`,
      mend: async () => {
        await freeDisk(backups)
        await product.stop()
        await product.startLater(TRIED_AGAIN_MINUTES)
        // An alarm is gone while the API is away, too.
        const isTaken = async (): Promise<boolean> =>
          (await readStatus(ground)).troubles.every(({ kind }) => kind !== 'backup_failed')
        await until('a backup is taken', isTaken, TAKEN_WITHIN_MS)
      },
    }
  },
}

export const BACKUP_CASES: readonly AlarmCase<ArchivingProduct>[] = [archiveBehind, backupFails]
