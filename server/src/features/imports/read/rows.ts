/**
 * Turns one record of a file into a contact or the reasons for its rejection, and collects all rejections of a file. A row is accepted as a
 * whole or not at all: a bad value in a built-in column rejects it.
 */
import { MERGE_FIELDS_MAX_BYTES } from '@notifly/contracts/contacts/contacts'
import { columnsDiffer, type KnownColumn, REJECTED_SAMPLE_MAX } from '@notifly/contracts/imports/imports'
import { english } from '@notifly/contracts/sentences/english'
import { type Sentence, sentence } from '@notifly/contracts/sentences/sentence'
import { mergeFieldBytes } from '../../../lib/contact-fields.ts'
import { unescapeFormula } from '@notifly/contracts/csv'
import type { Column, Header, RequiredColumn } from './columns.ts'
import type { CsvRecord } from './parse-csv.ts'
import { COLUMN_RULES, type ContactRow, emptyRow, parseCountry } from './parse-contact.ts'
import { ImportFileError } from './parse-errors.ts'

export type ProblemKind =
  'badValue' | 'columnCount' | 'conflict' | 'invalidEmail' | 'missing' | 'tooMuch' | 'unclosedQuote'

export interface CellProblem {
  kind: ProblemKind
  /** The column's name in the file; null if the whole row is to blame. */
  column: string | null
  value: string
  /** Contains the column, but not the value. */
  reason: Sentence
}

export interface RejectedRow {
  line: number
  problems: CellProblem[]
}

export type RowResult = { row: ContactRow } | { rejected: RejectedRow }

/** Returns a function that reads the records under one header; `defaultCountry` is for phone numbers of rows without a country. */
export function createRowReader(
  header: Header,
  required: RequiredColumn,
  defaultCountry?: string,
): (record: CsvRecord) => RowResult {
  const country = header.columns.find(({ known }) => known === 'country')
  const known = header.columns.filter(isKnown)
  const merge = header.columns.filter(column => !column.known)
  return record => {
    const { line, cells } = record
    const broken = recordProblem(record, header.width)
    if (broken) return { rejected: { line, problems: [broken] } }
    const row = emptyRow(line)
    const problems: CellProblem[] = []
    const homeCountry = (country && parseCountry(cellText(cells, country))) ?? defaultCountry
    for (const column of known) {
      const problem = readKnown(column, cellText(cells, column), row, homeCountry, required)
      if (problem) problems.push(problem)
    }
    for (const column of merge) {
      const text = cellText(cells, column)
      if (text !== '') row.merge_fields[column.key] = text
    }
    if (mergeFieldBytes(row.merge_fields) > MERGE_FIELDS_MAX_BYTES) {
      problems.push({ kind: 'tooMuch', column: null, value: '', reason: tooMuch() })
    }
    return problems.length > 0 ? { rejected: { line, problems } } : { row }
  }
}

/** Returns a row's problems as text for the error file, in English. */
export function reasonOf({ problems }: RejectedRow): string {
  return problems.map(reasonInFile).join('; ')
}

const VALUE_SHOWN_LENGTH = 100

function reasonInFile({ kind, column, value, reason }: CellProblem): string {
  switch (kind) {
    case 'badValue':
    case 'invalidEmail': {
      const shown = value.length > VALUE_SHOWN_LENGTH ? `${value.slice(0, VALUE_SHOWN_LENGTH)}…` : value
      return english({ ...reason, values: { ...reason.values, column: `${column} "${shown}"` } })
    }
    case 'missing':
      return english(reason)
    case 'columnCount':
    case 'conflict':
    case 'tooMuch':
    case 'unclosedQuote':
      return inErrorFile(reason)
  }
}

/** Returns a message for use inside a list: in lower case, unless it starts with a name from the file. */
export function inErrorFile(reason: Sentence): string {
  const words = english(reason)
  return words.charAt(0).toLowerCase() + words.slice(1)
}

type OurColumn = Column & { known: KnownColumn }

function isKnown(column: Column): column is OurColumn {
  return column.known !== undefined
}

function cellText(cells: readonly string[], column: Column): string {
  const text = unescapeFormula(cells[column.index] ?? '').trim()
  // PostgreSQL cannot store NUL.
  return text.includes('\0') ? text.replaceAll('\0', '') : text
}

function recordProblem({ cells, unclosed }: CsvRecord, width: number): CellProblem | undefined {
  if (unclosed) {
    return { kind: 'unclosedQuote', column: null, value: '', reason: sentence('imports.problems.quoteRow') }
  }
  if (cells.length === width) return undefined
  const reason = columnsDiffer(cells.length, width)
  return { kind: 'columnCount', column: null, value: String(cells.length), reason }
}

