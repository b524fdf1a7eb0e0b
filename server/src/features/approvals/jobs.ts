import type { Deps } from '../../http/deps.ts'
import type { JobHandlers } from '../../jobs/jobs.ts'
import { sendApprovalMail } from './approval-mail.ts'
import { APPROVAL_MAIL } from './notices.ts'

export function approvalJobs(deps: Deps): JobHandlers {
  return { [APPROVAL_MAIL]: payload => sendApprovalMail(deps, payload) }
}
