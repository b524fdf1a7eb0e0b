/**
 * What the navbar offers where. A link is drawn only when a route answers its address, so a new page needs its line in
 * routes.tsx and appears here by itself.
 */
import { ACTIVITY, type ActivityId } from '@notifly/contracts/activities'
import { applicationOf, paths } from '../paths.ts'

export interface NavLink {
  /** Key of the word below `nav`, in the common namespace. */
  word: string
  to: string
  /** Addresses below this one count as this page. */
  active: string
  /** Reading one of these is needed to see it; absent: anybody may. */
  needs?: readonly ActivityId[]
}

export interface NavGroup {
  word: string
  links: NavLink[]
}

export type NavEntry = NavLink | NavGroup

/** `lists`: the two lists link to each other; `none`: brand and profile alone; `application`: everything. */
export type NavVariant = 'lists' | 'none' | 'application'

/** Which navbar a path has, without locale prefix. */
export function navVariant(path: string): NavVariant {
  if (path === paths.applications() || path === paths.organizations()) return 'lists'
  return applicationOf(path) === undefined ? 'none' : 'application'
}

const link = (word: string, to: string, ...needs: ActivityId[]): NavLink => ({
  word,
  to,
  active: to,
  ...(needs.length > 0 && { needs }),
})

/** The links of the two lists. */
export function listLinks(): NavLink[] {
  return [link('applications', paths.applications()), link('organizations', paths.organizations())]
}

/** The links of one application, in their order. */
export function applicationLinks(slug: string): NavEntry[] {
  return [
    link('dashboard', paths.dashboard(slug)),
    link('campaigns', paths.campaigns(slug), ACTIVITY.campaignEmail),
    link('audience', paths.audience(slug), ACTIVITY.segmentation, ACTIVITY.audience),
    link('delivery', paths.deliveries(slug), ACTIVITY.deliveryListing),
    link('templates', paths.templates(slug), ACTIVITY.templateEmail),
    link('subscription', paths.subscription(slug)),
    {
      word: 'settings',
      links: [
        link('platform', paths.platform(slug), ACTIVITY.platformEmail),
        link('keys', paths.keys(slug), ACTIVITY.keys),
        link('approvals', paths.approvals(slug)),
        link('webhooks', paths.webhooks(slug), ACTIVITY.webhook),
        link('users', paths.users(slug), ACTIVITY.users),
        link('roles', paths.roles(slug), ACTIVITY.roles),
        link('usageLogs', paths.usageLogs(slug), ACTIVITY.usageLogs),
        link('administration', paths.administration(slug), ACTIVITY.applications),
      ],
    },
  ]
}

/** Leaves out what no route answers, what the role does not include, and groups that are then empty. */
export function offeredEntries(entries: readonly NavEntry[], isOffered: (link: NavLink) => boolean): NavEntry[] {
  return entries.flatMap((entry): NavEntry[] => {
    if (!('links' in entry)) return isOffered(entry) ? [entry] : []
    const links = entry.links.filter(isOffered)
    return links.length > 0 ? [{ ...entry, links }] : []
  })
}

/** Whether a link's page, or one below it, is the one that is shown. */
export function isActive(entry: NavLink, path: string): boolean {
  return path === entry.active || path.startsWith(`${entry.active}/`)
}
