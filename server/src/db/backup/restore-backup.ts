/** Restores a backup: an embedded database into an empty data directory, a dump into an empty database. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { DatabaseLog } from '../database-log.ts'
import { startEmbedded } from '../embedded/start-embedded.ts'
import { shippedNames } from '../migrate.ts'
import { StartError } from '../../lib/start-error.ts'
import { archiveReader } from './archive-files.ts'
import { fillByDump } from './dump-source.ts'
import { checkFiles, DATABASE_FILES, KEY_FILE, type Manifest, readManifest, SECRET_FILE } from './manifest.ts'
import type { Replay } from './recovery.ts'
import { restoreCluster } from './restore-cluster.ts'
import { readSealed } from './sealed-file.ts'
import { openSealingKey } from './sealing.ts'
import { MACHINE } from './take-backup.ts'

export interface RestoreOrder {
  folder: string
  passphrase: string
  dataDir: string
  /** Null: the embedded PostgreSQL. */
  databaseUrl: string | null
  /** NOTIFLY_SECRET, where it is set: it must be that of the backup. */
  masterSecret: string | null
  /** Later than the backup, from the archive; 'latest': all that it has. Null: the moment of the backup. */
  until: Date | 'latest' | null
  archiveDir: string | null
  /** With all of the data in its place: what fails here undoes the restore. `moment`: what came after it is missing. */
  finish: (restored: { connectionString: string; moment: Date }) => Promise<void>
  log: DatabaseLog
}

/**
 * Checks all files before it touches anything. Rejects with StartError, whose words are for the operator; the directory, or the
 * database, is then as empty as it was.
 */
export async function restoreBackup(order: RestoreOrder): Promise<Manifest> {
  const { folder, passphrase, databaseUrl } = order
  const manifest = await readManifest(folder)
  await assertRestorable(manifest, order)
  const identity = await openSealingKey(await readFile(join(folder, KEY_FILE)).catch(missingKey), passphrase)
  await checkFiles(folder, manifest)
  const masterSecret = await text(await readSealed(join(folder, SECRET_FILE), identity))
  if (order.masterSecret !== null && order.masterSecret !== masterSecret) {
    throw new StartError(
      'NOTIFLY_SECRET is not the secret of this backup. Set it to that, which the backup has: ' +
        `age -d -i ${KEY_FILE} ${SECRET_FILE} | zstd -d`,
    )
  }
  const database = join(folder, DATABASE_FILES[manifest.kind])
  const tar = () => readSealed(database, identity)
  if (databaseUrl === null) await restoreEmbedded(order, manifest, { tar, masterSecret })
  else await restoreDump(order, manifest, databaseUrl, await tar())
  return manifest
}

async function restoreEmbedded(
  order: RestoreOrder,
  manifest: Manifest,
  content: { tar: () => Promise<ReadableStream<Uint8Array>>; masterSecret: string },
): Promise<void> {
  const { dataDir, log } = order
  const replay = await replayOf(order, manifest)
  const { bytes } = manifest.database
  await restoreCluster({
    ...{ dataDir, log, bytes, replay, version: manifest.postgres.version },
    ...content,
    finish: async ({ lastChange }) => {
      const reached = replay === undefined ? null : (replay.until ?? lastChange)
      const server = await startEmbedded({ dataDir, log })
      try {
        const { connectionString } = server
        await order.finish({ connectionString, moment: reached ?? new Date(manifest.moment) })
      } finally {
        await server.stop()
      }
    },
  })
}

async function restoreDump(
  { finish }: RestoreOrder,
  { moment, postgres }: Manifest,
  connectionString: string,
  dump: ReadableStream<Uint8Array>,
): Promise<void> {
  await fillByDump(connectionString, dump, postgres.version)
  await finish({ connectionString, moment: new Date(moment) }).catch((error: unknown) => {
    throw new StartError(
      'The database was filled, and then something failed: do not start Notifly on it. Drop it and restore again.',
      { cause: error },
    )
  })
}

function missingKey(): never {
  throw new StartError(`The backup is not whole: ${KEY_FILE} cannot be read.`)
}

async function assertRestorable(
  { kind, version, migrations, postgres }: Manifest,
  { databaseUrl }: RestoreOrder,
): Promise<void> {
  const known = new Set(await shippedNames())
  const unknown = migrations.filter(name => !known.has(name))
  if (unknown.length > 0) {
    throw new StartError(
      `The backup was made by a newer version of Notifly (${version}, with ${unknown.join(', ')}). Restore it with that version.`,
    )
  }
  if (kind === 'external' && databaseUrl === null) {
    throw new StartError('The backup is a dump of an external PostgreSQL. Set DATABASE_URL to an empty database.')
  }
  if (kind === 'embedded' && databaseUrl !== null) {
    throw new StartError('The backup is of the embedded PostgreSQL. Unset DATABASE_URL to restore it.')
  }
  if (kind === 'embedded' && postgres.machine !== MACHINE) {
    throw new StartError(
      `The backup was made on ${postgres.machine}, and this machine is ${MACHINE}: files of a database cannot be moved between them.`,
    )
  }
}

async function replayOf(
  { until, archiveDir, passphrase }: RestoreOrder,
  { archive, moment }: Manifest,
): Promise<Replay | undefined> {
  if (until === null) return undefined
  if (archive === null) {
    throw new StartError('This backup was made without NOTIFLY_ARCHIVE_DIR: it can be restored without --until only.')
  }
  if (archiveDir === null) throw new StartError('--until needs the archive: set NOTIFLY_ARCHIVE_DIR to where it is.')
  if (until !== 'latest' && until < new Date(moment)) {
    throw new StartError(`This backup is of ${moment}. Take an earlier one to restore ${until.toISOString()}.`)
  }
  const fetch = await archiveReader(join(archiveDir, archive.id), passphrase)
  return { until: until === 'latest' ? null : until, fetch }
}
