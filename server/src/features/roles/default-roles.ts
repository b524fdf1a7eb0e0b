import { ACTIVITY, ACTIVITY_IDS, LEVEL, type ActivityId, type PermissionSet } from '@notifly/contracts/roles/activities'
import { DEFAULT_ROLE_IDS, SLA_OPTIONS } from '@notifly/contracts/roles/roles'

export interface DefaultRole {
  roleId: string
  name: string
  group: 1 | 2
  slaOption: 1 | 2 | 3
  slaMinutes: number
  permissionSet: PermissionSet
}

/** Activities whose writes may need a second person: templates, audience, channels, campaigns. */
const isWork = (activity: ActivityId): boolean => activity >= 101 && activity <= 403

/** What a maker may read besides their own work: results, but not the organization's affairs. */
const RESULTS = new Set<ActivityId>([
  ACTIVITY.deliveryListing,
  ACTIVITY.deliveryDashboard,
  ACTIVITY.dashboardEngagement,
  ACTIVITY.dashboardTotals,
  ACTIVITY.dashboardClicks,
  ACTIVITY.dashboardBrowsers,
])

// A request without a decision within a day is rejected, so that no change slips through unseen.
const common = { group: 1, slaOption: SLA_OPTIONS.reject, slaMinutes: 24 * 60 } as const

export const DEFAULT_ROLES: readonly DefaultRole[] = [
  { ...common, roleId: DEFAULT_ROLE_IDS.owner, name: 'Owner', permissionSet: grant(() => [LEVEL.delete, 1]) },
  { ...common, roleId: DEFAULT_ROLE_IDS.admin, name: 'Admin', permissionSet: grant(() => [LEVEL.delete, 1]) },
  {
    ...common,
    roleId: DEFAULT_ROLE_IDS.creator,
    name: 'Creator',
    permissionSet: grant(activity => {
      if (isWork(activity)) return [LEVEL.delete, 0]
      return [RESULTS.has(activity) ? LEVEL.read : LEVEL.none, 0]
    }),
  },
  {
    ...common,
    roleId: DEFAULT_ROLE_IDS.validator,
    name: 'Validator',
    permissionSet: grant(activity => [LEVEL.read, isWork(activity) || activity === ACTIVITY.keys ? 1 : 0]),
  },
]

function grant(rule: (activity: ActivityId) => PermissionSet[string]): PermissionSet {
  return Object.fromEntries(ACTIVITY_IDS.map(activity => [activity, rule(activity)]))
}