function readKnown(
  column: OurColumn,
  text: string,
  row: ContactRow,
  country: string | undefined,
  required: RequiredColumn,
): CellProblem | undefined {
  const { known } = column
  const problem = { column: column.name, value: text }
  if (text === '') {
    if (known !== required) return undefined
    return { kind: 'missing', ...problem, reason: sentence('imports.problems.missing', { column: column.name }) }
  }
  const rule = COLUMN_RULES[known]
  if (rule.take(text, row, country)) return undefined
  return { kind: known === 'email' ? 'invalidEmail' : 'badValue', ...problem, reason: rule.complaint(column.name) }
}

/** The key on which a row and a contact disagree. */
export type ConflictingKey = 'email' | 'external' | 'uuid'
/** Or the size that the contact would get. */
export type RejectedPart = ConflictingKey | 'size'

/** Why a contact rejects a row: a key belongs to another contact, identified by one of its own keys, or the row is too large. */
export function complaintOf(blame: RejectedPart, owner: string): Sentence {
  return blame === 'size' ? tooMuch() : sentence(`imports.problems.${blame}Of`, { owner })
}

/** For a row whose merge fields are too large, alone or with those that its contact has. */
function tooMuch(): Sentence {
  return sentence('imports.problems.size', { kilobytes: MERGE_FIELDS_MAX_BYTES / 1024 })
}

// The rejected rows of one file: why each, how many per reason, and the first ones as a sample.

/** Reasons are held in memory until the error file is written; a file with more errors than this is not a list of contacts. */
const REJECTED_MAX = 200_000
const SHOWN_VALUE_LENGTH = 200

/** What is shown of a rejected row. */
export interface Rejected {
  line: number
  kind: ProblemKind
  column: string | null
  value: string
  reason: Sentence
}

export class Rejections {
  /** The reason for each rejected row, by its line, for the error file. */
  readonly reasons = new Map<number, string>()
  private readonly counts = new Map<string, number>()
  private readonly first: { line: number; problem: CellProblem }[] = []
  /** Many rows have the same reason, word for word: each wording is stored once. */
  private readonly wordings = new Map<string, string>()

  get count(): number {
    return this.reasons.size
  }

  /** Throws ImportFileError if there are too many for a mistake. */
  add(row: RejectedRow): void {
    const [problem] = row.problems
    if (problem === undefined) return
    if (this.reasons.size >= REJECTED_MAX) {
      throw new ImportFileError('unreadable', sentence('imports.tooManyErrors'))
    }
    this.reasons.set(row.line, this.shared(reasonOf(row)))
    const group = JSON.stringify(groupOf(problem))
    this.counts.set(group, (this.counts.get(group) ?? 0) + 1)
    if (this.first.length < REJECTED_SAMPLE_MAX) this.first.push({ line: row.line, problem })
  }

  /** Returns reasons by frequency, worded without values. */
  groups(): { reason: Sentence; count: number }[] {
    return [...this.counts]
      .map(([group, count]) => ({ reason: JSON.parse(group) as Sentence, count }))
      .toSorted((a, b) => b.count - a.count)
  }

  /** Returns the first rows, by line; column and value are beside the reason. */
  sample(): Rejected[] {
    return this.first
      .toSorted((a, b) => a.line - b.line)
      .map(({ line, problem: { kind, column, value, reason } }) => ({
        line,
        kind,
        column,
        value: value.slice(0, SHOWN_VALUE_LENGTH),
        reason: kind === 'invalidEmail' ? INVALID_EMAIL : reason,
      }))
  }

  private shared(wording: string): string {
    const known = this.wordings.get(wording)
    if (known !== undefined) return known
    if (this.wordings.size < 1000) this.wordings.set(wording, wording)
    return wording
  }
}

const INVALID_EMAIL = sentence('imports.problems.invalidEmail')

/** The common wording of rows that fail for the same reason. */
function groupOf({ kind, reason }: CellProblem): Sentence {
  switch (kind) {
    case 'invalidEmail':
      return INVALID_EMAIL
    case 'columnCount':
      return sentence('imports.problems.columnCount')
    case 'conflict':
      return sentence('imports.problems.conflicts')
    case 'unclosedQuote':
      return sentence('imports.problems.quote')
    case 'badValue':
    case 'missing':
    case 'tooMuch':
      return reason
  }
}
