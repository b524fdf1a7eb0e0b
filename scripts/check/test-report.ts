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

/** A tally with the tests that were left out by their own condition. */
export interface TestTally extends Tally {
  skipped: number
}

/**
 * Counts a report. A file that failed without a failed test (it could not be loaded) counts as one failure, and so does a
 * run that ended badly although no test failed: an unhandled rejection, or a report that was never written.
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
