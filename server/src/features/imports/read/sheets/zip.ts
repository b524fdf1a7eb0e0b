/**
 * Unpacks parts of a zip archive piece by piece and within a limit: an archive may expand to a thousand times its size. Format: PKWARE
 * APPNOTE 6.3, sections 4.3 and 4.5.3.
 */
import { sentence } from '@notifly/contracts/sentences/sentence'
import { createInflateRaw } from 'node:zlib'
import { ImportFileError } from '../parse-errors.ts'

export interface Zip {
  bytes: Buffer
  /** By name in lower case: part names are compared without regard to case (ECMA-376-2, 6.2.2.3). */
  entries: ReadonlyMap<string, ZipEntry>
}

export interface ZipEntry {
  name: string
  method: number
  isEncrypted: boolean
  sizeBytes: number
  /** Where its local header begins. */
  at: number
}

/** Bytes that may still be unpacked, for all parts together. */
export interface Budget {
  leftBytes: number
}

const END = 0x06054b50
const END_BYTES = 22
const COMMENT_MAX = 65_535
const DIRECTORY = 0x02014b50
const DIRECTORY_BYTES = 46
const LOCAL = 0x04034b50
const LOCAL_BYTES = 30
const STORED = 0
const DEFLATED = 8
/** Value of a 32-bit field whose actual value is in the extra field. */
const ELSEWHERE = 0xffffffff
const PIECE_BYTES = 256 * 1024

/** Reads the directory. Throws ImportFileError if it is incomplete. */
export function readZip(bytes: Buffer): Zip {
  const end = findEnd(bytes)
  const count = bytes.readUInt16LE(end + 10)
  const entries = new Map<string, ZipEntry>()
  let at = bytes.readUInt32LE(end + 16)
  for (let index = 0; index < count; index++) {
    if (at + DIRECTORY_BYTES > bytes.length || bytes.readUInt32LE(at) !== DIRECTORY) throw damaged()
    const [nameBytes, extraBytes, commentBytes] = [28, 30, 32].map(field => bytes.readUInt16LE(at + field)) as [
      number,
      number,
      number,
    ]
    const extra = bytes.subarray(at + DIRECTORY_BYTES + nameBytes, at + DIRECTORY_BYTES + nameBytes + extraBytes)
    const name = bytes.toString('utf8', at + DIRECTORY_BYTES, at + DIRECTORY_BYTES + nameBytes).replaceAll('\\', '/')
    entries.set(name.toLowerCase(), {
      name,
      method: bytes.readUInt16LE(at + 10),
      isEncrypted: (bytes.readUInt16LE(at + 8) & 1) === 1,
      ...placeOf(bytes, at, extra),
    })
    at += DIRECTORY_BYTES + nameBytes + extraBytes + commentBytes
  }
  return { bytes, entries }
}

function findEnd(bytes: Buffer): number {
  const first = Math.max(0, bytes.length - END_BYTES - COMMENT_MAX)
  for (let at = bytes.length - END_BYTES; at >= first; at--) if (bytes.readUInt32LE(at) === END) return at
  throw damaged()
}

/** Packed size and offset; large archives, and programs that stream, store them in the extra field. */
function placeOf(bytes: Buffer, at: number, extra: Buffer): Pick<ZipEntry, 'at' | 'sizeBytes'> {
  const fields = [24, 20, 42].map(field => bytes.readUInt32LE(at + field))
  if (!fields.includes(ELSEWHERE)) return { sizeBytes: fields[1] ?? 0, at: fields[2] ?? 0 }
  for (let from = 0; from + 4 <= extra.length; from += 4 + extra.readUInt16LE(from + 2)) {
    if (extra.readUInt16LE(from) !== 1) continue
    let next = from + 4
    const [, sizeBytes = 0, offset = 0] = fields.map(value => {
      if (value !== ELSEWHERE) return value
      if (next + 8 > extra.length) throw damaged()
      next += 8
      return Number(extra.readBigUInt64LE(next - 8))
    })
    return { sizeBytes, at: offset }
  }
  throw damaged()
}

/** Unpacks one part; `packed` is the position in bytes of the archive. Throws ImportFileError. */
export async function* unpack(
  { bytes }: Zip,
  entry: ZipEntry,
  budget: Budget,
): AsyncGenerator<{ bytes: Buffer; packed: number }> {
  if (entry.isEncrypted) throw encrypted()
  if (entry.at + LOCAL_BYTES > bytes.length || bytes.readUInt32LE(entry.at) !== LOCAL) throw damaged()
  const start = entry.at + LOCAL_BYTES + bytes.readUInt16LE(entry.at + 26) + bytes.readUInt16LE(entry.at + 28)
  if (start + entry.sizeBytes > bytes.length) throw damaged()
  const content = bytes.subarray(start, start + entry.sizeBytes)
  if (entry.method === STORED) {
    spend(budget, content.length)
    for (let at = 0; at < content.length; at += PIECE_BYTES) {
      yield { bytes: content.subarray(at, at + PIECE_BYTES), packed: start + at }
    }
    return
  }
  if (entry.method !== DEFLATED) throw damaged()
  const inflate = createInflateRaw({ chunkSize: PIECE_BYTES })
  inflate.end(content)
  try {
    for await (const piece of inflate as AsyncIterable<Buffer>) {
      spend(budget, piece.length)
      yield { bytes: piece, packed: start + inflate.bytesWritten }
    }
  } catch (error) {
    throw error instanceof ImportFileError ? error : damaged()
  } finally {
    inflate.destroy()
  }
}

/** Limit of parts that are read as a whole, such as the list of sheets and the styles, which have a few megabytes at most. */
const TEXT_MAX = 32 * 1_048_576

/** Returns a small part as text. */
export async function unpackText(zip: Zip, entry: ZipEntry, budget: Budget): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const { bytes } of unpack(zip, entry, budget)) {
    text += decoder.decode(bytes, { stream: true })
    if (text.length > TEXT_MAX) throw tooLarge()
  }
  return text + decoder.decode()
}

function spend(budget: Budget, bytes: number): void {
  budget.leftBytes -= bytes
  if (budget.leftBytes >= 0) return
  throw tooLarge()
}

/** The error for files that expand too much: packed parts, texts that many cells share, rows of many cells. */
export function tooLarge(): ImportFileError {
  return new ImportFileError('workbookTooLarge', sentence('imports.workbookTooLarge'))
}

export function damaged(): ImportFileError {
  return new ImportFileError('damagedWorkbook', sentence('imports.damagedWorkbook'))
}

export function encrypted(): ImportFileError {
  return new ImportFileError('encryptedWorkbook', sentence('imports.encryptedWorkbook'))
}
