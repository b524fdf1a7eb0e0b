import type { Deps } from '../../http/deps.ts'
import type { JobHandlers } from '../../jobs/jobs.ts'
import { ACCOUNT_MAIL, sendAccountMail } from './account-mail.ts'

export function accountJobs(deps: Deps): JobHandlers {
  return { [ACCOUNT_MAIL]: payload => sendAccountMail(deps, payload) }
}
