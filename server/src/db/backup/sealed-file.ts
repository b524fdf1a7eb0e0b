/** Files of a backup: compressed (zstd), encrypted (age), written to the disk before they count, and known by their SHA-256. */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, type FileHandle } from 'node:fs/promises'
import { Duplex, Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib'
import { type Identity, type Recipient, seal, unseal } from './sealing.ts'

export interface WrittenFile {
  bytes: number
  /** Of what lies on the disk, in hexadecimal. */
  sha256: string
}

type Bytes = ReadableStream<Uint8Array>

/** Level 1 is as fast as a disk; 3 makes rows of a database a tenth smaller in twice the time. */
const COMPRESSION = { params: { [constants.ZSTD_c_compressionLevel]: 1, [constants.ZSTD_c_checksumFlag]: 1 } }

/** Writes a new file. A failure, such as a full disk, rejects and leaves a part of the file. */
export async function writeSealed(path: string, recipient: Recipient, plain: Bytes): Promise<WrittenFile> {
  const compressed = plain.pipeThrough(transform(createZstdCompress(COMPRESSION)))
  return writeStream(path, await seal(recipient, compressed))
}

/** What writeSealed was given. */
export async function readSealed(path: string, identity: Identity): Promise<Bytes> {
  const compressed = await unseal(identity, Readable.toWeb(createReadStream(path)) as Bytes)
  return compressed.pipeThrough(transform(createZstdDecompress()))
}

/** Writes a new file of these bytes as they are. */
export function writePlain(path: string, bytes: Uint8Array): Promise<WrittenFile> {
  return writeStream(path, new Blob([Buffer.from(bytes)]).stream())
}

export async function hashFile(path: string): Promise<WrittenFile> {
  const hash = createHash('sha256')
  let bytes = 0
  for await (const piece of createReadStream(path, { highWaterMark: 1_048_576 }) as AsyncIterable<Buffer>) {
    hash.update(piece)
    bytes += piece.length
  }
  return { bytes, sha256: hash.digest('hex') }
}

/** A folder's entries are on the disk from then on. Windows has no such call, and needs none. */
export async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return
  await using folder = await open(path)
  await folder.sync()
}

async function writeStream(path: string, bytes: Bytes): Promise<WrittenFile> {
  await using file = await open(path, 'wx', 0o600)
  return await writeAll(file, bytes)
}

async function writeAll(file: FileHandle, bytes: Bytes): Promise<WrittenFile> {
  const hash = createHash('sha256')
  let written = 0
  await pipeline(Readable.fromWeb(bytes), async pieces => {
    for await (const piece of pieces as AsyncIterable<Uint8Array>) {
      await writePiece(file, piece)
      hash.update(piece)
      written += piece.length
    }
  })
  await file.sync()
  return { bytes: written, sha256: hash.digest('hex') }
}

/** A disk that is nearly full takes a part. */
async function writePiece(file: FileHandle, piece: Uint8Array): Promise<void> {
  for (let from = 0; from < piece.length;) {
    const { bytesWritten } = await file.write(piece, from)
    from += bytesWritten
  }
}

function transform(duplex: Duplex): ReadableWritablePair<Uint8Array, Uint8Array> {
  return Duplex.toWeb(duplex) as ReadableWritablePair<Uint8Array, Uint8Array>
}
