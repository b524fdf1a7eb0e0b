/**
 * A worker's journal: what it is about to send and how that ended, in files of its own, for the milliseconds until the database knows. A
 * plain write survives the death of the process, which is its purpose; fsync would also survive the death of the machine, but costs most of
 * the speed.
 */
import { closeSync, mkdirSync, openSync, unlinkSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import type { JournalBatch, Recorded } from './outcomes.ts'

const MOST_PENDING_BYTES = 32_768

interface OpenBatch extends JournalBatch {
  id: number
  /** Intents without an outcome, by seq. */
  open: Map<number, Intent>
}

interface Segment {
  path: string
  /** Position after its last byte. */
  end: number
}

/** The folder of a worker's journal. */
export function journalFolder(journalsDir: string, workerId: string): string {
  return join(journalsDir, workerId)
}

export class Journal {
  readonly #folder: string
  readonly #segmentBytes: number
  readonly #encoder = new JournalEncoder()
  readonly #batches = new Map<object, OpenBatch>()
  #nextId = 1
  #file = -1
  #path = ''
  #fileNo = 0
  #fileBytes = 0
  #openedAt = 0
  #position = 0
  #committed = 0
  #full: Segment[] = []

  /** Starts a new journal in that folder. Throws the file system's errors: a worker without a journal does not send. */
  constructor(folder: string, segmentBytes: number) {
    this.#folder = folder
    this.#segmentBytes = segmentBytes
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    this.#openFile()
  }

  /** Bytes written since the beginning, over all files. */
  get position(): number {
    return this.#position
  }

  /** Bytes that the database does not have yet. */
  get openBytes(): number {
    return this.#position - this.#committed
  }

  /** Whether no batch is open. */
  get isIdle(): boolean {
    return this.#batches.size === 0
  }

  /** Opens a batch; `key` identifies it in the calls below. */
  open(key: object, batch: JournalBatch): void {
    const opened = { ...batch, id: this.#nextId++, open: new Map<number, Intent>() }
    this.#batches.set(key, opened)
    this.#encoder.batch(opened.id, batch)
  }

  /** Adds one record: outcomes of earlier messages, and the message that is sent after the next `commit`. */
  turn(key: object, settled: readonly SettledIntent[], next: Intent | null): void {
    const batch = this.#batches.get(key)
    if (batch === undefined) throw new Error('a turn of a batch that is not open in the journal')
    if (this.#fileBytes > this.#segmentBytes) this.#rotate()
    this.#encoder.turn(batch.id, settled, next)
    if (this.#encoder.pendingBytes > MOST_PENDING_BYTES) this.commit()
    for (const { seq } of settled) batch.open.delete(seq)
    if (next !== null) batch.open.set(next.seq, next)
  }

  /** Writes all pending records in one piece. Throws the file system's errors; what was not written is written the next time. */
  commit(): void {
    while (this.#encoder.pendingBytes > 0) {
      const written = writeSync(this.#file, this.#encoder.pending)
      this.#encoder.written(written)
      this.#fileBytes += written
      this.#position += written
    }
  }

  /** Closes a batch once all of its messages have an outcome. */
  close(key: object): void {
    this.#batches.delete(key)
  }

  /** Deletes the files whose records the database has, up to this position. */
  committed(position: number): void {
    this.#committed = position
    while (this.#full[0] !== undefined && this.#full[0].end <= position) {
      unlinkSync(this.#full[0].path)
      this.#full.shift()
    }
  }

  /**
   * Starts a new file if the current one is older than `ageMs`, so that a provider's answers stay on disk no longer than that and the
   * database need.
   */
  renew(ageMs: number): void {
    if (this.#fileBytes === 0 || performance.now() - this.#openedAt < ageMs) return
    this.#rotate()
    this.committed(this.#committed)
  }

  end(): void {
    this.commit()
    closeSync(this.#file)
  }

  /** A new file starts with the open batches and intents, so that it can be read without the earlier ones. */
  #rotate(): void {
    this.commit()
    closeSync(this.#file)
    this.#full.push({ path: this.#path, end: this.#position })
    this.#openFile()
    for (const { id, open, ...batch } of this.#batches.values()) {
      this.#encoder.batch(id, batch)
      for (const intent of open.values()) this.#encoder.open(id, intent)
    }
    // Before the file that held them is deleted.
    this.commit()
  }

  #openFile(): void {
    this.#fileNo++
    // The name says at which position of the journal the file starts.
    this.#path = join(this.#folder, `${String(this.#fileNo).padStart(6, '0')}-${this.#position}.journal`)
    this.#file = openSync(this.#path, 'wx', 0o600)
    this.#fileBytes = 0
    this.#openedAt = performance.now()
  }
}

/**
 * The journal's bytes. Each record: length and CRC-32 of its payload, then the payload, whose first byte says what it is.
 *
 *     batch  names a batch by a short number for the records behind it
 *     turn   outcomes of one connection's last message, and the intent to send its next one
 *     open   an intent of an earlier file that had no outcome when this file began
 *
 * Everything after the first record whose checksum is wrong is a torn write: no worker acted on it.
 */
// Imported: the global is a getter, and each message would call it many times.
import { Buffer } from 'node:buffer'
import { crc32 } from 'node:zlib'
import type { AttemptKind, State } from '../states.ts'

/** A message about to be handed over. */
export interface Intent {
  seq: number
  n: number
}

/** A null outcome means withheld: the intent is taken back. */
export interface SettledIntent extends Intent {
  outcome: Recorded | null
}

export type JournalRecord =
  | { type: 'batch'; id: number; batch: JournalBatch }
  | { type: 'turn'; id: number; settled: SettledIntent[]; next: Intent | null }
  | { type: 'open'; id: number; intent: Intent }

const TYPE = { batch: 1, turn: 2, open: 3 } as const
const FRAME_BYTES = 8
const OUTCOME_BYTES = 32
const TEXT_LIMIT = 1000

/** Encodes records into a buffer that it reuses. */
export class JournalEncoder {
  #buffer = Buffer.allocUnsafeSlow(65_536)
  /** Bytes before this one are written. */
  #from = 0
  /** Start of the record that is being encoded, or of the next one. */
  #record = 0
  #at = 0

  /** Encoded but not written. Valid until the next record. */
  get pending(): Buffer {
    return this.#buffer.subarray(this.#from, this.#record)
  }

  get pendingBytes(): number {
    return this.#record - this.#from
  }

  /** Marks that many of the pending bytes as written. */
  written(bytes: number): void {
    this.#from += bytes
    if (this.#from === this.#record) this.#from = this.#record = 0
  }

  batch(id: number, batch: JournalBatch): void {
    const text = JSON.stringify(batch)
    this.#begin(TYPE.batch, id, text.length * 3)
    this.#at += this.#buffer.write(text, this.#at)
    this.#finish()
  }

  open(id: number, intent: Intent): void {
    this.#begin(TYPE.open, id, 8)
    this.#intent(intent)
    this.#finish()
  }

  turn(id: number, settled: readonly SettledIntent[], next: Intent | null): void {
    this.#begin(TYPE.turn, id, settled.length * (OUTCOME_BYTES + 5 + 3 * (TEXT_LIMIT * 3 + 2)) + 16)
    this.#intent(next ?? NO_INTENT)
    this.#at = this.#buffer.writeUInt16LE(settled.length, this.#at)
    for (const item of settled) this.#settled(item)
    this.#finish()
  }

  #begin(type: number, id: number, roomBytes: number): void {
    const neededBytes = this.#record + FRAME_BYTES + 5 + roomBytes
    if (this.#buffer.length < neededBytes) {
      const larger = Buffer.allocUnsafeSlow(neededBytes * 2)
      this.#buffer.copy(larger, 0, 0, this.#record)
      this.#buffer = larger
    }
    this.#at = this.#buffer.writeUInt8(type, this.#record + FRAME_BYTES)
    this.#at = this.#buffer.writeUInt32LE(id, this.#at)
  }

  #finish(): void {
    const payload = this.#buffer.subarray(this.#record + FRAME_BYTES, this.#at)
    this.#buffer.writeUInt32LE(payload.length, this.#record)
    this.#buffer.writeUInt32LE(crc32(payload), this.#record + 4)
    this.#record = this.#at
  }

  #intent({ seq, n }: Intent): void {
    this.#at = this.#buffer.writeUInt32LE(seq, this.#at)
    this.#at = this.#buffer.writeUInt8(n, this.#at)
  }

  #settled({ seq, n, outcome }: SettledIntent): void {
    this.#intent({ seq, n })
    const buffer = this.#buffer
    const attempt = outcome?.attempt
    let at = this.#at
    const handedOverMs = outcome?.handedOverMs
    const flags = (outcome?.suppress ? 2 : 0) + (attempt ? 4 : 0) + (handedOverMs === undefined ? 0 : 8)
    at = buffer.writeUInt8(outcome === null ? 0 : 1 + flags, at)
    if (outcome === null) {
      this.#at = at
      return
    }
    at = buffer.writeUInt8(outcome.state, at)
    at = buffer.writeUInt8(outcome.attempts, at)
    at = buffer.writeUInt16LE(outcome.reason, at)
    at = buffer.writeDoubleLE(outcome.atMs, at)
    if (handedOverMs !== undefined) at = buffer.writeDoubleLE(handedOverMs, at)
    if (attempt) {
      at = buffer.writeUInt8(attempt.kind, at)
      at = buffer.writeInt32LE(attempt.code, at)
      for (const text of [attempt.reason, attempt.providerMessageId, attempt.answer]) {
        const kept = text.length > TEXT_LIMIT ? text.slice(0, TEXT_LIMIT) : text
        const length = kept === '' ? 0 : buffer.write(kept, at + 2)
        buffer.writeUInt16LE(length, at)
        at += 2 + length
      }
    }
    this.#at = at
  }
}

const NO_INTENT: Intent = { seq: 0, n: 0 }

/** Yields the records, each with the offset after it, up to the end or the first torn write. */
export function* readRecords(file: Buffer): Generator<{ record: JournalRecord; end: number }> {
  let at = 0
  while (at + FRAME_BYTES <= file.length) {
    const end = at + FRAME_BYTES + file.readUInt32LE(at)
    if (end > file.length || end === at + FRAME_BYTES) return
    const payload = file.subarray(at + FRAME_BYTES, end)
    if (crc32(payload) !== file.readUInt32LE(at + 4)) return
    yield { record: decode(payload), end }
    at = end
  }
}

function decode(payload: Buffer): JournalRecord {
  const id = payload.readUInt32LE(1)
  switch (payload[0]) {
    case TYPE.batch:
      return { type: 'batch', id, batch: JSON.parse(payload.toString('utf8', 5)) as JournalBatch }
    case TYPE.open:
      return { type: 'open', id, intent: readIntent(payload, 5) }
    case TYPE.turn: {
      const next = readIntent(payload, 5)
      return { type: 'turn', id, settled: readSettled(payload), next: next.seq === 0 ? null : next }
    }
    default:
      throw new Error(`a journal record of unknown type ${String(payload[0])}: it was written by a newer version`)
  }
}

function readIntent(payload: Buffer, at: number): Intent {
  return { seq: payload.readUInt32LE(at), n: payload.readUInt8(at + 4) }
}

function readSettled(payload: Buffer): SettledIntent[] {
  const settled: SettledIntent[] = []
  let at = 12
  for (let left = payload.readUInt16LE(10); left > 0; left--) {
    const intent = readIntent(payload, at)
    const flags = payload.readUInt8(at + 5)
    at += 6
    if (flags === 0) {
      settled.push({ ...intent, outcome: null })
      continue
    }
    const { outcome, end } = readOutcome(payload, at, intent, flags)
    settled.push({ ...intent, outcome })
    at = end
  }
  return settled
}

function readOutcome(
  payload: Buffer,
  start: number,
  intent: Intent,
  flags: number,
): { outcome: Recorded; end: number } {
  const outcome: Recorded = {
    seq: intent.seq,
    state: payload.readUInt8(start) as State,
    attempts: payload.readUInt8(start + 1),
    reason: payload.readUInt16LE(start + 2),
    atMs: payload.readDoubleLE(start + 4),
    suppress: (flags & 2) !== 0,
    attempt: null,
  }
  let at = start + 12
  if ((flags & 8) !== 0) {
    outcome.handedOverMs = payload.readDoubleLE(at)
    at += 8
  }
  if ((flags & 4) === 0) return { outcome, end: at }
  const kind = payload.readUInt8(at) as AttemptKind
  const code = payload.readInt32LE(at + 1)
  at += 5
  const texts = ['', '', ''].map(() => {
    const length = payload.readUInt16LE(at)
    const text = payload.toString('utf8', at + 2, at + 2 + length)
    at += 2 + length
    return text
  })
  const [reason = '', providerMessageId = '', answer = ''] = texts
  return { outcome: { ...outcome, attempt: { n: intent.n, kind, code, reason, providerMessageId, answer } }, end: at }
}
