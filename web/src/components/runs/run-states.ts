import type { RunTest } from '@notifly/contracts/campaigns/ab-tests'

/** Whether the run's A/B test has no winner yet, so that the run's end can't be forecast. */
export function isUndecided(test: RunTest | null): boolean {
  return test !== null && (test.state === 'preparing' || test.state === 'running')
}

/** Whether every recipient in the run's A/B test has been sent their email, and all others wait for the winner. */
export function waitsForWinner(test: RunTest | null): boolean {
  return test?.state === 'running' && test.variants.every(variant => variant.sent > 0 || variant.recipients === 0)
}

/** Statuses of a run, in the order of filters. */
export const RUN_STATUSES = ['executing', 'pending', 'scheduled', 'paused', 'sent', 'missed', 'cancelled', 'failed']

/** Final statuses without success, also as one filter of recipients. A recipient who complained did get the message. */
export const FAILED_STATUSES = ['failed', 'bounced', 'expired', 'cancelled'] as const
export const FAILED_FILTER = FAILED_STATUSES.join(',')
