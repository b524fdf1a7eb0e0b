import { printCsvRow } from '@notifly/contracts/csv'
import { saveFile } from '../../api/download.ts'
import type { Sheet } from './SheetTable.tsx'

/** Downloads a sheet as a CSV file. */
export function saveSheet(sheet: Sheet, title: string): void {
  saveFile(new Blob([csvOf(sheet)], { type: 'text/csv' }), `${title}.csv`)
}

/**
 * Starts with a byte order mark, by which spreadsheet programs detect UTF-8. Numbers are unformatted; unknown values
 * are empty.
 */
function csvOf({ columns, rows, heads }: Sheet): string {
  const lines = rows.map(([head, ...cells], row) => [heads?.[row] ?? head ?? '', ...cells])
  const all = [columns.map(({ label }) => label), ...lines]
  return `\uFEFF${all.map(line => printCsvRow(line.map(cell => String(cell ?? '')))).join('')}`
}
