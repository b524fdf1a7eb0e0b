import type { Deps } from '../../http/deps.ts'
import type { JobHandlers } from '../../jobs/jobs.ts'
import { createRateLimit } from '../../lib/rate-limit.ts'
import { CAMPAIGN_ALERT, REQUEST_ALERT } from './alert-job.ts'
import { sendCampaignAlert } from './campaign-alert.ts'
import { sendRequestAlert } from './request-alert.ts'

/** Alerts an hour that one person gets, from all organizations; all that comes is in the dashboard. */
const ALERTS_AN_HOUR = 60

export function alertJobs(deps: Deps): JobHandlers {
  const limit = createRateLimit(deps.database.pool, { name: 'alert', attempts: ALERTS_AN_HOUR, perSeconds: 3600 })
  return {
    // They wait for push services.
    [REQUEST_ALERT]: { long: payload => sendRequestAlert(deps, limit, payload) },
    [CAMPAIGN_ALERT]: { long: payload => sendCampaignAlert(deps, limit, payload) },
  }
}
