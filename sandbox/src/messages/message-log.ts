import {
  closeSync,
  constants,
  fstatSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  rmSync,
  writevSync,
} from 'node:fs'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'

// Append-only files of records. A record is a header of 16 bytes (magic, length of the meta, length of the body, CRC-32 of the
// meta), the meta and the body. An append resolves once the operating system holds the bytes, so a killed process
// loses nothing it has confirmed; there is no fsync, because a stand-in need not survive a power cut.
// Reads and writes are synchronous: they go to the page cache, where a turn of the thread pool costs more than the copy. All
// appends of one turn of the event loop go out in one write.

const MAGIC = 0x4e534231
const HEADER_BYTES = 16
/** Read at once when scanning: a header and nearly every meta fit. */
const PEEK_BYTES = 1024

interface LogFile {
  number: number
  path: string
  fd: number
  sizeBytes: number
}

/** Where a record lies; stays valid until its file is dropped. */
export interface RecordPlace {
  file: LogFile
  offset: number
  metaBytes: number
  bodyBytes: number
}

interface PendingAppend {
  meta: Buffer
  body: Buffer
  done(place: RecordPlace): void
  failed(error: unknown): void
}

/** Records in numbered files of one directory; the directory must belong to one process at a time. */
export class MessageLog {
  readonly #directory: string
  readonly #fileBytes: number
  #files: LogFile[] = []
  #pending: PendingAppend[] = []

  /**
   * Opens the log and hands every intact record to `onRecord`, oldest first. A torn or damaged tail of a file is cut off:
   * it was never confirmed to anybody.
   */
  constructor(directory: string, fileBytes: number, onRecord: (meta: Buffer, place: RecordPlace) => void) {
    this.#directory = directory
    this.#fileBytes = fileBytes
    mkdirSync(directory, { recursive: true })
    const names = readdirSync(directory).filter(name => /^\d+\.log$/.test(name))
    for (const number of names.map(name => Number.parseInt(name, 10)).sort((a, b) => a - b)) {
      const file = this.#openFile(number)
      file.sizeBytes = scan(file, fstatSync(file.fd).size, onRecord)
      ftruncateSync(file.fd, file.sizeBytes)
    }
  }

  /** Bytes on disk. */
  get sizeBytes(): number {
    return this.#files.reduce((sum, file) => sum + file.sizeBytes, 0)
  }

  /** The files, oldest first; the last one is being written. */
  get files(): readonly LogFile[] {
    return this.#files
  }

  /** Keeps a record; resolves in the order of the calls, rejects when the disk refuses it. */
  append(meta: Buffer, body: Buffer): Promise<RecordPlace> {
    return new Promise((done, failed) => {
      this.#pending.push({ meta, body, done, failed })
      if (this.#pending.length === 1) setImmediate(() => this.#flush())
    })
  }

  /** The meta of a record. */
  readMeta(place: RecordPlace): Buffer {
    return readAt(place, HEADER_BYTES, place.metaBytes)
  }

  /** The body of a record. */
  readBody(place: RecordPlace): Buffer {
    return readAt(place, HEADER_BYTES + place.metaBytes, place.bodyBytes)
  }

  /** Deletes the oldest file and all its records. */
  dropOldestFile(): void {
    const file = this.#files.shift()
    if (file) dropFile(file)
  }

  /** Deletes every record that is confirmed. */
  clear(): void {
    const files = this.#files
    this.#files = []
    this.#openFile((files.at(-1)?.number ?? 0) + 1)
    for (const file of files) dropFile(file)
  }

  /** Writes what is waiting and closes the files. */
  close(): void {
    this.#flush()
    for (const file of this.#files) closeSync(file.fd)
    this.#files = []
  }

  #openFile(number: number): LogFile {
    const path = join(this.#directory, `${String(number).padStart(8, '0')}.log`)
    const fd = openSync(path, constants.O_RDWR | constants.O_CREAT, 0o600)
    const file = { number, path, fd, sizeBytes: 0 }
    this.#files.push(file)
    return file
  }

  #currentFile(): LogFile {
    const last = this.#files.at(-1)
    return last && last.sizeBytes < this.#fileBytes ? last : this.#openFile((last?.number ?? 0) + 1)
  }

  #flush(): void {
    const batch = this.#pending
    this.#pending = []
    if (batch.length === 0) return
    try {
      const places = writeBatch(this.#currentFile(), batch)
      batch.forEach((append, i) => append.done(places[i] as RecordPlace))
    } catch (error) {
      for (const append of batch) append.failed(error)
    }
  }
}

function writeBatch(file: LogFile, batch: PendingAppend[]): RecordPlace[] {
  const buffers: Buffer[] = []
  const places: RecordPlace[] = []
  let offset = file.sizeBytes
  for (const { meta, body } of batch) {
    const header = Buffer.allocUnsafe(HEADER_BYTES)
    header.writeUInt32BE(MAGIC, 0)
    header.writeUInt32BE(meta.length, 4)
    header.writeUInt32BE(body.length, 8)
    header.writeUInt32BE(crc32(meta), 12)
    buffers.push(header, meta, body)
    places.push({ file, offset, metaBytes: meta.length, bodyBytes: body.length })
    offset += HEADER_BYTES + meta.length + body.length
  }
  // What a short write leaves behind lies past sizeBytes: the next write covers it, a restart cuts it off.
  const written = writevSync(file.fd, buffers, file.sizeBytes)
  if (written !== offset - file.sizeBytes) throw new Error('The disk took only a part of the messages')
  file.sizeBytes = offset
  return places
}

/** Walks over the records of a file and answers where the intact part ends. */
function scan(file: LogFile, fileBytes: number, onRecord: (meta: Buffer, place: RecordPlace) => void): number {
  const peek = Buffer.alloc(PEEK_BYTES)
  let offset = 0
  while (offset + HEADER_BYTES <= fileBytes) {
    const peeked = readSync(file.fd, peek, 0, PEEK_BYTES, offset)
    if (peeked < HEADER_BYTES || peek.readUInt32BE(0) !== MAGIC) break
    const metaBytes = peek.readUInt32BE(4)
    const bodyBytes = peek.readUInt32BE(8)
    const place = { file, offset, metaBytes, bodyBytes }
    const end = offset + HEADER_BYTES + metaBytes + bodyBytes
    if (end > fileBytes) break
    const fits = HEADER_BYTES + metaBytes <= peeked
    const meta = fits ? peek.subarray(HEADER_BYTES, HEADER_BYTES + metaBytes) : readAt(place, HEADER_BYTES, metaBytes)
    if (crc32(meta) !== peek.readUInt32BE(12)) break
    onRecord(meta, place)
    offset = end
  }
  return offset
}

function readAt({ file, offset }: RecordPlace, skipBytes: number, bytes: number): Buffer {
  const buffer = Buffer.allocUnsafe(bytes)
  if (readSync(file.fd, buffer, 0, bytes, offset + skipBytes) !== bytes) {
    throw new Error(`${file.path} is shorter than it was`)
  }
  return buffer
}

function dropFile(file: LogFile): void {
  closeSync(file.fd)
  rmSync(file.path, { force: true })
}
