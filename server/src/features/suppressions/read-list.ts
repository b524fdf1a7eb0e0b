/** Reads a file of addresses of any type: one per row, in any column. Contents decide, not names or types. */
import type { Channel } from '@notifly/contracts/applications/applications'
import { type Sentence, sentence } from '@notifly/contracts/sentences/sentence'
import { SUPPRESSION_FILE_MAX_BYTES, SUPPRESSION_ROWS_MAX } from '@notifly/contracts/suppressions/suppressions'
import { addressKey } from '../../lib/addresses.ts'
import { type AppError, invalidField } from '../../lib/app-error.ts'
import { printCsvCopy, unescapeFormula } from '@notifly/contracts/csv'
import { ImportFileError, withUploadPlace, readRecordsInWorker } from '../imports/imports.ts'

export interface AddressList {
  /** Each once, in the order of the file. */
  addresses: string[]
  rowsTotal: number
  duplicates: number
  rejected: { line: number; cells: string[] }[]
  header: string[] | null
  column: string | null
}

const COLUMN_NAMES: Record<Channel, readonly string[]> = {
  email: ['email', 'emailaddress', 'mail', 'address', 'recipient'],
  sms: ['phonenumber', 'phone', 'mobile', 'mobilenumber', 'number', 'address'],
  whatsapp: ['phonenumber', 'phone', 'mobile', 'mobilenumber', 'number', 'whatsapp', 'address'],
  webpush: ['token', 'endpoint', 'address'],
  mobilepush: ['token', 'devicetoken', 'address'],
}

/** Rows that determine which column has the addresses, if no column's name does. */
const SAMPLE_ROWS = 100

interface Row {
  line: number
  cells: string[]
}

/** Throws at `file`, with separate keys, if it is empty, unreadable, too long, or has no addresses. */
export async function readAddressList(applicationId: string, path: string, channel: Channel): Promise<AddressList> {
  const rows = await withUploadPlace(applicationId, () => readRows(applicationId, path))
  if (rows.length === 0) throw refused('emptyFile', sentence('imports.emptyFile'))
  const { header, index } = locate(rows, channel)
  const body = header === null ? rows : rows.slice(1)
  if (body.length === 0) throw refused('headerOnly', sentence('consent.headerAlone'))
  if (body.length > SUPPRESSION_ROWS_MAX) throw tooManyRows()
  const addresses = new Set<string>()
  const rejected: Row[] = []
  for (const row of body) {
    const address = addressKey(channel, unescapeFormula(row.cells[index] ?? ''))
    if (address === null) rejected.push(row)
    else addresses.add(address)
  }
  return {
    addresses: [...addresses],
    rowsTotal: body.length,
    duplicates: body.length - rejected.length - addresses.size,
    rejected,
    header,
    column: header?.[index]?.trim() ?? null,
  }
}

async function readRows(applicationId: string, path: string): Promise<Row[]> {
  const rows: Row[] = []
  const job = { source: { path }, maxBytes: SUPPRESSION_FILE_MAX_BYTES }
  try {
    for await (const records of readRecordsInWorker({ applicationId }, job)) {
      for (const { line, cells } of records) rows.push({ line, cells })
      // One more may be the header.
      if (rows.length > SUPPRESSION_ROWS_MAX + 1) throw tooManyRows()
    }
  } catch (error) {
    if (error instanceof ImportFileError) throw invalidField('file', error.sentence)
    throw error
  }
  return rows
}

function tooManyRows(): AppError {
  return refused('tooManyRows', sentence('consent.tooManyRows', { rows: SUPPRESSION_ROWS_MAX }))
}

function refused(key: 'emptyFile' | 'headerOnly' | 'noAddressColumn' | 'tooManyRows', reason: Sentence): AppError {
  return invalidField('file', sentence(key, { reason }))
}

/** The rejected rows unchanged, with reason and line. */
export function printRejected({ header, rejected }: AddressList, reason: string): string {
  const width = Math.max(header?.length ?? 0, ...rejected.map(row => row.cells.length))
  const padded = (cells: readonly string[]) => Array.from({ length: width }, (_, index) => cells[index] ?? '')
  const first = header === null ? '' : printCsvCopy([...padded(header), 'error_reason', 'line'])
  return first + rejected.map(row => printCsvCopy([...padded(row.cells), reason, String(row.line)])).join('')
}

function isAddress(channel: Channel, cell: string | undefined): boolean {
  return addressKey(channel, unescapeFormula(cell ?? '')) !== null
}

/** A column with a known name, else the one with the most addresses. A first row with an address is not a header. */
function locate(rows: readonly Row[], channel: Channel): { header: string[] | null; index: number } {
  const first = rows[0]?.cells ?? []
  const header = first.some(cell => isAddress(channel, cell)) ? null : first
  const names = first.map(cell => cell.toLowerCase().replace(/[^a-z]/g, ''))
  const named = COLUMN_NAMES[channel].map(name => names.indexOf(name)).find(index => index >= 0)
  if (header !== null && named !== undefined) return { header, index: named }
  const sample = rows.slice(header === null ? 0 : 1, SAMPLE_ROWS)
  const width = Math.max(...rows.slice(0, SAMPLE_ROWS).map(row => row.cells.length))
  const counts = Array.from(
    { length: width },
    (_, index) => sample.filter(row => isAddress(channel, row.cells[index])).length,
  )
  const most = Math.max(0, ...counts)
  if (most === 0) throw refused('noAddressColumn', sentence('consent.noAddresses'))
  return { header, index: counts.indexOf(most) }
}
