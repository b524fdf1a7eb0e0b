/** Figures computed from the counts of a run. */
import type { RunProgress, RunRow } from '@notifly/contracts/runs/deliveries'
import { hasFigure } from '../../../components/channels/channels.ts'
import { FAILED_STATUSES } from '../../../components/runs/run-states.ts'

export interface RunFigures {
  recipients: number
  matched: number
  /** Handed over to the provider, whatever the outcome. */
  handedOver: number
  /** Null while unknown. */
  delivered: number | null
  opened: number
  clicked: number
  /** Push only: dismissed by the recipient. */
  dismissed: number
  unsubscribed: number
  complained: number
  bounced: number
  failed: number
  skipped: number
  pending: number
  /** The base of the open rate: delivered messages, or sent ones while deliveries are unknown. */
  reached: number
}

export function figuresOf(run: Pick<RunRow, 'counts' | 'delivered' | 'matched' | 'recipients' | 'sent'>): RunFigures {
  const of = (name: string): number => run.counts[name] ?? 0
  const complained = of('complained')
  // The status `sent` is replaced by later reports, so this adds them up. The run's own `sent` also includes bounces.
  const sent = of('sent') + of('delivered') + complained
  return {
    recipients: run.recipients,
    matched: run.matched,
    handedOver: run.sent,
    delivered: run.delivered,
    // WhatsApp reports an opened message as read.
    opened: of('opened') + of('read'),
    clicked: of('clicked'),
    dismissed: of('dismissed'),
    unsubscribed: of('unsubscribed'),
    complained,
    bounced: of('bounced'),
    failed: FAILED_STATUSES.reduce((sum, name) => sum + of(name), 0),
    skipped: of('skipped'),
    pending: of('pending'),
    reached: run.delivered ?? sent,
  }
}

/** Undefined if `whole` is zero. */
export function shareOf(part: number, whole: number): number | undefined {
  return whole === 0 ? undefined : part / whole
}

const OPEN_STATUSES = ['pending', 'scheduled', 'executing', 'paused']

/** Whether the run's message counts may still change. */
export function isOpen(run: Pick<RunRow, 'status' | 'ended_on'>): boolean {
  return run.ended_on === null || OPEN_STATUSES.includes(run.status)
}

/** Whether clicks are tracked; for SMS only if its links were shortened. */
export function countsClicks(run: RunProgress): boolean {
  return hasFigure(run.notification_type, 'clicked') && run.counts_no_clicks !== true
}
