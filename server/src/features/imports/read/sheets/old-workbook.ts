/** Rows of an xls, xlsb or ods workbook. These formats cannot be streamed: the whole workbook is in memory. */
import { sentence } from '@notifly/contracts/sentences/sentence'
import type { WorkSheet } from '@e965/xlsx'
import type { CsvBatch } from '../parse-csv.ts'
import { ImportFileError } from '../parse-errors.ts'
import { displayOf, numberText, PLAIN, type Display } from './cell-text.ts'
import { emptyWorkbook, SheetRows } from './sheet-rows.ts'
import { damaged, encrypted } from './zip.ts'

interface Cell {
  t: 'b' | 'd' | 'e' | 'n' | 's' | 'z'
  v?: unknown
  z?: number | string
}

/**
 * Reads the first visible sheet that has rows; `hidden`: sheets that are hidden in addition to those that the workbook marks. Throws
 * ImportFileError.
 */
export async function* readOldWorkbook(bytes: Buffer, hidden = new Set<number>()): AsyncGenerator<CsvBatch> {
  const reader = await import('@e965/xlsx')
  const codePages = await import('@e965/xlsx/dist/cpexcel.full.mjs')
  // Workbooks older than 1997 do not use Unicode.
  reader.set_cptable(codePages)
  let workbook
  try {
    workbook = reader.read(bytes, {
      type: 'buffer',
      dense: true,
      cellNF: true,
      cellText: false,
      cellFormula: false,
      cellHTML: false,
    })
  } catch (error) {
    throw refusalOf(error)
  }
  const is1904 = workbook.Workbook?.WBProps?.date1904 === true
  for (const [index, name] of workbook.SheetNames.entries()) {
    const isHidden = hidden.has(index) || (workbook.Workbook?.Sheets?.[index]?.Hidden ?? 0) !== 0
    const sheet = workbook.Sheets[name]
    if (isHidden || sheet === undefined) continue
    const records = rowsOf(sheet, is1904)
    if (records.length === 0) continue
    for (let at = 0; at < records.length; at += BATCH_ROWS) {
      const part = records.slice(at, at + BATCH_ROWS)
      yield { records: part, bytesDone: Math.ceil((bytes.length * (at + part.length)) / records.length) }
    }
    return
  }
  throw emptyWorkbook()
}

const BATCH_ROWS = 1000

/** Throws for a file in an OLE container that is not a workbook: mails and old documents use that container as well. */
export async function refuseOtherThanWorkbook(bytes: Buffer): Promise<void> {
  const { CFB } = await import('@e965/xlsx')
  let names: string[]
  try {
    names = (CFB.read(bytes, { type: 'buffer' }) as { FileIndex: { name: string }[] }).FileIndex.map(({ name }) => name)
  } catch {
    throw damaged()
  }
  if (names.includes('EncryptedPackage')) throw encrypted()
  if (!names.some(name => name === 'Workbook' || name === 'Book')) throw notWorkbook()
}

export function notWorkbook(): ImportFileError {
  return new ImportFileError('notWorkbook', sentence('imports.notWorkbook'))
}

function refusalOf(error: unknown): ImportFileError {
  return error instanceof Error && /password|encrypt/i.test(error.message) ? encrypted() : damaged()
}

function rowsOf(sheet: WorkSheet, is1904: boolean) {
  const rows = new SheetRows()
  const displays = new Map<string, Display>()
  const displayIn = ({ z }: Cell): Display => {
    if (typeof z !== 'string') return PLAIN
    let display = displays.get(z)
    if (display === undefined) displays.set(z, (display = displayOf(z)))
    return display
  }
  const data = (sheet['!data'] ?? []) as (Cell[] | undefined)[]
  // Rows and cells may be missing: forEach passes over them, however many there are.
  data.forEach((cells, row) => {
    if (cells === undefined) return
    rows.openRow(String(row + 1))
    let next = 0
    cells.forEach((cell, column) => {
      for (; next <= column; next++) rows.openCell()
      rows.closeCell(textOf(cell, displayIn(cell), is1904))
    })
    rows.closeRow()
  })
  return rows.take()
}

function textOf({ t, v }: Cell, display: Display, is1904: boolean): string {
  switch (t) {
    case 's':
      return typeof v === 'string' ? v : ''
    case 'n':
      return typeof v === 'number' ? numberText(v, display, { is1904 }) : ''
    case 'b':
      return v === true ? 'TRUE' : 'FALSE'
    case 'd':
    case 'e':
    case 'z':
      return ''
  }
}
