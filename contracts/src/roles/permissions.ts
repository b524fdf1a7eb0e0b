/**
 * Rules of a role's permissions: which cells an activity has, what a ticked cell implies, and which rights a role may pass on. Pure; used
 * by the dashboard's role matrix and by the server's checks.
 */
import { ACTIVITY, ACTIVITY_IDS, type ActivityId, LEVEL, type Level, type PermissionSet } from './activities.ts'

/** `[level, approve]` of one activity. */
export type Grant = [level: Level, approve: 0 | 1]

/** Columns of the role matrix. */
export const COLUMNS = ['read', 'create', 'update', 'delete', 'approve'] as const
export type Column = (typeof COLUMNS)[number]
export type LevelColumn = Exclude<Column, 'approve'>

/** Nothing in these can be written: they show records. */
const READ_ONLY: readonly ActivityId[] = [
  ACTIVITY.deliveryListing,
  ACTIVITY.deliveryDashboard,
  ACTIVITY.usageLogs,
  ACTIVITY.dashboardEngagement,
  ACTIVITY.dashboardTotals,
  ACTIVITY.dashboardClicks,
  ACTIVITY.dashboardBrowsers,
]

/** The right to create these includes changing them: their update calls require the level of create. */
const WITHOUT_UPDATE: readonly ActivityId[] = [ACTIVITY.templateWhatsapp, ACTIVITY.campaignWebpush]

/** Activities whose writes wait for an approver, unless their author may approve. */
export const HELD_ACTIVITIES: readonly ActivityId[] = [
  ACTIVITY.templateEmail,
  ACTIVITY.templateWhatsapp,
  ACTIVITY.segmentation,
  ACTIVITY.audience,
  ACTIVITY.platformEmail,
  ACTIVITY.platformSms,
  ACTIVITY.platformWhatsapp,
  ACTIVITY.platformWebpush,
  ACTIVITY.campaignEmail,
  ACTIVITY.campaignWhatsapp,
  ACTIVITY.campaignWebpush,
  ACTIVITY.keys,
]

/** Whether the matrix has this cell; other cells are hidden. */
export function hasCell(activity: ActivityId, column: Column): boolean {
  if (READ_ONLY.includes(activity)) return column === 'read'
  return !(column === 'update' && WITHOUT_UPDATE.includes(activity))
}

/** Whether a cell is ticked, by itself or implied by a higher one. */
export function isTicked([level, approve]: Grant, column: Column): boolean {
  return column === 'approve' ? approve === 1 : level >= LEVEL[column]
}

/** Ticks a cell and the cells that it implies: those to its left; approving implies reading. */
export function tick(activity: ActivityId, [level, approve]: Grant, column: Column): Grant {
  if (!hasCell(activity, column)) return [level, approve]
  if (column === 'approve') return [atLeast(level, LEVEL.read), 1]
  return [atLeast(level, LEVEL[column]), approve]
}

/** Clears a cell and the cells that require it: those to its right; approving requires reading. */
export function clearCell(activity: ActivityId, [level, approve]: Grant, column: Column): Grant {
  if (!hasCell(activity, column)) return [level, approve]
  if (column === 'approve') return [level, 0]
  if (column === 'read') return [LEVEL.none, 0]
  return normalGrant(activity, [Math.min(level, LEVEL[column] - 1) as Level, approve])
}

/** The nearest grant that the matrix can show: only cells that the activity has, and reading with approving. */
export function normalGrant(activity: ActivityId, [level, approve]: Grant): Grant {
  const mayApprove = approve === 1 && hasCell(activity, 'approve')
  return [highestCell(activity, mayApprove ? atLeast(level, LEVEL.read) : level), mayApprove ? 1 : 0]
}

/** Every activity with its nearest grant; an absent activity grants nothing. */
export function normalSet(set: Partial<PermissionSet>): PermissionSet {
  return Object.fromEntries(
    ACTIVITY_IDS.map(activity => [activity, normalGrant(activity, set[activity] ?? [LEVEL.none, 0])]),
  )
}

/** What `asked` grants beyond `own`; empty if a member with `own` may grant all of it. */
export function exceedingActivities(own: Partial<PermissionSet>, asked: Partial<PermissionSet>): ActivityId[] {
  return ACTIVITY_IDS.filter(activity => {
    const [level, approve] = normalGrant(activity, asked[activity] ?? [LEVEL.none, 0])
    const [ownLevel, ownApprove] = normalGrant(activity, own[activity] ?? [LEVEL.none, 0])
    return level > ownLevel || approve > ownApprove
  })
}

/** Activities that a role may write but not approve: its changes there wait for an approver. */
export function waiting(set: Partial<PermissionSet>): ActivityId[] {
  return HELD_ACTIVITIES.filter(activity => {
    const [level, approve] = set[activity] ?? [LEVEL.none, 0]
    return level > LEVEL.read && approve === 0
  })
}

function atLeast(level: Level, lowest: Level): Level {
  return level < lowest ? lowest : level
}

/** The activity's highest cell that is not above the level. */
function highestCell(activity: ActivityId, level: Level): Level {
  if (level > LEVEL.read && !hasCell(activity, 'create')) return LEVEL.read
  return level === LEVEL.update && !hasCell(activity, 'update') ? LEVEL.create : level
}
