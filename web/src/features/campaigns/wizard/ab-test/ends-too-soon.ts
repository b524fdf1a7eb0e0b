import type { Schedule } from '@notifly/contracts/campaigns/campaigns'
import type { TestChoice } from './test-choice.ts'

const HOUR_SECONDS = 3600

/**
 * Whether a campaign would be over before the test of one of its runs is decided: then everybody who waits for that winner gets
 * nothing. `last`: the last run before that.
 */
export function endsTooSoon(test: TestChoice, { sunset }: Schedule, last: number | null): boolean {
  const { isOn, after_hours: hours } = test
  if (!isOn || hours === null || sunset?.type !== 1 || sunset.date == null) return false
  return last !== null && last + hours * HOUR_SECONDS > sunset.date
}
