/** What the parsing thread and its owner say to each other. */
import type { FileSource } from './decode.ts'
import type { CsvRecord } from './parse-csv.ts'
import type { ErrorDetails, ImportFileErrorKey } from './parse-errors.ts'
import type { ImportSummary, ParseOptions, ParseProgress } from './parse-import.ts'
import type { RejectedRow } from './rows.ts'

export type ParserJob = ParseJob | ErrorFileJob | RecordsJob | SearchJob

export interface ParseJob {
  kind: 'rows'
  source: FileSource
  importId: string
  options: ParseOptions
}

/** The rejected rows again, with why, as a CSV. */
export interface ErrorFileJob {
  kind: 'errorFile'
  source: FileSource
  maxBytes: number
  /** By line. */
  reasons: ReadonlyMap<number, string>
}

/** The records as they stand in the file, the header among them. */
export interface RecordsJob {
  kind: 'records'
  source: FileSource
  maxBytes: number
}

/** The first record that names a person, if there is one. */
export interface SearchJob {
  kind: 'search'
  source: FileSource
  maxBytes: number
  /** See personSearch. */
  values: readonly string[]
}

export interface ParsedBatch {
  kind: 'batch'
  /**
   * Lines for COPY in UTF-8, columns as STAGING_COLUMNS; empty when no row was accepted. Good until the next batch is asked for.
   */
  copy: Uint8Array
  rows: number
  rejected: RejectedRow[]
  progress: ParseProgress
}

/** A piece of an error file in UTF-8. */
export interface ErrorFilePiece {
  kind: 'piece'
  text: Uint8Array
}

export interface RecordsPiece {
  kind: 'records'
  records: CsvRecord[]
}

export type FromParser =
  | ParsedBatch
  | ErrorFilePiece
  | RecordsPiece
  | { kind: 'done'; summary: ImportSummary | null }
  | { kind: 'refused'; key: ImportFileErrorKey; message: string; details: ErrorDetails }

/**
 * Asks for one more batch: the thread works ahead only as far as it is asked. `used`: the memory of a batch that was taken,
 * to be filled again; left to the collector, batches would pile up to some ten megabytes before it looks.
 */
export interface ToParser {
  used?: ArrayBuffer
}
