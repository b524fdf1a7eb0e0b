/** Work on uploaded files, as the threads of the pool do it; see parse-in-worker.ts for its owner's side. */
import type { TaskContext } from '../../../lib/work-pool/work.ts'
import { printErrorFile } from '../upload/error-file.ts'
import { CopyLines, stagingLine } from './parse-copy.ts'
import type { CsvRecord } from './parse-csv.ts'
import { ImportFileError } from './parse-errors.ts'
import { type ImportSummary, openImport } from './parse-import.ts'
import type { Ended, ErrorFileJob, ParsedBatch, ParseJob, RecordsJob, SearchJob } from './parse-messages.ts'
import { personSearch } from './person-search.ts'
import { openRecords } from './records.ts'

/** Rows for COPY, batch by batch. */
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

/** Pieces of an error file. */
export function errorFile(
  { source, maxBytes, reasons }: ErrorFileJob,
  context: TaskContext,
): AsyncGenerator<Uint8Array, Ended<null>> {
  const encoder = new TextEncoder()
  return orRefused(
    (async function* () {
      for await (const text of printErrorFile(await openRecords(source, maxBytes), reasons)) {
        const piece = encoder.encode(text)
        yield context.moving(piece, [piece.buffer])
      }
      return null
    })(),
  )
}

/** The records as they stand in the file. */
export function records({ source, maxBytes }: RecordsJob): AsyncGenerator<CsvRecord[], Ended<null>> {
  return orRefused(
    (async function* () {
      const { batches } = await openRecords(source, maxBytes)
      for await (const batch of batches) yield batch.records
      return null
    })(),
  )
}

/** Whether a record names a person; see personSearch. */
export function search({ source, maxBytes, values }: SearchJob): AsyncGenerator<never, Ended<boolean>> {
  const isNamed = personSearch(values)
  return orRefused(
    // oxlint-disable-next-line require-yield
    (async function* () {
      const { batches } = await openRecords(source, maxBytes)
      for await (const batch of batches) {
        if (batch.records.some(({ cells }) => isNamed(cells))) return true
      }
      return false
    })(),
  )
}

/** Our own errors lose their class between threads: a refusal is an answer like others. */
async function* orRefused<Piece, Result>(pieces: AsyncGenerator<Piece, Result>): AsyncGenerator<Piece, Ended<Result>> {
  try {
    return { result: yield* pieces }
  } catch (error) {
    if (!(error instanceof ImportFileError)) throw error
    const { key, reason, details } = error
    return { refused: { key, reason, details } }
  }
}
