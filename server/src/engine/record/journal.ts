/**
 * A worker's journal: what it is about to send and how it ended, in files of its own, for the few milliseconds before the
 * database knows. A plain write survives the death of the process, which is what it is for; fsync would guard against the
 * death of the machine at the price of most of the speed.
 */
import { closeSync, mkdirSync, openSync, unlinkSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { type Intent, JournalEncoder, type SettledIntent } from './journal-records.ts'
import type { JournalBatch } from './outcomes.ts'

const SEGMENT_BYTES = 8 * 1024 * 1024
const MOST_PENDING_BYTES = 32_768

interface OpenBatch extends JournalBatch {
  id: number
  /** Intents without an outcome, by seq. */
  open: Map<number, Intent>
}

interface Segment {
  path: string
  /** Position behind its last byte. */
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

  /** Begins a new journal in that folder. Throws what the file system throws: a worker without a journal does not send. */
  constructor(folder: string, segmentBytes = SEGMENT_BYTES) {
    this.#folder = folder
    this.#segmentBytes = segmentBytes
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    this.#openFile()
  }

  /** Bytes in the files since the beginning, over all of them. */
  get position(): number {
    return this.#position
  }

  /** Of those, what the database does not have yet. */
  get openBytes(): number {
    return this.#position - this.#committed
  }

  /** No batch is open: whatever is in it waits for nothing more. */
  get isIdle(): boolean {
    return this.#batches.size === 0
  }

  /** Announces a batch; `key` names it in the calls below. */
  open(key: object, batch: JournalBatch): void {
    const opened = { ...batch, id: this.#nextId++, open: new Map<number, Intent>() }
    this.#batches.set(key, opened)
    this.#encoder.batch(opened.id, batch)
  }

  /** One record: outcomes of messages begun before, and the message that is begun after the next `commit`. */
  turn(key: object, settled: readonly SettledIntent[], next: Intent | null): void {
    const batch = this.#batches.get(key)
    if (batch === undefined) throw new Error('a turn of a batch that is not open in the journal')
    if (this.#fileBytes > this.#segmentBytes) this.#rotate()
    this.#encoder.turn(batch.id, settled, next)
    if (this.#encoder.pendingBytes > MOST_PENDING_BYTES) this.commit()
    for (const { seq } of settled) batch.open.delete(seq)
    if (next !== null) batch.open.set(next.seq, next)
  }

  /** Writes every record so far in one piece. Throws what the file system throws; what is left is written the next time. */
  commit(): void {
    while (this.#encoder.pendingBytes > 0) {
      const written = writeSync(this.#file, this.#encoder.pending)
      this.#encoder.written(written)
      this.#fileBytes += written
      this.#position += written
    }
  }

  /** Every message of the batch that was begun has its outcome. */
  close(key: object): void {
    this.#batches.delete(key)
  }

  /** Everything up to this position is in the database: files that end before it have served. */
  committed(position: number): void {
    this.#committed = position
    while (this.#full[0] !== undefined && this.#full[0].end <= position) {
      unlinkSync(this.#full[0].path)
      this.#full.shift()
    }
  }

  /**
   * Begins a new file when the present one is older than that, so that no answer of a provider stays on the disk for longer than
   * this and the database need.
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

  /** The new file can be read without the ones before it: it begins with the batches and intents that are open. */
  #rotate(): void {
    this.commit()
    closeSync(this.#file)
    this.#full.push({ path: this.#path, end: this.#position })
    this.#openFile()
    for (const { id, open, ...batch } of this.#batches.values()) {
      this.#encoder.batch(id, batch)
      for (const intent of open.values()) this.#encoder.open(id, intent)
    }
    // Before anybody removes the file that held them until now.
    this.commit()
  }

  #openFile(): void {
    this.#fileNo++
    // The name tells where in the journal the file begins.
    this.#path = join(this.#folder, `${String(this.#fileNo).padStart(6, '0')}-${this.#position}.journal`)
    this.#file = openSync(this.#path, 'wx', 0o600)
    this.#fileBytes = 0
    this.#openedAt = performance.now()
  }
}
