/**
 * What a file's header says, or the person who sends it: which of its columns are our own, which are merge fields and under
 * what name templates will read them.
 */
import { type ColumnMapping, IGNORED_COLUMN, KNOWN_COLUMNS, type KnownColumn } from '@notifly/contracts/imports/imports'
import { sentence } from '@notifly/contracts/sentences/sentence'
import { unescapeFormula } from '../../../lib/csv-print.ts'
import { ImportFileError } from './parse-errors.ts'

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
  /** Columns that are read, in the file's order. Those without a name, and those that were not chosen, are not. */
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

/**
 * Reads the header record; what `mapping` says of a column goes before what its name says. Throws ImportFileError when
 * there are too many columns.
 */
export function readHeader(cells: readonly string[], line: number, mapping: ColumnMapping = {}): Header {
  const names = cells.map(cell => unescapeFormula(cell).trim())
  if (names.length > COLUMNS_MAX) {
    const reason = sentence('imports.tooManyColumns', { count: names.length, most: COLUMNS_MAX })
    throw new ImportFileError('tooManyColumns', reason, { line })
  }
  const isErrorFile = hasErrorColumns(names)
  const mapped = new Map(Object.entries(mapping))
  // A name that the person gives to a column is not free for another one.
  const taken = new Set(names.flatMap(name => KNOWN_COLUMNS.find(column => column === mapped.get(name)) ?? []))
  const used = new Set<string>()
  const columns: Column[] = []
  for (const [index, name] of names.entries()) {
    const target = mapped.get(name)
    const isIgnored = name === '' || target === IGNORED_COLUMN || (isErrorFile && index >= names.length - 2)
    if (!isIgnored) columns.push(readColumn(index, name, target, { used, taken }))
  }
  return { width: names.length, columns, isErrorFile }
}

/** Throws ImportFileError unless the header has the column that its file must have. */
export function requireColumn({ columns }: Header, required: RequiredColumn, line: number): void {
  if (columns.some(({ known }) => known === required)) return
  const key = { email: 'noEmailColumn', phone_number: 'noPhoneColumn', uuid: 'noUuidColumn' } as const
  const found = columns
    .slice(0, 10)
    .map(({ name }) => name)
    .join(', ')
  throw new ImportFileError(key[required], sentence('imports.noColumn', { name: required, found }), { line })
}

/** Whether the last two names are those that error files add. */
export function hasErrorColumns(names: readonly string[]): boolean {
  const [reason, line] = names.slice(-2).map(name => name.trim().toLowerCase())
  return names.length > 2 && reason === 'error_reason' && line === 'line'
}

/** A second column of the same name is kept as a merge field of its own: nothing of the file is lost. */
function readColumn(
  index: number,
  name: string,
  target: string | undefined,
  { used, taken }: { used: Set<string>; taken: ReadonlySet<string> },
): Column {
  const plain = mergeKey(target ?? name)
  const candidate = plain === 'e_mail' ? 'email' : plain
  const isFree = (column: string): boolean => !used.has(column) && (target !== undefined || !taken.has(column))
  const known = KNOWN_COLUMNS.find(column => column === candidate && isFree(column))
  let key: string = known ?? plain
  for (let copy = 2; used.has(key) || (known === undefined && taken.has(key)); copy++) key = `${plain}_${copy}`
  used.add(key)
  return { index, name, known, key }
}

/** The name by which templates read a column of that name. */
export function mergeKey(name: string): string {
  const words = name
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '_')
    .replace(/^_|_$/g, '')
    .slice(0, KEY_LENGTH_MAX)
  const needsPrefix = words === '' || /^\p{N}/u.test(words) || RESERVED.has(words)
  return needsPrefix ? `field_${words}` : words
}
