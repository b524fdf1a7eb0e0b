/** The lines of a run's chart. Times in milliseconds. */
import type { RunProgress } from '@notifly/contracts/runs/deliveries'
import { hasFigure } from '../../../components/channels/channels.ts'
import { isUndecided } from '../../../components/runs/run-states.ts'

export interface Point {
  x: number
  y: number
}

export interface Series {
  id: 'handedOver' | 'delivered' | 'opened'
  /** Key of its name below `stats`: what one opens on WhatsApp, one has read. */
  word: 'handedOver' | 'delivered' | 'opened' | 'read'
  /** Number of the chart colour. */
  tone: 1 | 2 | 3
  points: Point[]
}

export interface Course {
  series: Series[]
  /** Where the line of messages handed over will end, while it is still rising. */
  expected: Point | null
}

export function courseOf(run: RunProgress, nowMs = Date.now()): Course {
  const line = (id: Series['id'], tone: Series['tone']): Series => ({
    id,
    word: id === 'opened' && run.notification_type === 'whatsapp' ? 'read' : id,
    tone,
    points: run.over_time.map(point => ({ x: point.at * 1000, y: point[id === 'handedOver' ? 'sent' : id] })),
  })
  const series = [
    line('handedOver', 1),
    ...(run.reports_delivery ? [line('delivered', 3)] : []),
    ...(hasFigure(run.notification_type, 'opened') ? [line('opened', 2)] : []),
  ]
  const isMoving =
    run.status === 'executing' && run.seconds_left !== null && run.seconds_left > 0 && !isUndecided(run.ab_test)
  // What was skipped or failed so far never becomes a sent message.
  const willBeSent = run.sent + (run.recipients - run.done)
  return { series, expected: isMoving ? { x: nowMs + (run.seconds_left ?? 0) * 1000, y: willBeSent } : null }
}
