/** Puts the cluster of a backup into an empty data directory. */
import { mkdir, readdir, readFile, rename, rm, statfs, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { DatabaseLog } from '../database-log.ts'
import { defaultSources, findBinaries } from '../embedded/binaries.ts'
import { clusterOf, defaultSharedHome, findPlace, chownTree, notePlace, type Place } from '../embedded/place.ts'
import { stopOrphan } from '../embedded/start-embedded.ts'
import { StartError } from '../../lib/start-error.ts'
import { unpackTar } from './cluster-files.ts'
import { freeBytes, megabytes } from './draft-folder.ts'
import { RESTORING_FILE } from './half-restored.ts'
import { recover, type Recovered, type Replay } from './recovery.ts'

const SILENT: DatabaseLog = { info: () => undefined, warn: () => undefined, error: () => undefined }

interface ClusterRestore {
  dataDir: string
  /** The tar of the backup; asked for when its place is ready. */
  tar: () => Promise<ReadableStream<Uint8Array>>
  /** What it takes when it is unpacked. */
  bytes: number
  /** Major version of the PostgreSQL that it is of. */
  version: number
  masterSecret: string
  replay: Replay | undefined
  /** With the cluster in its place, and still counted as half restored. */
  finish: (recovered: Recovered) => Promise<void>
  log: DatabaseLog
}

/**
 * All or nothing: a failure leaves the directory empty, and a killed restore leaves a mark, so that neither a start nor a second
 * restore mistakes its files for data. Rejects with StartError where the directory holds anything else.
 */
export async function restoreCluster(restore: ClusterRestore): Promise<void> {
  const { dataDir } = restore
  await clearHalfRestored(dataDir)
  await assertDiskSpace(restore)
  const existed = (await statfs(dataDir).catch(() => undefined)) !== undefined
  const home = join(dataDir, 'postgres')
  await mkdir(home, { recursive: true, mode: 0o700 })
  const marker = join(dataDir, RESTORING_FILE)
  await writeFile(marker, '')
  try {
    const place = await findPlace(home, defaultSharedHome, restore.log)
    const draft = { ...place, cluster: `${place.cluster}.new` }
    await writeFile(marker, `${draft.cluster}\n`)
    const recovered = await fill(restore, draft)
    await rename(draft.cluster, place.cluster)
    await notePlace(place)
    await writeFile(join(dataDir, 'secret'), restore.masterSecret, { mode: 0o600 })
    await restore.finish(recovered)
    await rm(marker)
  } catch (error) {
    await clearHalfRestored(dataDir)
    if (!existed) await rm(dataDir, { recursive: true, force: true })
    throw error
  }
}

async function fill({ tar, version, replay, log }: ClusterRestore, place: Place): Promise<Recovered> {
  const binaries = await findBinaries(await defaultSources(), {
    runAs: place.runAs,
    cluster: place.cluster,
    clusterMajor: version,
    copyHomes:
      process.getuid?.() === 0 ? [defaultSharedHome, join(tmpdir(), 'notifly-root')] : [join(place.home, 'binaries')],
  })
  await mkdir(place.cluster, { recursive: true, mode: 0o700 })
  await unpackTar(await tar(), place.cluster)
  await chownTree(place.cluster, place.runAs)
  return recover({ binaries, place, log, replay })
}

/** Empties a directory whose restore did not end; rejects where anything else is in it. */
async function clearHalfRestored(dataDir: string): Promise<void> {
  const names = await readdir(dataDir).catch((): string[] => [])
  if (names.length === 0) return
  if (!names.includes(RESTORING_FILE)) {
    throw new StartError(`${dataDir} is not empty. Restore into an empty one: NOTIFLY_DATA_DIR=/new/directory`)
  }
  const draft = (await readFile(join(dataDir, RESTORING_FILE), 'utf8')).trim()
  for (const cluster of [draft, await clusterOf(join(dataDir, 'postgres'))]) {
    if (cluster !== '') await removeCluster(cluster)
  }
  // The mark goes last: what is interrupted here is still known.
  for (const name of names.filter(each => each !== RESTORING_FILE)) {
    await rm(join(dataDir, name), { recursive: true, force: true })
  }
  await rm(join(dataDir, RESTORING_FILE), { force: true })
}

/** Removes what was restored into this directory, wherever its cluster is. Its server has ended. */
export async function removeRestored(dataDir: string): Promise<void> {
  await removeCluster(await clusterOf(join(dataDir, 'postgres')))
  await rm(dataDir, { recursive: true, force: true })
}

async function removeCluster(cluster: string): Promise<void> {
  await stopOrphan(cluster, '', SILENT)
  await rm(cluster, { recursive: true, force: true })
  await rm(`${cluster}.owner`, { force: true })
}

async function assertDiskSpace({ dataDir, bytes }: ClusterRestore): Promise<void> {
  const free = await freeBytes(dirname(dataDir))
  if (free >= bytes) return
  throw new StartError(
    `The disk of ${dataDir} has ${megabytes(free)} left; the restored database takes ${megabytes(bytes)}.`,
  )
}
