// A reporter of vitest that prints why a test failed as soon as it has: its own report says that at the end, which a run that is
// ended for its time never reaches. Also for tests that passed when they were tried again.
import type { Reporter, TestCase } from 'vitest/node'

/** The variable with the path of the file from which the check reads its counts; without it vitest reports as usual. */
export const REPORT_FILE = 'NOTIFLY_TEST_REPORT'

const STACK_LINES = 6

export class FailuresAtOnce implements Reporter {
  onTestCaseResult(test: TestCase): void {
    const { state, errors = [] } = test.result()
    if (errors.length === 0) return
    const what = state === 'failed' ? 'FAILED' : 'Passed at another try'
    console.log(`\n${what}: ${test.module.relativeModuleId} > ${test.fullName}`)
    for (const { message, diff, stack = '' } of errors) {
      const places = stack.split('\n').filter(line => /^\s*at /.test(line))
      console.log([message, diff ?? '', ...places.slice(0, STACK_LINES)].filter(line => line !== '').join('\n'))
    }
  }
}
