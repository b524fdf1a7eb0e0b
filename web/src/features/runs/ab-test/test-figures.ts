/** Figures computed from the counts of an A/B test. */
import type { AbMetric, RunTest } from '@notifly/contracts/campaigns/ab-tests'

export type Figures = RunTest['rest']
export type TestVariant = RunTest['variants'][number]

/** Of what was sent; undefined while nothing was. */
export function rateOf({ sent, ...figures }: Figures, metric: AbMetric | 'unsubscribed'): number | undefined {
  return sent === 0 ? undefined : figures[metric] / sent
}

/**
 * The variant that would win now, as the server would decide; undefined while one of them has not left at all, while no recipient
 * did anything, and where the best do alike.
 */
export function leaderOf({ variants, metric }: Pick<RunTest, 'variants' | 'metric'>): TestVariant | undefined {
  if (variants.some(variant => variant.sent === 0 && variant.recipients > 0)) return undefined
  const [first, second] = variants
    .filter(variant => variant.sent > 0)
    .toSorted((a, b) => b[metric] * a.sent - a[metric] * b.sent || a.unsubscribed - b.unsubscribed || a.no - b.no)
  if (first === undefined || first[metric] === 0) return undefined
  return second !== undefined && rateOf(second, metric) === rateOf(first, metric) ? undefined : first
}
