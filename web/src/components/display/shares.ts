/** Rates of a run, from its counts. A rate without a base is null and shown as a dash. */
import { HARD_BOUNCE_REASONS } from '@notifly/contracts/dashboards/figures'

/** Statuses of recipients known to have received the message, including those who complained. */
const REPORTED_FILTER = 'delivered,complained'
/** Statuses of recipients whose message was accepted and did not bounce. */
const ACCEPTED_FILTER = `sent,${REPORTED_FILTER}`
/** Statuses of recipients whose message was handed over, including bounces. */
export const HANDED_OVER_FILTER = `${ACCEPTED_FILTER},bounced`

/** Reasons of hard bounces, and of all other bounces, as filters of recipients. */
export const HARD_BOUNCE_FILTER = HARD_BOUNCE_REASONS.join(',')
export const SOFT_BOUNCE_FILTER = `-${HARD_BOUNCE_FILTER}`

type Counts = Record<string, number>

/** The filter of the recipients behind a rate of `sharesOf`. */
export function filterOf(share: 'delivered' | 'opened' | 'clicked', counts: Counts): string {
  return share === 'delivered' ? deliveredFilter((counts['delivered'] ?? 0) > 0) : share
}

/** The filter of delivered messages: those reported as delivered, or without reports those that did not bounce. */
export function deliveredFilter(isReported: boolean): string {
  return isReported ? REPORTED_FILTER : ACCEPTED_FILTER
}

export interface Shares {
  delivered: number | null
  opened: number | null
  clicked: number | null
  /** Share of recipients whose message reached a final status. */
  done: number | null
}

const ended = ['bounced', 'failed', 'expired', 'cancelled'] as const

interface Counted {
  counts: Record<string, number>
  /** Messages handed over, whatever the outcome. */
  sent: number
  /** Null while unknown. */
  delivered: number | null
  /** Null while unknown. */
  recipients: number | null
  /** Null if there is no run yet. */
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
