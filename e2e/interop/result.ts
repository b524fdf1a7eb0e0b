/** The results of a run of the command. */

export interface Row {
  /** What was tried. */
  title: string
  outcome: 'passed' | 'failed' | 'skipped'
  /** Figures, or why it was skipped. */
  figures: string
  /** Sentences about what went wrong. */
  faults: readonly string[]
}

/** The results for one server or program. */
export interface Report {
  /** Name and version. */
  title: string
  rows: readonly Row[]
}

/** A report about a server or program that could not be tested at all. */
export function skippedReport(title: string, why: string): Report {
  return { title, rows: [{ title: 'all', outcome: 'skipped', figures: why, faults: [] }] }
}

/** A report about a server or program that failed before its scenarios. */
export function failedReport(title: string, fault: string): Report {
  return { title, rows: [{ title: 'start', outcome: 'failed', figures: '', faults: [fault] }] }
}
