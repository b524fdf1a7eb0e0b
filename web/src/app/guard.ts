/** The route guard: five rules in order, decided from plain facts. */
import { paths } from '../paths.ts'

export interface GuardFacts {
  /** Path without locale prefix. */
  path: string
  /** Path with prefix and query, as in the address bar. */
  fullPath: string
  /** The route's application, if it has one. */
  slug: string | undefined
  unauthorized: boolean
  signedIn: boolean
  /** How many organizations and applications the user has; undefined while unknown. */
  organizations: number | undefined
  applications: number | undefined
}

/** Where the visit is redirected, without locale prefix; undefined lets it through. */
export function guard(facts: GuardFacts): string | undefined {
  const { path, signedIn } = facts
  if (facts.unauthorized) return path === paths.signIn() ? undefined : paths.signIn()
  if (!signedIn) return isOpen(path) ? undefined : paths.signIn(redirectValue(facts))
  if (isUnder(path, '/auth') && !isForAll(path)) return paths.home()
  const isNewcomer = facts.organizations === 0 && facts.applications === 0
  if (isNewcomer && !needsNoOrganization(path)) return paths.onboarding()
  if (facts.slug === 'undefined') return paths.applications()
  return undefined
}

/** Pages that need no organization: accepting an invitation, the user's own account, and the installation's pages. */
export function needsNoOrganization(path: string): boolean {
  return (
    isForAll(path) ||
    isForReading(path) ||
    [paths.onboarding(), paths.about(), paths.settings(), paths.operator()].includes(path)
  )
}

/** Open to everyone, signed in or not. A signed-in person may be returning from connecting a provider. */
function isForAll(path: string): boolean {
  return isUnder(path, '/auth/invite') || path === paths.ssoCallback()
}

function isOpen(path: string): boolean {
  return isUnder(path, '/auth') || isForReading(path)
}

/** Open to everyone, because people read terms and privacy before they sign up. */
function isForReading(path: string): boolean {
  return [paths.changelogs(), paths.legal(), paths.developers()].some(folder => isUnder(path, folder))
}

function isUnder(path: string, folder: string): boolean {
  return path === folder || path.startsWith(`${folder}/`)
}

function redirectValue({ path, fullPath }: GuardFacts): string | undefined {
  return path.includes('approvals') ? encodeRedirect(fullPath) : undefined
}

/** Standard base64 of the UTF-8 address; building the query percent-encodes it as well. */
export function encodeRedirect(fullPath: string): string {
  return btoa(String.fromCodePoint(...new TextEncoder().encode(fullPath)))
}

const APPROVALS =
  /^(?:\/(?:es|fr|hi))?\/applications\/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\/settings\/approvals(?:[?#].*)?$/i

/**
 * Where a person goes after signing in: to an approvals page, but to no other address that a link may contain. The page's own route then
 * activates its application.
 */
export function destinationAfterSignIn(redirect: string | undefined): string {
  const path = redirect === undefined ? '' : decodeRedirect(redirect)
  return APPROVALS.test(path) ? path : paths.home()
}

function decodeRedirect(redirect: string): string {
  try {
    return new TextDecoder().decode(Uint8Array.from(atob(redirect), char => char.codePointAt(0) ?? 0))
  } catch {
    return ''
  }
}
