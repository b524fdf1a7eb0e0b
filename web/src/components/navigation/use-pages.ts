import type { UserDetails } from '@notifly/contracts/accounts/accounts'
import { type AnyRouter, useLocation, useNavigate, useParams, useRouter } from '@tanstack/react-router'
import { useCallback } from 'react'
import { pageRight } from '../rights/page-rights.ts'
import { can, useSession } from '../session/use-session.ts'

/** Whether a route answers this address; what leads nowhere is not shown as a link. */
export function pageExists(router: AnyRouter, path: string): boolean {
  const [, params, route] = router.getMatchedRoutes(path.split(/[?#]/)[0] ?? path)
  return route !== undefined && params['**'] === undefined
}

/** Whether a page answers this address and, in the active application, the user's role includes it. */
export function usePageExists(): (path: string) => boolean {
  const router = useRouter()
  const user = useSession()
  return useCallback(path => pageExists(router, path) && mayOpen(user, path), [router, user])
}

/** Rights are known of the active application only; in any other the page itself decides. */
function mayOpen(user: UserDetails | undefined, path: string): boolean {
  const needed = pageRight(path)
  if (needed === undefined || needed.slug !== user?.application_uuid) return true
  return needed.right.activities.some(activity => can(user, activity, needed.right.level))
}

export interface GoToOptions {
  replace?: boolean
  /** What was typed here is saved: nobody asks whether to leave. */
  saved?: boolean
  /** A sentence that the next page shows on top, in the page's language already. */
  notice?: PageNotice
}

export interface PageNotice {
  tone: 'success' | 'danger' | 'info'
  text: string
}

/** Goes to an address of ours, query included. */
export function useGoTo(): (path: string, options?: GoToOptions) => Promise<void> {
  const navigate = useNavigate()
  return useCallback(
    (path, { replace = false, saved = false, notice } = {}) =>
      navigate({ href: path, replace, ignoreBlocker: saved, state: { notice } as object }),
    [navigate],
  )
}

/** What the page before had to say. */
export function usePageNotice(): PageNotice | undefined {
  return useLocation({ select: location => (location.state as { notice?: PageNotice }).notice })
}

/** The path of the page, without locale prefix. */
export function usePath(): string {
  return useLocation({ select: location => location.pathname })
}

/** The application that the address names, on each of its pages. */
export function useSlug(): string {
  const { slug } = useParams({ strict: false }) as { slug?: string }
  if (slug === undefined) throw new Error('this page belongs to no application')
  return slug
}
