import type { ReactNode } from 'react'
import { Link, type LinkTone } from '../../ui/layout/Link.tsx'
import { usePageExists } from './use-pages.ts'

export interface PageLinkProps {
  to: string
  /** Absent: what the active application offers. */
  isOffered?: (path: string) => boolean
  tone?: LinkTone
  className?: string | undefined
  children: ReactNode
}

/** A number or name that leads to the page behind it; plain text as long as that page does not exist. */
export function PageLink({ to, isOffered, tone = 'door', className, children }: PageLinkProps) {
  const exists = usePageExists()
  if (!(isOffered ?? exists)(to)) return <span className={className}>{children}</span>
  return (
    <Link href={to} tone={tone} className={className}>
      {children}
    </Link>
  )
}
