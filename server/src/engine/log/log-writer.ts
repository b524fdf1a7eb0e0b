/**
 * Writes the log beside the work that it describes: notes are queued for a moment and stored together. No work waits for the log or fails
 * with it; notes that a dying process has not stored are lost. Each application has its own room for each kind of entry, so that no
 * tenant's traffic fills the disk: entries without room are counted, and one entry says how many.
 */
import { createHash } from 'node:crypto'
import { openConfiguration, openSecrets } from '../../channels/registry.ts'
import type { Database } from '../../db/database.ts'
import { dailyTables, ensureLeaves } from '../../db/partitions.ts'
import type { Db } from '../../db/schema/tables.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Log } from '../../lib/log.ts'
import { isSecretName, masked, readable } from '../../lib/masking.ts'
import type { Secrets } from '../../lib/secrets.ts'
import { uuidv7 } from '../../lib/uuid.ts'
import { BODY_MAX, ENDPOINT_MAX, type LogNote, NAME_MAX, resultOf } from './log-entry.ts'
import { insertLogRows, type LogRow, selectConfigurations, setLeftOut, takeRoom } from './log-queries.ts'

export interface LogDeps {
  database: Database
  secrets: Secrets
  clock: Clock
  log: Log
}

const MEGABYTE = 1_048_576
/** Per application and kind: this much at once, and as much again each day. */
const ROOM = { most: 8 * MEGABYTE, perSecond: (8 * MEGABYTE) / 86_400 }
/** Besides texts: numbers, ids, and index entries. */
const ROW_BYTES = 512
/** How many exchanges per minute get an entry of their own where the rest is only counted. */
const WHOLE_PER_MINUTE = 30
/** Limits of queued notes and their texts: in total, and per application and kind. */
const WAITING_MAX = { notes: 1000, characters: 16_000_000 }
const WAITING_OF_ONE_MAX = { notes: 250, characters: 4_000_000 }
const FLUSH_MS = 200
/** How long nothing of a kind is tried after room was refused. */
const FULL_MS = 5000

interface Waiting {
  note: LogNote
  /** Assigned when noted, so that entries keep that order. */
  id: string
  /** Further notes add to the same entry. */
  isCount: boolean
}

/** Logs one exchange. */
export function writeLog(deps: LogDeps, note: LogNote): void {
  writerOf(deps).add(note, deps.clock.now().getTime())
}

/**
 * Logs an exchange of a frequent kind: the first ones of each minute with entries of their own, the others as one number per hour.
 * `counted`: what that number says, if each exchange has an address of its own.
 */
export function writeSampledLog(deps: LogDeps, note: LogNote, counted: LogNote = note): void {
  const writer = writerOf(deps)
  if (writer.isOneOfFew(note, deps.clock.now().getTime())) writeLog(deps, note)
  else countLog(deps, counted)
}

/** Adds to the number of such exchanges in this hour. */
export function countLog(deps: LogDeps, note: LogNote): void {
  const hourMs = Math.floor(deps.clock.now().getTime() / 3_600_000) * 3_600_000
  const bare: LogNote = { ...note, receiver: '', response: '', payload: '' }
  delete bare.delivery
  writerOf(deps).count(bare, hourMs)
}

/** Resolves when everything noted so far is stored. */
export async function settleLog(database: Database): Promise<void> {
  await writers.get(database)?.settle()
}

const writers = new WeakMap<Database, LogWriter>()

/** One per database and process. */
function writerOf(deps: LogDeps): LogWriter {
  let writer = writers.get(deps.database)
  if (writer === undefined) writers.set(deps.database, (writer = new LogWriter(deps)))
  return writer
}

class LogWriter {
  readonly #deps: LogDeps
  #waiting: Waiting[] = []
  /** Keyed by application and kind. */
  readonly #waits = new Map<string, Amount>()
  readonly #allWait = { notes: 0, characters: 0 }
  readonly #counts = new Map<string, Waiting>()
  readonly #leftOut = new Map<string, number>()
  readonly #fullUntilMs = new Map<string, number>()
  #minute = { no: 0, ofKinds: new Map<string, number>() }
  #timer: NodeJS.Timeout | undefined
  #flushing: Promise<void> | undefined
  #knownDay = ''

