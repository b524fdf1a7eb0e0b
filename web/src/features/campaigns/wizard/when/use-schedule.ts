import type { ScheduleChoice } from '../../../../components/schedule/schedule-choice.ts'
import { useWizard } from '../state/wizard-context.ts'

/** The schedule of the campaign, with what the parts of the step need beside it. */
export function useSchedule() {
  const { values, change, estimate, faultAt, zone, quietHours } = useWizard()
  return {
    schedule: values.schedule,
    /** Holds at once for the summary, the estimate and the draft. */
    change: (schedule: ScheduleChoice) => change({ schedule }),
    estimate,
    faultAt,
    zone,
    quietHours,
  }
}
