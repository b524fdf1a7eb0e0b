/**
 * The URL map. A new page takes one line here, among the pages that require the same right: its address and the import
 * of its code, which also loads its catalogues (scripts/words-with-code.ts). The address itself is built in paths.ts.
 * Links to it appear as soon as the route exists and the reader's role includes it.
 */
import { ACTIVITY } from '@notifly/contracts/roles/activities'
import { type AnyRoute, createRoute, Navigate, redirect } from '@tanstack/react-router'
import { page, pagesOf } from './app/loading/lazy-page.ts'
import {
  ANY_CAMPAIGN,
  campaignRight,
  creates,
  platformRight,
  reads,
  roleFormRight,
  RUNS_ORGANIZATION,
  updates,
  webhookFormRight,
} from './components/rights/page-rights.ts'
import { paths } from './paths.ts'
import {
  application,
  applicationDocument,
  applicationTool,
  auth,
  developers,
  document,
  main,
  reading,
  root,
  tool,
} from './route-layouts.tsx'

const EVERYBODY = undefined

const authPages = pagesOf(auth, EVERYBODY, [
  page('/auth/sign-in', () => import('./features/accounts/SignInPage.tsx'), 'SignInPage'),
  page('/auth/sign-up', () => import('./features/accounts/SignUpPage.tsx'), 'SignUpPage'),
  page('/auth/forgot-password', () => import('./features/accounts/ForgotPasswordPage.tsx'), 'ForgotPasswordPage'),
  page('/auth/new-password', () => import('./features/accounts/NewPasswordPage.tsx'), 'NewPasswordPage'),
  page('/auth/verify', () => import('./features/accounts/VerifyPage.tsx'), 'VerifyPage'),
  page('/auth/sso-callback', () => import('./features/sso/SsoCallbackPage.tsx'), 'SsoCallbackPage'),
  page('/auth/invite/$id', () => import('./features/members/invite/InvitePage.tsx'), 'InvitePage'),
])

const developersPages = pagesOf(developers, EVERYBODY, [
  page('/developers', () => import('./features/developers/ReferencePage.tsx'), 'ReferencePage'),
  page('/developers/errors', () => import('./features/developers/ErrorsPage.tsx'), 'ErrorsPage'),
  page('/developers/$guide', () => import('./features/developers/GuidePage.tsx'), 'GuidePage'),
])

const words = () => import('./features/content/ContentPages.tsx')
const readingPages = pagesOf(reading, EVERYBODY, [
  page('/about', words, 'AboutPage'),
  page('/c', words, 'LegalPage'),
  page('/c/$page', words, 'LegalPage'),
  page('/changelogs', words, 'ChangelogPage'),
])

const mainPages = [
  ...pagesOf(main, EVERYBODY, [
    page('/', () => import('./features/applications/HomePage.tsx'), 'HomePage'),
    page('/applications', () => import('./features/applications/ApplicationsPage.tsx'), 'ApplicationsPage'),
    page('/organizations', () => import('./features/organizations/OrganizationsPage.tsx'), 'OrganizationsPage'),
    page(
      '/organizations/$id/edit',
      () => import('./features/organizations/OrganizationEditPage.tsx'),
      'OrganizationEditPage',
    ),
    page('/settings', () => import('./features/accounts/settings/SettingsPage.tsx'), 'SettingsPage'),
    page('/operator', () => import('./features/operator/OperatorPage.tsx'), 'OperatorPage'),
    page('/onboarding', () => import('./features/organizations/OnboardingPage.tsx'), 'OnboardingPage'),
  ]),
  ...pagesOf(main, updates(ACTIVITY.applications), [
    page(
      '/applications/$slug/edit',
      () => import('./features/applications/ApplicationEditPage.tsx'),
      'ApplicationEditPage',
    ),
  ]),
]

