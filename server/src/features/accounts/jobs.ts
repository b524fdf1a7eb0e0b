import type { Deps } from '../../http/deps.ts'
import type { JobHandlers } from '../../jobs/jobs.ts'
import {
  ACCOUNT_MAIL,
  CONFIRMATION_MAIL,
  FAREWELL_MAIL,
  sendAccountMail,
  sendConfirmationMail,
  sendFarewellMail,
} from './account/account-mail.ts'
import { FAILED_SIGN_IN, recordFailedSignIn } from './sign-in/sign-in.ts'

export function accountJobs(deps: Deps): JobHandlers {
  return {
    [ACCOUNT_MAIL]: payload => sendAccountMail(deps, payload),
    [FAREWELL_MAIL]: payload => sendFarewellMail(deps, payload),
    [CONFIRMATION_MAIL]: payload => sendConfirmationMail(deps, payload),
    [FAILED_SIGN_IN]: payload => recordFailedSignIn(deps, payload),
  }
}
