import type { ReactNode } from 'react'
import { Breadcrumbs, type Crumb } from './Breadcrumbs.tsx'

export type PageHeaderProps = {
  /** Only below the first level. */
  crumbs?: readonly Crumb[]
  title: ReactNode
  /** Beside the title: status badge, channel. */
  badge?: ReactNode
  /** One line of facts. */
  facts?: ReactNode
  /** At the end, in the order plain, plain, primary. */
  actions?: ReactNode
}

/** Where you are, what it is, and what you can do here. */
export function PageHeader({ crumbs, title, badge, facts, actions }: PageHeaderProps) {
  return (
    <header className="mb-5 max-sm:mb-4">
      {crumbs && crumbs.length > 0 && <Breadcrumbs crumbs={crumbs} />}
      <div className="flex flex-wrap items-start gap-x-4 gap-y-3">
        <div className="min-w-0 flex-1 basis-48">
          <div className="flex flex-wrap items-center gap-2">
            <h1 className="text-20 font-semibold tracking-(--ls-title) wrap-anywhere">{title}</h1>
            {badge}
          </div>
          {facts && <div className="tnum mt-0.5 text-muted">{facts}</div>}
        </div>
        {actions && <div className="flex max-w-full flex-wrap items-center gap-2">{actions}</div>}
      </div>
    </header>
  )
}
