/** Which recipients of a run are behind a figure: filters as the list of recipients takes them. */
import { awaitingOf, type Counts } from '@notifly/contracts/dashboards/figures'
import { deliveredFilter, HANDED_OVER_FILTER, HARD_BOUNCE_FILTER } from '../../components/display/shares.ts'
import type { MetricId } from './metrics.ts'

export interface RecipientFilter {
  status: string
  /** Names of reasons, separated by commas. */
  reason?: string
  search?: string
  /** Names that dashboards use; after a minus sign: all others. */
  browser?: string
  system?: string
  device?: string
  mailbox?: string
}

/** `counts` are those of the run. Of rates, those who are counted in its part. */
export function filterOf(id: MetricId, counts: Counts): RecipientFilter {
  switch (id) {
    case 'sent':
      return { status: HANDED_OVER_FILTER }
    case 'delivered':
    case 'delivery_rate':
      return deliveredOf(counts)
    case 'open_rate':
      return { status: 'opened' }
    case 'clicked':
    case 'click_rate':
    case 'click_through_rate':
      return { status: 'clicked' }
    case 'dismissed':
      return { status: 'dismissed' }
    case 'unsubscribe_rate':
      return { status: 'unsubscribed' }
    case 'hard_bounce':
      return { status: 'bounced', reason: HARD_BOUNCE_FILTER }
    case 'bounce_rate':
      return { status: 'bounced' }
    case 'failed':
      return { status: 'failed' }
  }
}

/** Where a provider reports what arrived, whatever it has not reported is still awaited; without reports nothing is. */
export function deliveredOf(counts: Counts): RecipientFilter {
  return { status: deliveredFilter(awaitingOf(counts) > 0) }
}
