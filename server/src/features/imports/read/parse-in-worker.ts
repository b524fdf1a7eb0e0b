/**
 * Reads uploaded files in a thread of the pool, with limits on memory and time: a malicious file harms only its own import, and the server
 * keeps responding.
 */
import { IMPORT_MAX_BYTES } from '@notifly/contracts/imports/imports'
import { sentence } from '@notifly/contracts/sentences/sentence'
import { fileWork } from '../../../lib/work-pool/pools.ts'
import { type StopReason, type Work, workOf } from '../../../lib/work-pool/work.ts'
import type { WorkPool } from '../../../lib/work-pool/work-pool.ts'
import type { CsvRecord } from './parse-csv.ts'
import { ImportFileError } from './parse-errors.ts'
import type * as parsing from './parse-import.ts'
import type { Ended, ImportSummary, ParsedBatch, ParseJob } from './parse-import.ts'
import type * as tasks from './parse-work.ts'
import type { ErrorFileJob, RecordsJob, SearchJob } from './parse-work.ts'

/** The application that a file is read for, and limits other than the default ones. */
export interface ReadFor {
  applicationId: string
  pool?: WorkPool
  /** Processor time. */
  timeMs?: number
}

const LIMITS = {
  /** The largest honest files take three seconds on a machine of 2020. */
  timeMs: 20_000,
  /** A batch comes from 64 KiB of text or 256 KiB of a sheet, which may expand to longer texts. */
  outputMax: 64 * 1_048_576,
  refusal: (reason: StopReason): ImportFileError => STOPPED[reason],
}

const STOPPED: Readonly<Record<StopReason, ImportFileError>> = {
  time: new ImportFileError('needsTime', sentence('imports.tooSlow')),
  memory: new ImportFileError('needsMemory', sentence('imports.tooMuchMemory')),
  size: new ImportFileError('needsMemory', sentence('imports.tooMuchMemory')),
}

const ROWS = workOf<typeof parsing>(new URL('./parse-import.ts', import.meta.url))('rows', LIMITS)
const work = workOf<typeof tasks>(new URL('./parse-work.ts', import.meta.url))
const ERROR_FILE = work('errorFile', LIMITS)
const RECORDS = work('records', LIMITS)
const SEARCH = work('search', LIMITS)

/** Yields the batches and finally returns the summary. Throws ImportFileError for a file that is refused or exceeds a limit. */
export function parseInWorker(who: ReadFor, job: ParseJob): AsyncGenerator<ParsedBatch, ImportSummary> {
  return read(who, ROWS, job, ({ copy }) => reusable(copy))
}

/** Yields the error file of a parsed upload in pieces. */
export function printErrorsInWorker(who: ReadFor, job: ErrorFileJob): AsyncGenerator<Uint8Array> {
  return read(who, ERROR_FILE, job)
}

/** Yields the records of a file of any kind, unchanged, without blank ones. Throws ImportFileError. */
export function readRecordsInWorker(who: ReadFor, job: RecordsJob): AsyncGenerator<CsvRecord[]> {
  return read(who, RECORDS, job)
}

/** Whether a file may name a person; see personSearch. True for one that cannot be read. */
export async function namesPersonInWorker(who: ReadFor, job: Omit<SearchJob, 'maxBytes'>): Promise<boolean> {
  try {
    // An error file is longer, because of its reasons.
    const end = await read(who, SEARCH, { ...job, maxBytes: IMPORT_MAX_BYTES * 4 }).next()
    return end.value
  } catch (error) {
    if (error instanceof ImportFileError) return true
    throw error
  }
}

async function* read<Job, Result, Piece>(
  { applicationId, pool = fileWork, timeMs }: ReadFor,
  kind: Work<Job, Ended<Result>, Piece>,
  job: Job,
  returned?: (piece: Piece) => ArrayBuffer | undefined,
): AsyncGenerator<Piece, Result> {
  const bounded = timeMs === undefined ? kind : { ...kind, timeMs }
  const ended = yield* pool.stream(bounded, applicationId, job, returned && { returned })
  if ('result' in ended) return ended.result
  const { key, reason, details } = ended.refused
  throw new ImportFileError(key, reason, details)
}

/** The owner's stream reads ahead for pieces smaller than its buffer, so only larger ones are free when the next one is requested. */
const REUSED_FROM_BYTES = 131_072

function reusable({ buffer, byteLength }: Uint8Array): ArrayBuffer | undefined {
  return byteLength >= REUSED_FROM_BYTES ? (buffer as ArrayBuffer) : undefined
}
