/**
 * The URL map, with that of an application in routes-application.tsx. Adding a page takes one line here: its address, a lazy import, and the namespace of its words. The
 * address itself is built in paths.ts; links to it in the navbar and elsewhere appear as soon as the route exists, and
 * until then the address answers the 404 card.
 *
 *   page(application, 'audience', lazyPage of its import, its name and its namespaces),
 *
 * A namespace is four files, locales/<language>/<namespace>.json; sentences of the server that only this feature
 * answers go to locales/<language>/server-<feature>.json.
 */
import { Navigate } from '@tanstack/react-router'
import { lazyPage, page } from './app/loading/lazy-page.ts'
import { paths } from './paths.ts'
import { application, applicationTool, auth, main, root, tool } from './route-layouts.tsx'
import { applicationPages, messages, toolPages } from './routes-application.tsx'

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
      'sentences',
      'organizations',
      'members',
    ),
  ),
  page(
    main,
    '/settings',
    lazyPage(() => import('./features/accounts/settings/SettingsPage.tsx'), 'SettingsPage', 'settings'),
  ),
  page(
    main,
    '/operator',
    lazyPage(() => import('./features/operator/OperatorPage.tsx'), 'OperatorPage', 'operator'),
  ),
  page(
    main,
    '/onboarding',
    lazyPage(
      () => import('./features/organizations/OnboardingPage.tsx'),
      'OnboardingPage',
      'sentences',
      'organizations',
      'members',
    ),
  ),
]

/** Signing out happens on the way here (app/loading/visit.ts), so there is nothing to show. */
const logout = page(root, '/logout', () => <Navigate to={paths.signIn()} replace />)

export const routeTree = root.addChildren([
  auth.addChildren([...authPages, invite]),
  main.addChildren([...mainPages, application.addChildren([...applicationPages, messages])]),
  tool.addChildren([applicationTool.addChildren(toolPages)]),
  logout,
])
