import type { Deps } from '../../http/deps.ts'
import type { JobHandlers } from '../../jobs/jobs.ts'
import { HAND_OVER, handOverTicket } from './hand-over.ts'

export function supportJobs(deps: Deps): JobHandlers {
  return { [HAND_OVER]: { long: payload => handOverTicket(deps, payload) } }
}
