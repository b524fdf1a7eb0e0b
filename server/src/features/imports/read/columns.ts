/**
 * The columns of a file: which are built-in and which are merge fields, by its header or the uploading person's mapping, under which name
 * templates read them, and which type their values seem to have.
 */
import {
  type ColumnMapping,
  type ColumnPreview,
  IGNORED_COLUMN,
  KNOWN_COLUMNS,
  type KnownColumn,
  lacksColumn,
} from '@notifly/contracts/imports/imports'
import { sentence } from '@notifly/contracts/sentences/sentence'
import { isEmail } from '@notifly/contracts/fields'
import { unescapeFormula } from '@notifly/contracts/csv'
import { ImportFileError } from './parse-errors.ts'
import { parseMoment } from './parse-contact.ts'
import type { CsvRecord } from './parse-csv.ts'

/** The column that a file must have, by its purpose: an import, a phonebook, an update. */
export type RequiredColumn = 'email' | 'phone_number' | 'uuid'

export interface Column {
  index: number
  /** As in the header, trimmed. */
  name: string
  /** The built-in column; undefined for a merge field. */
  known: KnownColumn | undefined
  /** The name by which templates read it: letters, digits and underscores in lower case. */
  key: string
}

export interface Header {
  /** Cells per record, including ignored ones. */
  width: number
  /** Columns that are read, in the file's order; without unnamed and ignored ones. */
  columns: Column[]
  /** The last two columns are those that error files add. */
  isErrorFile: boolean
}

const COLUMNS_MAX = 300
const KEY_LENGTH_MAX = 100

/** Words with a meaning in the template language. */
const RESERVED: ReadonlySet<string> = new Set(
  'and blank contains else empty false forloop nil not null or true'.split(' '),
)

/** Reads the header record; `mapping` takes precedence over column names. Throws ImportFileError if there are too many columns. */
export function readHeader(cells: readonly string[], line: number, mapping: ColumnMapping = {}): Header {
  const names = cells.map(cell => unescapeFormula(cell).trim())
  if (names.length > COLUMNS_MAX) {
    const reason = sentence('imports.tooManyColumns', { count: names.length, most: COLUMNS_MAX })
    throw new ImportFileError('tooManyColumns', reason, { line })
  }
  const isErrorFile = hasErrorColumns(names)
  const mapped = new Map(Object.entries(mapping))
  // A name that the person gave to one column is not available to others.
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

/** Throws ImportFileError unless the header has the required column. */
export function requireColumn({ columns }: Header, required: RequiredColumn, line: number): void {
  if (columns.some(({ known }) => known === required)) return
  const key = { email: 'noEmailColumn', phone_number: 'noPhoneColumn', uuid: 'noUuidColumn' } as const
  const names = columns.map(({ name }) => name)
  throw new ImportFileError(key[required], lacksColumn(required, names), { line })
}

/** Whether the last two names are those that error files add. */
export function hasErrorColumns(names: readonly string[]): boolean {
  const [reason, line] = names.slice(-2).map(name => name.trim().toLowerCase())
  return names.length > 2 && reason === 'error_reason' && line === 'line'
}

/** A second column of the same name becomes a merge field of its own, so that nothing of the file is lost. */
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

/** Most names are as they should be. */
const PLAIN_KEY = /^[a-z][a-z0-9]*(?:_[a-z0-9]+)*$/

/** Returns the name by which templates read a column with that name. */
export function mergeKey(name: string): string {
  if (name.length <= KEY_LENGTH_MAX && PLAIN_KEY.test(name) && !RESERVED.has(name)) return name
  const words = name
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '_')
    .replace(/^_|_$/g, '')
    .slice(0, KEY_LENGTH_MAX)
  const needsPrefix = words === '' || /^\p{N}/u.test(words) || RESERVED.has(words)
  return needsPrefix ? `field_${words}` : words
}

// The type of a merge field, judged over all rows. Values themselves are stored as given; leading zeros make a text.

export type FieldType = 'boolean' | 'date' | 'number' | 'text'

export interface MergeField {
  key: string
  /** The column's name in the file. */
  name: string
  type: FieldType
  /** Rows with a value. */
  filled: number
  sample: string | null
}