const applicationPages = [
  ...pagesOf(application, EVERYBODY, [
    page(
      'dashboard',
      () => import('./features/dashboards/application/ApplicationDashboardPage.tsx'),
      'ApplicationDashboardPage',
    ),
    page('dashboard/figures', () => import('./features/dashboards/FiguresPage.tsx'), 'FiguresPage'),
    page('settings/approvals', () => import('./features/approvals/ApprovalsPage.tsx'), 'ApprovalsPage'),
  ]),
  ...pagesOf(application, RUNS_ORGANIZATION, [
    page('subscription', () => import('./features/billing/list/SubscriptionsPage.tsx'), 'SubscriptionsPage'),
    page('subscription/$id', () => import('./features/billing/subscription/SubscriptionPage.tsx'), 'SubscriptionPage'),
  ]),
  ...pagesOf(application, reads(ACTIVITY.segmentation), [
    page('audience', () => import('./features/segments/list/SegmentsPage.tsx'), 'SegmentsPage'),
    page('audience/$id', () => import('./features/segments/list/SegmentPage.tsx'), 'SegmentPage'),
  ]),
  ...pagesOf(application, creates(ACTIVITY.segmentation), [
    page('audience/new', () => import('./features/segments/builder/SegmentEditPage.tsx'), 'SegmentEditPage'),
  ]),
  ...pagesOf(application, updates(ACTIVITY.segmentation), [
    page('audience/$id/edit', () => import('./features/segments/builder/SegmentEditPage.tsx'), 'SegmentEditPage'),
  ]),
  ...pagesOf(application, creates(ACTIVITY.segmentation, ACTIVITY.audience), [
    page('audience/manage', () => import('./features/imports/ImportPage.tsx'), 'ImportPage'),
  ]),
  ...pagesOf(application, reads(ACTIVITY.audience), [
    page('audience/contacts', () => import('./features/contacts/ContactsPage.tsx'), 'ContactsPage'),
    page('audience/contacts/$uuid', () => import('./features/contacts/ContactPage.tsx'), 'ContactPage'),
    page('audience/suppression', () => import('./features/suppressions/SuppressionsPage.tsx'), 'SuppressionsPage'),
    page('audience/fields', () => import('./features/fields/MergeFieldsPage.tsx'), 'MergeFieldsPage'),
    page('audience/events', () => import('./features/events/EventsPage.tsx'), 'EventsPage'),
    page('audience/events/$name', () => import('./features/events/EventPage.tsx'), 'EventPage'),
    page('audience/forms', () => import('./features/sign-up-forms/SignUpFormsPage.tsx'), 'SignUpFormsPage'),
    page('audience/forms/$uuid', () => import('./features/sign-up-forms/SignUpFormPage.tsx'), 'SignUpFormPage'),
  ]),
  ...pagesOf(application, creates(ACTIVITY.audience), [
    page('audience/forms/new', () => import('./features/sign-up-forms/SignUpFormPage.tsx'), 'NewSignUpFormPage'),
  ]),
  ...pagesOf(application, ANY_CAMPAIGN, [
    page('notification', () => import('./features/campaigns/list/CampaignsPage.tsx'), 'CampaignsPage'),
    page('notification/calendar', () => import('./features/campaigns/calendar/CalendarPage.tsx'), 'CalendarPage'),
  ]),
  ...pagesOf(application, campaignRight, [
    page('notification/campaign/$uuid', () => import('./features/campaigns/campaign/CampaignPage.tsx'), 'CampaignPage'),
  ]),
  ...pagesOf(application, reads(ACTIVITY.deliveryListing), [
    page('delivery', () => import('./features/runs/list/RunsPage.tsx'), 'RunsPage'),
    page('delivery/$type/$uuid', () => import('./features/runs/run/RunPage.tsx'), 'RunPage'),
    page('settings/logs', () => import('./features/logs/LogsPage.tsx'), 'LogsPage'),
  ]),
  ...pagesOf(application, reads(ACTIVITY.deliveryDashboard), [
    page('delivery/$type', () => import('./features/dashboards/DashboardPage.tsx'), 'DeliveryDashboardPage'),
  ]),
  ...pagesOf(application, reads(ACTIVITY.templateEmail), [
    page('template', () => import('./features/templates/TemplatesPage.tsx'), 'TemplatesPage'),
    page('images', () => import('./features/images/ImagesPage.tsx'), 'ImagesPage'),
  ]),
  ...pagesOf(application, reads(ACTIVITY.templateWhatsapp), [
    page(
      'template/whatsapp',
      () => import('./features/whatsapp-templates/WhatsAppTemplatesPage.tsx'),
      'WhatsAppTemplatesPage',
    ),
    page(
      'template/whatsapp/$uuid',
      () => import('./features/whatsapp-templates/WhatsAppTemplatePage.tsx'),
      'WhatsAppTemplatePage',
    ),
  ]),
  ...pagesOf(application, creates(ACTIVITY.templateWhatsapp), [
    page(
      'template/whatsapp/new',
      () => import('./features/whatsapp-templates/NewWhatsAppTemplatePage.tsx'),
      'NewWhatsAppTemplatePage',
    ),
    page(
      'template/whatsapp/$uuid/edit',
      () => import('./features/whatsapp-templates/EditWhatsAppTemplatePage.tsx'),
      'EditWhatsAppTemplatePage',
    ),
  ]),
  ...pagesOf(application, platformRight, [
    page('settings/platform', () => import('./features/channel-settings/PlatformPage.tsx'), 'PlatformPage'),
  ]),
  ...pagesOf(application, reads(ACTIVITY.keys), [
    page('settings/keys-and-integration', () => import('./features/api-keys/KeysPage.tsx'), 'KeysPage'),
  ]),
  ...pagesOf(application, reads(ACTIVITY.webhook), [
    page('settings/webhook', () => import('./features/webhooks/WebhooksPage.tsx'), 'WebhooksPage'),
  ]),
  ...pagesOf(application, webhookFormRight, [
    page('settings/webhook/$id/edit', () => import('./features/webhooks/WebhookEditPage.tsx'), 'WebhookEditPage'),
  ]),
  ...pagesOf(application, reads(ACTIVITY.users), [
    page('settings/users', () => import('./features/members/UsersPage.tsx'), 'UsersPage'),
    page('settings/users/$id/edit', () => import('./features/members/UserEditPage.tsx'), 'UserEditPage'),
  ]),
  ...pagesOf(application, reads(ACTIVITY.roles), [
    page('settings/role', () => import('./features/roles/RolesPage.tsx'), 'RolesPage'),
  ]),
  ...pagesOf(application, roleFormRight, [
    page('settings/role/$id/edit', () => import('./features/roles/RoleEditPage.tsx'), 'RoleEditPage'),
  ]),
  ...pagesOf(application, reads(ACTIVITY.usageLogs), [
    page('settings/usage-logs', () => import('./features/audit/UsageLogsPage.tsx'), 'UsageLogsPage'),
  ]),
  ...pagesOf(application, reads(ACTIVITY.applications), [
    page('settings/brand', () => import('./features/brand/BrandPage.tsx'), 'BrandPage'),
    page(
      'settings/administration',
      () => import('./features/applications/AdministrationPage.tsx'),
      'AdministrationPage',
    ),
  ]),
]

