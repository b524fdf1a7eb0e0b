/** What the parsing thread and its owner say to each other. */
import type { FileSource } from './decode.ts'
import type { ImportFileErrorKey } from './parse-errors.ts'
import type { ImportSummary, ParseOptions, ParseProgress } from './parse-import.ts'
import type { RejectedRow } from './rows.ts'

export interface ParseJob {
  source: FileSource
  importId: string
  options: ParseOptions
}

export interface ParsedBatch {
  kind: 'batch'
  /** Lines for COPY in UTF-8, columns as STAGING_COLUMNS; empty when no row was accepted. */
  copy: Uint8Array
  rows: number
  rejected: RejectedRow[]
  progress: ParseProgress
}

export type FromParser =
  | ParsedBatch
  | { kind: 'done'; summary: ImportSummary }
  | { kind: 'refused'; key: ImportFileErrorKey; message: string; line: number | undefined; isSpreadsheet: boolean }

/** Asks for one more batch: the thread works ahead only as far as it is asked. */
export type ToParser = 'more'
