/** Reads a file of addresses: one per row, in whatever column they stand. Content decides, not names or types. */
import type { Channel } from '@notifly/contracts/applications'
import { SUPPRESSION_ROWS_MAX } from '@notifly/contracts/suppressions'
import Papa from 'papaparse'
import { addressKey } from '../../lib/addresses.ts'
import { invalidField } from '../../lib/app-error.ts'
import { printCsvCopy, unescapeFormula } from '../../lib/csv-print.ts'

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

/** Rows that tell where the addresses stand, where no column's name does. */
const SAMPLE_ROWS = 100

interface Row {
  line: number
  cells: string[]
}

/** Throws at `file`, with a key of its own, for what is empty, unreadable, too long, or has no addresses. */
export function readAddressList(bytes: Buffer, channel: Channel): AddressList {
  const rows = rowsOf(decode(bytes), channel)
  if (rows.length === 0) throw invalidField('file', 'The file is empty.', 'emptyFile')
  const { header, index } = locate(rows, channel)
  const body = header === null ? rows : rows.slice(1)
  if (body.length === 0) throw invalidField('file', 'The file has a header and no rows.', 'headerOnly')
  if (body.length > SUPPRESSION_ROWS_MAX) {
    const message = `At most ${SUPPRESSION_ROWS_MAX.toLocaleString('en')} rows at once. Split the file.`
    throw invalidField('file', message, 'tooManyRows')
  }
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

/** The rejected rows as they stood, with why and where. */
export function printRejected({ header, rejected }: AddressList, reason: string): string {
  const width = Math.max(header?.length ?? 0, ...rejected.map(row => row.cells.length))
  const padded = (cells: readonly string[]) => Array.from({ length: width }, (_, index) => cells[index] ?? '')
  const first = header === null ? '' : printCsvCopy([...padded(header), 'error_reason', 'line'])
  return first + rejected.map(row => printCsvCopy([...padded(row.cells), reason, String(row.line)])).join('')
}

/** UTF-8, UTF-16 with its mark, else Windows-1252, in which every byte is a letter. */
function decode(bytes: Buffer): string {
  const isUtf16 = bytes.length >= 2 && [0xfeff, 0xfffe].includes(bytes.readUInt16BE(0))
  if (isUtf16) return new TextDecoder(bytes[0] === 0xfe ? 'utf-16be' : 'utf-16le').decode(bytes)
  if (bytes.includes(0)) {
    throw invalidField('file', 'The file holds no readable text. Save it as CSV and try again.', 'unreadable')
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

const SEPARATORS = [',', ';', '\t', '|'] as const
const HEAD_LENGTH = 65_536

/** Blank rows left out. The separator is the one that sets the most addresses apart. */
function rowsOf(text: string, channel: Channel): Row[] {
  const head = text.slice(0, HEAD_LENGTH)
  const found = SEPARATORS.map(
    delimiter =>
      Papa.parse<string[]>(head, { delimiter })
        .data.flat()
        .filter(cell => isAddress(channel, cell)).length,
  )
  const delimiter = SEPARATORS[found.indexOf(Math.max(...found))] ?? ','
  let line = 1
  return Papa.parse<string[]>(text, { delimiter }).data.flatMap(cells => {
    const row = { line, cells }
    line += cells.join('').split('\n').length
    return cells.some(cell => cell.trim() !== '') ? [row] : []
  })
}

function isAddress(channel: Channel, cell: string | undefined): boolean {
  return addressKey(channel, unescapeFormula(cell ?? '')) !== null
}

/** A column of a known name, else the one that holds the most addresses. A first row with an address in it is no header. */
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
  if (most === 0) throw invalidField('file', 'No column of the file holds addresses.', 'noAddressColumn')
  return { header, index: counts.indexOf(most) }
}
