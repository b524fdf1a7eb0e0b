import type { Deps } from '../../http/deps.ts'
import type { JobHandlers } from '../../jobs/jobs.ts'
import { ERASE_ORGANIZATION, eraseOrganization } from './delete-organization.ts'

export function organizationJobs(deps: Deps): JobHandlers {
  return { [ERASE_ORGANIZATION]: { long: payload => eraseOrganization(deps, payload) } }
}
