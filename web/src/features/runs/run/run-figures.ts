/** Figures computed from the counts of a run. `to` is the filter of the recipients that a number counts. */
import type { RunProgress, RunRow } from '@notifly/contracts/runs/deliveries'
import { hasFigure } from '../../../components/channels/channels.ts'
import { FAILED_STATUSES } from '../../../components/runs/run-states.ts'

export interface RunFigures {
  recipients: number
  matched: number
  /** Given to the mail server, whatever came of it. */
  handedOver: number
  /** Null as long as it is not known. */
  delivered: number | null
  opened: number
  clicked: number
  /** Waved away, of a notification. */
  dismissed: number
  unsubscribed: number
  complained: number
  bounced: number
  failed: number
  skipped: number
  pending: number
  /** What opens are a share of: deliveries, or what was sent as long as those are not known. */
  reached: number
}

export function figuresOf(run: Pick<RunRow, 'counts' | 'delivered' | 'matched' | 'recipients' | 'sent'>): RunFigures {
  const of = (name: string): number => run.counts[name] ?? 0
  const complained = of('complained')
  // A recipient's status is `sent` until a report moves it on; the run's own `sent` counts what came back as well.
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

/** Undefined where there is nothing to take a share of. */
export function shareOf(part: number, whole: number): number | undefined {
  return whole === 0 ? undefined : part / whole
}

const OPEN_STATUSES = ['pending', 'scheduled', 'executing', 'paused']

/** Whether the run's numbers of messages may still move. */
export function isOpen(run: Pick<RunRow, 'status' | 'ended_on'>): boolean {
  return run.ended_on === null || OPEN_STATUSES.includes(run.status)
}

/** Whether anything becomes known of clicks; of text messages that is a matter of their links. */
export function countsClicks(run: RunProgress): boolean {
  return hasFigure(run.notification_type, 'clicked') && run.counts_no_clicks !== true
}
