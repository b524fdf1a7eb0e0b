import type { ReactNode } from 'react'
import { Link, type LinkTone } from '../../ui/layout/Link.tsx'
import { usePageExists } from './use-pages.ts'

export interface PageLinkProps {
  to: string
  /** By default: whether the reader may open the page in the active application. */
  isOffered?: (path: string) => boolean
  tone?: LinkTone
  className?: string | undefined
  children: ReactNode
}

/** A number or name that links to a page; plain text if the page does not exist or the reader may not open it. */
export function PageLink({ to, isOffered, tone = 'door', className, children }: PageLinkProps) {
  const exists = usePageExists()
  if (!(isOffered ?? exists)(to)) return <span className={className}>{children}</span>
  return (
    <Link href={to} tone={tone} className={className}>
      {children}
    </Link>
  )
}
