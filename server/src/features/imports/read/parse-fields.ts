/** What a file's merge fields seem to be, judged over all rows. Values themselves are kept as given; leading zeros make a text. */
import type { Column } from './columns.ts'
import { parseMoment } from './parse-values.ts'

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
