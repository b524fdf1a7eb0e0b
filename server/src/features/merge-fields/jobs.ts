import type { Deps } from '../../http/deps.ts'
import type { JobHandlers } from '../../jobs/jobs.ts'
import { FILL_SLOTS, fillFieldSlots } from './slots.ts'

export function mergeFieldJobs(deps: Deps): JobHandlers {
  return {
    [FILL_SLOTS]: payload => fillFieldSlots(deps, (payload as { applicationId: string }).applicationId),
  }
}
