import type { Schedule } from '@notifly/contracts/campaigns'
import type { TestChoice } from './test-choice.ts'

const HOUR_SECONDS = 3600

/**
 * Whether a campaign would be over before the test of one of its runs is decided: then everybody who waits for that winner gets
 * nothing. `runs`: those to come that are known.
 */
export function endsTooSoon(test: TestChoice, { sunset }: Schedule, runs: readonly number[]): boolean {
  const { isOn, after_hours: hours } = test
  if (!isOn || hours === null || sunset?.type !== 1 || sunset.date == null) return false
  const end = sunset.date
  return runs.some(run => run <= end && run + hours * HOUR_SECONDS > end)
}
