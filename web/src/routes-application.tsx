/** The URL map of an application: its pages, and the tools that take the whole screen. */
import { type AnyRoute, createRoute, redirect } from '@tanstack/react-router'
import { lazyPage, page } from './app/loading/lazy-page.ts'
import { paths } from './paths.ts'
import { application, applicationTool } from './route-layouts.tsx'

/** What a page needs to say which write waits, and what it would change. */
const REQUESTS = ['approvals', 'changes', 'rules', 'campaigns', 'ab-test', 'keys', 'whatsapp']

export const applicationPages = [
  page(
    application,
    'settings/users',
    lazyPage(() => import('./features/members/UsersPage.tsx'), 'UsersPage', 'sentences', 'members'),
  ),
  page(
    application,
    'settings/users/$id/edit',
    lazyPage(() => import('./features/members/UserEditPage.tsx'), 'UserEditPage', 'members'),
  ),
  page(
    application,
    'settings/administration',
    lazyPage(() => import('./features/applications/AdministrationPage.tsx'), 'AdministrationPage', 'applications'),
  ),
  page(
    application,
    'dashboard',
    lazyPage(() => import('./features/applications/DashboardPage.tsx'), 'DashboardPage', 'applications'),
  ),
  page(
    application,
    'audience',
    lazyPage(() => import('./features/segments/list/SegmentsPage.tsx'), 'SegmentsPage', 'audience', ...REQUESTS),
  ),
  page(
    application,
    'audience/manage',
    lazyPage(
      () => import('./features/imports/ImportPage.tsx'),
      'ImportPage',
      'sentences',
      'audience',
      ...REQUESTS,
      'imports',
    ),
  ),
  page(
    application,
    'audience/contacts',
    lazyPage(() => import('./features/contacts/ContactsPage.tsx'), 'ContactsPage', 'audience', 'contacts', ...REQUESTS),
  ),
  page(
    application,
    'audience/suppression',
    lazyPage(
      () => import('./features/suppressions/SuppressionsPage.tsx'),
      'SuppressionsPage',
      'audience',
      'consent',
      ...REQUESTS,
    ),
  ),
  page(
    application,
    'audience/contacts/$uuid',
    lazyPage(
      () => import('./features/contacts/ContactPage.tsx'),
      'ContactPage',
      'sentences',
      'audience',
      'contacts',
      'consent',
      'delivery',
      ...REQUESTS,
    ),
  ),
  page(
    application,
    'audience/fields',
    lazyPage(
      () => import('./features/fields/MergeFieldsPage.tsx'),
      'MergeFieldsPage',
      'audience',
      'fields',
      'approvals',
    ),
  ),
  page(
    application,
    'audience/new',
    lazyPage(
      () => import('./features/segments/builder/SegmentEditPage.tsx'),
      'SegmentEditPage',
      'sentences',
      'segments',
      'rules',
      'audience',
      'approvals',
      'changes',
      ...REQUESTS,
    ),
  ),
  page(
    application,
    'audience/$id/edit',
    lazyPage(
      () => import('./features/segments/builder/SegmentEditPage.tsx'),
      'SegmentEditPage',
      'sentences',
      'segments',
      'rules',
      'audience',
      'approvals',
      'changes',
      ...REQUESTS,
    ),
  ),
  page(
    application,
    'audience/$id',
    lazyPage(
      () => import('./features/segments/list/SegmentPage.tsx'),
      'SegmentPage',
      'audience',
      'contacts',
      'approvals',
      'rules',
    ),
  ),
  page(
    application,
    'notification',
    lazyPage(
      () => import('./features/campaigns/list/CampaignsPage.tsx'),
      'CampaignsPage',
      'campaigns',
      'acts',
      'calendar',
      'ab-test',
    ),
  ),
  page(
    application,
    'notification/calendar',
    lazyPage(() => import('./features/campaigns/calendar/CalendarPage.tsx'), 'CalendarPage', 'calendar'),
  ),
  page(
    application,
    'notification/campaign/$uuid',
    lazyPage(
      () => import('./features/campaigns/campaign/CampaignPage.tsx'),
      'CampaignPage',
      'campaigns',
      'acts',
      ...REQUESTS,
    ),
  ),
  page(
    application,
    'delivery',
    lazyPage(() => import('./features/runs/list/RunsPage.tsx'), 'RunsPage', 'delivery'),
  ),
  page(
    application,
    'delivery/$type',
    lazyPage(() => import('./features/runs/list/RunsPage.tsx'), 'RunsPage', 'delivery'),
  ),
  page(
    application,
    'delivery/$type/$uuid',
    lazyPage(() => import('./features/runs/run/RunPage.tsx'), 'RunPage', 'sentences', 'delivery', 'acts', 'ab-test'),
  ),
  page(
    application,
    'settings/platform',
    lazyPage(
      () => import('./features/channel-settings/PlatformPage.tsx'),
      'PlatformPage',
      'sentences',
      'channels',
      'prompts',
      'safari',
      'messages',
      ...REQUESTS,
    ),
  ),
  page(
    application,
    'settings/role',
    lazyPage(() => import('./features/roles/RolesPage.tsx'), 'RolesPage', 'roles', 'rights'),
  ),
  page(
    application,
    'settings/role/$id/edit',
    lazyPage(() => import('./features/roles/RoleEditPage.tsx'), 'RoleEditPage', 'roles', 'rights'),
  ),
  page(
    application,
    'settings/keys-and-integration',
    lazyPage(() => import('./features/api-keys/KeysPage.tsx'), 'KeysPage', 'keys', 'rights', ...REQUESTS),
  ),
  page(
    application,
    'settings/approvals',
    lazyPage(() => import('./features/approvals/ApprovalsPage.tsx'), 'ApprovalsPage', 'campaigns', ...REQUESTS),
  ),
  page(
    application,
    'settings/usage-logs',
    lazyPage(() => import('./features/audit/UsageLogsPage.tsx'), 'UsageLogsPage', 'audit', 'changes', 'rules'),
  ),
  page(
    application,
    'template',
    lazyPage(() => import('./features/templates/TemplatesPage.tsx'), 'TemplatesPage', 'templates', 'approvals'),
  ),
  page(
    application,
    'template/whatsapp',
    lazyPage(
      () => import('./features/whatsapp-templates/WhatsAppTemplatesPage.tsx'),
      'WhatsAppTemplatesPage',
      'whatsapp',
      'templates',
      'approvals',
    ),
  ),
  page(
    application,
    'template/whatsapp/new',
    lazyPage(
      () => import('./features/whatsapp-templates/NewWhatsAppTemplatePage.tsx'),
      'NewWhatsAppTemplatePage',
      'sentences',
      'whatsapp',
      ...REQUESTS,
    ),
  ),
  page(
    application,
    'template/whatsapp/$uuid',
    lazyPage(
      () => import('./features/whatsapp-templates/WhatsAppTemplatePage.tsx'),
      'WhatsAppTemplatePage',
      'whatsapp',
      ...REQUESTS,
    ),
  ),
  page(
    application,
    'template/whatsapp/$uuid/edit',
    lazyPage(
      () => import('./features/whatsapp-templates/EditWhatsAppTemplatePage.tsx'),
      'EditWhatsAppTemplatePage',
      'sentences',
      'whatsapp',
      ...REQUESTS,
    ),
  ),
]

