/**
 * The links of the navbar in each area. A link is shown only if a route exists for its address, so a new page needs only its line in
 * routes.tsx.
 */
import { applicationOf, paths } from '../../paths.ts'

export interface NavLink {
  /** Translation key below `nav`, in the `common` namespace. */
  word: string
  to: string
  /** Used instead of `to` for people who may not open that. */
  otherwise?: string
  /** The link is marked as current on this address and those below it. */
  active: string
  /** And on this one and those below it. */
  alsoActive?: string
}

export interface NavGroup {
  word: string
  links: NavLink[]
}

export type NavEntry = NavLink | NavGroup

/**
 * The links in the navbar. `lists`: the two lists link to each other; `none`: only brand and profile; `application`:
 * all links.
 */
export type NavVariant = 'lists' | 'none' | 'application'

/** The navbar of a path, given without locale prefix. */
export function navVariant(path: string): NavVariant {
  if (path === paths.applications() || path === paths.organizations()) return 'lists'
  return applicationOf(path) === undefined ? 'none' : 'application'
}

const link = (word: string, to: string, active = to): NavLink => ({ word, to, active })

/** The links of the lists of applications and organizations. */
export function listLinks(): NavLink[] {
  return [link('applications', paths.applications()), link('organizations', paths.organizations())]
}

/** The links of one application, in order. */
export function applicationLinks(slug: string): NavEntry[] {
  return [
    link('dashboard', paths.dashboard(slug)),
    link('campaigns', paths.campaigns(slug)),
    { ...link('audience', paths.audience(slug)), otherwise: paths.contacts(slug) },
    { ...link('delivery', paths.deliveries(slug)), otherwise: paths.deliveryDashboard(slug, 'email') },
    {
      ...link('templates', paths.templates(slug)),
      otherwise: paths.whatsappTemplates(slug),
      alsoActive: paths.images(slug),
    },
    link('subscription', paths.subscription(slug)),
    {
      word: 'messages',
      links: [link('emailMessages', paths.messages(slug, 'email')), link('smsMessages', paths.messages(slug, 'sms'))],
    },
    { word: 'settings', links: settingsLinks(slug) },
  ]
}

/** The settings pages, in menu order. */
function settingsLinks(slug: string): NavLink[] {
  return [
    link('platform', paths.platform(slug)),
    link('keys', paths.keys(slug)),
    link('approvals', paths.approvals(slug)),
    link('webhooks', paths.webhooks(slug)),
    link('users', paths.users(slug)),
    link('roles', paths.roles(slug)),
    link('brand', paths.brand(slug)),
    link('logs', paths.logs(slug)),
    link('usageLogs', paths.usageLogs(slug)),
    link('administration', paths.administration(slug)),
  ]
}

const GROUPS: readonly [string, readonly string[]][] = [
  ['sending', ['platform', 'keys', 'webhooks']],
  ['team', ['approvals', 'users', 'roles']],
  ['application', ['brand', 'logs', 'usageLogs', 'administration']],
]

/** The settings pages, grouped by subject. */
export function settingsGroups(slug: string): NavGroup[] {
  const links = settingsLinks(slug)
  return GROUPS.map(([word, words]) => ({ word, links: links.filter(each => words.includes(each.word)) }))
}

/** Removes links that have no page or that the reader's role excludes, and then empty groups. */
export function offeredEntries(entries: readonly NavEntry[], isOffered: (path: string) => boolean): NavEntry[] {
  const offered = (each: NavLink): NavLink[] => {
    const to = [each.to, each.otherwise].find(path => path !== undefined && isOffered(path))
    return to === undefined ? [] : [{ ...each, to }]
  }
  return entries.flatMap((entry): NavEntry[] => {
    if (!('links' in entry)) return offered(entry)
    const links = entry.links.flatMap(offered)
    return links.length > 0 ? [{ ...entry, links }] : []
  })
}

/** Whether the current page is the link's page or one below it. */
export function isActive(entry: NavLink, path: string): boolean {
  const isBelow = (page: string | undefined) => page !== undefined && (path === page || path.startsWith(`${page}/`))
  return isBelow(entry.active) || isBelow(entry.alsoActive)
}
