/**
 * The whole URL map. Adding a page takes one line here: its address, a lazy import, and the namespace of its words. The
 * address itself is built in paths.ts; links to it in the navbar and elsewhere appear as soon as the route exists, and
 * until then the address answers the 404 card.
 *
 *   page(application, 'audience', lazyPage(() => import('./features/audience/AudiencePage.tsx'), 'AudiencePage', 'audience')),
 *
 * A namespace is four files, locales/<language>/<namespace>.json; sentences of the server that only this feature
 * answers go to locales/<language>/server-<feature>.json.
 */
import { type AnyRoute, createRootRoute, createRoute, Navigate, Outlet, redirect } from '@tanstack/react-router'
import { enterApplication } from './api/session.ts'
import { AuthLayout } from './app/AuthLayout.tsx'
import { lazyPart } from './app/lazy-part.tsx'
import { lazyPage, page } from './app/lazy-page.ts'
import { RootView } from './app/RootView.tsx'
import { visit } from './app/visit.ts'
import { paths } from './paths.ts'

/** What a page needs to say which write waits, and what it would change. */
const REQUESTS = ['approvals', 'changes', 'rules', 'campaigns', 'ab-test', 'keys']

const FramedNotFound = lazyPart(() => import('./app/RouteError.tsx'), 'FramedNotFound')

const root = createRootRoute({
  component: RootView,
  notFoundComponent: FramedNotFound,
  beforeLoad: ({ location, preload }) => (preload ? undefined : visit(location)),
}) as unknown as AnyRoute

const auth = createRoute({ getParentRoute: () => root, id: 'auth', component: AuthLayout }) as unknown as AnyRoute

const main = createRoute({
  getParentRoute: () => root,
  id: 'main',
  component: lazyPage(() => import('./app/MainLayout.tsx'), 'MainLayout'),
}) as unknown as AnyRoute

/** Everything below belongs to the application that the address names; its token comes first. */
const application = createRoute({
  getParentRoute: () => main,
  path: '/applications/$slug',
  component: Outlet,
  beforeLoad: ({ params, preload }) => (preload ? undefined : enterApplication((params as { slug: string }).slug)),
}) as unknown as AnyRoute

/** Full-screen tools of an application: no navbar, the tool brings its own bar. */
const tool = createRoute({
  getParentRoute: () => root,
  id: 'tool',
  component: lazyPage(() => import('./app/ToolLayout.tsx'), 'ToolLayout'),
}) as unknown as AnyRoute

const applicationTool = createRoute({
  getParentRoute: () => tool,
  path: '/applications/$slug',
  component: Outlet,
  beforeLoad: ({ params, preload }) => (preload ? undefined : enterApplication((params as { slug: string }).slug)),
}) as unknown as AnyRoute

const authPages = [
  page(
    auth,
    '/auth/sign-in',
    lazyPage(() => import('./features/accounts/SignInPage.tsx'), 'SignInPage', 'accounts'),
  ),
  page(
    auth,
    '/auth/sign-up',
    lazyPage(() => import('./features/accounts/SignUpPage.tsx'), 'SignUpPage', 'accounts'),
  ),
  page(
    auth,
    '/auth/forgot-password',
    lazyPage(() => import('./features/accounts/ForgotPasswordPage.tsx'), 'ForgotPasswordPage', 'accounts'),
  ),
  page(
    auth,
    '/auth/new-password',
    lazyPage(() => import('./features/accounts/NewPasswordPage.tsx'), 'NewPasswordPage', 'accounts'),
  ),
  page(
    auth,
    '/auth/verify',
    lazyPage(() => import('./features/accounts/VerifyPage.tsx'), 'VerifyPage', 'accounts'),
  ),
  page(
    auth,
    '/auth/sso-callback',
    lazyPage(() => import('./features/accounts/sso/SsoCallbackPage.tsx'), 'SsoCallbackPage', 'accounts'),
  ),
]

const invite = page(
  auth,
  '/auth/invite/$id',
  lazyPage(() => import('./features/accounts/invite/InvitePage.tsx'), 'InvitePage', 'invitation', 'accounts'),
)

const mainPages = [
  page(
    main,
    '/',
    lazyPage(() => import('./features/applications/HomePage.tsx'), 'HomePage', 'applications'),
  ),
  page(
    main,
    '/applications',
    lazyPage(() => import('./features/applications/ApplicationsPage.tsx'), 'ApplicationsPage', 'applications'),
  ),
  page(
    main,
    '/applications/$slug/edit',
    lazyPage(() => import('./features/applications/ApplicationEditPage.tsx'), 'ApplicationEditPage', 'applications'),
  ),
  page(
    main,
    '/organizations',
    lazyPage(() => import('./features/organizations/OrganizationsPage.tsx'), 'OrganizationsPage', 'organizations'),
  ),
  page(
    main,
    '/organizations/$id/edit',
    lazyPage(
      () => import('./features/organizations/OrganizationEditPage.tsx'),
      'OrganizationEditPage',
      'organizations',
      'members',
    ),
  ),
  page(
    main,
    '/settings',
    lazyPage(() => import('./features/settings/SettingsPage.tsx'), 'SettingsPage', 'settings'),
  ),
  page(
    main,
    '/operator',
    lazyPage(() => import('./features/operator/OperatorPage.tsx'), 'OperatorPage', 'operator'),
  ),
  page(
    main,
    '/onboarding',
    lazyPage(() => import('./features/organizations/OnboardingPage.tsx'), 'OnboardingPage', 'organizations', 'members'),
  ),
]

