/**
 * The files of a cluster as a tar. What PostgreSQL makes anew at each start is left out (PostgreSQL, "Making a Base Backup Using the Low
 * Level API", last part); the write-ahead log is added by itself.
 */
import { type FileHandle, mkdir, open, readdir, stat } from 'node:fs/promises'
import { dirname, join, posix } from 'node:path'
import { createTarDecoder, createTarPacker, type TarPackController } from 'modern-tar'
import { StartError } from '../../lib/start-error.ts'

/** Folders that must be there and are empty. */
const EMPTIED = new Set([
  'pg_dynshmem',
  'pg_notify',
  'pg_replslot',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
  'pg_wal/archive_status',
  'pg_wal/summaries',
])
const LEFT_OUT = new Set([
  'postmaster.pid',
  'postmaster.opts',
  'backup_label',
  'tablespace_map',
  'recovery.signal',
  'standby.signal',
])
const LEFT_OUT_NAMES = /^(pgsql_tmp|pg_internal\.init|notifly_)/
/** Read last, as pg_basebackup does: it names the last checkpoint. */
const CONTROL_FILE = 'global/pg_control'
const WAL_FOLDER = 'pg_wal'
const PIECE_BYTES = 1_048_576

/** A folder's path ends with a slash. */
export interface ClusterFile {
  path: string
  bytes: number
}

/** All that a backup of this cluster takes, but for the write-ahead log. Rejects with StartError for one with tablespaces. */
export async function listCluster(cluster: string): Promise<ClusterFile[]> {
  if ((await readdir(join(cluster, 'pg_tblspc'))).length > 0) {
    throw new StartError(
      `The database in ${cluster} has tablespaces, which a backup does not take. Move their tables to pg_default first.`,
    )
  }
  const files = await walk(cluster, '')
  const isLast = ({ path }: ClusterFile): boolean => path === CONTROL_FILE
  return [...files.filter(file => !isLast(file)), ...files.filter(isLast)]
}

async function walk(cluster: string, folder: string): Promise<ClusterFile[]> {
  const found: ClusterFile[] = []
  for (const entry of await readdir(join(cluster, folder), { withFileTypes: true })) {
    const path = posix.join(folder, entry.name)
    if (LEFT_OUT.has(path) || LEFT_OUT_NAMES.test(entry.name)) continue
    if (entry.isDirectory()) {
      found.push({ path: `${path}/`, bytes: 0 })
      if (!EMPTIED.has(path)) found.push(...(await walk(cluster, path)))
    } else if (entry.isFile() && folder !== WAL_FOLDER) {
      // A table that was dropped just now is in no later checkpoint.
      const size = await stat(join(cluster, path)).catch(() => undefined)
      if (size !== undefined) found.push({ path, bytes: size.size })
    }
  }
  return found
}

export interface TarWriter {
  bytes: ReadableStream<Uint8Array>
  /** Adds files of the cluster as they are now. Those that are gone are left out. */
  addFiles(files: readonly ClusterFile[]): Promise<void>
  addText(path: string, text: string): Promise<void>
  end(): void
  fail(error: unknown): void
}

export function writeTar(cluster: string): TarWriter {
  const { readable, controller } = createTarPacker()
  return {
    bytes: readable,
    addFiles: async files => {
      for (const file of files) await addFile(controller, cluster, file)
    },
    addText: async (path, text) => {
      const bytes = Buffer.from(text)
      await write(controller, { name: path, size: bytes.length, mode: 0o600 }, [bytes])
    },
    end: () => controller.finalize(),
    fail: error => controller.error(error),
  }
}

async function addFile(controller: TarPackController, cluster: string, { path }: ClusterFile): Promise<void> {
  if (path.endsWith('/')) {
    await controller.add({ name: path, type: 'directory', size: 0, mode: 0o700 }).close()
    return
  }
  await using file = await open(join(cluster, path)).catch(unlessGone)
  if (file === undefined) return
  const { size, mtime } = await file.stat()
  await write(controller, { name: path, size, mode: 0o600, mtime }, piecesOf(file, size))
}

function unlessGone(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}

/**
 * Exactly so many bytes: what the server appends meanwhile is in the write-ahead log, and so is that it cut the file, or dropped it;
 * zeros are as good as what was there.
 */
async function* piecesOf(file: FileHandle, bytes: number): AsyncGenerator<Uint8Array> {
  for (let left = bytes; left > 0;) {
    // New memory each time: what reads the tar keeps it.
    const piece = new Uint8Array(Math.min(left, PIECE_BYTES))
    const { bytesRead } = await file.read(piece, 0, piece.length)
    yield bytesRead === 0 ? piece : piece.subarray(0, bytesRead)
    left -= bytesRead === 0 ? piece.length : bytesRead
  }
}

async function write(
  controller: TarPackController,
  header: { name: string; size: number; mode: number; mtime?: Date },
  pieces: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
): Promise<void> {
  const body = controller.add({ ...header, type: 'file' }).getWriter()
  for await (const piece of pieces) await body.write(piece)
  await body.close()
}

/** Unpacks what writeTar made into an empty folder. Rejects for a tar that is cut, or that leads out of the folder. */
export async function unpackTar(bytes: ReadableStream<Uint8Array>, folder: string): Promise<void> {
  const entries = bytes.pipeThrough(createTarDecoder({ strict: true }))
  for await (const { header, body } of entries as unknown as AsyncIterable<TarEntry>) {
    const path = inside(folder, header.name)
    if (header.type === 'directory') {
      await mkdir(path, { recursive: true, mode: 0o700 })
      await body.cancel()
    } else if (header.type === 'file') {
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      await writeBody(path, body)
    } else throw new Error(`a backup holds no ${header.type}: ${header.name}`)
  }
}

interface TarEntry {
  header: { name: string; type?: string }
  body: ReadableStream<Uint8Array>
}

function inside(folder: string, name: string): string {
  const normal = posix.normalize(name)
  if (posix.isAbsolute(normal) || normal.split('/').includes('..') || normal.includes('\\')) {
    throw new Error(`a backup holds nothing outside of its folder: ${name}`)
  }
  return join(folder, normal)
}

async function writeBody(path: string, body: ReadableStream<Uint8Array>): Promise<void> {
  await using file = await open(path, 'wx', 0o600)
  for await (const piece of body as unknown as AsyncIterable<Uint8Array>) await file.writeFile(piece)
}
