/**
 * The URL map. Adding a page takes one line here: what it stands in, its address, and the import of its code, which brings
 * its words along (scripts/words-with-code.ts). The address itself is built in paths.ts; links to it in the navbar and
 * elsewhere appear as soon as the route exists, and until then the address answers the 404 card.
 */
import { type AnyRoute, createRoute, Navigate, redirect } from '@tanstack/react-router'
import { page } from './app/loading/lazy-page.ts'
import { paths } from './paths.ts'
import { application, applicationTool, auth, main, root, tool } from './route-layouts.tsx'

const authPages = [
  page(auth, '/auth/sign-in', () => import('./features/accounts/SignInPage.tsx'), 'SignInPage'),
  page(auth, '/auth/sign-up', () => import('./features/accounts/SignUpPage.tsx'), 'SignUpPage'),
  page(auth, '/auth/forgot-password', () => import('./features/accounts/ForgotPasswordPage.tsx'), 'ForgotPasswordPage'),
  page(auth, '/auth/new-password', () => import('./features/accounts/NewPasswordPage.tsx'), 'NewPasswordPage'),
  page(auth, '/auth/verify', () => import('./features/accounts/VerifyPage.tsx'), 'VerifyPage'),
  page(auth, '/auth/sso-callback', () => import('./features/accounts/sso/SsoCallbackPage.tsx'), 'SsoCallbackPage'),
]

const invite = page(auth, '/auth/invite/$id', () => import('./features/accounts/invite/InvitePage.tsx'), 'InvitePage')

const mainPages = [
  page(main, '/', () => import('./features/applications/HomePage.tsx'), 'HomePage'),
  page(main, '/applications', () => import('./features/applications/ApplicationsPage.tsx'), 'ApplicationsPage'),
  page(
    main,
    '/applications/$slug/edit',
    () => import('./features/applications/ApplicationEditPage.tsx'),
    'ApplicationEditPage',
  ),
  page(main, '/organizations', () => import('./features/organizations/OrganizationsPage.tsx'), 'OrganizationsPage'),
  page(
    main,
    '/organizations/$id/edit',
    () => import('./features/organizations/OrganizationEditPage.tsx'),
    'OrganizationEditPage',
  ),
  page(main, '/settings', () => import('./features/accounts/settings/SettingsPage.tsx'), 'SettingsPage'),
  page(main, '/operator', () => import('./features/operator/OperatorPage.tsx'), 'OperatorPage'),
  page(main, '/onboarding', () => import('./features/organizations/OnboardingPage.tsx'), 'OnboardingPage'),
]

