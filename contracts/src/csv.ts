/**
 * CSV as we write it (RFC 4180: commas, CRLF, quotes where needed, UTF-8), and the apostrophe that keeps spreadsheets from running a cell
 * as a formula. Reading is the inverse of printing: it returns the same cells.
 */

/** Prints one row of an export; cells that a spreadsheet would run as formulas are escaped. */
export function printCsvRow(cells: readonly string[]): string {
  return printCsvCopy(cells.map(escapeFormula))
}

/** Prints one row without escaping, for files that return to their source. */
export function printCsvCopy(cells: readonly string[]): string {
  // A single empty cell would be a blank line.
  if (cells.length === 1 && cells[0] === '') return '""\r\n'
  return `${cells.map(quote).join(',')}\r\n`
}

/**
 * Puts an apostrophe before a cell that starts with =, @, tab or CR, or with + or - without being a number. Cells that already have an
 * apostrophe before such a start get another one, so that removing one is always correct.
 */
export function escapeFormula(cell: string): string {
  return needsApostrophe(cell) ? `'${cell}` : cell
}

/** Removes exactly the apostrophe that escapeFormula adds; any other stays. */
export function unescapeFormula(cell: string): string {
  return cell.charCodeAt(0) === APOSTROPHE && needsApostrophe(cell.slice(1)) ? cell.slice(1) : cell
}

const APOSTROPHE = 39
const FORMULA = /^'*(?:[=@\t\r]|[+-](?!\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$))/

function needsApostrophe(cell: string): boolean {
  return FORMULA.test(cell)
}

function quote(cell: string): string {
  return /[",\r\n]|^\uFEFF/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}
