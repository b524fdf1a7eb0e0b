import { useLocation, useNavigate, useParams, useRouter } from '@tanstack/react-router'
import { useCallback } from 'react'
import { canOpen, pageAt } from '../rights/page-rights.ts'
import { useSession } from '../session/use-session.ts'

/** Whether a page exists at this address and the reader's role in the active application includes it. */
export function usePageExists(): (path: string) => boolean {
  const router = useRouter()
  const user = useSession()
  return useCallback(
    path => {
      const page = pageAt(router, path)
      return page !== undefined && canOpen(user, page)
    },
    [router, user],
  )
}

export interface GoToOptions {
  replace?: boolean
  /** The page's changes are saved: leaving it needs no confirmation. */
  saved?: boolean
  /** A message at the top of the next page, already translated. */
  notice?: PageNotice
}

export interface PageNotice {
  tone: 'success' | 'danger' | 'info'
  text: string
  /** An email has been sent to the reader. */
  email?: true
}

/** Navigates to one of our own addresses, including its query. */
export function useGoTo(): (path: string, options?: GoToOptions) => Promise<void> {
  const navigate = useNavigate()
  return useCallback(
    (path, { replace = false, saved = false, notice } = {}) =>
      navigate({ href: path, replace, ignoreBlocker: saved, state: { notice } as object }),
    [navigate],
  )
}

/** The message from the previous page. */
export function usePageNotice(): PageNotice | undefined {
  return useLocation({ select: location => (location.state as { notice?: PageNotice }).notice })
}

/** The page's path, without the locale prefix. */
export function usePath(): string {
  return useLocation({ select: location => location.pathname })
}

/** The id of the application in the address. Throws on a page without one. */
export function useSlug(): string {
  const { slug } = useParams({ strict: false }) as { slug?: string }
  if (slug === undefined) throw new Error('this page belongs to no application')
  return slug
}
