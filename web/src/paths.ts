/**
 * Builds every address of the dashboard, without the locale prefix, which the router adds. An address may exist before its page: PageLink
 * and the navbar leave out links without a route.
 */

type Query = Record<string, string | undefined>

const application = (slug: string, rest: string, query: Query = {}) => withQuery(`/applications/${slug}/${rest}`, query)
const settings = (slug: string, rest: string, query?: Query) => application(slug, `settings/${rest}`, query)

/** Adds a query; undefined values are left out. */
export function withQuery(path: string, query: Record<string, string | number | undefined>): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value))
  const text = search.toString()
  return text ? `${path}?${text}` : path
}

export const paths = {
  home: () => '/',
  logout: () => '/logout',
  settings: () => '/settings',
  ownAlerts: () => '/settings#alerts',
  changelogs: () => '/changelogs',
  about: () => '/about',
  /** The list of legal pages, or one of them; open to all. */
  legal: (page?: string) => (page === undefined ? '/c' : `/c/${page}`),
  operator: () => '/operator',
  /** The reference, or one of its guides; open to all. */
  developers: (guide?: string) => (guide === undefined ? '/developers' : `/developers/${guide}`),

  signIn: (redirect?: string) => withQuery('/auth/sign-in', { redirect }),
  signUp: () => '/auth/sign-up',
  forgotPassword: () => '/auth/forgot-password',
  newPassword: () => '/auth/new-password',
  verify: () => '/auth/verify',
  ssoCallback: () => '/auth/sso-callback',

  onboarding: () => '/onboarding',
  organizations: () => '/organizations',
  organizationEdit: (uuid: string) => `/organizations/${uuid}/edit`,
  applications: () => '/applications',
  applicationEdit: (slug: string) => application(slug, 'edit'),

  dashboard: (slug: string) => application(slug, 'dashboard'),
  figures: (slug: string) => application(slug, 'dashboard/figures'),

  /** Leads on to the campaigns of a channel. */
  messages: (slug: string, channel: 'email' | 'sms') => `/applications/${slug}/messages/campaigns?channel=${channel}`,
  campaigns: (slug: string, query?: Query) => application(slug, 'notification', query),
  campaignCalendar: (slug: string, query?: Query) => application(slug, 'notification/calendar', query),
  /** One campaign with all its runs; without a channel it is one of e-mail. */
  campaign: (slug: string, channel: string, uuid: string, query?: Query) =>
    application(slug, `notification/campaign/${uuid}`, { ...(channel !== 'email' && { channel }), ...query }),
  campaignWizard: (slug: string, channel: string, query?: Query) => application(slug, `notification/${channel}`, query),

  audience: (slug: string) => application(slug, 'audience'),
  audienceManage: (slug: string) => application(slug, 'audience/manage'),
  contacts: (slug: string, query?: Query) => application(slug, 'audience/contacts', query),
  contact: (slug: string, uuid: string) => application(slug, `audience/contacts/${uuid}`),
  suppressions: (slug: string) => application(slug, 'audience/suppression'),
  segment: (slug: string, uuid: string, query?: Query) => application(slug, `audience/${uuid}`, query),
  segmentNew: (slug: string, query?: Query) => application(slug, 'audience/new', query),
  segmentEdit: (slug: string, uuid: string, query?: Query) => application(slug, `audience/${uuid}/edit`, query),
  signUpForms: (slug: string) => application(slug, 'audience/forms'),
  signUpFormNew: (slug: string, query?: Query) => application(slug, 'audience/forms/new', query),
  signUpForm: (slug: string, uuid: string, query?: Query) => application(slug, `audience/forms/${uuid}`, query),
  mergeFields: (slug: string, query?: Query) => application(slug, 'audience/fields', query),
  events: (slug: string) => application(slug, 'audience/events'),
  event: (slug: string, name: string) => application(slug, `audience/events/${encodeURIComponent(name)}`),

  templates: (slug: string, query?: Query) => application(slug, 'template', query),
  templateNew: (slug: string, query?: Query) => application(slug, 'template/new', query),
  images: (slug: string, query?: Query) => application(slug, 'images', query),
  whatsappTemplates: (slug: string) => application(slug, 'template/whatsapp'),
  whatsappTemplateNew: (slug: string, query?: Query) => application(slug, 'template/whatsapp/new', query),
  whatsappTemplate: (slug: string, uuid: string) => application(slug, `template/whatsapp/${uuid}`),
  whatsappTemplateEdit: (slug: string, uuid: string) => application(slug, `template/whatsapp/${uuid}/edit`),
  template: (slug: string, uuid: string) => application(slug, `template/${uuid}`),

  /** Runs of all channels, or of the one that the query names. */
  deliveries: (slug: string, query?: Query) => application(slug, 'delivery', query),
  deliveryDashboard: (slug: string, channel: string, query?: Query) => application(slug, `delivery/${channel}`, query),
  run: (slug: string, channel: string, uuid: string, query?: Query) =>
    application(slug, `delivery/${channel}/${uuid}`, query),

  subscription: (slug: string, query?: Query) => application(slug, 'subscription', query),
  /** The page of the subscription with its plans open. */
  plans: (slug: string) => application(slug, 'subscription?plans=monthly'),
  subscriptionOf: (slug: string, uuid: string, query?: Query) => application(slug, `subscription/${uuid}`, query),
  /** By its number; its id leads on to that. */
  invoice: (slug: string, subscription: string, invoice: string) =>
    application(slug, `subscription/${subscription}/${invoice}`),
  /** Below it are all pages of the settings. */
  settingsOf: (slug: string) => settings(slug, ''),
  platform: (slug: string, query?: Query) => settings(slug, 'platform', query),
  administration: (slug: string) => settings(slug, 'administration'),
  brand: (slug: string) => settings(slug, 'brand'),
  keys: (slug: string) => settings(slug, 'keys-and-integration'),
  approvals: (slug: string) => settings(slug, 'approvals'),
  webhooks: (slug: string) => settings(slug, 'webhook'),
  /** `id` new creates one. */
  webhookEdit: (slug: string, id: string, query?: Query) => settings(slug, `webhook/${id}/edit`, query),
  users: (slug: string) => settings(slug, 'users'),
  userEdit: (slug: string, uuid: string) => settings(slug, `users/${uuid}/edit`),
  roles: (slug: string) => settings(slug, 'role'),
  /** `id` new creates one, from another role where `from` names it. */
  roleEdit: (slug: string, id: string, from?: string) => settings(slug, `role/${id}/edit`, { from }),
  usageLogs: (slug: string) => settings(slug, 'usage-logs'),
  logs: (slug: string) => settings(slug, 'logs'),
} as const

/** The application that an address names, if it names one; `new` and `edit` pages belong to none. */
export function applicationOf(path: string): string | undefined {
  const [, slug, page] = path.match(/^\/applications\/([^/]+)\/([^/]+)/) ?? []
  return slug === 'new' || page === 'edit' ? undefined : slug
}
