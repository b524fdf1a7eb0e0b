/** Combines the cells of a sheet into records, as in a CSV of the sheet: without blank rows, short rows padded. */
import { sentence } from '@notifly/contracts/sentences/sentence'
import type { CsvRecord } from '../parse-csv.ts'
import { ImportFileError } from '../parse-errors.ts'
import { damaged, tooLarge } from './zip.ts'

/** Rows of the largest possible sheet. */
const ROWS_MAX = 1_048_576
const COLUMNS_MAX = 16_384

/**
 * Limit of cells that a piece of a sheet (256 KiB) may produce: a few bytes can refer to a column far to the right, or to a long text that
 * other cells share. A normal piece has some ten thousand cells.
 */
const HELD_CELLS_MAX = 2_000_000
const HELD_LENGTH_MAX = 32 * 1_048_576

export class SheetRows {
  private records: CsvRecord[] = []
  private cells: string[] = []
  private row = 0
  private column = -1
  /** Columns of the header, once there was one. */
  private width: number | undefined
  /** What the records hold that have not been taken yet. */
  private held = { cells: 0, length: 0 }

  /** `reference` is the row's number, where the file gives it. */
  openRow(reference?: string): void {
    const row = reference === undefined ? this.row + 1 : Number(reference)
    if (!(row > this.row && row <= ROWS_MAX)) throw damaged()
    this.row = row
    this.column = -1
    this.cells = []
  }

  /** `reference` is such as B7; without one the cell follows the last. */
  openCell(reference?: string): void {
    this.column = reference === undefined ? this.column + 1 : columnOf(reference)
    if (this.column >= COLUMNS_MAX) throw tooManyColumns()
  }

  closeCell(text: string): void {
    if (text === '') return
    while (this.cells.length < this.column) this.cells.push('')
    this.cells[this.column] = text
    this.held.length += text.length
    if (this.held.length > HELD_LENGTH_MAX) throw tooLarge()
  }

  closeRow(): void {
    const { cells } = this
    while (cells.length > 0 && cells.at(-1)?.trim() === '') cells.pop()
    if (cells.length === 0) return
    this.width ??= cells.length
    while (cells.length < this.width) cells.push('')
    this.held.cells += cells.length
    if (this.held.cells > HELD_CELLS_MAX) throw tooLarge()
    this.records.push({ line: this.row, cells })
  }

  /** The records since it was asked before. */
  take(): CsvRecord[] {
    const { records } = this
    this.records = []
    this.held = { cells: 0, length: 0 }
    return records
  }
}

const A = 64

function columnOf(reference: string): number {
  let column = 0
  for (let at = 0; at < reference.length; at++) {
    const letter = reference.charCodeAt(at) & ~32
    if (letter <= A || letter > A + 26) break
    column = column * 26 + letter - A
    if (column > COLUMNS_MAX) throw tooManyColumns()
  }
  if (column === 0) throw damaged()
  return column - 1
}

export function tooManyColumns(): ImportFileError {
  return new ImportFileError('tooManyColumns', sentence('imports.sheetColumns'))
}

export function emptyWorkbook(): ImportFileError {
  return new ImportFileError('emptyWorkbook', sentence('imports.emptyWorkbook'))
}
