/** What the parsing thread and its owner say to each other. */
import type { Sentence } from '@notifly/contracts/sentences/sentence'
import type { FileSource } from './decode.ts'
import type { ErrorDetails, ImportFileErrorKey } from './parse-errors.ts'
import type { ParseOptions, ParseProgress } from './parse-import.ts'
import type { RejectedRow } from './rows.ts'

export interface ParseJob {
  source: FileSource
  importId: string
  options: ParseOptions
}

/** The rejected rows again, with why, as a CSV. */
export interface ErrorFileJob {
  source: FileSource
  maxBytes: number
  /** By line. */
  reasons: ReadonlyMap<number, string>
}

/** The records as they stand in the file, the header among them. */
export interface RecordsJob {
  source: FileSource
  maxBytes: number
}

/** Whether the file names a person. */
export interface SearchJob {
  source: FileSource
  maxBytes: number
  /** See personSearch. */
  values: readonly string[]
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

/** How a piece of work ended: done, or with the reason why its file is refused. */
export type Ended<Result> =
  { result: Result } | { refused: { key: ImportFileErrorKey; reason: Sentence; details: ErrorDetails } }
