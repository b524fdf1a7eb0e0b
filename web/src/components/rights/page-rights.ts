/** The right that a page requires. Declared once, at the page's route (routes.tsx), for the page and every link to it. */
import type { UserDetails } from '@notifly/contracts/accounts/accounts'
import { ACTIVITY, type ActivityId, type LevelName } from '@notifly/contracts/roles/activities'
import type { AnyRouter } from '@tanstack/react-router'
import { can } from '../session/use-session.ts'
import { runsOrganization } from './runs-organization.ts'

export interface PageRight {
  /** Any one of them is enough. */
  activities: readonly ActivityId[]
  level: Exclude<LevelName, 'none'>
  /** The page opens without the right, and itself shows which parts are refused. */
  isPartial?: true
  /** Only for the roles that run the organization, Owner and Admin; no activity grants it. */
  isForRunning?: true
}

type Values = Readonly<Record<string, unknown>>

/** The right may depend on the address, such as on a channel or a new role. */
export type RightOfAddress = PageRight | ((search: Values, params: Values) => PageRight)

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    right?: RightOfAddress | undefined
  }
}

export const reads = (...activities: ActivityId[]): PageRight => ({ activities, level: 'read' })
export const creates = (...activities: ActivityId[]): PageRight => ({ activities, level: 'create' })
export const updates = (...activities: ActivityId[]): PageRight => ({ activities, level: 'update' })

export const RUNS_ORGANIZATION: PageRight = { activities: [], level: 'read', isForRunning: true }

export const ANY_CAMPAIGN = reads(ACTIVITY.campaignEmail, ACTIVITY.campaignWhatsapp, ACTIVITY.campaignWebpush)

const CAMPAIGNS: Record<string, ActivityId> = {
  whatsapp: ACTIVITY.campaignWhatsapp,
  webpush: ACTIVITY.campaignWebpush,
  mobilepush: ACTIVITY.campaignWebpush,
}

/** The right for a campaign's page. Email and SMS campaigns are one activity. */
export const campaignRight = ({ channel }: Values): PageRight =>
  reads(CAMPAIGNS[String(channel)] ?? ACTIVITY.campaignEmail)

/** Keyed by the flag that opens a channel's tab. */
const PLATFORMS = {
  checkEmailConfigure: ACTIVITY.platformEmail,
  checkSmsConfigure: ACTIVITY.platformSms,
  checkWhatsappConfigure: ACTIVITY.platformWhatsapp,
  checkWebpushConfigure: ACTIVITY.platformWebpush,
  checkMobilepushConfigure: ACTIVITY.platformWebpush,
} as const

/** The right for the settings of the channel whose flag is set; without a flag, for any channel. */
export function platformRight(search: Values): PageRight {
  const flagged = Object.entries(PLATFORMS).find(([flag]) => search[flag] === 'true')
  const activities = flagged ? [flagged[1]] : Object.values(PLATFORMS)
  return { ...reads(...activities), isPartial: true }
}

const formRight =
  (activity: ActivityId) =>
  (_search: Values, { id }: Values): PageRight =>
    id === 'new' ? creates(activity) : reads(activity)

/** The form of a role; viewing it only needs the right to read. */
export const roleFormRight = formRight(ACTIVITY.roles)

/** The form of a webhook; viewing it only needs the right to read. */
export const webhookFormRight = formRight(ACTIVITY.webhook)

/** The right that a visit to a route needs. */
export function rightOf(right: RightOfAddress | undefined, search: Values, params: Values): PageRight | undefined {
  return typeof right === 'function' ? right(search, params) : right
}

/** The page at an address: its application and the right it needs. */
export interface PageAt {
  slug?: string | undefined
  right: PageRight | undefined
}

/** The page at one of our own addresses; undefined if there is none. */
export function pageAt(router: AnyRouter, path: string): PageAt | undefined {
  const { pathname, searchParams } = new URL(path, window.location.origin)
  const [, params, route] = router.getMatchedRoutes(pathname)
  if (route === undefined || params['**'] !== undefined) return undefined
  const { right } = (route.options.staticData ?? {}) as { right?: RightOfAddress }
  return { slug: params['slug'], right: rightOf(right, Object.fromEntries(searchParams), params) }
}

/**
 * Whether the user's role includes a page. Rights are known only for the active application; for others this returns
 * true, and the page itself decides.
 */
export function canOpen(user: UserDetails | undefined, { slug, right }: PageAt): boolean {
  if (right === undefined || slug !== user?.application_uuid) return true
  if (right.isForRunning) return runsOrganization(user)
  return right.activities.some(activity => can(user, activity, right.level))
}
