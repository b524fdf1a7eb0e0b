/** Rates of a run by its counts. A rate of nothing is null and shown as a dash. */
import { canBounce, type Channel } from '@notifly/contracts/applications/applications'

/** States of recipients who are known to have got the message: those who complained had got it. */
export const DELIVERED_FILTER = 'delivered,complained'

/**
 * How many are known to have got the message. Plain SMTP reports no delivery, and a provider's reports may still be to come:
 * as long as none came, nothing is known, and what was handed over counts as sent alone.
 */
export function deliveredOf(counts: Record<string, number>): number {
  const delivered = counts['delivered'] ?? 0
  return delivered === 0 ? 0 : delivered + (counts['complained'] ?? 0)
}

/** The list behind a share of `sharesOf`. */
export function filterOf(share: 'delivered' | 'opened' | 'clicked', counts: Record<string, number>): string {
  if (share !== 'delivered') return share
  return deliveredOf(counts) > 0 ? DELIVERED_FILTER : 'sent'
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
  /** Null where it is not known yet. */
  recipients: number | null
  /** Null as long as there is no run. */
  run_uuid: string | null
}

export function sharesOf({ counts, sent: handedOver, recipients, run_uuid }: Counted, channel: Channel): Shares {
  const n = (name: string) => counts[name] ?? 0
  const delivered = deliveredOf(counts)
  const sent = n('sent') + n('delivered') + n('complained')
  const reached = delivered > 0 ? delivered : sent
  // A mail that cannot be delivered comes back: without reports, what did not counts as delivered.
  const isKnown = delivered > 0 || (canBounce(channel) && sent > 0)
  // On WhatsApp whoever opened a message has read it.
  const opened = n('opened') + n('read')
  const through = sent + ended.reduce((sum, name) => sum + n(name), 0)
  const hasRun = run_uuid !== null
  return {
    delivered: isKnown ? share(reached, handedOver, hasRun) : null,
    opened: opened === 0 ? null : share(opened, reached, hasRun),
    clicked: n('clicked') === 0 ? null : share(n('clicked'), reached, hasRun),
    done: share(through, recipients ?? 0, hasRun),
  }
}

function share(part: number, whole: number, hasRun: boolean): number | null {
  return !hasRun || whole <= 0 ? null : Math.min(1, part / whole)
}
