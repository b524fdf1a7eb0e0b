import type { IncomingMessage, RecordMeta, StoredMessage } from './message.ts'
import { messageId, readMessageId } from './message-id.ts'
import { MessageLog, type RecordPlace } from './message-log.ts'

// The messages on disk plus a small index in memory (about 400 bytes a message: 60,000 messages cost some 25 MB whatever
// their size). A mail to three recipients is three messages that share one body, so that every recipient can be counted.

export interface StoreLimits {
  /** The oldest messages beyond this count are dropped. */
  maxMessages: number
  /** The oldest files are dropped while the directory holds more than this. */
  maxBytes: number
}

export interface MessageFilter {
  channel?: string | undefined
  /** One whole address, in any case. */
  to?: string | undefined
  /** Text to be found in recipient, author or subject, or by the body search; in any case. */
  search?: string | undefined
}

/** A body search, asked for a message whose index entry does not match. */
export type BodyMatcher = (message: StoredMessage, needle: string) => Promise<boolean>

interface IndexedRecord {
  place: RecordPlace
  channel: string
  /** Author and subject in lower case, for the search. */
  words: string
}

interface IndexEntry {
  seq: number
  atMs: number
  /** In lower case; the spelling received is in the log. */
  address: string
  /** Position among the recipients of its record. */
  recipient: number
  record: IndexedRecord
  /** Number of the message before this one to the same address, or 0. */
  previousSeq: number
}

const LOG_FILE_BYTES = 64 << 20
/** How many of the newest messages a search also opens. */
export const BODY_SEARCH_DEPTH = 1000

/** Keeps messages, finds them again, and never holds more than its limits. */
export class MessageStore {
  readonly #log: MessageLog
  readonly #limits: StoreLimits
  readonly #listeners = new Set<() => void>()
  #entries: IndexEntry[] = []
  /** Entries before this one are dropped; they are cut off the array in large pieces. */
  #start = 0
  #newestSeqByAddress = new Map<string, number>()
  #nextSeq = 1

  /** Opens the store in `directory` with everything that an earlier process left there. */
  constructor(directory: string, limits: StoreLimits) {
    this.#limits = limits
    const fileBytes = Math.min(LOG_FILE_BYTES, Math.ceil(limits.maxBytes / 8))
    this.#log = new MessageLog(directory, fileBytes, (meta, place) => this.#index(JSON.parse(meta.toString()), place))
    this.#trim()
  }

  /** Messages held. */
  get count(): number {
    return this.#entries.length - this.#start
  }

  /** Bytes on disk. */
  get sizeBytes(): number {
    return this.#log.sizeBytes
  }

  /** Number of the newest message ever; tells whether something has arrived since. */
  get newestSeq(): number {
    return this.#nextSeq - 1
  }

