import { inWords } from '@notifly/contracts/sentences/english'
import type { Problem as Answered } from '@notifly/contracts/templates/templates'
import type { Problem } from '../../lib/liquid/problem.ts'

/** A problem with the part of the message that it is in. */
export interface PartProblem extends Problem {
  part: Answered['part']
  /** Of a notification: its field. */
  place?: string
}

/** As answers carry them. */
export function presentProblems(problems: readonly PartProblem[]): Answered[] {
  return problems.map(problem => ({ ...problem, ...inWords(problem) }))
}
