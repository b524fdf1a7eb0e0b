/** The figures of cards and charts, each from the same sums as the server's own rates. Rates are shares of 0 to 1. */
import type { Counts } from '@notifly/contracts/dashboards/figures'

export type MetricId =
  | 'sent'
  | 'delivered'
  | 'failed'
  | 'clicked'
  | 'dismissed'
  | 'delivery_rate'
  | 'open_rate'
  | 'click_rate'
  | 'click_through_rate'
  | 'hard_bounce'
  | 'bounce_rate'
  | 'unsubscribe_rate'

export interface Metric {
  /** `fine`: so small that one decimal says nothing. */
  kind: 'count' | 'rate' | 'fine'
  better: 'more' | 'less'
  of: (counts: Counts) => number | null
}

const count = (name: keyof Counts, better: Metric['better'] = 'more'): Metric => ({
  kind: 'count',
  better,
  of: counts => counts[name],
})

const share = (
  part: keyof Counts,
  whole: keyof Counts,
  { kind = 'rate', better = 'more' }: Partial<Pick<Metric, 'kind' | 'better'>> = {},
): Metric => ({
  kind,
  better,
  of: counts => (counts[whole] === 0 ? null : counts[part] / counts[whole]),
})

export const METRICS: Record<MetricId, Metric> = {
  sent: count('sent'),
  delivered: count('delivered'),
  failed: count('failed', 'less'),
  clicked: count('clicked'),
  dismissed: count('dismissed', 'less'),
  delivery_rate: share('delivered', 'sent'),
  open_rate: share('opened', 'delivered'),
  click_rate: share('clicked', 'delivered'),
  click_through_rate: share('clicked', 'opened'),
  hard_bounce: share('hard_bounced', 'sent', { better: 'less' }),
  bounce_rate: share('bounced', 'sent', { better: 'less' }),
  unsubscribe_rate: share('unsubscribed', 'sent', { kind: 'fine', better: 'less' }),
}
