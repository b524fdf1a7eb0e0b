/** The folder of scheduled backups, NOTIFLY_BACKUP_DIR: lists and removes them. */
import { readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pruneArchive } from '../../db/backup/archive-files.ts'
import { findManifest, type Manifest } from '../../db/backup/manifest.ts'

export interface StoredBackup {
  folder: string
  manifest: Manifest
}

const NAME = /^notifly-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ$/
/** Unfinished backups of killed processes, and interrupted removals. */
const LEFT_OVER = /^\.notifly-\d{4}-.*\.(incomplete|old)$/

export function folderFor(dir: string, now: Date): string {
  return join(dir, `notifly-${now.toISOString().slice(0, 19).replaceAll(':', '-')}Z`)
}

/** Newest first. */
export async function listStoredBackups(dir: string): Promise<StoredBackup[]> {
  const names = (await readdir(dir).catch((): string[] => [])).filter(name => NAME.test(name))
  const found = await Promise.all(
    names.map(async name => ({ folder: join(dir, name), manifest: await findManifest(join(dir, name)) })),
  )
  return found
    .flatMap(({ folder, manifest }) => (manifest === undefined ? [] : [{ folder, manifest }]))
    .sort((a, b) => Date.parse(b.manifest.moment) - Date.parse(a.manifest.moment))
}

/** Keeps the newest `keep`, and the parts of the archives that these need. */
export async function removeOld({ dir, keep, archiveDir }: { dir: string; keep: number; archiveDir: string | null }) {
  const all = await listStoredBackups(dir)
  for (const { folder } of all.slice(keep)) {
    // Renamed first: half of a backup is never taken for one.
    const aside = `${folder.replace(/notifly-([^/\\]+)$/, '.notifly-$1')}.old`
    await rename(folder, aside)
  }
  for (const name of await readdir(dir)) {
    if (LEFT_OVER.test(name)) await rm(join(dir, name), { recursive: true, force: true })
  }
  if (archiveDir !== null) await removeUnneeded(archiveDir, all, keep)
}

/** Removes an archive that no backup needs any more as a whole, unless it is the one in use. */
async function removeUnneeded(archiveDir: string, all: readonly StoredBackup[], keep: number): Promise<void> {
  const archives = new Set(all.flatMap(({ manifest }) => manifest.archive?.id ?? []))
  const [newest] = all
  for (const id of archives) {
    const needed = all
      .slice(0, keep)
      .flatMap(({ manifest: { archive } }) => (archive?.id === id ? archive.segment : []))
      .sort()
    const [first] = needed
    if (first !== undefined) await pruneArchive(join(archiveDir, id), first)
    else if (newest?.manifest.archive?.id !== id) await rm(join(archiveDir, id), { recursive: true, force: true })
  }
}
