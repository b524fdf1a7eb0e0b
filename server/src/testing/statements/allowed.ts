/** Statements that may break a rule, each with why. The fewer the better: one that nothing needs fails the check. */
import type { Rule } from './rules.ts'

export interface Permission {
  rule: Rule
  /** A part of the statement, in one line, that no other statement has. */
  text: string
  why: string
}

export const ALLOWED: readonly Permission[] = []
