import type { Deps } from '../../http/deps.ts'
import type { JobHandlers } from '../../jobs/jobs.ts'
import { COUNT_SEGMENTS, countStale } from './count.ts'

export function segmentJobs(deps: Deps): JobHandlers {
  return {
    [COUNT_SEGMENTS]: { long: payload => countStale(deps, (payload as { applicationId: string }).applicationId) },
  }
}
