/** The rows of one file that cannot be taken: why each, how many for each reason, and the first of them to show. */
import { REJECTED_SAMPLE_MAX } from '@notifly/contracts/imports/imports'
import { type Sentence, sentence } from '@notifly/contracts/sentences/sentence'
import { ImportFileError } from './parse-errors.ts'
import { type CellProblem, type ProblemKind, reasonOf, type RejectedRow } from './rows.ts'

/** Reasons are kept in memory until the error file is written; a file with more faults than this is no list of contacts. */
const REJECTED_MAX = 200_000
const SHOWN_VALUE_LENGTH = 200

/** What is shown of a row that cannot be taken. */
export interface Rejected {
  line: number
  kind: ProblemKind
  column: string | null
  value: string
  reason: Sentence
}

export class Rejections {
  /** The reason of each rejected row, by its line: what the error file says of it. */
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
      throw new ImportFileError('unreadable', sentence('imports.tooManyErrors'))
    }
    this.reasons.set(row.line, this.shared(reasonOf(row)))
    const group = JSON.stringify(groupOf(problem))
    this.counts.set(group, (this.counts.get(group) ?? 0) + 1)
    if (this.first.length < REJECTED_SAMPLE_MAX) this.first.push({ line: row.line, problem })
  }

  /** Reasons by frequency, worded without the values. */
  groups(): { reason: Sentence; count: number }[] {
    return [...this.counts]
      .map(([group, count]) => ({ reason: JSON.parse(group) as Sentence, count }))
      .toSorted((a, b) => b.count - a.count)
  }

  /** The first rows, by line; the column and the value are beside the reason. */
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

/** What rows have in common that fail for the same reason. */
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
