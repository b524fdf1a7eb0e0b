/**
 * An audience file from its bytes to contacts: decoded, cut into records, each row checked, duplicates found. Nothing here knows a
 * database; rows come in batches so that the largest file needs little memory.
 */
import { type ColumnMapping, type ColumnPreview, IMPORT_MAX_BYTES } from '@notifly/contracts/imports/imports'
import { type Sentence, sentence } from '@notifly/contracts/sentences/sentence'
import {
  type Column,
  FieldObservers,
  type Header,
  type MergeField,
  previewColumns,
  readHeader,
  requireColumn,
  type RequiredColumn,
} from './columns.ts'
import { CopyLines } from '../../../lib/bulk/copy-text.ts'
import type { TaskContext } from '../../../lib/work-pool/work.ts'
import type { FileSource, CsvBatch, CsvRecord, Separator } from './parse-csv.ts'
import { type ContactRow, stagingLine } from './parse-contact.ts'
import { type ErrorDetails, ImportFileError, type ImportFileErrorKey } from './parse-errors.ts'
import { openRecords } from './records.ts'
import { createRowReader, type RejectedRow, type ConflictingKey, complaintOf } from './rows.ts'
import { KeyTable, NOBODY, NumberList } from '../../../lib/bulk/key-table.ts'

export interface ParseOptions {
  /** Default: email. */
  required?: RequiredColumn
  /** Default: the contract's limit, 20 MiB. */
  maxBytes?: number
  /** What the uploading person says about columns. */
  mapping?: ColumnMapping
  /** ISO 3166 code for phone numbers of rows without a country of their own. */
  country?: string
}

export interface RowBatch {
  /** Accepted rows. A later row of the same contact may still replace one: see ImportSummary.superseded. */
  rows: ContactRow[]
  rejected: RejectedRow[]
  progress: ParseProgress
}

export interface ParseProgress {
  bytesDone: number
  bytesTotal: number
  /** Rows read, accepted or not. */
  rowsDone: number
}

export interface ImportSummary {
  /** Null for a spreadsheet. */
  encoding: string | null
  separator: Separator | null
  columns: Column[]
  /** What the columns contain, by the first rows; in the same order. */
  sampled: ColumnPreview[]
  fields: MergeField[]
  /** Rows after the header, without blank lines: accepted, duplicate and rejected ones. */
  rowsTotal: number
  /** Number of distinct contacts. */
  expectedUsers: number
  duplicates: number
  rejected: number
  doubtfulPhones: DoubtfulPhones | null
  /** Lines of accepted rows that a later row replaces; these must not be inserted. */
  superseded: number[]
}

/** Numbers without a country that can be read in two ways, with the first one as an example. */
export interface DoubtfulPhones {
  count: number
  line: number
  number: string
}

export interface ImportReader {
  header: Header
  /** Can be iterated once. */
  batches: () => AsyncGenerator<RowBatch>
  /** Complete when all batches have been read. */
  summary: () => ImportSummary
}

/** Opens a file and reads as far as its first row. Throws ImportFileError, also while reading. */
export async function openImport(source: FileSource, options: ParseOptions = {}): Promise<ImportReader> {
  const file = await openRecords(source, options.maxBytes ?? IMPORT_MAX_BYTES)
  const { headerRecord, first } = await readToFirstRow(file.batches)
  const header = headerOf(headerRecord, first.records, options)
  if (first.records.length === 0) {
    throw new ImportFileError('headerOnly', sentence('imports.headerOnly'), { line: headerRecord.line })
  }
  const sampled = previewColumns(header, first.records)
  const tally = createTally(header, options)
  const progress = (batch: CsvBatch): ParseProgress => ({
    bytesDone: batch.bytesDone,
    bytesTotal: file.sizeBytes,
    rowsDone: tally.rowsTotal,
  })
  async function* batches(): AsyncGenerator<RowBatch> {
    yield { ...takeBatch(tally, first.records), progress: progress(first) }
    for await (const batch of file.batches) yield { ...takeBatch(tally, batch.records), progress: progress(batch) }
  }
  const { encoding, separator } = file
  const { columns } = header
  return { header, batches, summary: () => ({ encoding, separator, columns, sampled, ...summarise(tally) }) }
}

/** Throws ImportFileError with a preview of the columns if the required one is missing. */
function headerOf(record: CsvRecord, rows: readonly CsvRecord[], { required, mapping }: ParseOptions): Header {
  const header = readHeader(record.cells, record.line, mapping)
  try {
    requireColumn(header, required ?? 'email', record.line)
  } catch (error) {
    if (!(error instanceof ImportFileError) || rows.length === 0) throw error
    throw new ImportFileError(error.key, error.reason, { line: record.line, columns: previewColumns(header, rows) })
  }
  return header
}

async function readToFirstRow(
  batches: AsyncGenerator<CsvBatch>,
): Promise<{ headerRecord: CsvRecord; first: CsvBatch }> {
  let headerRecord: CsvRecord | undefined
  let first: CsvBatch = { records: [], bytesDone: 0 }
  while (first.records.length === 0) {
    const next = await batches.next()
    if (next.done) break
    first = next.value
    if (!headerRecord) headerRecord = first.records.shift()
  }
  if (!headerRecord) throw new ImportFileError('emptyFile', sentence('imports.blankFile'))
  return { headerRecord, first }
}

