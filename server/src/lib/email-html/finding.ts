import type { Problem } from '../liquid/problem.ts'

/** A problem at an offset of the HTML. */
export interface Finding extends Omit<Problem, 'line' | 'column'> {
  at: number
  /** What of it another source has, too, from which the HTML was made. */
  quote?: string
}