/** The old address of the list of campaigns. */
export const messages = createRoute({
  getParentRoute: () => application,
  path: 'messages/campaigns',
  beforeLoad: ({ params, search }) => {
    const { slug } = params as { slug: string }
    const { channel } = search as { channel?: string }
    throw redirect({ href: paths.campaigns(slug, { channel }), replace: true } as never)
  },
}) as unknown as AnyRoute

export const toolPages = [
  page(
    applicationTool,
    'notification/email',
    lazyPage(
      () => import('./features/campaigns/wizard/WizardPage.tsx'),
      'EmailWizardPage',
      'sentences',
      'campaigns',
      'messages',
      'templates',
      'test-send',
      ...REQUESTS,
    ),
  ),
  page(
    applicationTool,
    'notification/sms',
    lazyPage(
      () => import('./features/campaigns/wizard/WizardPage.tsx'),
      'SmsWizardPage',
      'sentences',
      'campaigns',
      'messages',
      'sms',
      'templates',
      'test-send',
      ...REQUESTS,
    ),
  ),
  page(
    applicationTool,
    'notification/whatsapp',
    lazyPage(
      () => import('./features/campaigns/wizard/WizardPage.tsx'),
      'WhatsappWizardPage',
      'sentences',
      'campaigns',
      'messages',
      'whatsapp',
      'templates',
      'test-send',
      ...REQUESTS,
    ),
  ),
  page(
    applicationTool,
    'notification/webpush',
    lazyPage(
      () => import('./features/campaigns/wizard/WizardPage.tsx'),
      'WebpushWizardPage',
      'sentences',
      'campaigns',
      'messages',
      'templates',
      'test-send',
      ...REQUESTS,
    ),
  ),
  page(
    applicationTool,
    'notification/mobilepush',
    lazyPage(
      () => import('./features/campaigns/wizard/WizardPage.tsx'),
      'MobilepushWizardPage',
      'sentences',
      'campaigns',
      'messages',
      'templates',
      'test-send',
      ...REQUESTS,
    ),
  ),
  page(
    applicationTool,
    'template/new',
    lazyPage(
      () => import('./features/templates/NewTemplatePage.tsx'),
      'NewTemplatePage',
      'sentences',
      'templates',
      'test-send',
      'sms',
      'messages',
      ...REQUESTS,
    ),
  ),
  page(
    applicationTool,
    'template/$uuid',
    lazyPage(
      () => import('./features/templates/TemplatePage.tsx'),
      'TemplatePage',
      'sentences',
      'templates',
      'test-send',
      'sms',
      'messages',
      ...REQUESTS,
    ),
  ),
]
