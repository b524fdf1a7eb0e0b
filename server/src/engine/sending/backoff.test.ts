import { expect, test } from 'vitest'
import { TUNING } from '../tuning.ts'
import { MAX_ATTEMPTS } from '../record/outcomes.ts'
import { nextAttemptAt, waitIndex } from './hand-over.ts'

/** Seconds until each further attempt of a message that is always put off like this. */
function waits(reason: string, retryAfterMs?: number): number[] {
  return Array.from({ length: MAX_ATTEMPTS - 1 }, (_, index) => {
    const waited = waitIndex(reason, index + 1, retryAfterMs !== undefined)
    return nextAttemptAt(waited, 0, TUNING.backoffMs, retryAfterMs) / 1000
  })
}

test('what passes is tried again soon, then later and later; what only time helps is left alone for a minute', () => {
  expect(waits('temporary_failure')).toEqual([5, 15, 30, 60, 120, 300, 900, 3600, 14_400])
  expect(waits('greylisted')).toEqual([60, 60, 60, 60, 120, 300, 900, 3600, 14_400])
  expect(waits('in_doubt').slice(0, 2)).toEqual([60, 60])
})

test('never before the provider wants it', () => {
  expect(waits('rate_limited', 20_000).slice(0, 4)).toEqual([20, 22.5, 30, 60])
  expect(waits('mailbox_full', 20_000)[0]).toBe(20)
})
