/** The pages of an application with the right that each of them must require. */
import {
  ACTIVITY,
  type ActivityId,
  LEVEL,
  type LevelName,
  type PermissionSet,
} from '@notifly/contracts/roles/activities'
import type { Lumen } from '../product/lumen.ts'
import { ROLES } from '../product/people.ts'

export interface GuardedPage {
  /** Below the application; a whole path where it begins with a slash. */
  path: (seeded: Lumen) => string
  /** One of them is enough; none: the page is open to every member. */
  activities: readonly ActivityId[]
  level: Exclude<LevelName, 'none'>
  /** It is for owners and admins, whom nobody walks as. */
  isForRunning?: true
}

const page = (
  path: string | GuardedPage['path'],
  level: GuardedPage['level'] = 'read',
  ...activities: ActivityId[]
): GuardedPage => ({ path: typeof path === 'string' ? () => path : path, level, activities })

const forRunning = (path: string | GuardedPage['path']): GuardedPage => ({ ...page(path), isForRunning: true })

const { templateEmail, templateWhatsapp, segmentation, audience, users, roles, applications } = ACTIVITY
const { deliveryListing, deliveryDashboard } = ACTIVITY
const { campaignEmail, campaignWhatsapp, campaignWebpush, platformEmail, platformSms } = ACTIVITY
const { platformWhatsapp, platformWebpush, keys, usageLogs, webhook } = ACTIVITY
const PLATFORMS = [platformEmail, platformSms, platformWhatsapp, platformWebpush]
const CAMPAIGNS = [campaignEmail, campaignWhatsapp, campaignWebpush]

/** Headings of neighbours are distinct where possible: a page counts as shown when its heading is. */
export const GUARDED_PAGES: readonly GuardedPage[] = [
  page('dashboard'),
  page('dashboard/figures'),
  page('/'),
  page('/applications'),
  page('/organizations'),
  page(({ organization }) => `/organizations/${organization}/edit`),
  page('/settings'),
  page('edit', 'update', applications),
  page('audience', 'read', segmentation),
  page('audience/new', 'create', segmentation),
  page(({ rules }) => `audience/${rules}/edit`, 'update', segmentation),
  page('audience/manage', 'create', segmentation),
  page(({ segment }) => `audience/${segment}`, 'read', segmentation),
  page('audience/contacts', 'read', audience),
  page(({ contact }) => `audience/contacts/${contact}`, 'read', audience),
  page('audience/suppression', 'read', audience),
  page('audience/fields', 'read', audience),
  page('audience/events', 'read', audience),
  page(({ event }) => `audience/events/${event}`, 'read', audience),
  page('audience/forms', 'read', audience),
  page('audience/forms/new', 'create', audience),
  page(({ form }) => `audience/forms/${form}`, 'read', audience),
  page('template', 'read', templateEmail),
  page('template/new', 'create', templateEmail),
  page('template?type=SMS', 'read', templateEmail),
  page('template/new?type=sms', 'create', templateEmail),
  page(({ template }) => `template/${template}`, 'read', templateEmail),
  page('images', 'read', templateEmail),
  page('template/whatsapp', 'read', templateWhatsapp),
  page('template/whatsapp/new', 'create', templateWhatsapp),
  page(({ whatsapp }) => `template/whatsapp/${whatsapp}`, 'read', templateWhatsapp),
  page(({ whatsapp }) => `template/whatsapp/${whatsapp}/edit`, 'create', templateWhatsapp),
  page('notification', 'read', ...CAMPAIGNS),
  page('notification/calendar', 'read', ...CAMPAIGNS),
  page(({ recurring }) => `notification/campaign/${recurring}`, 'read', campaignEmail),
  page('notification/email', 'create', campaignEmail),
  page(({ draft }) => `notification/email?draft=${draft}&step=what`, 'create', campaignEmail),
  page(({ draft }) => `notification/email?draft=${draft}&step=when`, 'create', campaignEmail),
  page(({ draft }) => `notification/email?draft=${draft}&step=review`, 'create', campaignEmail),
  page('notification/sms?step=what', 'create', campaignEmail),
  page('notification/whatsapp?step=what', 'create', campaignWhatsapp),
  page('notification/webpush?step=what', 'create', campaignWebpush),
  page('notification/mobilepush?step=what', 'create', campaignWebpush),
  page('messages/campaigns?channel=email', 'read', campaignEmail),
  page('messages/campaigns?channel=sms', 'read', campaignEmail),
  page('delivery', 'read', deliveryListing),
  page('delivery/email', 'read', deliveryDashboard),
  page('delivery/sms', 'read', deliveryDashboard),
  page(({ run }) => `delivery/email/${run}`, 'read', deliveryListing),
  page('settings/platform', 'read', ...PLATFORMS),
  page('settings/platform?checkEmailConfigure=true', 'read', platformEmail),
  page('settings/platform?checkSmsConfigure=true', 'read', platformSms),
  page('settings/platform?checkWhatsappConfigure=true', 'read', platformWhatsapp),
  page('settings/platform?checkWebpushConfigure=true', 'read', platformWebpush),
  page('settings/platform?checkMobilepushConfigure=true', 'read', platformWebpush),
  page('settings/keys-and-integration', 'read', keys),
  page('settings/approvals'),
  page('settings/users', 'read', users),
  page(({ member }) => `settings/users/${member}/edit`, 'read', users),
  page('settings/role', 'read', roles),
  page('settings/role/new/edit', 'create', roles),
  page(`settings/role/${ROLES.creator}/edit`, 'read', roles),
  page('settings/webhook', 'read', webhook),
  page('settings/webhook/new/edit', 'create', webhook),
  page(seeded => `settings/webhook/${seeded.webhook}/edit`, 'read', webhook),
  page('settings/usage-logs', 'read', usageLogs),
  page('settings/logs', 'read', deliveryListing),
  page('settings/brand', 'read', applications),
  page('settings/administration', 'read', applications),
  forRunning('subscription'),
  forRunning(({ subscription }) => `subscription/${subscription}`),
  forRunning(({ subscription, invoice }) => `subscription/${subscription}/${invoice}`),
]

export function mayOpen(rights: PermissionSet, { activities, level, isForRunning }: GuardedPage): boolean {
  if (isForRunning) return false
  return activities.length === 0 || activities.some(activity => (rights[activity]?.[0] ?? LEVEL.none) >= LEVEL[level])
}

/** The whole path of a page. */
export function addressOf({ path }: GuardedPage, seeded: Lumen): string {
  const found = path(seeded)
  return found.startsWith('/') ? found : `/applications/${seeded.owner.slug}/${found}`
}

/** The page to which a link leads: by its whole address, otherwise by its path. */
export function pageBehind(link: string, seeded: Lumen): GuardedPage | undefined {
  const pathOf = (address: string) => address.split('?')[0]
  return (
    GUARDED_PAGES.find(each => addressOf(each, seeded) === link) ??
    GUARDED_PAGES.find(each => pathOf(addressOf(each, seeded)) === pathOf(link))
  )
}
