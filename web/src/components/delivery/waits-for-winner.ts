import type { RunTest } from '@notifly/contracts/ab-tests'

/** Whether everybody in the test of a run has their mail, and all others wait until it has a winner. */
export function waitsForWinner(test: RunTest | null): boolean {
  return test?.state === 'running' && test.variants.every(variant => variant.sent > 0 || variant.recipients === 0)
}
