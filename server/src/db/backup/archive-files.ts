/**
 * The archive of the write-ahead log: NOTIFLY_ARCHIVE_DIR/<id>/ holds each segment, compressed and encrypted, and key.age, which
 * opens them with the passphrase. A data directory has an archive of its own, and a restored one begins another: two servers with
 * the same past never write into one archive.
 */
import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { access, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import * as z from 'zod/mini'
import { clusterOf } from '../embedded/place.ts'
import type { ServerSettings } from '../embedded/settings.ts'
import { StartError } from '../../lib/start-error.ts'
import { KEY_FILE } from './manifest.ts'
import { readSealed, syncFolder, writePlain, writeSealed } from './sealed-file.ts'
import { createSealingKey, openSealingKey } from './sealing.ts'

/** In the cluster's folder, where the server's user may write. */
const SPOOL = 'notifly_spool'
const SUFFIX = '.zst.age'
/** Half a minute, so that together with the way into the archive at most a minute is lost. */
const SWITCH_SECONDS = 30

/**
 * The server hands over each segment as a file beside its own, since it may reach nothing else; the rest is done by `archiveNext`. A
 * segment that is not full is handed over after half a minute.
 */
const ARCHIVE_SETTINGS: ServerSettings = {
  archive_mode: 'on',
  archive_timeout: `${SWITCH_SECONDS}s`,
  archive_command: [
    `mkdir -p ${SPOOL}`,
    `cp %p ${SPOOL}/%f.part`,
    `sync ${SPOOL}/%f.part`,
    `mv -f ${SPOOL}/%f.part ${SPOOL}/%f`,
  ].join(' && '),
}

/** Every start with an archive asks for it, whichever roles it has: a segment that is not handed over would be missing for good. */
export function archiveSettings({ backup }: { backup: { archiveDir: string | null } }): ServerSettings {
  return backup.archiveDir === null ? {} : ARCHIVE_SETTINGS
}

export interface Archive {
  id: string
  folder: string
  recipient: string
  /** Where the server puts what is to be archived. */
  spool: string
}

const Note = z.object({ id: z.string(), recipient: z.string(), salt: z.string(), check: z.string() })

/**
 * The archive of a data directory. It begins a new one where there is none, where its folder is gone, and where the passphrase is
 * another one than before: what was archived with that stays as it is.
 */
export async function openArchive(
  dataDir: string,
  archiveDir: string,
  passphrase: string,
  workFactor?: number,
): Promise<Archive> {
  const noteFile = noteOf(dataDir)
  const spool = join(await clusterOf(join(dataDir, 'postgres')), SPOOL)
  const known = await readNote(noteFile)
  if (known !== undefined && (await isOf(known, passphrase)) && (await exists(join(archiveDir, known.id, KEY_FILE)))) {
    return { ...known, folder: join(archiveDir, known.id), spool }
  }
  const id = crypto.randomUUID()
  const folder = join(archiveDir, id)
  const { recipient, keyFile } = await createSealingKey(passphrase, workFactor)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await writePlain(join(folder, KEY_FILE), keyFile)
  await syncFolder(folder)
  const salt = randomBytes(16).toString('base64url')
  const note = { id, recipient, salt, check: (await checkOf(passphrase, salt)).toString('base64url') }
  await writeFile(noteFile, JSON.stringify(note), { mode: 0o600, flush: true })
  return { id, recipient, folder, spool }
}

/** After a time without archiving the log has a gap: the next archive is another one, which begins with a backup. */
export function removeArchiveNote(dataDir: string): Promise<void> {
  return rm(noteOf(dataDir), { force: true })
}

/** Id of the archive of a data directory; null for none. */
export async function archiveIdOf(dataDir: string): Promise<string | null> {
  return (await readNote(noteOf(dataDir)))?.id ?? null
}

function noteOf(dataDir: string): string {
  return join(dataDir, 'archive.json')
}

async function readNote(file: string): Promise<z.infer<typeof Note> | undefined> {
  const text = await readFile(file, 'utf8').catch(() => undefined)
  return text === undefined ? undefined : Note.parse(JSON.parse(text))
}

/** It lies beside the database itself, and is there to notice a change, not to resist a search. */
function checkOf(passphrase: string, salt: string): Promise<Buffer> {
  return promisify<string, string, number, Buffer>(scrypt)(passphrase, salt, 32)
}

async function isOf({ salt, check }: z.infer<typeof Note>, passphrase: string): Promise<boolean> {
  return timingSafeEqual(await checkOf(passphrase, salt), Buffer.from(check, 'base64url'))
}

function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  )
}

/** Names of segments: timeline and place in the log. */
export const SEGMENT = /^[0-9A-F]{24}$/
/** Beside segments, the server archives how timelines came about and where backups began. */
const ARCHIVED = /^[0-9A-F]{8}(\.history|[0-9A-F]{16}(\.[0-9A-F]{8}\.backup)?)$/

/** What waits for `archiveNext`, the oldest first. */
export async function waitingSegments({ spool }: Archive): Promise<string[]> {
  const names = await readdir(spool).catch(() => [])
  return names.filter(name => ARCHIVED.test(name)).sort()
}

/** Takes one file over; it is gone from the spool once the archive has it on its disk. */
export async function archiveNext({ spool, folder, recipient }: Archive, name: string): Promise<void> {
  const draft = join(folder, `${name}.part`)
  // Left by a process that was killed.
  await rm(draft, { force: true })
  const plain = Readable.toWeb(createReadStream(join(spool, name))) as ReadableStream<Uint8Array>
  try {
    await writeSealed(draft, recipient, plain)
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
  await rename(draft, join(folder, name + SUFFIX))
  await syncFolder(folder)
  await rm(join(spool, name))
}

/** Removes segments before this one, whichever their timeline. Returns how many. */
export async function pruneArchive(folder: string, firstSegment: string): Promise<number> {
  const place = (segment: string): string => segment.slice(8)
  const old = (await readdir(folder)).filter(name => {
    const segment = name.slice(0, 24)
    return SEGMENT.test(segment) && place(segment) < place(firstSegment)
  })
  for (const name of old) await rm(join(folder, name))
  return old.length
}

/** Reads what was archived. Rejects with StartError where the archive is not there, or its passphrase is another one. */
export async function archiveReader(
  folder: string,
  passphrase: string,
): Promise<(name: string, path: string) => Promise<boolean>> {
  const key = await readFile(join(folder, KEY_FILE)).catch(() => undefined)
  if (key === undefined) throw new StartError(`The archive of this backup is not there: ${folder} has no ${KEY_FILE}.`)
  const identity = await openSealingKey(key, passphrase)
  return async (name, path) => {
    const file = join(folder, name + SUFFIX)
    if (!(await exists(file))) return false
    try {
      await pipeline(Readable.fromWeb(await readSealed(file, identity)), createWriteStream(path, { mode: 0o600 }))
    } catch (error) {
      throw new StartError(`The archive is damaged: ${file} is not as it was written.`, { cause: error })
    }
    return true
  }
}
