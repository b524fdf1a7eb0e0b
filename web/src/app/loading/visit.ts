/** Runs before a page is shown: handles addresses that perform an action, then lets the guard decide. */
import { verifyEmail, type UserDetails } from '@notifly/contracts/accounts/accounts'
import { listApplicationStats } from '@notifly/contracts/applications/applications'
import { listOrganizations } from '@notifly/contracts/organizations/organizations'
import { type ParsedLocation, redirect } from '@tanstack/react-router'
import { ApiError, replacesPage } from '../../api/api-error.ts'
import { call, callPage } from '../../api/client.ts'
import { queryClient, readOptions } from '../../api/queries.ts'
import { leaveApplication, renewSession, session, signOut } from '../../api/session.ts'
import { announce, announceFailure, flags, setFlags } from '../../api/signals.ts'
import { currentLocale } from '../../locales/i18n.ts'
import { withLocale } from '../../locales/url-locale.ts'
import { applicationOf, paths } from '../../paths.ts'
import { destinationAfterSignIn, guard, type GuardFacts, needsNoOrganization } from '../guard.ts'

let lastPath: string | undefined
let keepsPageError = false
/** The history entry of the verification page that was visited last. */
let verifyEntry: string | undefined

/** Lets the visit through or throws a redirect. */
export async function visit(location: ParsedLocation): Promise<void> {
  const path = location.pathname
  const isArrival = path !== lastPath
  if (isArrival && !keepsPageError) setFlags({ pageError: undefined })
  lastPath = path
  keepsPageError = false
  if (applicationOf(path) === undefined) leaveApplication()

  if (path === paths.logout() && session.get()) await leave()
  if (path === paths.verify()) await visitVerification(location)

  const target = refined(guard(await factsOf(location)), location)
  if (flags.get().unauthorized) setFlags({ unauthorized: false })
  if (target !== undefined) throw redirect({ href: target, replace: true } as never)
}

/** The page after signing in may be the approvals page that was requested first. */
function refined(target: string | undefined, location: ParsedLocation): string | undefined {
  if (target !== paths.home() || location.pathname !== paths.signIn()) return target
  return destinationAfterSignIn(new URLSearchParams(location.searchStr).get('redirect') ?? undefined)
}

async function leave(): Promise<void> {
  try {
    await signOut()
  } catch (error) {
    announceFailure(error)
    throw redirect({ href: paths.home(), replace: true } as never)
  }
}

async function factsOf(location: ParsedLocation): Promise<GuardFacts> {
  const user = session.get()
  return {
    path: location.pathname,
    fullPath:
      withLocale(currentLocale(), location.pathname) + location.searchStr + (location.hash && `#${location.hash}`),
    slug: location.pathname.match(/^\/applications\/([^/]+)/)?.[1],
    unauthorized: flags.get().unauthorized,
    signedIn: user !== undefined,
    ...(await countsOf(user, location.pathname)),
  }
}

type Counts = Pick<GuardFacts, 'organizations' | 'applications'>

/**
 * A user with an active organization or application is not a newcomer, and some pages are open to newcomers. In both
 * cases nothing is requested.
 */
async function countsOf(user: UserDetails | undefined, path: string): Promise<Counts> {
  const unknown = { organizations: undefined, applications: undefined }
  const isKnown = !user || user.application_uuid || user.organization_uuid || user.status !== 'active'
  if (isKnown || needsNoOrganization(path)) return unknown
  try {
    const [organizations, applications] = await Promise.all([
      queryClient.fetchQuery({
        queryKey: [listOrganizations.path, 'count', user.uuid],
        queryFn: async () => (await callPage(listOrganizations, { query: { per_page: 1 } })).paging.total,
      }),
      queryClient.fetchQuery(readOptions(listApplicationStats, {})),
    ])
    return { organizations, applications: applications.length }
  } catch {
    // Unknown is not zero: the page itself shows the error.
    return unknown
  }
}

/**
 * A signed-in person never sees the verification page, because the session proves what the page would ask for. Someone who signs in on that
 * page has already used the link, however often the router visits it until it is left.
 */
async function visitVerification(location: ParsedLocation): Promise<void> {
  const entry = location.state.__TSR_key ?? location.href
  const isFirstVisit = entry !== verifyEntry
  verifyEntry = entry
  if (isFirstVisit && session.get()) await verifyOnTheWay(location)
}

async function verifyOnTheWay(location: ParsedLocation): Promise<void> {
  const token = new URLSearchParams(location.searchStr).get('token')
  if (!token) return
  try {
    await call(verifyEmail, { params: { token } })
    await renewSession()
    announce({ tone: 'success', message: { key: 'accounts.verified', message: 'Your email is verified.' } })
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    keepsPageError = replacesPage(error)
    if (!keepsPageError) announce({ tone: 'danger', message: error })
  }
}
