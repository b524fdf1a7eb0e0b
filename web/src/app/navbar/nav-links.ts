/**
 * The links of the navbar in each area. A link is shown only if a route exists for its address, so a new page needs only its line in
 * routes.tsx.
 */
import { applicationOf, paths } from '../../paths.ts'

export interface NavLink {
  /** Key of the word below `nav`, in the common namespace. */
  word: string
  to: string
  /** Where it leads people who may not open `to`. */
  otherwise?: string
  /** Addresses below this one count as this page. */
  active: string
  /** And those below this one. */
  alsoActive?: string
}

export interface NavGroup {
  word: string
  links: NavLink[]
}

export type NavEntry = NavLink | NavGroup

/** `lists`: the two lists link to each other; `none`: only brand and profile; `application`: everything. */
export type NavVariant = 'lists' | 'none' | 'application'

/** The navbar of a path, given without locale prefix. */
export function navVariant(path: string): NavVariant {
  if (path === paths.applications() || path === paths.organizations()) return 'lists'
  return applicationOf(path) === undefined ? 'none' : 'application'
}

const link = (word: string, to: string, active = to): NavLink => ({ word, to, active })

/** The links of the two lists. */
export function listLinks(): NavLink[] {
  return [link('applications', paths.applications()), link('organizations', paths.organizations())]
}

/** The links of one application, in their order. */
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

/** The pages of the settings in the order of the menu. */
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

/** The same by what they are about. */
export function settingsGroups(slug: string): NavGroup[] {
  const links = settingsLinks(slug)
  return GROUPS.map(([word, words]) => ({ word, links: links.filter(each => words.includes(each.word)) }))
}

/** Leaves out links without a page, or whose page the role excludes, and groups that are then empty. */
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

/** Whether a link's page, or one below it, is shown. */
export function isActive(entry: NavLink, path: string): boolean {
  const isBelow = (page: string | undefined) => page !== undefined && (path === page || path.startsWith(`${page}/`))
  return isBelow(entry.active) || isBelow(entry.alsoActive)
}
