import { useLocation, useNavigate, useParams, useRouter } from '@tanstack/react-router'
import { useCallback } from 'react'
import { mayOpen, pageAt } from '../rights/page-rights.ts'
import { useSession } from '../session/use-session.ts'

/** Whether a page answers this address and, in the active application, the user's role includes it. */
export function usePageExists(): (path: string) => boolean {
  const router = useRouter()
  const user = useSession()
  return useCallback(
    path => {
      const page = pageAt(router, path)
      return page !== undefined && mayOpen(user, page)
    },
    [router, user],
  )
}

export interface GoToOptions {
  replace?: boolean
  /** What was typed here is saved: leaving needs no question. */
  saved?: boolean
  /** A sentence that the next page shows on top, in the page's language already. */
  notice?: PageNotice
}

export interface PageNotice {
  tone: 'success' | 'danger' | 'info'
  text: string
  /** An email is on its way to the reader. */
  email?: true
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
