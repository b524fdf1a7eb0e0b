import { isEmail } from '@notifly/contracts/fields'
import {
  columnsDiffer,
  KNOWN_COLUMNS,
  lacksColumn,
  type UPDATE_ERRORS,
  UPDATE_MERGE_FIELDS_MAX,
} from '@notifly/contracts/imports/imports'
import type { Sentence, SentenceKey } from '@notifly/contracts/sentences/sentence'
import type { SentenceLike } from '../../locales/translate-sentence.ts'

/** Finds errors in an update file as soon as it is selected, with the same keys as the server's check. */

/** In the form of the server's errors; without values if the page has its own text. */
export interface UpdateFault extends SentenceLike {
  line?: number
}

/** The columns that error files have in addition. */
const IGNORED = ['error_reason', 'line']
const SHOWN_MAX = 100

/** The errors of the whole file, otherwise those of its rows, limited in number. Empty for a file that only the server can check. */
export function faultsOfUpdate(records: readonly CsvRecord[]): UpdateFault[] {
  const [header, ...rows] = records
  if (header === undefined || rows.length === 0) return [fault('parseCsv')]
  // In an encoding without a mark, which the server recognises.
  if (header.cells.some(cell => cell.includes('\0') || cell.includes('\uFFFD'))) return []
  const shown = header.cells.map(cell => cell.trim())
  const names = shown.map(name => name.toLowerCase())
  const uuid = names.indexOf('uuid')
  if (uuid === -1) return [fault('missingUUID', undefined, lacksColumn('uuid', shown.filter(Boolean)))]
  const isOurs = (name: string) => IGNORED.includes(name) || KNOWN_COLUMNS.some(column => column === name)
  if (names.filter(name => !isOurs(name)).length > UPDATE_MERGE_FIELDS_MAX) {
    return [fault('upToLimitedColumns')]
  }
  const email = names.indexOf('email')
  return rows
    .flatMap(({ cells, line }) => {
      if (cells.length !== names.length) {
        return [fault('parseCsv', line, columnsDiffer(cells.length, names.length))]
      }
      const address = cells[email]?.trim() ?? ''
      return [
        ...(cells[uuid]?.trim() === '' ? [fault('missingUUID', line)] : []),
        ...(address !== '' && !isEmail(address) ? [fault('invalidEmail', line)] : []),
      ]
    })
    .slice(0, SHOWN_MAX)
}

/** Of the header as a whole, which the server names by its line, as it does rows. */
const OF_HEADER: readonly SentenceKey[] = ['imports.noColumn', 'imports.headerOnly']

/** Whether no row is at fault, but the header. */
export function isOfHeader({ key, values }: UpdateFault): boolean {
  const reason = values?.['reason']
  return key === 'upToLimitedColumns' || (typeof reason === 'object' && OF_HEADER.includes(reason.key))
}

function fault(key: (typeof UPDATE_ERRORS)[number], line?: number, reason?: Sentence): UpdateFault {
  return { key, ...(reason && { values: { reason } }), ...(line !== undefined && { line }) }
}

/**
 * The rows of a CSV file, in order to show the first ones and check all of them before it is sent. The server parses it again and decides.
 */

const SEPARATORS = [',', ';', '\t', '|']
export interface CsvPreview {
  header: string[]
  rows: string[][]
}

export interface CsvRecord {
  cells: string[]
  /** The line that it begins on, from 1. */
  line: number
}

/** Resolves to the header and all rows, blank lines left out. Throws when the file cannot be read. */
export async function readCsv(file: File): Promise<CsvRecord[]> {
  const bytes = await file.arrayBuffer()
  const text = new TextDecoder(encodingOf(new Uint8Array(bytes))).decode(bytes)
  const [firstLine = ''] = text.split(/\r?\n/, 1)
  const count = (separator: string): number => firstLine.split(separator).length
  const separator = SEPARATORS.reduce((best, each) => (count(each) > count(best) ? each : best), ',')
  return recordsOf(text, separator)
}

/** By the first two bytes; without a byte order mark the server detects the encoding, and it is read as UTF-8 here. */
function encodingOf([first, second]: Uint8Array): string {
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8'
}

function recordsOf(text: string, separator: string): CsvRecord[] {
  const records: CsvRecord[] = []
  let cells: string[] = []
  let cell = ''
  let isQuoted = false
  let line = 1
  let firstLine = 1
  const endRecord = () => {
    cells.push(cell)
    if (cells.some(each => each.trim() !== '')) records.push({ cells, line: firstLine })
    cells = []
    cell = ''
    firstLine = line
  }
  for (let at = 0; at < text.length; at++) {
    const sign = text.charAt(at)
    if (sign === '\n') line += 1
    if (isQuoted && sign === '"' && text[at + 1] === '"') {
      cell += sign
      at += 1
    } else if (sign === '"' && (isQuoted || cell === '')) isQuoted = !isQuoted
    else if (!isQuoted && sign === separator) {
      cells.push(cell)
      cell = ''
    } else if (!isQuoted && sign === '\n') endRecord()
    else if (isQuoted || sign !== '\r') cell += sign
  }
  if (cell !== '' || cells.length > 0) endRecord()
  return records
}
