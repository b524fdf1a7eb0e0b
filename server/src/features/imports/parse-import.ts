/**
 * An audience file from its bytes to contacts: decoded, cut into records, each row checked, duplicates found. Nothing here knows a
 * database; rows come in batches so that the largest file needs little memory.
 */
import { IMPORT_MAX_BYTES } from '@notifly/contracts/imports'
import { type Column, type Header, readHeader, type RequiredColumn } from './columns.ts'
import { decodeFile, type FileSource } from './decode.ts'
import type { ContactRow } from './parse-contact.ts'
import { type CsvBatch, type CsvRecord, readCsv, type Separator } from './parse-csv.ts'
import { FileIdentities } from './parse-duplicates.ts'
import { ImportFileError } from './parse-errors.ts'
import { FieldObservers, type MergeField } from './parse-fields.ts'
import { createRowReader, type RejectedRow } from './rows.ts'

export interface ParseOptions {
  /** Default: email. */
  required?: RequiredColumn
  /** Default: the contract's limit, 20 MiB. */
  maxBytes?: number
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
  /** Rows seen, accepted or not. */
  rowsDone: number
}

export interface ImportSummary {
  encoding: string
  separator: Separator
  columns: Column[]
  fields: MergeField[]
  /** Rows below the header, blank lines not counted: accepted, duplicates and rejected together. */
  rowsTotal: number
  /** Different contacts. */
  expectedUsers: number
  duplicates: number
  rejected: number
  /** Lines of accepted rows that a later row replaces; they are not to be inserted. */
  superseded: number[]
}

export interface ImportReader {
  header: Header
  /** To be read to its end once. */
  batches: () => AsyncGenerator<RowBatch>
  /** Complete when all batches have been read. */
  summary: () => ImportSummary
}

/** Opens a file and reads as far as its first row. Throws ImportFileError, also while reading. */
export async function openImport(source: FileSource, options: ParseOptions = {}): Promise<ImportReader> {
  const required = options.required ?? 'email'
  const file = await decodeFile(source, options.maxBytes ?? IMPORT_MAX_BYTES)
  const csv = await readCsv(file)
  const { headerRecord, first } = await readToFirstRow(csv.batches)
  const header = readHeader(headerRecord.cells, required, headerRecord.line)
  if (first.records.length === 0) {
    throw new ImportFileError('headerOnly', 'The file has a header but no rows.', { line: headerRecord.line })
  }
  const tally = createTally(header, required)
  const progress = (batch: CsvBatch): ParseProgress => ({
    bytesDone: batch.bytesDone,
    bytesTotal: file.sizeBytes,
    rowsDone: tally.rowsTotal,
  })
  async function* batches(): AsyncGenerator<RowBatch> {
    yield { ...takeBatch(tally, first.records), progress: progress(first) }
    for await (const batch of csv.batches) yield { ...takeBatch(tally, batch.records), progress: progress(batch) }
  }
  const { encoding } = file
  const { separator } = csv
  return { header, batches, summary: () => ({ encoding, separator, columns: header.columns, ...summarise(tally) }) }
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
  if (!headerRecord) throw new ImportFileError('emptyFile', 'The file holds nothing but blank lines.')
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
}

function createTally(header: Header, required: RequiredColumn): Tally {
  return {
    readRow: createRowReader(header, required),
    identities: new FileIdentities(),
    observers: new FieldObservers(header.columns),
    rowsTotal: 0,
    accepted: 0,
    rejected: 0,
    superseded: [],
  }
}

function takeBatch(tally: Tally, records: readonly CsvRecord[]): Pick<RowBatch, 'rows' | 'rejected'> {
  const rows: ContactRow[] = []
  const rejected: RejectedRow[] = []
  for (const record of records) {
    const result = tally.readRow(record)
    const refusal = 'rejected' in result ? result.rejected : admit(tally, result.row)
    if (refusal) rejected.push(refusal)
    else if ('row' in result) rows.push(result.row)
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
  return undefined
}

function summarise(tally: Tally): Omit<ImportSummary, 'columns' | 'encoding' | 'separator'> {
  const { rowsTotal, accepted, rejected, superseded } = tally
  return {
    fields: tally.observers.results(),
    rowsTotal,
    expectedUsers: accepted - superseded.length,
    duplicates: superseded.length,
    rejected,
    superseded,
  }
}
