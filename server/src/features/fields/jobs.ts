import type { Deps } from '../../http/deps.ts'
import type { JobHandlers } from '../../jobs/jobs.ts'
import { MOVE_FIELD, moveInBackground } from './move.ts'
import type { FieldKey } from '../../people/fields/fields.ts'
import { FILL_SLOTS, fillFieldSlots } from './slots.ts'

export function mergeFieldJobs(deps: Deps): JobHandlers {
  return {
    [FILL_SLOTS]: { long: payload => fillFieldSlots(deps, (payload as { applicationId: string }).applicationId) },
    [MOVE_FIELD]: { long: payload => moveInBackground(deps, payload as FieldKey) },
  }
}
