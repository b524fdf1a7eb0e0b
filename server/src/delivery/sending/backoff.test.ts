import { expect, test } from 'vitest'
import type { Outcome } from '../../channels/provider.ts'
import { TUNING } from '../tuning.ts'
import { MAX_ATTEMPTS } from '../record/outcomes.ts'
import { nextAttemptAt, waitsBehind } from './backoff.ts'

const deferred = (reason: string, retryAfterMs?: number): Outcome => ({
  kind: 'deferred',
  reason,
  code: '',
  answer: '',
  ...(retryAfterMs !== undefined && { retryAfterMs }),
})

/** Seconds until each further attempt of a message that always ends like this. */
function waits(outcome: Outcome): number[] {
  const leastMs = outcome.kind === 'deferred' ? outcome.retryAfterMs : 0
  return Array.from({ length: MAX_ATTEMPTS - 1 }, (_, index) => {
    const waited = waitsBehind(outcome, index + 1)
    return nextAttemptAt(waited, 0, TUNING.backoffMs, leastMs) / 1000
  })
}

test('what passes is tried again soon, then later and later; what only time helps is left alone for a minute', () => {
  expect(waits(deferred('temporary_failure'))).toEqual([5, 15, 30, 60, 120, 300, 900, 3600, 14_400])
  expect(waits(deferred('greylisted'))).toEqual([60, 60, 60, 60, 120, 300, 900, 3600, 14_400])
  expect(waits({ kind: 'unknown', reason: 'timeout', answer: '' }).slice(0, 2)).toEqual([60, 60])
})

test('never before the provider wants it', () => {
  expect(waits(deferred('rate_limited', 20_000)).slice(0, 4)).toEqual([20, 22.5, 30, 60])
})
