/** Figures computed from the counts of an A/B test. */
import type { AbMetric, RunTest } from '@notifly/contracts/campaigns/ab-tests'

export type Figures = RunTest['rest']
export type TestVariant = RunTest['variants'][number]

/** A figure as a share of sent messages; undefined if none were sent. */
export function rateOf({ sent, ...figures }: Figures, metric: AbMetric | 'unsubscribed'): number | undefined {
  return sent === 0 ? undefined : figures[metric] / sent
}

/**
 * The variant that would win if the server decided now. Undefined while a variant has not been sent at all, while no
 * recipient has reacted, or if the best two have equal rates.
 */
export function leaderOf({ variants, metric }: Pick<RunTest, 'variants' | 'metric'>): TestVariant | undefined {
  if (variants.some(variant => variant.sent === 0 && variant.recipients > 0)) return undefined
  const [first, second] = variants
    .filter(variant => variant.sent > 0)
    .toSorted((a, b) => b[metric] * a.sent - a[metric] * b.sent || a.unsubscribed - b.unsubscribed || a.no - b.no)
  if (first === undefined || first[metric] === 0) return undefined
  return second !== undefined && rateOf(second, metric) === rateOf(first, metric) ? undefined : first
}
