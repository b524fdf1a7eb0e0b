import type { Deps } from '../../http/deps.ts'
import type { JobHandlers } from '../../jobs/jobs.ts'
import { ERASE_APPLICATION, eraseDeletedApplication } from './delete-application.ts'

export function applicationJobs(deps: Deps): JobHandlers {
  return { [ERASE_APPLICATION]: { long: payload => eraseDeletedApplication(deps, payload) } }
}
