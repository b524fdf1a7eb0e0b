/** Rates of a run by its counts. A rate of nothing is null and shown as a dash. */
import { HARD_BOUNCE_REASONS } from '@notifly/contracts/dashboards/figures'

/** States of recipients who are known to have got the message: those who complained had got it. */
const REPORTED_FILTER = 'delivered,complained'
/** States of recipients whose message was accepted and has not come back. */
const ACCEPTED_FILTER = `sent,${REPORTED_FILTER}`
/** States of recipients whose message was handed over, those included to whom it came back. */
export const HANDED_OVER_FILTER = `${ACCEPTED_FILTER},bounced`

/** Reasons of hard bounces, and of all others, as filters of recipients take them. */
export const HARD_BOUNCE_FILTER = HARD_BOUNCE_REASONS.join(',')
export const SOFT_BOUNCE_FILTER = `-${HARD_BOUNCE_FILTER}`

type Counts = Record<string, number>

/** The list behind a share of `sharesOf`. */
export function filterOf(share: 'delivered' | 'opened' | 'clicked', counts: Counts): string {
  return share === 'delivered' ? deliveredFilter((counts['delivered'] ?? 0) > 0) : share
}

/** The list of those who got a message: as reported, or where nothing is reported, those to whom it did not come back. */
export function deliveredFilter(isReported: boolean): string {
  return isReported ? REPORTED_FILTER : ACCEPTED_FILTER
}

export interface Shares {
  delivered: number | null
  opened: number | null
  clicked: number | null
  /** Of all recipients, those whose message is through, however it ended. */
  done: number | null
}

const ended = ['bounced', 'failed', 'expired', 'cancelled'] as const

interface Counted {
  counts: Record<string, number>
  /** Those whose message was handed over, whatever came of it. */
  sent: number
  /** Null as long as it is not known. */
  delivered: number | null
  /** Null where it is not known yet. */
  recipients: number | null
  /** Null as long as there is no run. */
  run_uuid: string | null
}

export function sharesOf({ counts, sent: handedOver, delivered, recipients, run_uuid }: Counted): Shares {
  const n = (name: string) => counts[name] ?? 0
  const sent = n('sent') + n('delivered') + n('complained')
  const reached = delivered ?? sent
  // WhatsApp reports an opened message as read.
  const opened = n('opened') + n('read')
  const through = sent + ended.reduce((sum, name) => sum + n(name), 0)
  const hasRun = run_uuid !== null
  return {
    delivered: delivered === null ? null : share(delivered, handedOver, hasRun),
    opened: opened === 0 ? null : share(opened, reached, hasRun),
    clicked: n('clicked') === 0 ? null : share(n('clicked'), reached, hasRun),
    done: share(through, recipients ?? 0, hasRun),
  }
}

function share(part: number, whole: number, hasRun: boolean): number | null {
  return !hasRun || whole <= 0 ? null : Math.min(1, part / whole)
}
