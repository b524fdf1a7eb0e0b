/** Takes a backup: database and secret, encrypted, and a manifest. docs/operating.md, "Backups", describes the folder. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { VERSION } from '../../lib/version.ts'
import { fillFolder, assertDiskSpace } from './draft-folder.ts'
import { DATABASE_FILES, KEY_FILE, type Manifest, MANIFEST_FILE, readManifest, SECRET_FILE } from './manifest.ts'
import { writtenManifest } from './manifest.ts'
import { createSealingKey, type Recipient } from './sealing.ts'
import { type WrittenFile, writePlain, writeSealed } from './sealed-file.ts'
import { type DatabaseSource, describeDatabase, type ReadingEnd } from './source.ts'

export interface BackupOrder {
  /** New or empty. */
  folder: string
  passphrase: string
  source: DatabaseSource
  /** What stored secrets are sealed with. */
  masterSecret: string
  /** What a guess at the passphrase costs, if not the usual (sealing.ts). */
  workFactor?: number
  /** Id of the archive that this database's log goes to. */
  archiveId: string | null
}

/** Machines of one kind open each other's clusters. */
export const MACHINE = `${process.platform}-${process.arch}`

/**
 * Rejects with StartError, whose words are for the operator, where there is no room, and where the folder holds something. Nothing
 * stays of a backup that fails; the database and those who use it go on.
 */
export async function takeBackup(order: BackupOrder): Promise<Manifest> {
  const { folder, source } = order
  const began = new Date()
  const { version, migrations } = await describeDatabase(source.connectionString)
  const bytes = await source.bytes()
  await assertDiskSpace(folder, bytes)
  await fillFolder(folder, async draft => {
    const { end, files } = await writeFiles(order, draft)
    const { moment, firstSegment } = end
    const { archiveId: id } = order
    const text = writtenManifest({
      version: VERSION,
      migrations,
      kind: source.kind,
      postgres: { version, machine: MACHINE },
      began: began.toISOString(),
      moment: moment.toISOString(),
      database: { bytes },
      archive: id === null || firstSegment === null ? null : { id, segment: firstSegment },
      files,
    })
    await writeFile(join(draft, MANIFEST_FILE), text, { flush: true })
  })
  return readManifest(folder)
}

async function writeFiles({ passphrase, workFactor, masterSecret, source }: BackupOrder, draft: string) {
  const { recipient, keyFile } = await createSealingKey(passphrase, workFactor)
  const name = DATABASE_FILES[source.kind]
  const { end, file } = await writeDatabase(source, join(draft, name), recipient)
  const files: Record<string, WrittenFile> = {
    [KEY_FILE]: await writePlain(join(draft, KEY_FILE), keyFile),
    [SECRET_FILE]: await writeSealed(join(draft, SECRET_FILE), recipient, new Blob([masterSecret]).stream()),
    [name]: file,
  }
  return { end, files }
}

async function writeDatabase(
  source: DatabaseSource,
  path: string,
  recipient: Recipient,
): Promise<{ file: WrittenFile; end: ReadingEnd }> {
  const { bytes, done } = await source.read()
  // Both are awaited: a disk that is full ends the reading too, and its session with the server.
  const [file, end] = await Promise.allSettled([writeSealed(path, recipient, bytes), done])
  if (file.status === 'rejected') throw file.reason
  if (end.status === 'rejected') throw end.reason
  return { file: file.value, end: end.value }
}
