import type { ScheduleChoice } from '../../../../components/schedule/schedule-choice.ts'
import type { Estimate } from '../use-estimate.ts'
import type { QuietHours } from '../use-wizard.ts'

/** What every part of the step is given. */
export interface WhenPartProps {
  schedule: ScheduleChoice
  /** Holds at once for the summary, the estimate and the draft. */
  change: (schedule: ScheduleChoice) => void
  estimate: Estimate
  /** The application's clock: that of recipients of whom none is known. */
  zone: string
  /** The application's quiet hours. */
  quietHours: QuietHours
}
