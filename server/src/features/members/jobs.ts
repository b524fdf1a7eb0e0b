import type { Deps } from '../../http/deps.ts'
import type { JobHandlers } from '../../jobs/jobs.ts'
import { INVITATION_MAIL, sendInvitationMail } from './invitation-mail.ts'

export function memberJobs(deps: Deps): JobHandlers {
  return { [INVITATION_MAIL]: payload => sendInvitationMail(deps, payload) }
}