const documentPages = pagesOf(applicationDocument, RUNS_ORGANIZATION, [
  page('subscription/$id/$invoice', () => import('./features/billing/invoice/InvoicePage.tsx'), 'InvoicePage'),
])

/** The old address of the list of campaigns. */
const messages = createRoute({
  getParentRoute: () => application,
  path: 'messages/campaigns',
  staticData: { right: reads(ACTIVITY.campaignEmail) },
  beforeLoad: ({ params, search }) => {
    const { slug } = params as { slug: string }
    const { channel } = search as { channel?: string }
    throw redirect({ href: paths.campaigns(slug, { channel }), replace: true } as never)
  },
}) as unknown as AnyRoute

const toolPages = [
  ...pagesOf(applicationTool, creates(ACTIVITY.campaignEmail), [
    page('notification/email', () => import('./features/campaigns/wizard/WizardPage.tsx'), 'EmailWizardPage'),
    page('notification/sms', () => import('./features/campaigns/wizard/WizardPage.tsx'), 'SmsWizardPage'),
  ]),
  ...pagesOf(applicationTool, creates(ACTIVITY.campaignWhatsapp), [
    page('notification/whatsapp', () => import('./features/campaigns/wizard/WizardPage.tsx'), 'WhatsappWizardPage'),
  ]),
  ...pagesOf(applicationTool, creates(ACTIVITY.campaignWebpush), [
    page('notification/webpush', () => import('./features/campaigns/wizard/WizardPage.tsx'), 'WebpushWizardPage'),
    page('notification/mobilepush', () => import('./features/campaigns/wizard/WizardPage.tsx'), 'MobilepushWizardPage'),
  ]),
  ...pagesOf(applicationTool, creates(ACTIVITY.templateEmail), [
    page('template/new', () => import('./features/templates/NewTemplatePage.tsx'), 'NewTemplatePage'),
  ]),
  ...pagesOf(applicationTool, reads(ACTIVITY.templateEmail), [
    page('template/$uuid', () => import('./features/templates/TemplatePage.tsx'), 'TemplatePage'),
  ]),
]

/** `visit` (app/loading/visit.ts) signs the person out before this page is shown, so there is nothing to render. */
const logout = createRoute({
  getParentRoute: () => root,
  path: '/logout',
  component: () => <Navigate to={paths.signIn()} replace />,
}) as unknown as AnyRoute

export const routeTree = root.addChildren([
  auth.addChildren(authPages),
  developers.addChildren(developersPages),
  reading.addChildren(readingPages),
  main.addChildren([...mainPages, application.addChildren([...applicationPages, messages])]),
  tool.addChildren([applicationTool.addChildren(toolPages)]),
  document.addChildren([applicationDocument.addChildren(documentPages)]),
  logout,
])
