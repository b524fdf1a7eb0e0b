/**
 * What a file's header says: which of its columns are our own, which are merge fields and under what name templates will read them.
 */
import { unescapeFormula } from '../../lib/csv-print.ts'
import { ImportFileError } from './parse-errors.ts'

export const KNOWN_COLUMNS = [
  'email',
  'external_user_id',
  'uuid',
  'country',
  'created_on',
  'device_details',
  'is_test',
  'lang',
  'latitude',
  'longitude',
  'platform_type',
  'timezone_offset',
  'updated_on',
  'phone_number',
  'timezone',
] as const
export type KnownColumn = (typeof KNOWN_COLUMNS)[number]

/** The column that a file must have, by what it is for: an import, a phonebook, an update. */
export type RequiredColumn = 'email' | 'phone_number' | 'uuid'

export interface Column {
  index: number
  /** As the header has it, trimmed. */
  name: string
  /** Our column, or undefined for a merge field. */
  known: KnownColumn | undefined
  /** The name by which templates read it: letters, digits and underscores in lower case. */
  key: string
}

export interface Header {
  /** Cells in a record, the ignored ones included. */
  width: number
  /** Columns that are read, in the file's order. Those without a name are not. */
  columns: Column[]
  /** The last two columns are those of an error file. */
  isErrorFile: boolean
}

const COLUMNS_MAX = 300
const KEY_LENGTH_MAX = 100

/** Words that mean something to the template language. */
const RESERVED: ReadonlySet<string> = new Set(
  'and blank contains else empty false forloop nil not null or true'.split(' '),
)

/** Reads the header record. Throws ImportFileError when the required column is missing or there are too many. */
export function readHeader(cells: readonly string[], required: RequiredColumn, line: number): Header {
  const names = cells.map(cell => unescapeFormula(cell).trim())
  if (names.length > COLUMNS_MAX) {
    const message = `The file has ${names.length} columns; at most ${COLUMNS_MAX} can be read.`
    throw new ImportFileError('unreadable', message, { line })
  }
  const isErrorFile = hasErrorColumns(names)
  const used = new Set<string>()
  const columns: Column[] = []
  for (const [index, name] of names.entries()) {
    const isIgnored = name === '' || (isErrorFile && index >= names.length - 2)
    if (!isIgnored) columns.push(readColumn(index, name, used))
  }
  if (!columns.some(({ known }) => known === required)) throw missingColumn(required, names, line)
  return { width: names.length, columns, isErrorFile }
}

/** Whether the last two names are those that error files add. */
export function hasErrorColumns(names: readonly string[]): boolean {
  const [reason, line] = names.slice(-2).map(name => name.trim().toLowerCase())
  return names.length > 2 && reason === 'error_reason' && line === 'line'
}

/** A second column of the same name is kept as a merge field of its own: nothing of the file is lost. */
function readColumn(index: number, name: string, used: Set<string>): Column {
  const plain = mergeKey(name)
  const candidate = plain === 'e_mail' ? 'email' : plain
  const known = KNOWN_COLUMNS.find(column => column === candidate && !used.has(column))
  let key: string = known ?? plain
  for (let copy = 2; used.has(key); copy++) key = `${plain}_${copy}`
  used.add(key)
  return { index, name, known, key }
}

function mergeKey(name: string): string {
  const words = name
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '_')
    .replace(/^_+|_+$/g, '')
    .slice(0, KEY_LENGTH_MAX)
  const needsPrefix = words === '' || /^\p{N}/u.test(words) || RESERVED.has(words)
  return needsPrefix ? `field_${words}` : words
}

function missingColumn(required: RequiredColumn, names: readonly string[], line: number): ImportFileError {
  const key = { email: 'noEmailColumn', phone_number: 'noPhoneColumn', uuid: 'noUuidColumn' } as const
  const found = names
    .filter(name => name !== '')
    .slice(0, 10)
    .join(', ')
  const message = `There is no column called ${required} in the first line. It has: ${found}.`
  return new ImportFileError(key[required], message, { line })
}
