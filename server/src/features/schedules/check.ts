/** Why a schedule cannot be used now, each fault at its field of the wire. */
import { dayOf, DAY_SECONDS } from '../../lib/local-time.ts'
import type { Plan } from './plan.ts'
import { runsOf, type RunsView } from './runs.ts'

export interface ScheduleFault {
  reason: 'incomplete' | 'passed' | 'too_late'
  field: string
  message: string
}

/** What a check knows beside the moment: the latest moment of this schedule that has had its run, or was missed. */
export type CheckView = RunsView & { past?: number | undefined }

/** Null when it can be scheduled at `from`. */
export function faultOf(plan: Plan, view: CheckView): ScheduleFault | null {
  return incomplete(plan) ?? beyondWindow(plan, view) ?? passed(plan, view)
}

function incomplete({ days, time, sunset }: Plan): ScheduleFault | null {
  const lacking = (field: string, message: string) => fault('incomplete', field, message)
  if (days.kind === 'open') {
    return lacking(
      'message_type',
      'Choose how often it is sent: an interval, days of the week, days of the month or months.',
    )
  }
  if (days.kind === 'mixed') {
    return lacking('message_type', 'Choose one of interval, days of the week, days of the month and months.')
  }
  if (days.kind === 'dates' && days.dates.length === 0) {
    return lacking('message_type.date', 'Choose at least one date.')
  }
  if (time.kind === 'open') return lacking('campaign_start_date.time', 'Choose the time of day.')
  if (time.kind === 'intelligent' && days.kind === 'interval' && days.seconds < DAY_SECONDS) {
    return lacking(
      'campaign_start_date.type',
      'Intelligent delivery chooses an hour of the day: choose an interval of 24 or 48 hours, or a fixed time.',
    )
  }
  if (sunset.kind === 'date' && sunset.date === null) return lacking('sunset.date', 'Choose the last day.')
  if (sunset.kind === 'sends' && (sunset.sends === null || sunset.sends < 1)) {
    return lacking('sunset.number_of_send', 'Give a whole number of sends, 1 or more.')
  }
  return null
}

/** One year ahead, on the schedule's clock. A recurrence itself may go on for longer. */
function beyondWindow({ days, sunset, zone }: Plan, { from }: CheckView): ScheduleFault | null {
  const last = dayOf(from, zone).add({ years: 1 })
  const isBeyond = (date: number) => Temporal.PlainDate.compare(dayOf(date, zone), last) > 0
  const message = 'Choose a day within one year.'
  if (days.kind === 'dates' && days.dates.some(isBeyond)) return fault('too_late', 'message_type.date', message)
  if (sunset.kind === 'date' && sunset.date !== null && isBeyond(sunset.date)) {
    return fault('too_late', 'sunset.date', message)
  }
  return null
}

function passed(plan: Plan, view: CheckView): ScheduleFault | null {
  const { days, sunset } = plan
  if (days.kind === 'dates') {
    const message = 'This moment has passed. Choose a later one.'
    if (days.dates.some(date => isOver(plan, date, view))) return fault('passed', 'message_type.date', message)
  }
  if (!runsOf(plan, view).next().done) return null
  if (sunset.kind === 'sends') {
    const message = `It has been sent ${String(view.made ?? 0)} times already. Choose a greater number of sends.`
    return fault('passed', 'sunset.number_of_send', message)
  }
  if (sunset.kind === 'date')
    return fault('passed', 'sunset.date', 'It would end before its first run. Choose a later day.')
  return fault('passed', 'message_type.date', 'This moment has passed. Choose a later one.')
}

/** Before the earliest date that the wire can hold, on any clock. */
const LONG_AGO = -2 * DAY_SECONDS

/** A date whose moment is gone, unless it had its turn: what has been sent may stay in the list. */
function isOver(plan: Plan, date: number, { from, past = -Infinity }: CheckView): boolean {
  const alone: Plan = { ...plan, type: 'once', days: { kind: 'dates', dates: [date] } }
  const [moment = Infinity] = runsOf(alone, { from: LONG_AGO })
  return moment < from && moment > past
}

function fault(reason: ScheduleFault['reason'], part: string, message: string): ScheduleFault {
  return { reason, field: `schedule.${part}`, message }
}