interface Tally {
  readRow: ReturnType<typeof createRowReader>
  identities: FileIdentities
  observers: FieldObservers
  rowsTotal: number
  accepted: number
  rejected: number
  superseded: number[]
  doubtfulPhones: DoubtfulPhones | null
}

function createTally(header: Header, { required, country }: ParseOptions): Tally {
  return {
    readRow: createRowReader(header, required ?? 'email', country),
    identities: new FileIdentities(),
    observers: new FieldObservers(header.columns),
    rowsTotal: 0,
    accepted: 0,
    rejected: 0,
    superseded: [],
    doubtfulPhones: null,
  }
}

/** These are not counted by the thread's heap limit. Two million addresses take 140 MiB. */
const KEYS_MAX_BYTES = 256 * 1_048_576

function takeBatch(tally: Tally, records: readonly CsvRecord[]): Pick<RowBatch, 'rows' | 'rejected'> {
  const rows: ContactRow[] = []
  const rejected: RejectedRow[] = []
  for (const record of records) {
    const result = tally.readRow(record)
    const refusal = 'rejected' in result ? result.rejected : admit(tally, result.row)
    if (refusal) rejected.push(refusal)
    else if ('row' in result) rows.push(result.row)
  }
  if (tally.identities.sizeBytes > KEYS_MAX_BYTES) {
    throw new ImportFileError('needsMemory', sentence('imports.tooMuchMemory'))
  }
  tally.rowsTotal += records.length
  tally.accepted += rows.length
  tally.rejected += rejected.length
  return { rows, rejected }
}

function admit(tally: Tally, row: ContactRow): RejectedRow | undefined {
  const admission = tally.identities.admit(row)
  if ('conflict' in admission) {
    const { column, conflict } = admission
    return { line: row.line, problems: [{ kind: 'conflict', column, value: row[column] ?? '', reason: conflict }] }
  }
  if (admission.supersedes !== undefined) tally.superseded.push(admission.supersedes)
  tally.observers.see(row.merge_fields)
  if (row.isPhoneDoubtful && row.phone_number !== null) {
    tally.doubtfulPhones ??= { count: 0, line: row.line, number: row.phone_number }
    tally.doubtfulPhones.count += 1
  }
  return undefined
}

function summarise(tally: Tally): Omit<ImportSummary, 'columns' | 'encoding' | 'sampled' | 'separator'> {
  const { rowsTotal, accepted, rejected, superseded, doubtfulPhones } = tally
  return {
    fields: tally.observers.results(),
    rowsTotal,
    expectedUsers: accepted - superseded.length,
    duplicates: superseded.length,
    rejected,
    superseded,
    doubtfulPhones,
  }
}

// The same as work for a thread of the pool; parse-in-worker.ts is the owner's side.

export interface ParseJob {
  source: FileSource
  importId: string
  options: ParseOptions
}

export interface ParsedBatch {
  /**
   * Lines for COPY in UTF-8, columns as STAGING_COLUMNS; empty when no row was accepted. Good until the next batch is asked for.
   */
  copy: Uint8Array
  rows: number
  rejected: RejectedRow[]
  progress: ParseProgress
}

/** How a piece of work ended: with a result, or with the reason why its file is refused. */
export type Ended<Result> =
  { result: Result } | { refused: { key: ImportFileErrorKey; reason: Sentence; details: ErrorDetails } }

/** Yields rows for COPY, batch by batch. */
export function rows(
  { source, importId, options }: ParseJob,
  context: TaskContext,
): AsyncGenerator<ParsedBatch, Ended<ImportSummary>> {
  return orRefused(
    (async function* () {
      const reader = await openImport(source, options)
      for await (const { rows: accepted, rejected, progress } of reader.batches()) {
        const lines = new CopyLines(context.returned())
        for (const row of accepted) lines.add(stagingLine(importId, row))
        const copy = lines.bytes()
        const batch = { copy, rows: accepted.length, rejected, progress }
        yield context.moving(batch, [copy.buffer as ArrayBuffer])
      }
      return reader.summary()
    })(),
  )
}

/** Our own errors lose their class between threads, so a refusal is returned as data. */
export async function* orRefused<Piece, Result>(
  pieces: AsyncGenerator<Piece, Result>,
): AsyncGenerator<Piece, Ended<Result>> {
  try {
    return { result: yield* pieces }
  } catch (error) {
    if (!(error instanceof ImportFileError)) throw error
    const { key, reason, details } = error
    return { refused: { key, reason, details } }
  }
}

// Rows of one file that are the same contact. A row is matched by uuid, else external_user_id, else email; of several the last one wins. A
// row whose keys belong to different contacts is rejected.

export type Admission =
  { supersedes: number | undefined } | { conflict: Sentence; column: 'email' | 'external_user_id' | 'uuid' }

/** Entries of a contact's keys in their tables; NOBODY if the file has none. */
interface Keys {
  uuid: number
  externalUserId: number
  email: number
}

