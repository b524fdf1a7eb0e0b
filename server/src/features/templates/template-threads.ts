/** The bounds of the work on templates, and what becomes of a template that breaks them. */
import { sentence } from '@notifly/contracts/sentences/sentence'
import { AppError } from '../../lib/app-error.ts'
import type { Problem } from '../../lib/liquid/problem.ts'
import { workOf } from '../../lib/work-pool/work.ts'
import type * as tasks from './template-work.ts'

const OF_TEMPLATES = workOf<typeof tasks>(new URL('./template-work.ts', import.meta.url))

/** The largest newsletters take a tenth of it. */
const LIMITS = {
  timeMs: 1000,
  // A mail of the largest size, as HTML, as text, and as the source of the text.
  outputMax: 8_000_000,
  refusal: () => new TooCostly(),
}

export const TEMPLATE_WORK = {
  checkEmail: OF_TEMPLATES('checkEmail', LIMITS),
  checkSources: OF_TEMPLATES('checkSources', LIMITS),
  fillEmail: OF_TEMPLATES('fillEmail', LIMITS),
  previewEmail: OF_TEMPLATES('previewEmail', LIMITS),
  previewSources: OF_TEMPLATES('previewSources', LIMITS),
  isSameForAll: OF_TEMPLATES('isSameForAll', LIMITS),
  measureText: OF_TEMPLATES('measureText', LIMITS),
}

const TOO_COSTLY = sentence('templates.tooCostly')

/** Work on a template broke a bound. */
export class TooCostly extends AppError {
  constructor() {
    super('invalidInput', TOO_COSTLY)
  }
}

/** What is told instead of everything else where the work on a template had to be stopped. */
export const COSTLY_PROBLEM = {
  severity: 'error',
  code: 'too_large',
  ...TOO_COSTLY,
  line: 1,
  column: 1,
} as const satisfies Problem

/** Resolves to `otherwise` for a template that breaks a bound. */
export async function unlessCostly<T>(work: Promise<T>, otherwise: T): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (error instanceof TooCostly) return otherwise
    throw error
  }
}
