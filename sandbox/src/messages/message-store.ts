import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { viewMail } from './mail-view.ts'
import type { IncomingMessage, StoredMessage } from './message.ts'
import { messageId, readMessageId } from './message-id.ts'

// Messages in a SQLite file. A mail to three recipients is stored as three messages that share a body, so that every
// recipient can be counted. A killed process loses nothing that it has confirmed, because the operating system has it
// by then. There is no fsync: a stand-in need not survive a power cut. All messages of one event loop turn are written
// in one transaction. A rollback journal, which does not store new pages, needs half the writes of a write-ahead log
// (docs/decisions/0030-the-sandboxs-messages.md).

export interface StoreLimits {
  /** The oldest messages beyond this number are deleted. */
  maxMessages: number
  /** The oldest messages are deleted while all of them take more than this. */
  maxBytes: number
}

export interface MessageFilter {
  channel?: string | undefined
  /** One complete address, case-insensitive. */
  to?: string | undefined
  /** Case-insensitive text to find in recipient, author, subject or, among the newest messages, the body. */
  search?: string | undefined
}

/** How many messages each address received. */
export interface AddressCounts {
  messages: number
  recipients: number
  /** Addresses with more than one message, in lower case. */
  repeated: { to: string; messages: number }[]
}

interface WaitingMessage {
  message: IncomingMessage
  atMs: number
  resolve(seqs: number[]): void
  reject(error: unknown): void
}

/** How many of the newest messages have their bodies searched. */
export const BODY_SEARCH_DEPTH = 1000
/** Only the beginning of a longer text is searched. */
const MAX_TEXT_LENGTH = 20_000
/** How many mails are parsed before other work gets its turn. */
const BODIES_PER_TURN = 25
/** Share of the messages that is deleted at once when all of them take too much space. */
const DROPPED_SHARE = 1 / 16

/** `body.text` is the text that is searched. For a mail it is empty until a search has parsed the body. */
const SCHEMA = `
  pragma page_size = 8192;
  pragma locking_mode = exclusive;
  pragma journal_mode = persist;
  pragma synchronous = off;
  create table if not exists body (body_id integer primary key autoincrement, raw blob not null, text text);
  create table if not exists message (
    seq integer primary key autoincrement, at_ms integer not null, body_id integer not null, channel text not null,
    provider text not null, sender text not null, author text not null, subject text not null, recipient text not null,
    address text not null, words text not null);
  create index if not exists message_address on message (address, channel)`

const MESSAGE = `seq, at_ms as "atMs", channel, provider, sender, author as "from", subject, recipient as "to"`

/** Stores and finds messages, and never holds more than its limits. */
export class MessageStore {
  readonly #database: DatabaseSync
  readonly #statements = new Map<string, StatementSync>()
  readonly #limits: StoreLimits
  readonly #listeners = new Set<() => void>()
  #waiting: WaitingMessage[] = []
  #count: number
  #newestSeq: number

  /**
   * Opens the store in a directory, with everything that an earlier process left there. Only one process may use a
   * directory at a time.
   */
  constructor(directory: string, limits: StoreLimits) {
    this.#limits = limits
    // Versions before the database kept their messages here.
    rmSync(join(directory, 'messages'), { recursive: true, force: true })
    this.#database = new DatabaseSync(join(directory, 'messages.sqlite'))
    this.#database.exec(SCHEMA)
    this.#count = this.#number('select count(*) from message')
    this.#newestSeq = this.#number(`select coalesce(max(seq), 0) from sqlite_sequence where name = 'message'`)
    this.#trim()
  }

  /** Number of stored messages. */
  get count(): number {
    return this.#count
  }

  /** Size of the messages on disk, in bytes. */
  get sizeBytes(): number {
    const pages = this.#number('pragma page_count') - this.#number('pragma freelist_count')
    return pages * this.#number('pragma page_size')
  }

  /** Number of the newest message ever stored; shows whether something has arrived since. */
  get newestSeq(): number {
    return this.#newestSeq
  }