/**
 * The contacts of one file. Memory grows with their number, by about 95 bytes for one with an address and an external id, outside the
 * garbage collector's heap. A contact is a number: the index of its first accepted row.
 */
export class FileIdentities {
  private readonly byUuid = new KeyTable()
  private readonly byExternalUserId = new KeyTable()
  private readonly byEmail = new KeyTable()
  private readonly byPhone = new KeyTable()
  /** Line of the current row of each contact. */
  private readonly lines = new NumberList()
  private readonly uuids = new NumberList()
  private readonly externalUserIds = new NumberList()
  private readonly emails = new NumberList()

  /** Admits a row; returns the line of the earlier row that it replaces, or why it is refused. */
  admit(row: ContactRow): Admission {
    const { uuid, external_user_id: externalUserId, email_key: emailKey } = row
    const sameUuid = ownerOf(this.byUuid, uuid)
    const sameExternal = ownerOf(this.byExternalUserId, externalUserId)
    const sameEmail = ownerOf(this.byEmail, emailKey)
    const hasKey = uuid !== null || externalUserId !== null || emailKey !== null
    const samePhone = hasKey ? NOBODY : ownerOf(this.byPhone, row.phone_number)
    const same = [sameUuid, sameExternal, sameEmail, samePhone].find(each => each !== NOBODY)
    if (same === undefined) {
      this.add(row)
      return { supersedes: undefined }
    }
    if (sameExternal !== NOBODY && sameExternal !== same) {
      const line = this.lines.get(sameExternal)
      return { column: 'external_user_id', conflict: sentence('imports.problems.externalOnLine', { line }) }
    }
    if (sameEmail !== NOBODY && sameEmail !== same) {
      return { column: 'email', conflict: this.conflictWith(sameEmail, 'email') }
    }
    if (uuid !== null && isOther(this.byUuid, this.uuids.get(same), uuid)) {
      return { column: 'uuid', conflict: this.conflictWith(same, sameExternal === NOBODY ? 'email' : 'external') }
    }
    if (externalUserId !== null && isOther(this.byExternalUserId, this.externalUserIds.get(same), externalUserId)) {
      const key = sameUuid === NOBODY ? 'email' : 'uuid'
      return { column: key, conflict: this.conflictWith(same, key) }
    }
    return { supersedes: this.replace(same, row) }
  }

  get sizeBytes(): number {
    const { byUuid, byExternalUserId, byEmail, byPhone, lines, uuids, externalUserIds, emails } = this
    const parts = [byUuid, byExternalUserId, byEmail, byPhone, lines, uuids, externalUserIds, emails]
    return parts.reduce((sum, part) => sum + part.sizeBytes, 0)
  }

  private add(row: ContactRow): void {
    const contact = this.lines.length
    const { uuid, externalUserId, email } = this.keep(contact, row, {
      uuid: NOBODY,
      externalUserId: NOBODY,
      email: NOBODY,
    })
    this.lines.push(row.line)
    this.uuids.push(uuid)
    this.externalUserIds.push(externalUserId)
    this.emails.push(email)
    // Phone numbers are looked up among contacts without an email address.
    if (row.email_key === null && row.phone_number !== null) this.byPhone.give(row.phone_number, contact)
  }

  /** The contact keeps keys that the new row lacks, and gives up an address that the new row changes. */
  private replace(same: number, row: ContactRow): number {
    const supersedes = this.lines.get(same)
    const before = this.emails.get(same)
    if (row.email_key !== null && isOther(this.byEmail, before, row.email_key)) {
      this.byEmail.give(this.byEmail.textOf(before), NOBODY)
    }
    const uuid = this.uuids.get(same)
    const externalUserId = this.externalUserIds.get(same)
    const kept = this.keep(same, row, { uuid, externalUserId, email: before })
    this.lines.set(same, row.line)
    this.uuids.set(same, kept.uuid)
    this.externalUserIds.set(same, kept.externalUserId)
    this.emails.set(same, kept.email)
    return supersedes
  }

  /** Assigns the keys of a row to a contact. */
  private keep(contact: number, row: ContactRow, before: Keys): Keys {
    const { uuid, external_user_id: externalUserId, email_key: emailKey } = row
    return {
      uuid: uuid === null ? before.uuid : this.byUuid.give(uuid, contact),
      externalUserId:
        externalUserId === null ? before.externalUserId : this.byExternalUserId.give(externalUserId, contact),
      email: emailKey === null ? before.email : this.byEmail.give(emailKey, contact),
    }
  }

  private conflictWith(contact: number, key: ConflictingKey): Sentence {
    const entry = this.externalUserIds.get(contact)
    if (entry !== NOBODY) return complaintOf(key, this.byExternalUserId.textOf(entry))
    return sentence(`imports.problems.${key}OnLine`, { line: this.lines.get(contact) })
  }
}

function ownerOf(table: KeyTable, key: string | null): number {
  return key === null ? NOBODY : table.ownerOf(key)
}

/** Whether the contact has a different key. */
function isOther(table: KeyTable, entry: number, key: string): boolean {
  return entry !== NOBODY && table.textOf(entry) !== key
}