  constructor(deps: LogDeps) {
    this.#deps = deps
  }

  add(note: LogNote, atMs: number): void {
    const key = keyOf(note)
    const isFull = (this.#fullUntilMs.get(key) ?? -Infinity) > performance.now()
    const wait = this.#waits.get(key) ?? { notes: 0, characters: 0 }
    if (isFull || isReached(this.#allWait, WAITING_MAX) || isReached(wait, WAITING_OF_ONE_MAX))
      this.#leftOut.set(key, (this.#leftOut.get(key) ?? 0) + (note.times ?? 1))
    else {
      const [response, payload] = [readable(note.response), readable(note.payload)]
      this.#waiting.push({ note: { ...note, response, payload }, id: uuidv7(atMs), isCount: false })
      this.#waits.set(key, wait)
      for (const each of [wait, this.#allWait]) {
        each.notes += 1
        each.characters += response.length + payload.length
      }
    }
    this.#flushSoon()
  }

  count(note: LogNote, hourMs: number): void {
    const { applicationId, kind, channel, status, method, endpoint, currentStatus, source, keyId = '' } = note
    const parts = [applicationId, kind, channel, status, method, endpoint, currentStatus, source, keyId]
    const name = `${hourMs} ${parts.join('\0')}`
    const known = this.#counts.get(name)
    if (known !== undefined) known.note.times = (known.note.times ?? 1) + (note.times ?? 1)
    else if (this.#counts.size < WAITING_MAX.notes)
      this.#counts.set(name, { note: { ...note }, id: hourId(hourMs, parts), isCount: true })
    this.#flushSoon()
  }

  isOneOfFew(note: LogNote, nowMs: number): boolean {
    const no = Math.floor(nowMs / 60_000)
    if (no !== this.#minute.no) this.#minute = { no, ofKinds: new Map() }
    const key = keyOf(note)
    const n = (this.#minute.ofKinds.get(key) ?? 0) + 1
    this.#minute.ofKinds.set(key, n)
    return n <= WHOLE_PER_MINUTE
  }

  async settle(): Promise<void> {
    while (this.#flushing !== undefined || this.#hasWork) await (this.#flushing ?? this.#startFlush())
  }

  get #hasWork(): boolean {
    return this.#waiting.length > 0 || this.#counts.size > 0
  }

  #flushSoon(): void {
    if (this.#flushing !== undefined) return
    this.#timer ??= setTimeout(() => void this.#startFlush(), FLUSH_MS).unref()
  }

  #startFlush(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#flushing ??= this.#flush().finally(() => {
      this.#flushing = undefined
      if (this.#hasWork) this.#flushSoon()
    })
    return this.#flushing
  }

  async #flush(): Promise<void> {
    const { database, log, clock } = this.#deps
    const all = [...this.#waiting.splice(0), ...this.#counts.values()]
    this.#waits.clear()
    Object.assign(this.#allWait, { notes: 0, characters: 0 })
    this.#counts.clear()
    for (const some of Map.groupBy(all, ({ note }) => keyOf(note)).values()) {
      try {
        await this.#makeDay(clock.now())
        await database.kysely.transaction().execute(tx => this.#write(tx, some))
      } catch (error) {
        log.warn({ err: error, entries: some.length }, 'entries of the log were lost')
      }
    }
  }

  /** Housekeeping creates partitions in advance; this is for a database without a scheduler so far. */
  async #makeDay(now: Date): Promise<void> {
    const day = now.toISOString().slice(0, 10)
    if (day === this.#knownDay) return
    await ensureLeaves(this.#deps.database, now, { tables: dailyTables })
    this.#knownDay = day
  }

  /** The notes of one application and kind. */
  async #write(tx: Db, some: readonly Waiting[]): Promise<void> {
    const [first] = some
    if (first === undefined) return
    const { applicationId, kind } = first.note
    const key = keyOf(first.note)
    const now = this.#deps.clock.now()
    const counted = some.filter(({ isCount }) => isCount)
    const whole = some.filter(({ isCount }) => !isCount)
    const sizes = whole.map(({ note }) => sizeOf(note))
    const wanted = sizes.reduce((sum, size) => sum + size, 0)
    const { bytes, leftOut } = await takeRoom(tx, { applicationId, kind, wanted, now }, ROOM)
    const fits = fitsIn(bytes, sizes)
    const fitting = whole.filter((_, index) => fits[index])
    const refused = whole.filter((_, index) => !fits[index])
    if (refused.length > 0) this.#fullUntilMs.set(key, performance.now() + FULL_MS)
    const missing = leftOut + timesOf(refused) + (this.#leftOut.get(key) ?? 0)
    const isToldNow = missing > 0 && refused.length === 0
    const told: Waiting[] = isToldNow ? [leftOutNote(first.note, missing, now)] : []
    const secrets = await this.#secretsOf(tx, applicationId)
    const rows = [...fitting, ...told, ...counted].map(each => rowOf(each, secrets))
    if (rows.length > 0) await insertLogRows(tx, rows)
    if (missing !== leftOut || isToldNow) {
      await setLeftOut(tx, { applicationId, kind }, isToldNow ? 0 : missing)
      this.#leftOut.delete(key)
    }
  }

  /** Values that must not appear: everything that is sealed in settings, and values with a telling name beside it. */
  async #secretsOf(tx: Db, applicationId: string): Promise<string[]> {
    const { secrets } = this.#deps
    const rows = await selectConfigurations(tx, applicationId)
    return rows.flatMap(row => {
      const plain = Object.entries(openConfiguration(row, secrets)).filter(([name]) => isSecretName(name))
      return [...Object.values(openSecrets(row, secrets)), ...plain.map(([, value]) => String(value))]
    })
  }
}

type Amount = typeof WAITING_MAX

const isReached = (amount: Amount, most: Amount): boolean =>
  amount.notes >= most.notes || amount.characters >= most.characters

const keyOf = ({ applicationId, kind }: LogNote): string => `${applicationId} ${kind}`

function sizeOf({ response, payload, endpoint, receiver }: LogNote): number {
  const ofBody = (text: string): number => Math.min(text.length, BODY_MAX)
  return ROW_BYTES + ofBody(response) + ofBody(payload) + endpoint.length + receiver.length
}

/** One after the other, while there is room. */
function fitsIn(bytes: number, sizes: readonly number[]): boolean[] {
  let room = bytes
  return sizes.map(size => (room -= size) >= 0)
}

function timesOf(waiting: readonly Waiting[]): number {
  return waiting.reduce((sum, { note }) => sum + (note.times ?? 1), 0)
}

function leftOutNote({ applicationId, kind }: LogNote, times: number, now: Date): Waiting {
  const empty = { channel: null, method: '', endpoint: '', source: '', receiver: '', response: '', payload: '' }
  const note = { ...empty, applicationId, kind, status: 0, isGood: true, currentStatus: 'left_out', times }
  return { note, id: uuidv7(now), isCount: false }
}

/** Texts of others are masked here, and nowhere later. */
function rowOf({ note, id }: Waiting, known: readonly string[]): LogRow {
  const secrets = [...known, ...(note.secrets ?? [])]
  const clean = (text: string, most: number): string =>
    masked(text, secrets).slice(0, most).replaceAll('\0', '').toWellFormed()
  const { delivery } = note
  return {
    application_id: note.applicationId,
    entry_id: id,
    kind: note.kind,
    channel: note.channel,
    result: resultOf(note),
    status: note.status,
    method: note.method,
    endpoint: clean(note.endpoint, ENDPOINT_MAX),
    current_status: note.currentStatus.slice(0, NAME_MAX),
    source: clean(note.source, NAME_MAX),
    receiver: clean(note.receiver, NAME_MAX),
    key_id: note.keyId ?? null,
    run_id: delivery?.runId ?? null,
    seq: delivery?.seq ?? null,
    times: note.times ?? 1,
    response: clean(note.response, BODY_MAX),
    payload: clean(note.payload, BODY_MAX),
  }
}

/** The same id for the same things in the same hour: a UUIDv7 of the start of the hour. */
function hourId(hourMs: number, parts: readonly unknown[]): string {
  const time = hourMs.toString(16).padStart(12, '0')
  const digits = createHash('sha256').update(JSON.stringify(parts)).digest('hex')
  return `${time.slice(0, 8)}-${time.slice(8)}-7${digits.slice(0, 3)}-8${digits.slice(3, 6)}-${digits.slice(6, 18)}`
}
