/** What a file's merge fields seem to be, judged over all rows. Values themselves are kept as given; leading zeros make a text. */
import type { Column, Header } from './columns.ts'
import { parseMoment } from './parse-values.ts'
import type { ColumnPreview, KnownColumn } from '@notifly/contracts/imports/imports'
import { isEmail } from '@notifly/contracts/fields'
import type { CsvRecord } from './parse-csv.ts'

export type FieldType = 'boolean' | 'date' | 'number' | 'text'

export interface MergeField {
  key: string
  /** The column's name in the file. */
  name: string
  type: FieldType
  /** Rows that have a value. */
  filled: number
  sample: string | null
}

const NUMBER = /^-?(?:0|[1-9]\d{0,14})(?:\.\d{1,15})?$/
const BOOLEAN = /^(?:true|false|yes|no)$/i
const DATE = /^\d{4}-\d\d-\d\d(?:$|[T ])/

/** Follows one column through the file: the type is the one that every value fits. */
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

/** Watches the merge fields of all accepted rows. */
export class FieldObservers {
  private readonly observers: FieldObserver[]

  constructor(columns: readonly Column[]) {
    this.observers = columns.filter(column => !column.known).map(column => new FieldObserver(column))
  }

  see(mergeFields: Readonly<Record<string, string>>): void {
    for (const observer of this.observers) {
      const { key } = observer.column
      // A column may be called like something that every object inherits.
      const text = Object.hasOwn(mergeFields, key) ? mergeFields[key] : undefined
      if (text !== undefined) observer.see(text)
    }
  }

  results(): MergeField[] {
    return this.observers.map(observer => observer.result())
  }
}

/** What one value seems to be. */
export function typeOf(text: string): FieldType {
  if (NUMBER.test(text)) return 'number'
  if (BOOLEAN.test(text)) return 'boolean'
  return DATE.test(text) && parseMoment(text) !== undefined ? 'date' : 'text'
}

// What the columns of a file hold, by its first rows, and what each may be meant for.
const ROWS = 100
const SAMPLES = 3
const SAMPLE_LENGTH = 100

/** What people call our columns, in the languages of the dashboard; keys as columns.ts makes them of names. */
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

/** One entry for each column that is read, in the file's order. A column of addresses is suggested as `email`. */
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
  // A column called e-mail that holds none is something else.
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
