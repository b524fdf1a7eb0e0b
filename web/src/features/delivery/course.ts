/** The lines of a run's chart. Times in milliseconds. */
import type { RunProgress } from '@notifly/contracts/deliveries'
import { hasFigure } from '../../components/channels/channels.ts'
import { isUndecided } from '../../components/delivery/waits-for-winner.ts'

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
  const samples = duringRun(run)
  const line = (id: Series['id'], tone: Series['tone']): Series => ({
    id,
    word: id === 'opened' && run.notification_type === 'whatsapp' ? 'read' : id,
    tone,
    points: samples.map(point => ({ x: point.at * 1000, y: point[id === 'handedOver' ? 'sent' : id] })),
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

/**
 * Opens trickle in for weeks, but the chart is the run's: it ends when the run did. Nothing is sent after that, so the next
 * sample says what was; opens are taken to have come evenly between the samples on both sides of the end.
 */
function duringRun({ over_time: samples, ended_on: end }: Pick<RunProgress, 'over_time' | 'ended_on'>) {
  if (end === null) return samples
  const before = samples.filter(sample => sample.at < end)
  const last = before.at(-1)
  const next = samples.find(sample => sample.at >= end) ?? last
  if (next === undefined) return samples
  const share = last === undefined || next.at <= last.at ? 1 : (end - last.at) / (next.at - last.at)
  const opened = (last?.opened ?? 0) + Math.round((next.opened - (last?.opened ?? 0)) * share)
  return [...before, { ...next, at: end, opened }]
}
