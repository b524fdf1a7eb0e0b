// Reads the report that vitest writes as JSON and counts what it says, so that nothing that went wrong counts as passed.
import { readFile } from 'node:fs/promises'
import type { Tally } from './steps.ts'

/** The parts of vitest's JSON report that we read. */
export interface TestReport {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  numTodoTests: number
  testResults: { status: string; assertionResults: { status: string }[] }[]
}

/** A tally that includes the tests that were skipped by their own condition. */
export interface TestTally extends Tally {
  skipped: number
}

/**
 * Counts a report. A file that failed without a failed test (it could not be loaded) counts as one failure. So does a run that failed
 * although no test did: after an unhandled rejection, or without a report.
 */
export function countTests(report: TestReport | undefined, exitedWell: boolean): TestTally {
  if (report === undefined) return { passed: 0, failed: 1, skipped: 0 }
  const brokenFiles = report.testResults.filter(
    file => file.status === 'failed' && !file.assertionResults.some(test => test.status === 'failed'),
  )
  const failed = report.numFailedTests + brokenFiles.length
  return {
    passed: report.numPassedTests,
    failed: failed === 0 && !exitedWell ? 1 : failed,
    skipped: report.numPendingTests + report.numTodoTests,
  }
}

/** Reads a report; undefined when the run ended before it wrote one. */
export async function readReport(path: string): Promise<TestReport | undefined> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as TestReport
  } catch {
    return undefined
  }
}
