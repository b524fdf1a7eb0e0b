/** The right that a page requires. Declared once, at the page's route (routes.tsx), for the page and every link to it. */
import type { UserDetails } from '@notifly/contracts/accounts/accounts'
import { ACTIVITY, type ActivityId, type LevelName } from '@notifly/contracts/roles/activities'
import type { AnyRouter } from '@tanstack/react-router'
import { can } from '../session/use-session.ts'
import { runsOrganization } from './runs-organization.ts'

export interface PageRight {
  /** One of them is enough. */
  activities: readonly ActivityId[]
  level: Exclude<LevelName, 'none'>
  /** The page itself says what is refused, beside what is not. */
  isPartial?: true
  /** No activity opens it: it is for those who run the organization, Owner and Admin. */
  isForRunning?: true
}

type Values = Readonly<Record<string, unknown>>

/** Some addresses name what it is about: a channel, a new role. */
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

/** Of one campaign; mails and text messages are one activity. */
export const campaignRight = ({ channel }: Values): PageRight =>
  reads(CAMPAIGNS[String(channel)] ?? ACTIVITY.campaignEmail)

/** By the flag that opens a channel's tab. */
const PLATFORMS = {
  checkEmailConfigure: ACTIVITY.platformEmail,
  checkSmsConfigure: ACTIVITY.platformSms,
  checkWhatsappConfigure: ACTIVITY.platformWhatsapp,
  checkWebpushConfigure: ACTIVITY.platformWebpush,
  checkMobilepushConfigure: ACTIVITY.platformWebpush,
} as const

/** Of the settings of the channel whose flag is set; without any, of some channel. */
export function platformRight(search: Values): PageRight {
  const flagged = Object.entries(PLATFORMS).find(([flag]) => search[flag] === 'true')
  const activities = flagged ? [flagged[1]] : Object.values(PLATFORMS)
  return { ...reads(...activities), isPartial: true }
}

const formRight =
  (activity: ActivityId) =>
  (_search: Values, { id }: Values): PageRight =>
    id === 'new' ? creates(activity) : reads(activity)

/** The form of a role, also to look at it. */
export const roleFormRight = formRight(ACTIVITY.roles)

/** The form of a webhook, also to look at it. */
export const webhookFormRight = formRight(ACTIVITY.webhook)

/** What a visit to a route asks for. */
export function rightOf(right: RightOfAddress | undefined, search: Values, params: Values): PageRight | undefined {
  return typeof right === 'function' ? right(search, params) : right
}

/** A page at an address: the application that it belongs to and the right that it asks for. */
export interface PageAt {
  slug?: string | undefined
  right: PageRight | undefined
}

/** The page that answers an address of ours; undefined where none does. */
export function pageAt(router: AnyRouter, path: string): PageAt | undefined {
  const { pathname, searchParams } = new URL(path, window.location.origin)
  const [, params, route] = router.getMatchedRoutes(pathname)
  if (route === undefined || params['**'] !== undefined) return undefined
  const { right } = (route.options.staticData ?? {}) as { right?: RightOfAddress }
  return { slug: params['slug'], right: rightOf(right, Object.fromEntries(searchParams), params) }
}

/** Whether the user's role includes a page. Rights are known of the active application only; in any other the page itself decides. */
export function mayOpen(user: UserDetails | undefined, { slug, right }: PageAt): boolean {
  if (right === undefined || slug !== user?.application_uuid) return true
  if (right.isForRunning) return runsOrganization(user)
  return right.activities.some(activity => can(user, activity, right.level))
}
