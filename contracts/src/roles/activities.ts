/** The rights that a caller may have. Their numbers are part of the API. */
export const ACTIVITY = {
  templateEmail: 101,
  templateWhatsapp: 102,
  segmentation: 201,
  audience: 202,
  platformEmail: 301,
  platformSms: 302,
  platformWhatsapp: 303,
  platformWebpush: 304,
  campaignEmail: 401,
  campaignWhatsapp: 402,
  campaignWebpush: 403,
  deliveryListing: 501,
  deliveryDashboard: 502,
  usageLogs: 701,
  keys: 801,
  dashboardEngagement: 901,
  dashboardTotals: 902,
  dashboardClicks: 903,
  dashboardBrowsers: 904,
  users: 1001,
  applications: 1101,
  roles: 1201,
  webhook: 1301,
} as const

export type ActivityId = (typeof ACTIVITY)[keyof typeof ACTIVITY]

export const ACTIVITY_IDS: readonly ActivityId[] = Object.values(ACTIVITY)

/** Each level includes those below it. */
export const LEVEL = { none: 0, read: 1, create: 2, update: 3, delete: 4 } as const

export type Level = (typeof LEVEL)[keyof typeof LEVEL]
export type LevelName = keyof typeof LEVEL

/** `[level, approve]` per activity: the rights of a role. Approve is 0 or 1. */
export type PermissionSet = Record<string, [level: Level, approve: 0 | 1]>
