/**
 * The arithmetic of a role's permissions: which cells an activity has, what ticking one brings along, and what one role may
 * hand on. Pure; the role matrix of the dashboard and the server's checks both use it.
 */
import { ACTIVITY, ACTIVITY_IDS, type ActivityId, LEVEL, type Level, type PermissionSet } from './activities.ts'

/** `[level, approve]` of one activity. */
export type Grant = [level: Level, approve: 0 | 1]

/** Columns of the role matrix. */
export const COLUMNS = ['read', 'create', 'update', 'delete', 'approve'] as const
export type Column = (typeof COLUMNS)[number]
export type LevelColumn = Exclude<Column, 'approve'>

/** Nothing in these can be written: they show what has happened. */
const READ_ONLY: readonly ActivityId[] = [
  ACTIVITY.deliveryListing,
  ACTIVITY.deliveryDashboard,
  ACTIVITY.usageLogs,
  ACTIVITY.dashboardEngagement,
  ACTIVITY.dashboardTotals,
  ACTIVITY.dashboardClicks,
  ACTIVITY.dashboardBrowsers,
]

/** The right to create these includes changing them: their update calls ask for the level of create. */
const WITHOUT_UPDATE: readonly ActivityId[] = [ACTIVITY.templateWhatsapp, ACTIVITY.campaignWebpush]

/** Activities whose writes wait for an approver, unless their author may approve them. */
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

/** Whether the matrix has this cell; the others are hidden. */
export function hasCell(activity: ActivityId, column: Column): boolean {
  if (READ_ONLY.includes(activity)) return column === 'read'
  return !(column === 'update' && WITHOUT_UPDATE.includes(activity))
}

/** Whether a cell is ticked, by itself or because of a higher one. */
export function isTicked([level, approve]: Grant, column: Column): boolean {
  return column === 'approve' ? approve === 1 : level >= LEVEL[column]
}

/** Ticks a cell with all that it implies: those to its left; approving implies reading. */
export function tick(activity: ActivityId, [level, approve]: Grant, column: Column): Grant {
  if (!hasCell(activity, column)) return [level, approve]
  if (column === 'approve') return [atLeast(level, LEVEL.read), 1]
  return [atLeast(level, LEVEL[column]), approve]
}

/** Clears a cell with all that needs it: those to its right; approving takes reading. */
export function untick(activity: ActivityId, [level, approve]: Grant, column: Column): Grant {
  if (!hasCell(activity, column)) return [level, approve]
  if (column === 'approve') return [level, 0]
  if (column === 'read') return [LEVEL.none, 0]
  return normalGrant(activity, [Math.min(level, LEVEL[column] - 1) as Level, approve])
}

/** The nearest grant that the matrix can show: no more than the activity's cells, and approving implies reading. */
export function normalGrant(activity: ActivityId, [level, approve]: Grant): Grant {
  const mayApprove = approve === 1 && hasCell(activity, 'approve')
  return [highestCell(activity, mayApprove ? atLeast(level, LEVEL.read) : level), mayApprove ? 1 : 0]
}

/** Every activity with its nearest possible grant; what is absent grants nothing. */
export function normalSet(set: Partial<PermissionSet>): PermissionSet {
  return Object.fromEntries(
    ACTIVITY_IDS.map(activity => [activity, normalGrant(activity, set[activity] ?? [LEVEL.none, 0])]),
  )
}

/** What `asked` grants beyond `own`; empty when a member with `own` may give all of it. */
export function beyond(own: Partial<PermissionSet>, asked: Partial<PermissionSet>): ActivityId[] {
  return ACTIVITY_IDS.filter(activity => {
    const [level, approve] = normalGrant(activity, asked[activity] ?? [LEVEL.none, 0])
    const [ownLevel, ownApprove] = normalGrant(activity, own[activity] ?? [LEVEL.none, 0])
    return level > ownLevel || approve > ownApprove
  })
}

/** Activities in which a role writes without being able to approve: what it does there waits for an approver. */
export function waiting(set: Partial<PermissionSet>): ActivityId[] {
  return HELD_ACTIVITIES.filter(activity => {
    const [level, approve] = set[activity] ?? [LEVEL.none, 0]
    return level > LEVEL.read && approve === 0
  })
}

function atLeast(level: Level, lowest: Level): Level {
  return level < lowest ? lowest : level
}

/** The highest cell up to a level that the activity has. */
function highestCell(activity: ActivityId, level: Level): Level {
  if (level > LEVEL.read && !hasCell(activity, 'create')) return LEVEL.read
  return level === LEVEL.update && !hasCell(activity, 'update') ? LEVEL.create : level
}