  /** Keeps a message and answers one number per recipient, once it would survive the end of the process. */
  async add(message: IncomingMessage, atMs: number): Promise<number[]> {
    const { raw, ...rest } = message
    const meta: RecordMeta = { ...rest, seq: this.#nextSeq, atMs }
    this.#nextSeq += message.recipients.length
    const place = await this.#log.append(Buffer.from(JSON.stringify(meta)), raw)
    this.#index(meta, place)
    this.#trim()
    this.#tell()
    return message.recipients.map((_, i) => meta.seq + i)
  }

  /** Page `page` (from 1) of the matching messages, newest first, and how many match altogether. */
  async list(
    filter: MessageFilter,
    page: number,
    perPage: number,
    matchesBody: BodyMatcher,
  ): Promise<{ total: number; messages: StoredMessage[] }> {
    const from = (page - 1) * perPage
    if (!filter.channel && !filter.search && filter.to === undefined) {
      const end = this.#entries.length - from
      const entries = this.#entries.slice(Math.max(this.#start, end - perPage), Math.max(this.#start, end))
      return { total: this.count, messages: this.#load(entries.reverse()) }
    }
    const matching: IndexEntry[] = []
    const candidates = filter.to === undefined ? this.#newestFirst() : this.#toAddress(filter.to.toLowerCase())
    let looked = 0
    for (const entry of candidates) {
      if (await this.#matches(entry, filter, looked++ < BODY_SEARCH_DEPTH, matchesBody)) matching.push(entry)
    }
    return { total: matching.length, messages: this.#load(matching.slice(from, from + perPage)) }
  }

  /** The newest message of each address on these channels, newest first, of at most so many addresses. */
  newestPerAddress(channels: ReadonlySet<string>, most: number): StoredMessage[] {
    const found = new Map<string, IndexEntry>()
    for (const entry of this.#newestFirst()) {
      if (!channels.has(entry.record.channel) || found.has(entry.address)) continue
      found.set(entry.address, entry)
      if (found.size === most) break
    }
    return this.#load([...found.values()])
  }

  /** The newest messages of an address on these channels, oldest first. */
  threadOf(address: string, channels: ReadonlySet<string>, most: number): StoredMessage[] {
    const entries: IndexEntry[] = []
    for (const entry of this.#toAddress(address.toLowerCase())) {
      if (channels.has(entry.record.channel)) entries.push(entry)
      if (entries.length === most) break
    }
    return this.#load(entries.reverse())
  }

  /** The message with this id, or undefined. */
  find(id: string): StoredMessage | undefined {
    const place = readMessageId(id)
    const message = place && this.findSeq(place.seq)
    return message?.atMs === place?.atMs ? message : undefined
  }

  /** The message with this number, or undefined. */
  findSeq(seq: number): StoredMessage | undefined {
    const entry = this.#entryOf(seq)
    return entry && this.#load([entry])[0]
  }

  /** The body of a message as received, or undefined once it is dropped. */
  raw(seq: number): Buffer | undefined {
    const entry = this.#entryOf(seq)
    return entry && this.#log.readBody(entry.record.place)
  }

  /** How many messages each address has got, in lower case. */
  counts(channel?: string): Map<string, number> {
    const counts = new Map<string, number>()
    for (const entry of this.#newestFirst()) {
      if (channel && entry.record.channel !== channel) continue
      counts.set(entry.address, (counts.get(entry.address) ?? 0) + 1)
    }
    return counts
  }

  /** Deletes everything. */
  clear(): void {
    this.#log.clear()
    this.#entries = []
    this.#start = 0
    this.#newestSeqByAddress = new Map()
    this.#tell()
  }

  /** Calls `listener` after every change; answers how to stop that. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Finishes the running writes. */
  close(): void {
    this.#log.close()
  }

  #tell(): void {
    for (const listener of this.#listeners) listener()
  }

  #index(meta: RecordMeta, place: RecordPlace): void {
    const record = { place, channel: meta.channel, words: `${meta.from}\n${meta.subject}`.toLowerCase() }
    meta.recipients.forEach((to, recipient) => {
      const seq = meta.seq + recipient
      const address = to.toLowerCase()
      const previousSeq = this.#newestSeqByAddress.get(address) ?? 0
      this.#entries.push({ seq, atMs: meta.atMs, address, recipient, record, previousSeq })
      this.#newestSeqByAddress.set(address, seq)
    })
    this.#nextSeq = Math.max(this.#nextSeq, meta.seq + meta.recipients.length)
  }

  #trim(): void {
    while (this.count > this.#limits.maxMessages) this.#dropOldest()
    while (this.#log.files.length > 1) {
      const [oldest] = this.#log.files
      const tooLarge = this.#log.sizeBytes > this.#limits.maxBytes
      if (tooLarge) while (this.#oldestFile() === oldest) this.#dropOldest()
      else if (this.#oldestFile() === oldest || this.count === 0) break
      this.#log.dropOldestFile()
    }
    if (this.#start > 4096) {
      this.#entries = this.#entries.slice(this.#start)
      this.#start = 0
    }
  }

  #oldestFile(): RecordPlace['file'] | undefined {
    return this.#entries[this.#start]?.record.place.file
  }

  #dropOldest(): void {
    const entry = this.#entries[this.#start++]
    if (entry && this.#newestSeqByAddress.get(entry.address) === entry.seq) {
      this.#newestSeqByAddress.delete(entry.address)
    }
  }

  /** Numbers rise but may have gaps (a message that the disk refused), hence a binary search. */
  #entryOf(seq: number): IndexEntry | undefined {
    let low = this.#start
    let high = this.#entries.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((this.#entries[middle]?.seq ?? 0) < seq) low = middle + 1
      else high = middle
    }
    const entry = this.#entries[low]
    return entry?.seq === seq ? entry : undefined
  }

  *#newestFirst(): Generator<IndexEntry> {
    // Both are held on to: a caller that waits between two entries may find the store trimmed.
    const entries = this.#entries
    const start = this.#start
    for (let i = entries.length - 1; i >= start; i--) {
      const entry = entries[i]
      if (entry) yield entry
    }
  }

  *#toAddress(address: string): Generator<IndexEntry> {
    let entry = this.#entryOf(this.#newestSeqByAddress.get(address) ?? 0)
    while (entry) {
      yield entry
      entry = this.#entryOf(entry.previousSeq)
    }
  }

  async #matches(entry: IndexEntry, filter: MessageFilter, open: boolean, matchesBody: BodyMatcher): Promise<boolean> {
    if (filter.channel && entry.record.channel !== filter.channel) return false
    const needle = filter.search?.toLowerCase()
    if (!needle || entry.address.includes(needle) || entry.record.words.includes(needle)) return true
    if (!open) return false
    const [message] = this.#load([entry])
    return message !== undefined && matchesBody(message, needle)
  }

  /** Entries whose file was dropped while their reader waited are left out. */
  #load(entries: IndexEntry[]): StoredMessage[] {
    return entries
      .filter(({ record }) => this.#log.files.includes(record.place.file))
      .map(({ seq, atMs, recipient, record }) => {
        const { recipients, seq: _, ...meta }: RecordMeta = JSON.parse(this.#log.readMeta(record.place).toString())
        return { ...meta, id: messageId(atMs, seq), seq, to: recipients[recipient] ?? '' }
      })
  }
}