const NUMBER = /^-?(?:0|[1-9]\d{0,14})(?:\.\d{1,15})?$/
const BOOLEAN = /^(?:true|false|yes|no)$/i
const DATE = /^\d{4}-\d\d-\d\d(?:$|[T ])/

/** Follows one column through the file: its type is the one that every value fits. */
class FieldObserver {
  readonly column: Column
  private possible: FieldType | undefined
  private filled = 0
  private sample: string | null = null

  constructor(column: Column) {
    this.column = column
  }

  see(text: string): void {
    this.filled += 1
    this.sample ??= text
    if (this.possible === 'text') return
    const type = typeOf(text)
    this.possible = this.possible === undefined || this.possible === type ? type : 'text'
  }

  result(): MergeField {
    const { key, name } = this.column
    return { key, name, type: this.possible ?? 'text', filled: this.filled, sample: this.sample }
  }
}

/** Observes the merge fields of all accepted rows. */
export class FieldObservers {
  private readonly observers: FieldObserver[]

  constructor(columns: readonly Column[]) {
    this.observers = columns.filter(column => !column.known).map(column => new FieldObserver(column))
  }

  see(mergeFields: Readonly<Record<string, string>>): void {
    for (const observer of this.observers) {
      const { key } = observer.column
      // A column may be named like a property that every object inherits.
      const text = Object.hasOwn(mergeFields, key) ? mergeFields[key] : undefined
      if (text !== undefined) observer.see(text)
    }
  }

  results(): MergeField[] {
    return this.observers.map(observer => observer.result())
  }
}

/** Returns the type that a value seems to have. */
export function typeOf(text: string): FieldType {
  if (NUMBER.test(text)) return 'number'
  if (BOOLEAN.test(text)) return 'boolean'
  return DATE.test(text) && parseMoment(text) !== undefined ? 'date' : 'text'
}

// What the columns of a file contain, by its first rows, and what each may be meant for.
const ROWS = 100
const SAMPLES = 3
const SAMPLE_LENGTH = 100

/** What people call built-in columns, in the languages of the dashboard; keys as made by mergeKey. */
const SYNONYMS: Readonly<Record<string, KnownColumn>> = {
  ...namesOf(
    'phone_number',
    'phone mobile mobile_number cell telephone tel teléfono telefono móvil movil téléphone portable फ़ोन मोबाइल',
  ),
  ...namesOf('country', 'country_code país pais pays देश'),
  ...namesOf('lang', 'language locale idioma langue भाषा'),
  ...namesOf('timezone', 'time_zone tz zona_horaria fuseau_horaire'),
  ...namesOf('external_user_id', 'external_id user_id customer_id client_id contact_id id_cliente id_client'),
  ...namesOf('created_on', 'created created_at signup_date'),
  ...namesOf('updated_on', 'updated updated_at'),
}

/** Returns one entry per column that is read, in the file's order. A column of email addresses is suggested as `email`. */
export function previewColumns({ columns }: Header, records: readonly CsvRecord[]): ColumnPreview[] {
  const rows = records.slice(0, ROWS)
  const taken = new Set(columns.map(({ known }) => known))
  return columns.map(column => {
    const values = rows.map(({ cells }) => cells[column.index]?.trim() ?? '').filter(value => value !== '')
    const suggestion = suggest(column, values, taken)
    taken.add(suggestion as KnownColumn)
    return {
      name: column.name,
      type: commonType(values),
      samples: [...new Set(values)].slice(0, SAMPLES).map(value => value.slice(0, SAMPLE_LENGTH)),
      suggestion,
    }
  })
}

function suggest(column: Column, values: readonly string[], taken: ReadonlySet<KnownColumn | undefined>): string {
  if (column.known !== undefined) return column.known
  const addresses = values.filter(value => isEmail(value)).length
  if (addresses > 0 && addresses * 2 >= values.length && !taken.has('email')) return 'email'
  const named = SYNONYMS[column.key]
  // A column named email without addresses is something else.
  return named === undefined || named === 'email' || taken.has(named) ? column.key : named
}

function commonType(values: readonly string[]): FieldType {
  const types = new Set(values.map(typeOf))
  const [only] = types
  return types.size === 1 && only !== undefined ? only : 'text'
}

function namesOf(column: KnownColumn, names: string): Record<string, KnownColumn> {
  return Object.fromEntries(names.split(' ').map(name => [name, column]))
}
