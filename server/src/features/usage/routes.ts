import { readUsage as readUsageCall } from '@notifly/contracts/billing/plans'
import type { Deps } from '../../http/deps.ts'
import { type Http, route } from '../../http/route.ts'
import { readUsage } from './usage.ts'

export function usageRoutes(http: Http, deps: Deps): void {
  route(http, readUsageCall, ({ caller }) => readUsage(deps, caller))
}
