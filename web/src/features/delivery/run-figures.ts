/** What the numbers of a run add up to. `to` names the filter of recipients behind a number. */
import type { RunRow } from '@notifly/contracts/deliveries'

/** Ends without success, as one filter. Who complained had got the message. */
export const FAILED_STATUSES = ['failed', 'bounced', 'expired', 'cancelled'] as const
export const FAILED_FILTER = FAILED_STATUSES.join(',')

export interface RunFigures {
  recipients: number
  matched: number
  /** Handed over, whatever came of it. */
  sent: number
  /** Taken by the other side and not returned. */
  accepted: number
  delivered: number
  opened: number
  clicked: number
  unsubscribed: number
  complained: number
  bounced: number
  failed: number
  skipped: number
  pending: number
  /** What opens are a share of: deliveries where the provider reports them, else what was accepted. */
  reached: number
}

export function figuresOf(run: Pick<RunRow, 'counts' | 'matched' | 'recipients' | 'sent'>): RunFigures {
  const of = (name: string): number => run.counts[name] ?? 0
  const delivered = of('delivered')
  const complained = of('complained')
  const accepted = of('sent') + delivered + complained
  return {
    recipients: run.recipients,
    matched: run.matched,
    sent: run.sent,
    accepted,
    delivered,
    opened: of('opened'),
    clicked: of('clicked'),
    unsubscribed: of('unsubscribed'),
    complained,
    bounced: of('bounced'),
    failed: FAILED_STATUSES.reduce((sum, name) => sum + of(name), 0),
    skipped: of('skipped'),
    pending: of('pending'),
    reached: delivered > 0 ? delivered : accepted,
  }
}

/** Undefined where there is nothing to take a share of. */
export function shareOf(part: number, whole: number): number | undefined {
  return whole === 0 ? undefined : part / whole
}

const OPEN_STATUSES = ['pending', 'scheduled', 'executing', 'paused']

/** Whether the run's numbers of messages may still move. */
export function isOpen(run: Pick<RunRow, 'status' | 'ended_on'>): boolean {
  return run.ended_on === null || OPEN_STATUSES.includes(run.status)
}
