import { readGrowth, readReadingHours } from '@notifly/contracts/dashboards/application'
import { readAttention } from '@notifly/contracts/dashboards/attention'
import { readEngagement } from '@notifly/contracts/dashboards/engagement'
import type { Deps } from '../../../http/deps.ts'
import { type Http, route } from '../../../http/route.ts'
import { readEngagementOf } from './engagement.ts'
import { summaryRoutes } from '../summaries/routes.ts'
import { readAttentionOf } from './attention.ts'
import { readGrowthOf, readReadingHoursOf } from './audience.ts'

/** The application's own dashboard. */
export function applicationDashboardRoutes(http: Http, deps: Deps): void {
  route(http, readEngagement, ({ caller, query }) => readEngagementOf(deps, caller, query))
  route(http, readAttention, ({ caller }) => readAttentionOf(deps, caller))
  route(http, readGrowth, ({ caller, query }) => readGrowthOf(deps, caller.applicationId, query))
  route(http, readReadingHours, ({ caller, query }) => readReadingHoursOf(deps, caller.applicationId, query.channel))
  summaryRoutes(http, deps)
}
