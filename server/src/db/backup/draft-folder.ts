/** A backup's folder appears under its name when it is complete and on the disk: half a backup is never mistaken for a whole one. */
import { mkdir, readdir, rename, rm, statfs } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { StartError } from '../../lib/start-error.ts'
import { findManifest } from './manifest.ts'
import { syncFolder } from './sealed-file.ts'

/** What a killed backup left is named like this, too, and goes when the next one to the same folder begins. */
const draftOf = (folder: string): string => join(dirname(folder), `.${basename(folder)}.incomplete`)

/**
 * Fills a new folder by `work` and gives it its name. Rejects with StartError where the name is taken by anything but an empty
 * folder, and where the disk is full. A failure leaves nothing behind.
 */
export async function fillFolder(folder: string, work: (draft: string) => Promise<void>): Promise<void> {
  await refuseFilled(folder)
  const draft = draftOf(folder)
  await rm(draft, { recursive: true, force: true })
  try {
    await mkdir(draft, { recursive: true, mode: 0o700 })
    await work(draft)
    await syncFolder(draft)
    // Of a folder that was empty; POSIX replaces it, Windows wants it gone.
    if (process.platform === 'win32') await rm(folder, { recursive: true, force: true })
    await rename(draft, folder)
    await syncFolder(dirname(folder))
  } catch (error) {
    await rm(draft, { recursive: true, force: true })
    throw inWords(error as NodeJS.ErrnoException, folder)
  }
}

async function refuseFilled(folder: string): Promise<void> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    if (error.code === 'ENOTDIR') throw new StartError(`${folder} is a file. Name a folder that is empty or new.`)
    throw error
  })
  if (names.length === 0) return
  const what = (await findManifest(folder)) === undefined ? 'holds something else' : 'holds a backup already'
  throw new StartError(`${folder} ${what}. Name a folder that is empty or new.`)
}

function inWords(error: NodeJS.ErrnoException, folder: string): Error {
  if (error.code === 'ENOSPC' || error.code === 'EDQUOT') {
    return new StartError(
      `The disk of ${folder} is full. The unfinished backup was removed; earlier ones are untouched.`,
    )
  }
  if (error.code === 'EACCES' || error.code === 'EPERM' || error.code === 'EROFS') {
    return new StartError(`${folder} cannot be written: ${error.message}`)
  }
  return error
}

/** Rows compress to a fifth and less; with less room than this it cannot fit. */
const LEAST_SHARE = 0.1

/** Rejects with StartError where the disk has far too little room for a backup of so many bytes. */
export async function assertDiskSpace(folder: string, databaseBytes: number): Promise<void> {
  const free = await freeBytes(folder)
  if (free >= databaseBytes * LEAST_SHARE) return
  throw new StartError(
    `The disk of ${folder} has ${megabytes(free)} left, which is too little: the database has ${megabytes(databaseBytes)}, ` +
      'and a backup of it usually a fifth to a third of that.',
  )
}

/** Of the disk that a folder is on, or will be. */
export async function freeBytes(folder: string): Promise<number> {
  for (let path = folder; ; path = dirname(path)) {
    const disk = await statfs(path).catch(() => undefined)
    if (disk !== undefined) return disk.bsize * disk.bavail
    if (path === dirname(path)) return Number.POSITIVE_INFINITY
  }
}

export function megabytes(bytes: number): string {
  return `${Math.ceil(bytes / 1_048_576)} MB`
}
