/** The rows of one file that cannot be taken: why each, how many for each reason, and the first of them to show. */
import { REJECTED_SAMPLE_MAX, type RejectedCell } from '@notifly/contracts/imports'
import type { Column } from './columns.ts'
import { COLUMN_RULES } from './parse-contact.ts'
import { ImportFileError } from './parse-errors.ts'
import { type CellProblem, type ProblemKind, reasonOf, type RejectedRow } from './rows.ts'

/** Reasons are kept in memory until the error file is written; a file with more faults than this is no list of contacts. */
const REJECTED_MAX = 200_000
const SHOWN_VALUE_LENGTH = 200

export class Rejections {
  /** The reason of each rejected row, by its line: what the error file says. */
  readonly reasons = new Map<number, string>()
  private readonly counts = new Map<string, number>()
  private readonly first: { line: number; problem: CellProblem }[] = []
  /** Many rows fail for the same reason, word for word: each wording is kept once. */
  private readonly wordings = new Map<string, string>()

  get count(): number {
    return this.reasons.size
  }

  /** Throws ImportFileError when there are too many to be an oversight. */
  add(row: RejectedRow): void {
    const [problem] = row.problems
    if (problem === undefined) return
    if (this.reasons.size >= REJECTED_MAX) {
      const message = 'More than 200,000 rows have errors. Check the header and the separator, then try again.'
      throw new ImportFileError('unreadable', message)
    }
    this.reasons.set(row.line, this.shared(reasonOf(row)))
    const group = JSON.stringify([
      problem.kind,
      problem.kind === 'badValue' || problem.kind === 'missing' ? problem.column : null,
    ])
    this.counts.set(group, (this.counts.get(group) ?? 0) + 1)
    if (this.first.length < REJECTED_SAMPLE_MAX) this.first.push({ line: row.line, problem })
  }

  /** Reasons by frequency, worded without the values. */
  groups(columns: readonly Column[]): { reason: string; count: number }[] {
    return [...this.counts]
      .map(([group, count]) => {
        const [kind, column] = JSON.parse(group) as [CellProblem['kind'], string | null]
        return { reason: wordKind(kind, column, columns), count }
      })
      .toSorted((a, b) => b.count - a.count)
  }

  sample(columns: readonly Column[]): RejectedCell[] {
    return this.first
      .toSorted((a, b) => a.line - b.line)
      .map(({ line, problem }) => ({
        line,
        column: problem.column,
        value: problem.value.slice(0, SHOWN_VALUE_LENGTH),
        reason: wordProblem(problem, columns),
      }))
  }

  /** The first rows with what kind of fault they have, and its sentence. */
  faults(columns: readonly Column[]): { line: number; kind: ProblemKind; column: string | null; message: string }[] {
    return this.first
      .toSorted((a, b) => a.line - b.line)
      .map(({ line, problem }) => ({
        line,
        kind: problem.kind,
        column: problem.column,
        message: wordProblem(problem, columns),
      }))
  }

  private shared(wording: string): string {
    const known = this.wordings.get(wording)
    if (known !== undefined) return known
    if (this.wordings.size < 1000) this.wordings.set(wording, wording)
    return wording
  }
}

/** One row's fault as a sentence; the column and the value stand beside it. */
function wordProblem(problem: CellProblem, columns: readonly Column[]): string {
  switch (problem.kind) {
    case 'columnCount':
    case 'conflict':
    case 'unclosedQuote':
      return asSentence(problem.reason)
    case 'badValue':
    case 'invalidEmail':
    case 'missing':
      return wordKind(problem.kind, problem.column, columns)
  }
}

/** Names of columns keep their letters. */
function asSentence(reason: string): string {
  return /^(?:external_user_id|uuid) /.test(reason) ? reason : reason.charAt(0).toUpperCase() + reason.slice(1)
}

function wordKind(kind: CellProblem['kind'], column: string | null, columns: readonly Column[]): string {
  switch (kind) {
    case 'invalidEmail':
      return 'Invalid email address'
    case 'columnCount':
      return 'Column count differs from the header'
    case 'conflict':
      return 'Keys that belong to different contacts'
    case 'unclosedQuote':
      return 'A quote is never closed'
    case 'missing':
      return `${column} is empty`
    case 'badValue': {
      const known = columns.find(each => each.name === column)?.known
      return `${column} ${known === undefined ? 'is not valid' : COLUMN_RULES[known].complaint}`
    }
  }
}
