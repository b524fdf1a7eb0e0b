/** Work on uploaded files other than parsing, for threads of the pool; parse-in-worker.ts is the owner's side. */
import type { TaskContext } from '../../../lib/work-pool/work.ts'
import type { CsvRecord, FileSource } from './parse-csv.ts'
import { type Ended, orRefused } from './parse-import.ts'
import { openRecords, type RecordFile } from './records.ts'
import { escapeFormula, printCsvCopy, unescapeFormula } from '@notifly/contracts/csv'
import { hasErrorColumns } from './columns.ts'

/** Prints the rejected rows as a CSV, with the reasons. */
export interface ErrorFileJob {
  source: FileSource
  maxBytes: number
  /** By line. */
  reasons: ReadonlyMap<number, string>
}

/** Reads the records as they are in the file, including the header. */
export interface RecordsJob {
  source: FileSource
  maxBytes: number
}

/** Searches the file for a person. */
export interface SearchJob {
  source: FileSource
  maxBytes: number
  /** See personSearch. */
  values: readonly string[]
}

/** Yields the error file in pieces. */
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

/** Yields the records as they are in the file. */
export function records({ source, maxBytes }: RecordsJob): AsyncGenerator<CsvRecord[], Ended<null>> {
  return orRefused(
    (async function* () {
      const { batches } = await openRecords(source, maxBytes)
      for await (const batch of batches) yield batch.records
      return null
    })(),
  )
}

/** Returns whether a record names a person; see personSearch. */
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

/** How many last digits identify a phone number, with or without its country. */
const PHONE_DIGITS = 8

/** Shorter ids could be any number. */
const VALUE_LENGTH_MIN = 5

/** Returns a function that tells whether one of the cells is one of the values: an address, a number or an id, in any spelling. */
function personSearch(values: readonly string[]): (cells: readonly string[]) => boolean {
  const words = new Set(values.filter(value => value.length >= VALUE_LENGTH_MIN).map(value => value.toLowerCase()))
  const numbers = new Set(values.filter(value => value.startsWith('+')).map(lastDigits))
  return cells =>
    cells.some(cell => {
      const text = unescapeFormula(cell).trim().toLowerCase()
      return words.has(text) || (text.length >= PHONE_DIGITS && numbers.has(lastDigits(text)))
    })
}

/** Cells may be of any length: only the end of one is looked at. */
function lastDigits(text: string): string {
  return text.slice(-30).replace(/\D/g, '').slice(-PHONE_DIGITS)
}

const ERROR_COLUMNS = ['error_reason', 'line'] as const

/**
 * Yields the file of rejected rows in pieces of text (UTF-8 CSV), which its owner can correct and import: the cells as they stood in the
 * upload, then why and where. The upload is read again, so that rejecting needs no copy of every row; `reasons`
 * holds the reason of each rejected row by its line. What was sent as text comes back as it was sent. Cells of a workbook are texts that no
 * program runs; in a CSV they would be formulas, so they are escaped as in exports. An import takes exactly that off again.
 */
export async function* printErrorFile(
  { batches, separator }: Pick<RecordFile, 'batches' | 'separator'>,
  reasons: ReadonlyMap<number, string>,
): AsyncGenerator<string> {
  const isText = separator !== null
  const print = (cells: readonly string[]): string => printCsvCopy(isText ? cells : cells.map(withoutFormula))
  let width: number | undefined
  let isErrorFile = false
  for await (const { records } of batches) {
    let text = ''
    for (const record of records) {
      if (width === undefined) {
        isErrorFile = hasErrorColumns(record.cells)
        const names = isErrorFile ? record.cells.slice(0, -ERROR_COLUMNS.length) : record.cells
        width = names.length
        text += print([...names, ...ERROR_COLUMNS])
        continue
      }
      const reason = reasons.get(record.line)
      if (reason !== undefined) text += print(errorCells(record, width, isErrorFile, reason))
    }
    if (text !== '') yield text
  }
}

/**
 * Reason and line are always in their columns: a row that is too short is filled up, surplus cells of a row follow them, where
 * it still makes the row too long.
 */
function errorCells({ line, cells }: CsvRecord, width: number, isErrorFile: boolean, reason: string): string[] {
  const own = cells.slice(0, width)
  const padding = Array.from({ length: width - own.length }, () => '')
  // A row of an error file that was sent in again brings its former reason along.
  const surplus = cells.slice(isErrorFile ? width + ERROR_COLUMNS.length : width)
  return [...own, ...padding, escapeFormula(reason), String(line), ...surplus]
}

/** The value that an import reads, as exports write it. */
function withoutFormula(cell: string): string {
  return escapeFormula(unescapeFormula(cell))
}
