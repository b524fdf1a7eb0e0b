/**
 * CSV as we write it (RFC 4180: commas, CRLF, quotes where needed, UTF-8), and the apostrophe that keeps spreadsheets from running a cell
 * as a formula. Printing and reading are inverse: whatever the cells hold comes back.
 */

/** Prints one row of an export, with cells that a spreadsheet would run made harmless. */
export function printCsvRow(cells: readonly string[]): string {
  return printCsvCopy(cells.map(escapeFormula))
}

/** Prints one row as it is, for files that go back to where they came from. */
export function printCsvCopy(cells: readonly string[]): string {
  // A single empty cell would be a blank line.
  if (cells.length === 1 && cells[0] === '') return '""\r\n'
  return `${cells.map(quote).join(',')}\r\n`
}

/**
 * Puts an apostrophe before a cell that starts with =, @, tab or CR, or with + or - and is no number. Cells that already are of the form
 * apostrophe, then such a start, get one more, so that taking one off is always right.
 */
export function escapeFormula(cell: string): string {
  return needsApostrophe(cell) ? `'${cell}` : cell
}

/** Takes off exactly the apostrophe that escapeFormula puts there; any other stays. */
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
