import type { Deps } from '../../http/deps.ts'
import type { JobHandlers } from '../../jobs/jobs.ts'
import { createRateLimit } from '../../lib/rate-limit.ts'
import { sendApprovalMail } from './approval-mail.ts'
import { APPROVAL_MAIL } from './notices.ts'

/** Mails an hour about requests that one person gets, from all organizations; all that comes is in the dashboard. */
const MAILS_AN_HOUR = 60

export function approvalJobs(deps: Deps): JobHandlers {
  const mails = createRateLimit(deps.database.pool, {
    name: 'approval-mail',
    attempts: MAILS_AN_HOUR,
    perSeconds: 3600,
  })
  return { [APPROVAL_MAIL]: payload => sendApprovalMail(deps, mails, payload) }
}
