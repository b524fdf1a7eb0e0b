/**
 * The file of rejected rows that goes back to its owner: the cells as they stood in the upload, then why and where. It can be mended and
 * imported as it is.
 */
import { escapeFormula, printCsvCopy, unescapeFormula } from '../../../lib/csv-print.ts'
import { hasErrorColumns } from '../read/columns.ts'
import type { CsvRecord } from '../read/parse-csv.ts'
import type { RecordFile } from '../read/records.ts'

const ERROR_COLUMNS = ['error_reason', 'line'] as const

/**
 * Yields the error file in pieces of text (UTF-8 CSV). The upload is read again, so that rejecting needs no copy of every row; `reasons`
 * holds the reason of each rejected row by its line. What was sent as text comes back as it was sent. Cells of a workbook are texts that no
 * program runs; in a CSV they would be formulas, so they are escaped as in exports. An import takes exactly that off again.
 */
export async function* printErrorFile(
  { batches, separator }: Pick<RecordFile, 'batches' | 'separator'>,
  reasons: ReadonlyMap<number, string>,
): AsyncGenerator<string> {
  const isText = separator !== null
  const print = (cells: readonly string[]): string => printCsvCopy(isText ? cells : cells.map(harmless))
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
 * Reason and line always stand in their columns: a row that is too short is filled up, what a row has too many stands behind them, where
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
function harmless(cell: string): string {
  return escapeFormula(unescapeFormula(cell))
}
