/** What is wrong with a file of changes, told as soon as it is chosen; by the same keys as the server's own check. */
import { isEmail } from '@notifly/contracts/fields'
import {
  columnsDiffer,
  KNOWN_COLUMNS,
  type UPDATE_ERRORS,
  UPDATE_MERGE_FIELDS_MAX,
} from '@notifly/contracts/imports/imports'
import type { CsvRecord } from './csv-preview.ts'
import type { Sentence } from '@notifly/contracts/sentences/sentence'
import type { Sayable } from '../../locales/say.ts'

/** As the server says it too; without values where the page has words of its own. */
export interface UpdateFault extends Sayable {
  line?: number
}

/** The columns that error files have in addition. */
const IGNORED = ['error_reason', 'line']
const SHOWN_MAX = 100

/** The faults of the whole file, else of its rows, the first of many. Empty for a file that only the server can judge. */
export function faultsOfUpdate(records: readonly CsvRecord[]): UpdateFault[] {
  const [header, ...rows] = records
  if (header === undefined || rows.length === 0) return [fault('parseCsv')]
  // In an encoding without a mark, which the server recognises.
  if (header.cells.some(cell => cell.includes('\0') || cell.includes('\uFFFD'))) return []
  const names = header.cells.map(cell => cell.trim().toLowerCase())
  const uuid = names.indexOf('uuid')
  if (uuid === -1) return [fault('missingUUID', header.line)]
  const isOurs = (name: string) => IGNORED.includes(name) || KNOWN_COLUMNS.some(column => column === name)
  if (names.filter(name => !isOurs(name)).length > UPDATE_MERGE_FIELDS_MAX) {
    return [fault('upToLimitedColumns', header.line)]
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

function fault(key: (typeof UPDATE_ERRORS)[number], line?: number, reason?: Sentence): UpdateFault {
  return { key, ...(reason && { values: { reason } }), ...(line !== undefined && { line }) }
}
