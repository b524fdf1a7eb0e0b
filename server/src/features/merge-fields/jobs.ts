import type { Deps } from '../../http/deps.ts'
import type { JobHandlers } from '../../jobs/jobs.ts'
import { CHANGE_FIELD, changeInBackground, type FieldChange } from './change.ts'
import { FILL_SLOTS, fillFieldSlots } from './slots.ts'

export function mergeFieldJobs(deps: Deps): JobHandlers {
  return {
    [FILL_SLOTS]: payload => fillFieldSlots(deps, (payload as { applicationId: string }).applicationId),
    [CHANGE_FIELD]: payload => changeInBackground(deps, payload as FieldChange),
  }
}