const applicationPages = [
  page(application, 'settings/users', () => import('./features/members/UsersPage.tsx'), 'UsersPage'),
  page(application, 'settings/users/$id/edit', () => import('./features/members/UserEditPage.tsx'), 'UserEditPage'),
  page(
    application,
    'settings/administration',
    () => import('./features/applications/AdministrationPage.tsx'),
    'AdministrationPage',
  ),
  page(application, 'dashboard', () => import('./features/applications/DashboardPage.tsx'), 'DashboardPage'),
  page(application, 'audience', () => import('./features/segments/list/SegmentsPage.tsx'), 'SegmentsPage'),
  page(application, 'audience/manage', () => import('./features/imports/ImportPage.tsx'), 'ImportPage'),
  page(application, 'audience/contacts', () => import('./features/contacts/ContactsPage.tsx'), 'ContactsPage'),
  page(
    application,
    'audience/suppression',
    () => import('./features/suppressions/SuppressionsPage.tsx'),
    'SuppressionsPage',
  ),
  page(application, 'audience/contacts/$uuid', () => import('./features/contacts/ContactPage.tsx'), 'ContactPage'),
  page(application, 'audience/fields', () => import('./features/fields/MergeFieldsPage.tsx'), 'MergeFieldsPage'),
  page(application, 'audience/new', () => import('./features/segments/builder/SegmentEditPage.tsx'), 'SegmentEditPage'),
  page(
    application,
    'audience/$id/edit',
    () => import('./features/segments/builder/SegmentEditPage.tsx'),
    'SegmentEditPage',
  ),
  page(application, 'audience/$id', () => import('./features/segments/list/SegmentPage.tsx'), 'SegmentPage'),
  page(application, 'notification', () => import('./features/campaigns/list/CampaignsPage.tsx'), 'CampaignsPage'),
  page(
    application,
    'notification/calendar',
    () => import('./features/campaigns/calendar/CalendarPage.tsx'),
    'CalendarPage',
  ),
  page(
    application,
    'notification/campaign/$uuid',
    () => import('./features/campaigns/campaign/CampaignPage.tsx'),
    'CampaignPage',
  ),
  page(application, 'delivery', () => import('./features/runs/list/RunsPage.tsx'), 'RunsPage'),
  page(application, 'delivery/$type', () => import('./features/runs/list/RunsPage.tsx'), 'RunsPage'),
  page(application, 'delivery/$type/$uuid', () => import('./features/runs/run/RunPage.tsx'), 'RunPage'),
  page(application, 'settings/platform', () => import('./features/channel-settings/PlatformPage.tsx'), 'PlatformPage'),
  page(application, 'settings/role', () => import('./features/roles/RolesPage.tsx'), 'RolesPage'),
  page(application, 'settings/role/$id/edit', () => import('./features/roles/RoleEditPage.tsx'), 'RoleEditPage'),
  page(application, 'settings/keys-and-integration', () => import('./features/api-keys/KeysPage.tsx'), 'KeysPage'),
  page(application, 'settings/approvals', () => import('./features/approvals/ApprovalsPage.tsx'), 'ApprovalsPage'),
  page(application, 'settings/usage-logs', () => import('./features/audit/UsageLogsPage.tsx'), 'UsageLogsPage'),
  page(application, 'template', () => import('./features/templates/TemplatesPage.tsx'), 'TemplatesPage'),
  page(
    application,
    'template/whatsapp',
    () => import('./features/whatsapp-templates/WhatsAppTemplatesPage.tsx'),
    'WhatsAppTemplatesPage',
  ),
  page(
    application,
    'template/whatsapp/new',
    () => import('./features/whatsapp-templates/NewWhatsAppTemplatePage.tsx'),
    'NewWhatsAppTemplatePage',
  ),
  page(
    application,
    'template/whatsapp/$uuid',
    () => import('./features/whatsapp-templates/WhatsAppTemplatePage.tsx'),
    'WhatsAppTemplatePage',
  ),
  page(
    application,
    'template/whatsapp/$uuid/edit',
    () => import('./features/whatsapp-templates/EditWhatsAppTemplatePage.tsx'),
    'EditWhatsAppTemplatePage',
  ),
]

/** The old address of the list of campaigns. */
const messages = createRoute({
  getParentRoute: () => application,
  path: 'messages/campaigns',
  beforeLoad: ({ params, search }) => {
    const { slug } = params as { slug: string }
    const { channel } = search as { channel?: string }
    throw redirect({ href: paths.campaigns(slug, { channel }), replace: true } as never)
  },
}) as unknown as AnyRoute

const toolPages = [
  page(
    applicationTool,
    'notification/email',
    () => import('./features/campaigns/wizard/WizardPage.tsx'),
    'EmailWizardPage',
  ),
  page(
    applicationTool,
    'notification/sms',
    () => import('./features/campaigns/wizard/WizardPage.tsx'),
    'SmsWizardPage',
  ),
  page(
    applicationTool,
    'notification/whatsapp',
    () => import('./features/campaigns/wizard/WizardPage.tsx'),
    'WhatsappWizardPage',
  ),
  page(
    applicationTool,
    'notification/webpush',
    () => import('./features/campaigns/wizard/WizardPage.tsx'),
    'WebpushWizardPage',
  ),
  page(
    applicationTool,
    'notification/mobilepush',
    () => import('./features/campaigns/wizard/WizardPage.tsx'),
    'MobilepushWizardPage',
  ),
  page(applicationTool, 'template/new', () => import('./features/templates/NewTemplatePage.tsx'), 'NewTemplatePage'),
  page(applicationTool, 'template/$uuid', () => import('./features/templates/TemplatePage.tsx'), 'TemplatePage'),
]

/** Signing out happens on the way here (app/loading/visit.ts), so there is nothing to show. */
const logout = createRoute({
  getParentRoute: () => root,
  path: '/logout',
  component: () => <Navigate to={paths.signIn()} replace />,
}) as unknown as AnyRoute

export const routeTree = root.addChildren([
  auth.addChildren([...authPages, invite]),
  main.addChildren([...mainPages, application.addChildren([...applicationPages, messages])]),
  tool.addChildren([applicationTool.addChildren(toolPages)]),
  logout,
])
