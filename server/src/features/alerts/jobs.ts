import type { Deps } from '../../http/deps.ts'
import type { JobHandlers } from '../../jobs/jobs.ts'
import { createRateLimit } from '../../lib/rate-limit.ts'
import { CAMPAIGN_ALERT, REQUEST_ALERT } from './alert-job.ts'
import { sendCampaignAlert } from './campaign-alert.ts'
import { sendRequestAlert } from './request-alert.ts'

/** Alerts per hour and person, from all organizations; the dashboard shows the others as well. */
const ALERTS_AN_HOUR = 60

export function alertJobs(deps: Deps): JobHandlers {
  const limit = createRateLimit(deps.database.pool, { name: 'alert', attempts: ALERTS_AN_HOUR, perSeconds: 3600 })
  return {
    // They wait for push services.
    [REQUEST_ALERT]: { long: payload => sendRequestAlert(deps, limit, payload) },
    [CAMPAIGN_ALERT]: { long: payload => sendCampaignAlert(deps, limit, payload) },
  }
}
