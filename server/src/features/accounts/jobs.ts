import type { Deps } from '../../http/deps.ts'
import type { JobHandlers } from '../../jobs/jobs.ts'
import {
  ACCOUNT_MAIL,
  CONFIRMATION_MAIL,
  ACCOUNT_DELETED_MAIL,
  sendAccountMail,
  sendConfirmationMail,
  sendAccountDeletedMail,
} from './account/account-mail.ts'
import { FAILED_SIGN_IN, recordFailedSignIn } from './sign-in/sign-in.ts'

export function accountJobs(deps: Deps): JobHandlers {
  return {
    [ACCOUNT_MAIL]: payload => sendAccountMail(deps, payload),
    [ACCOUNT_DELETED_MAIL]: payload => sendAccountDeletedMail(deps, payload),
    [CONFIRMATION_MAIL]: payload => sendConfirmationMail(deps, payload),
    [FAILED_SIGN_IN]: payload => recordFailedSignIn(deps, payload),
  }
}
