import type { Problem } from '../liquid/problem.ts'

/** A problem at an offset of the HTML. */
export interface Finding extends Omit<Problem, 'line' | 'column'> {
  at: number
  /** The part of it that the source of the HTML has too. */
  quote?: string
}
