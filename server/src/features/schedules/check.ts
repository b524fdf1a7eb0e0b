/** Why a schedule cannot be used now, each fault at its field of the wire. */
import { type Sentence, sentence } from '@notifly/contracts/sentences/sentence'
import { dayOf, DAY_SECONDS } from '../../lib/local-time.ts'
import { type Plan, runsOf, type RunsView } from './plan.ts'

export interface ScheduleFault {
  reason: 'incomplete' | 'passed' | 'too_late'
  field: string
  sentence: Sentence
}

/** What a check knows beside the moment: the latest moment of this schedule that has had its run, or was missed. */
export type CheckView = RunsView & { past?: number | undefined }

/** Null when it can be scheduled at `from`. */
export function faultOf(plan: Plan, view: CheckView): ScheduleFault | null {
  return incomplete(plan) ?? beyondWindow(plan, view) ?? passed(plan, view)
}

function incomplete({ days, time, sunset }: Plan): ScheduleFault | null {
  const lacking = (field: string, words: Sentence) => fault('incomplete', field, words)
  if (days.kind === 'open') {
    return lacking('message_type', sentence('campaigns.howOften'))
  }
  if (days.kind === 'mixed') {
    return lacking('message_type', sentence('campaigns.oneKind'))
  }
  if (days.kind === 'dates' && days.dates.length === 0) {
    return lacking('message_type.date', sentence('campaigns.someDate'))
  }
  if (time.kind === 'open') return lacking('campaign_start_date.time', sentence('campaigns.time'))
  if (time.kind === 'intelligent' && days.kind === 'interval' && days.seconds < DAY_SECONDS) {
    return lacking('campaign_start_date.type', sentence('campaigns.noIntelligent'))
  }
  if (sunset.kind === 'date' && sunset.date === null) return lacking('sunset.date', sentence('campaigns.lastDay'))
  if (sunset.kind === 'sends' && (sunset.sends === null || sunset.sends < 1)) {
    return lacking('sunset.number_of_send', sentence('campaigns.sends'))
  }
  return null
}

/** One year ahead, on the schedule's clock. A recurrence itself may go on for longer. */
function beyondWindow({ days, sunset, zone }: Plan, { from }: CheckView): ScheduleFault | null {
  const last = dayOf(from, zone).add({ years: 1 })
  const isBeyond = (date: number) => Temporal.PlainDate.compare(dayOf(date, zone), last) > 0
  const words = sentence('campaigns.year')
  if (days.kind === 'dates' && days.dates.some(isBeyond)) return fault('too_late', 'message_type.date', words)
  if (sunset.kind === 'date' && sunset.date !== null && isBeyond(sunset.date)) {
    return fault('too_late', 'sunset.date', words)
  }
  return null
}

function passed(plan: Plan, view: CheckView): ScheduleFault | null {
  const { days, sunset } = plan
  if (days.kind === 'dates' && days.dates.some(date => isOver(plan, date, view))) {
    return fault('passed', 'message_type.date', sentence('campaigns.passed'))
  }
  if (!runsOf(plan, view).next().done) return null
  if (sunset.kind === 'sends') {
    return fault('passed', 'sunset.number_of_send', sentence('campaigns.sentOften', { n: view.made ?? 0 }))
  }
  if (sunset.kind === 'date') return fault('passed', 'sunset.date', sentence('campaigns.endsEarly'))
  return fault('passed', 'message_type.date', sentence('campaigns.passed'))
}

/** Before the earliest date that the wire can hold, on any clock. */
const LONG_AGO = -2 * DAY_SECONDS

/** A date whose moment is gone, unless it had its turn: what has been sent may stay in the list. */
function isOver(plan: Plan, date: number, { from, past = -Infinity }: CheckView): boolean {
  const alone: Plan = { ...plan, type: 'once', days: { kind: 'dates', dates: [date] } }
  const [moment = Infinity] = runsOf(alone, { from: LONG_AGO })
  return moment < from && moment > past
}

function fault(reason: ScheduleFault['reason'], part: string, words: Sentence): ScheduleFault {
  return { reason, field: `schedule.${part}`, sentence: words }
}
