/** The lines of a run's chart. Times in milliseconds. */
import type { RunProgress } from '@notifly/contracts/runs/deliveries'
import { hasFigure } from '../../../components/channels/channels.ts'
import { isUndecided } from '../../../components/runs/run-states.ts'

export interface Point {
  x: number
  y: number
}

export interface Series {
  id: 'handedOver' | 'delivered' | 'opened' | 'clicked'
  /** Translation key below `stats`. WhatsApp calls an opened message read. */
  word: 'handedOver' | 'delivered' | 'opened' | 'read' | 'clicked'
  /** Index of the chart colour. */
  tone: 1 | 2 | 3
  points: Point[]
}

export interface Course {
  series: Series[]
  /** Where the line of sent messages is expected to end; null unless the run is sending. */
  expected: Point | null
}

/** Sending, or what recipients did afterwards: in the first two days, or over all days. */
export type Span = 'sending' | 'hours' | 'days'

/** The spans that a run has data for, the default one first. */
export function spansOf(run: RunProgress, nowMs = Date.now()): readonly [Span, ...Span[]] {
  const { engagement, over_time: sending, notification_type: channel } = run
  const answers = hasFigure(channel, 'opened') || hasFigure(channel, 'clicked')
  if (engagement === undefined || !answers) return ['sending']
  const isOld = nowMs / 1000 - (sending[0]?.at ?? nowMs / 1000) > FIRST_HOURS_SECONDS
  return isOld ? ['days', 'hours', 'sending'] : ['hours', 'sending']
}

/** All changes happened in one step, so a line would say nothing about the time in between. */
export function isOneStep({ series, expected }: Course): boolean {
  return expected === null && series.every(({ points }) => new Set(points.map(({ x }) => x)).size <= 2)
}

const FIRST_HOURS_SECONDS = 48 * 3600

export function courseOf(
  run: RunProgress,
  { span = 'sending', nowMs = Date.now() }: { span?: Span; nowMs?: number } = {},
): Course {
  const moments = span === 'sending' ? run.over_time : (run.engagement?.[span] ?? [])
  const line = (id: Series['id'], tone: Series['tone']): Series => ({
    id,
    word: id === 'opened' && run.notification_type === 'whatsapp' ? 'read' : id,
    tone,
    points: moments.map(point => ({ x: point.at * 1000, y: point[id === 'handedOver' ? 'sent' : id] })),
  })
  const opened = hasFigure(run.notification_type, 'opened') ? [line('opened', 2)] : []
  if (span !== 'sending') {
    const clicked = hasFigure(run.notification_type, 'clicked') ? [line('clicked', 1)] : []
    return { series: [...opened, ...clicked], expected: null }
  }
  const series = [line('handedOver', 1), ...(run.reports_delivery ? [line('delivered', 3)] : []), ...opened]
  const isMoving =
    run.status === 'executing' && run.seconds_left !== null && run.seconds_left > 0 && !isUndecided(run.ab_test)
  // Recipients that were skipped or failed so far don't become sent messages.
  const willBeSent = run.sent + (run.recipients - run.done)
  return { series, expected: isMoving ? { x: nowMs + (run.seconds_left ?? 0) * 1000, y: willBeSent } : null }
}