const applicationPages = [
  page(
    application,
    'settings/users',
    lazyPage(() => import('./features/members/UsersPage.tsx'), 'UsersPage', 'members'),
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
    lazyPage(() => import('./features/audience/SegmentsPage.tsx'), 'SegmentsPage', 'audience', ...REQUESTS),
  ),
  page(
    application,
    'audience/manage',
    lazyPage(() => import('./features/audience/ImportPage.tsx'), 'ImportPage', 'audience', ...REQUESTS, 'imports'),
  ),
  page(
    application,
    'audience/contacts',
    lazyPage(() => import('./features/audience/ContactsPage.tsx'), 'ContactsPage', 'audience', 'contacts', ...REQUESTS),
  ),
  page(
    application,
    'audience/suppression',
    lazyPage(
      () => import('./features/audience/suppressions/SuppressionsPage.tsx'),
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
      () => import('./features/audience/ContactPage.tsx'),
      'ContactPage',
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
      () => import('./features/audience/fields/MergeFieldsPage.tsx'),
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
      () => import('./features/segments/SegmentEditPage.tsx'),
      'SegmentEditPage',
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
      () => import('./features/segments/SegmentEditPage.tsx'),
      'SegmentEditPage',
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
      () => import('./features/audience/SegmentPage.tsx'),
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
    lazyPage(() => import('./features/delivery/RunsPage.tsx'), 'RunsPage', 'delivery'),
  ),
  page(
    application,
    'delivery/$type',
    lazyPage(() => import('./features/delivery/RunsPage.tsx'), 'RunsPage', 'delivery'),
  ),
  page(
    application,
    'delivery/$type/$uuid',
    lazyPage(() => import('./features/delivery/RunPage.tsx'), 'RunPage', 'delivery', 'acts', 'ab-test'),
  ),
  page(
    application,
    'settings/platform',
    lazyPage(
      () => import('./features/channel-settings/PlatformPage.tsx'),
      'PlatformPage',
      'channels',
      'prompts',
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
    lazyPage(
      () => import('./features/campaigns/wizard/WizardPage.tsx'),
      'EmailWizardPage',
      'campaigns',
      'messages',
      'templates',
      ...REQUESTS,
    ),
  ),
  page(
    applicationTool,
    'notification/sms',
    lazyPage(
      () => import('./features/campaigns/wizard/WizardPage.tsx'),
      'SmsWizardPage',
      'campaigns',
      'messages',
      'sms',
      'templates',
      ...REQUESTS,
    ),
  ),
  page(
    applicationTool,
    'notification/whatsapp',
    lazyPage(
      () => import('./features/campaigns/wizard/WizardPage.tsx'),
      'WhatsappWizardPage',
      'campaigns',
      'messages',
      'whatsapp',
      'templates',
      ...REQUESTS,
    ),
  ),
  page(
    applicationTool,
    'notification/webpush',
    lazyPage(
      () => import('./features/campaigns/wizard/WizardPage.tsx'),
      'WebpushWizardPage',
      'campaigns',
      'messages',
      'templates',
      ...REQUESTS,
    ),
  ),
  page(
    applicationTool,
    'notification/mobilepush',
    lazyPage(
      () => import('./features/campaigns/wizard/WizardPage.tsx'),
      'MobilepushWizardPage',
      'campaigns',
      'messages',
      'templates',
      ...REQUESTS,
    ),
  ),
  page(
    applicationTool,
    'template/new',
    lazyPage(
      () => import('./features/templates/NewTemplatePage.tsx'),
      'NewTemplatePage',
      'templates',
      'sms',
      ...REQUESTS,
    ),
  ),
  page(
    applicationTool,
    'template/$uuid',
    lazyPage(() => import('./features/templates/TemplatePage.tsx'), 'TemplatePage', 'templates', 'sms', ...REQUESTS),
  ),
]

/** Signing out happens on the way here (app/visit.ts), so there is nothing to show. */
const logout = page(root, '/logout', () => <Navigate to={paths.signIn()} replace />)

const components = page(
  root,
  '/components',
  lazyPage(() => import('./app/components-page.tsx'), 'ComponentsPage'),
)

export const routeTree = root.addChildren([
  auth.addChildren([...authPages, invite]),
  main.addChildren([...mainPages, application.addChildren([...applicationPages, messages])]),
  tool.addChildren([applicationTool.addChildren(toolPages)]),
  logout,
  components,
])
