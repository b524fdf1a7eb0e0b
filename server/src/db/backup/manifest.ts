/** `manifest.json` of a backup: what is in it, and whether all of it is there. It is written last and holds no secret. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { StartError } from '../../lib/start-error.ts'
import { hashFile } from './sealed-file.ts'

export const MANIFEST_FILE = 'manifest.json'
export const KEY_FILE = 'key.age'
export const SECRET_FILE = 'secret.zst.age'
/** Of the embedded PostgreSQL its files, of another one a dump. */
export const DATABASE_FILES = { embedded: 'database.tar.zst.age', external: 'database.dump.zst.age' } as const

const FORMAT = 1

const moment = z.iso.datetime()

const Manifest = z.object({
  format: z.literal(FORMAT),
  product: z.literal('notifly'),
  version: z.string(),
  /** Of the database, in order. */
  migrations: z.array(z.string()),
  kind: z.enum(['embedded', 'external']),
  postgres: z.object({
    /** Major version. */
    version: z.int(),
    /** A cluster's files are opened on the same kind of machine only. */
    machine: z.string(),
  }),
  began: moment,
  /** The backup has the database as it was then. */
  moment,
  database: z.object({
    /** How much room it takes when it is restored. */
    bytes: z.int(),
  }),
  /** The archive that has what came afterwards, from this segment on. */
  archive: z.nullable(z.object({ id: z.string(), segment: z.string() })),
  files: z.record(z.string(), z.object({ bytes: z.int(), sha256: z.string() })),
})
export type Manifest = z.infer<typeof Manifest>

export type NewManifest = Omit<Manifest, 'format' | 'product'>

export function writtenManifest(manifest: NewManifest): string {
  return `${JSON.stringify({ format: FORMAT, product: 'notifly', ...manifest }, null, 2)}\n`
}

/** Undefined where there is no backup of ours that this release can read. */
export async function findManifest(folder: string): Promise<Manifest | undefined> {
  return readManifest(folder).catch(() => undefined)
}

/** Rejects with StartError, which says why the folder is no backup for this release. */
export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, MANIFEST_FILE), 'utf8').catch(() => undefined)
  if (text === undefined) throw new StartError(`${folder} is no backup of Notifly: it has no ${MANIFEST_FILE}.`)
  let content: unknown
  try {
    content = JSON.parse(text)
  } catch {
    throw new StartError(`${join(folder, MANIFEST_FILE)} is damaged: it is not JSON.`)
  }
  const { format } = content as { format?: unknown }
  if (typeof format === 'number' && format > FORMAT) {
    throw new StartError(
      `The backup in ${folder} was made by a newer version of Notifly. Restore it with that version.`,
    )
  }
  const read = Manifest.safeParse(content)
  if (!read.success) throw new StartError(`${join(folder, MANIFEST_FILE)} is damaged: it is not as it was written.`)
  return read.data
}

/** Reads every file of the backup. Rejects with StartError, which names the first that is missing, or not as it was written. */
export async function checkFiles(folder: string, { files }: Manifest): Promise<void> {
  for (const [name, { bytes, sha256 }] of Object.entries(files)) {
    const found = await hashFile(join(folder, name)).catch(() => undefined)
    if (found === undefined) throw new StartError(`The backup in ${folder} is not whole: ${name} cannot be read.`)
    if (found.bytes !== bytes || found.sha256 !== sha256) {
      throw new StartError(`The backup in ${folder} is damaged: ${name} is not as it was written. Take another backup.`)
    }
  }
}
