import type { ReactNode } from 'react'
import { PageLink } from '../../components/navigation/PageLink.tsx'
import { useSlug } from '../../components/navigation/use-pages.ts'
import { paths } from '../../paths.ts'

/** Below a dashboard: where its figures are explained. */
export function FiguresLink({ children }: { children: ReactNode }) {
  return (
    <p className="text-12 text-muted">
      <PageLink to={paths.figures(useSlug())}>{children}</PageLink>
    </p>
  )
}
