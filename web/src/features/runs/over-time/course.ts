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
  /** Key of its name below `stats`: what one opens on WhatsApp, one has read. */
  word: 'handedOver' | 'delivered' | 'opened' | 'read' | 'clicked'
  /** Number of the chart colour. */
  tone: 1 | 2 | 3
  points: Point[]
}

export interface Course {
  series: Series[]
  /** Where the line of messages handed over will end, while it is still rising. */
  expected: Point | null
}

/** How it was sent, or what readers did: in its first two days, or for as long as they answer. */
export type Span = 'sending' | 'hours' | 'days'

/** Those that a run has something to show of, the one to begin with first: one that was sent in a moment has no course of that. */
export function spansOf(run: RunProgress, nowMs = Date.now()): readonly [Span, ...Span[]] {
  const { engagement, over_time: sending, notification_type: channel } = run
  const answers = hasFigure(channel, 'opened') || hasFigure(channel, 'clicked')
  if (engagement === undefined || !answers) return ['sending']
  const isOld = nowMs / 1000 - (sending[0]?.at ?? nowMs / 1000) > FIRST_HOURS_SECONDS
  return isOld ? ['days', 'hours', 'sending'] : ['hours', 'sending']
}

/** All of it in one step: a line from its beginning to its end would tell nothing of what was between. */
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
  // What was skipped or failed so far never becomes a sent message.
  const willBeSent = run.sent + (run.recipients - run.done)
  return { series, expected: isMoving ? { x: nowMs + (run.seconds_left ?? 0) * 1000, y: willBeSent } : null }
}