  /** Stores a message and resolves to one number per recipient, once it would survive the end of the process. */
  add(message: IncomingMessage, atMs: number): Promise<number[]> {
    return new Promise((resolve, reject) => {
      if (this.#waiting.push({ message, atMs, resolve, reject }) === 1) setImmediate(() => this.#flush())
    })
  }

  /** Page `page` (starting at 1) of the matching messages, newest first, and the number of all matches. */
  async list(
    { channel, to, search = '' }: MessageFilter,
    page: number,
    perPage: number,
  ): Promise<{ total: number; messages: StoredMessage[] }> {
    const address = to?.toLowerCase() ?? null
    const needle = search.toLowerCase()
    // Number of the oldest message whose body is searched.
    const depth = needle === '' ? 0 : await this.#openBodies(address)
    const conditions = [
      ...(address === null ? [] : ['address = :address']),
      ...(channel === undefined ? [] : ['channel = :channel']),
      ...(needle === ''
        ? []
        : [
            `(instr(address, :needle) or instr(words, :needle)
              or seq >= :depth and (select instr(text, :needle) from body b where b.body_id = message.body_id))`,
          ]),
    ]
    const where = conditions.length === 0 ? 'true' : conditions.join(' and ')
    const values = {
      ...(address !== null && { address }),
      ...(channel !== undefined && { channel }),
      ...(needle !== '' && { needle, depth }),
    }
    const total =
      conditions.length === 0 ? this.#count : this.#number(`select count(*) from message where ${where}`, values)
    return {
      total,
      messages: this.#messages(`${where} order by seq desc limit :limit offset :offset`, {
        ...values,
        limit: perPage,
        offset: (page - 1) * perPage,
      }),
    }
  }

  /** The newest message of each address on these channels, newest first, for at most `most` addresses. */
  newestPerAddress(channels: ReadonlySet<string>, most: number): StoredMessage[] {
    return this.#messages(
      `seq in (select max(seq) from message where channel in (select value from json_each(:channels)) group by address)
       order by seq desc limit :most`,
      { channels: JSON.stringify([...channels]), most },
    )
  }

  /** The newest messages of an address on these channels, oldest first. */
  threadOf(address: string, channels: ReadonlySet<string>, most: number): StoredMessage[] {
    const newest = this.#messages(
      `address = :address and channel in (select value from json_each(:channels)) order by seq desc limit :most`,
      { address: address.toLowerCase(), channels: JSON.stringify([...channels]), most },
    )
    return newest.reverse()
  }

  /** The message with this id, or undefined. */
  find(id: string): StoredMessage | undefined {
    const place = readMessageId(id)
    const message = place && this.findSeq(place.seq)
    return message?.atMs === place?.atMs ? message : undefined
  }

  /** The message with this number, or undefined. */
  findSeq(seq: number): StoredMessage | undefined {
    return this.#messages('seq = :seq', { seq })[0]
  }

  /** The body of a message as received; undefined once it is deleted. */
  raw(seq: number): Buffer | undefined {
    const row = this.#prepared('select raw from body where body_id = (select body_id from message where seq = ?)').get(
      seq,
    )
    return row && bufferOf(row['raw'])
  }

  /** How many messages each address received, on one channel or on all. */
  counts(channel?: string): AddressCounts {
    const each = `select address as "to", count(*) as messages from message ${channel === undefined ? '' : 'where channel = :channel'} group by address`
    const values = channel === undefined ? {} : { channel }
    const sums = this.#prepared(
      `select count(*) as recipients, coalesce(sum(messages), 0) as messages from (${each})`,
    ).get(values) as Omit<AddressCounts, 'repeated'>
    const repeated = this.#prepared(`${each} having count(*) > 1`).all(values) as unknown as AddressCounts['repeated']
    return { ...sums, repeated }
  }

  /** Deletes everything; numbering continues. */
  clear(): void {
    this.#database.exec('delete from message; delete from body; vacuum')
    this.#count = 0
    this.#tell()
  }

  /** Calls `listener` after every change. Returns a function that stops this. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Writes pending messages and closes the file. */
  close(): void {
    this.#flush()
    this.#database.close()
  }

  #flush(): void {
    const batch = this.#waiting.splice(0)
    if (batch.length === 0) return
    try {
      this.#database.exec('begin')
      const seqs = batch.map(({ message, atMs }) => this.#insert(message, atMs))
      this.#database.exec('commit')
      this.#newestSeq = seqs.at(-1)?.at(-1) ?? this.#newestSeq
      this.#count += seqs.reduce((sum, each) => sum + each.length, 0)
      batch.forEach(({ resolve }, i) => resolve(seqs[i] ?? []))
      this.#trim()
      this.#tell()
    } catch (error) {
      if (this.#database.isTransaction) this.#database.exec('rollback')
      for (const { reject } of batch) reject(error)
    }
  }

  #insert(message: IncomingMessage, atMs: number): number[] {
    const { channel, provider, sender, from, subject, recipients, raw, text } = message
    const insertBody = this.#prepared('insert into body (raw, text) values (?, ?)')
    const body = insertBody.run(raw, text?.toLowerCase() ?? null).lastInsertRowid
    const words = `${from}\n${subject}`.toLowerCase()
    const insert = this.#prepared(
      `insert into message (at_ms, body_id, channel, provider, sender, author, subject, recipient, address, words)
       values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    )
    return recipients.map(to =>
      Number(
        insert.run(atMs, body, channel, provider, sender, from, subject, to, to.toLowerCase(), words).lastInsertRowid,
      ),
    )
  }

  #trim(): void {
    this.#drop(this.#count - this.#limits.maxMessages)
    while (this.#count > 1 && this.sizeBytes > this.#limits.maxBytes) this.#drop(Math.ceil(this.#count * DROPPED_SHARE))
  }

  /** Deletes that many of the oldest messages. */
  #drop(messages: number): void {
    if (messages <= 0) return
    const deleted = this.#prepared('delete from message where seq in (select seq from message order by seq limit ?)')
    this.#count -= Number(deleted.run(messages).changes)
    // Body numbers increase in the same order as message numbers.
    this.#prepared('delete from body where body_id < (select body_id from message order by seq limit 1)').run()
  }

  /**
   * Extracts the text of the newest bodies, or of the newest to an address. Returns the number of the oldest message
   * among them.
   */
  async #openBodies(address: string | null): Promise<number> {
    const where = address === null ? '' : 'where address = :address'
    const newest = this.#prepared(
      `select seq, body_id as body, text is null as "isClosed" from message join body using (body_id) ${where}
       order by seq desc limit ${BODY_SEARCH_DEPTH}`,
    ).all(address === null ? {} : { address })
    const closed = newest.filter(row => row['isClosed'] === 1).map(row => Number(row['body']))
    for (const [no, body] of [...new Set(closed)].entries()) {
      if ((no + 1) % BODIES_PER_TURN === 0) await nextTurn()
      // A body may be deleted while other work has its turn.
      const row = this.#prepared('select raw from body where body_id = ?').get(body)
      const text = row && (await viewMail(bufferOf(row['raw']))).text.slice(0, MAX_TEXT_LENGTH).toLowerCase()
      if (text !== undefined) this.#prepared('update body set text = ? where body_id = ?').run(text, body)
    }
    return Number(newest.at(-1)?.['seq'] ?? 0)
  }

  #tell(): void {
    for (const listener of this.#listeners) listener()
  }

  #messages(where: string, values: Record<string, SQLInputValue>): StoredMessage[] {
    const rows = this.#prepared(`select ${MESSAGE} from message where ${where}`).all(values)
    return (rows as unknown as Omit<StoredMessage, 'id'>[]).map(row => ({ ...row, id: messageId(row.atMs, row.seq) }))
  }

  /** The single value that a query returns. */
  #number(query: string, values: Record<string, SQLInputValue> = {}): number {
    return Number(Object.values(this.#prepared(query).get(values) ?? {})[0])
  }

  #prepared(sql: string): StatementSync {
    const known = this.#statements.get(sql) ?? this.#database.prepare(sql)
    this.#statements.set(sql, known)
    return known
  }
}

function bufferOf(value: unknown): Buffer {
  const { buffer, byteOffset, byteLength } = value as Uint8Array<ArrayBuffer>
  return Buffer.from(buffer, byteOffset, byteLength)
}
