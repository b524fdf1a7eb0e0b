/** Nouns that group the calls of the OpenAPI document: first those for programs, then those of the dashboard. */

interface Tag {
  name: string
  description: string
  /** Patterns of paths: the first tag with a match takes the call. */
  paths: RegExp
}

const FOR_PROGRAMS: readonly Tag[] = [
  {
    name: 'Messages',
    description: 'Send single messages on any channel, and see what became of them.',
    paths: /^\/api\/v1\/messages/,
  },
  {
    name: 'Contacts',
    description: 'Keep your audience current. A contact is named by your own ID, `external_user_id`.',
    paths: /^\/api\/v1\/contacts(?!.*\/devices$)/,
  },
  {
    name: 'Events',
    description: 'Tell what contacts did: an order was paid, a lesson was finished.',
    paths: /^\/api\/v1\/events/,
  },
  {
    name: 'Devices',
    description: 'Tell which phones a contact has your app on. Mobile push goes to them.',
    paths: /^\/api\/v1\/contacts\/\{external_user_id\}\/devices/,
  },
  {
    name: 'Access tokens',
    description: 'Exchange the ID and the secret of a key for a token that lasts an hour.',
    paths: /^\/oauth\//,
  },
  {
    name: 'Webhooks',
    description: 'Manage the endpoints that are told what happens, with the token of a dashboard session.',
    paths: /^\/api\/webhook/,
  },
]

const DASHBOARD: readonly Tag[] = [
  {
    name: 'Accounts',
    description: 'Sign up, sign in, and settings of an account.',
    paths: /^\/authP\/(?!alerts|audit|invite|organization|role|sso|user$|user\/|verify$)/,
  },
  { name: 'Alerts', description: 'Notices in the browsers of the signed-in user.', paths: /^\/authP\/alerts/ },
  { name: 'Single sign-on', description: 'Sign in with a company’s own provider.', paths: /^\/authP\/(sso|verify$)/ },
  { name: 'Organizations', description: 'Organizations of the signed-in user.', paths: /^\/authP\/organization/ },
  { name: 'API keys', description: 'Keys with which programs call.', paths: /^\/authP\/user\/licenses/ },
  { name: 'Members', description: 'Members of an organization, and invitations.', paths: /^\/authP\/(user|invite)/ },
  { name: 'Roles', description: 'Roles and what they grant.', paths: /^\/authP\/role/ },
  { name: 'Audit trail', description: 'Who did what.', paths: /^\/(authP\/audit|api\/usage-logs)/ },
  {
    name: 'Applications',
    description: 'Applications of an organization.',
    paths: /^\/api\/(verticals|update-notification-vertical|dashboard\/(application|overview)$)/,
  },
  {
    name: 'Approvals',
    description: 'Writes that wait for an approver, and notices about them.',
    paths: /^\/api\/(approvals|maker-checker|notices|audience\/download\/file)/,
  },
  { name: 'Segments', description: 'Named sets of contacts.', paths: /^\/api\/audience\/segment/ },
  {
    name: 'Merge fields',
    description: 'Values of contacts that templates may name.',
    paths: /^\/api\/audience\/merge-fields/,
  },
  {
    name: 'Topics',
    description: 'What campaigns are about; recipients leave topics one by one.',
    paths: /^\/api\/audience\/topics/,
  },
  {
    name: 'Suppressions',
    description: 'Addresses that must not be written to.',
    paths: /^\/api\/audience\/suppression/,
  },
  {
    name: 'Sign-up forms',
    description: 'Pages on which people subscribe by themselves.',
    paths: /^\/(api\/audience\/forms|f\/)/,
  },
  {
    name: 'Imports',
    description: 'Audience files on their way in.',
    paths: /^\/api\/(audience\/(download|import|phonebook|update|verify)|user\/asset\/csv)/,
  },
  {
    name: 'Audience',
    description: 'Contacts of an application, and what they chose and did.',
    paths: /^\/api\/(audience|events)/,
  },
  { name: 'Files', description: 'Pictures and attachments.', paths: /^\/(api\/user\/asset|files\/)/ },
  { name: 'Images', description: 'The library of images, and its folders.', paths: /^\/api\/images/ },
  {
    name: 'Billing',
    description: 'Plans, subscriptions and invoices of an organization.',
    paths: /^\/api\/(payments|user\/preferences)/,
  },
  { name: 'Brand', description: 'Logo, colors and footer of new email templates.', paths: /^\/api\/brand/ },
  {
    name: 'Channel settings',
    description: 'Providers of each channel, and what they charge.',
    paths:
      /^\/api\/notifications?\/(\w+\/(authentication|configuration|prices|installation|preferences)|webpush\/safari)/,
  },
  {
    name: 'Templates',
    description: 'Reusable content with versions.',
    paths: /^\/api\/(template|notifications\/whatsapp\/media)/,
  },
  {
    name: 'Runs',
    description: 'Occurrences of campaigns and what became of each message.',
    paths: /^\/api\/notifications\/delivery/,
  },
  {
    name: 'Campaigns',
    description: 'Content, audience and schedule on one channel.',
    paths: /^\/api\/(notifications?|tags)/,
  },
  { name: 'Dashboards', description: 'Figures, charts and their exports.', paths: /^\/(api\/dashboard|reports\/)/ },
  { name: 'Log', description: 'Calls of programs and of providers.', paths: /^\/api\/logs/ },
  {
    name: 'Search and views',
    description: 'Search across an application, and saved views of lists.',
    paths: /^\/api\/(search|views)/,
  },
  {
    name: 'Installation',
    description: 'This installation and its operators.',
    paths: /^\/api\/(installation|operator|support)/,
  },
  {
    name: 'Content',
    description: 'About, legal pages and the changelog.',
    paths: /^\/(_content\/|(\{locale\}\/)?changelogs\.atom$|api\/changelogs\/)/,
  },
  { name: 'Recipients', description: 'Links in messages: clicks, opens, unsubscribing.', paths: /^\/[tluv]\// },
  { name: 'Sites', description: 'Web push on customers’ sites.', paths: /^\/sdk\// },
  { name: 'Hooks', description: 'What providers report.', paths: /^\/hooks\// },
]

/** Every tag with its description, as the document lists them. */
export const TAGS = [...FOR_PROGRAMS, ...DASHBOARD].map(({ name, description }) => ({ name, description }))

/** The tags in two groups, for readers that support `x-tagGroups`. */
export const TAG_GROUPS = [
  { name: 'For programs', tags: FOR_PROGRAMS.map(({ name }) => name) },
  { name: 'Dashboard', tags: DASHBOARD.map(({ name }) => name) },
]

/** Returns the noun that a call is about. Throws if none fits, since the document would have no place for the call. */
export function tagOf(path: string): string {
  const tag = [...FOR_PROGRAMS, ...DASHBOARD].find(({ paths }) => paths.test(path))
  if (tag === undefined) throw new Error(`no tag of http/reference/tags.ts fits ${path}`)
  return tag.name
}
