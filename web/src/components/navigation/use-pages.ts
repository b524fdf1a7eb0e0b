import { type AnyRouter, useLocation, useNavigate, useRouter } from '@tanstack/react-router'
import { useCallback } from 'react'

/** Whether a route answers this address; what leads nowhere is not shown as a link. */
export function pageExists(router: AnyRouter, path: string): boolean {
  const [, params, route] = router.getMatchedRoutes(path.split(/[?#]/)[0] ?? path)
  return route !== undefined && params['**'] === undefined
}

/** The question `pageExists` for the router around. */
export function usePageExists(): (path: string) => boolean {
  const router = useRouter()
  return useCallback(path => pageExists(router, path), [router])
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
