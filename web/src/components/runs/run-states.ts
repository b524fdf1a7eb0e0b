import type { RunTest } from '@notifly/contracts/campaigns/ab-tests'

/** Whether a test of the run may still change what the others get, and when: its end is not known in advance. */
export function isUndecided(test: RunTest | null): boolean {
  return test !== null && (test.state === 'preparing' || test.state === 'running')
}

/** Whether all recipients in the test of a run have their email, and all others wait until it has a winner. */
export function waitsForWinner(test: RunTest | null): boolean {
  return test?.state === 'running' && test.variants.every(variant => variant.sent > 0 || variant.recipients === 0)
}

/** Of a run, in the order in which filters list them. */
export const RUN_STATUSES = ['executing', 'pending', 'scheduled', 'paused', 'sent', 'missed', 'cancelled', 'failed']

/** Ends without success, also as one filter of a run's recipients. Who complained had got the message. */
export const FAILED_STATUSES = ['failed', 'bounced', 'expired', 'cancelled'] as const
export const FAILED_FILTER = FAILED_STATUSES.join(',')
