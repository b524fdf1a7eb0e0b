import { saveFile } from '../../api/download.ts'
import type { Sheet } from './SheetTable.tsx'

/** Saves a sheet as a CSV file. */
export function saveSheet(sheet: Sheet, title: string): void {
  saveFile(new Blob([csvOf(sheet)], { type: 'text/csv' }), `${title}.csv`)
}

/**
 * RFC 4180, with the mark by which spreadsheet programs know UTF-8; numbers as they are, and nothing for what is not known. For words of
 * ours alone: what people wrote comes as a file of the server, which keeps spreadsheets from running it.
 */
function csvOf({ columns, rows, heads }: Sheet): string {
  const lines = rows.map(([head, ...cells], row) => [heads?.[row] ?? head ?? '', ...cells])
  const all = [columns.map(({ label }) => label), ...lines]
  return `\uFEFF${all.map(line => `${line.map(cell => quoted(String(cell ?? ''))).join(',')}\r\n`).join('')}`
}

function quoted(cell: string): string {
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}
