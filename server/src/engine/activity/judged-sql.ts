/** SQL of what counts of runs mean on dashboards: the columns of `Counts`, made of those of activity_quarter. */
import { CHANNELS, canBounce } from '@notifly/contracts/applications/applications'

const BOUNCING = CHANNELS.filter(canBounce)
  .map(channel => `'${channel}'`)
  .join(', ')

/**
 * Select list of `sent` to `influenced` over rows with `channel`, the columns of activity_quarter, `reports_delivery` of the run, and
 * `is_reported`: whether a delivery of the run was reported. What was delivered is decided as countDelivered of engine/states.ts does.
 */
export const JUDGED = `accepted + delivered + bounced + complained as sent,
  case when is_reported then delivered + complained when reports_delivery then 0 else accepted + complained end as delivered,
  bounced, hard_bounced, complained, case when channel in (${BOUNCING}) then failed else failed + bounced end as failed,
  opened, clicked, unsubscribed, dismissed, influenced`

/** Stands for the campaign where there is none, in rows of activity_total. */
export const NO_CAMPAIGN = '00000000-0000-0000-0000-000000000000'
