import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { useUi } from '../UiProvider.tsx'
import { cx } from '../cx.ts'
import { Icon } from './Icon.tsx'
import { Link } from './Link.tsx'

export type PageHeaderProps = {
  /** Only on pages below the first level. */
  crumbs?: readonly Crumb[]
  title: ReactNode
  /** Beside the title, such as a status badge or the channel. */
  badge?: ReactNode
  /** One line of facts. Null while loading, which keeps the line's space. */
  facts?: ReactNode
  /** At the end: plain buttons first, then the primary one, and a menu last. */
  actions?: ReactNode
  /** Puts the actions below the title on a phone, for pages with more than one labelled button. */
  stacked?: boolean
}

/** The product's own titles are short words, which stay whole; people's names may be as long as they like. */
const besideClass = { product: 'grid-cols-[minmax(min-content,1fr)_auto]', name: 'grid-cols-[minmax(0,1fr)_auto]' }

/** Breadcrumbs, title, facts and actions of a page. */
export function PageHeader({ crumbs, title, badge, facts, actions, stacked }: PageHeaderProps) {
  const kind = crumbs?.length ? 'name' : 'product'
  return (
    <header className="mb-5 max-sm:mb-4">
      {crumbs && crumbs.length > 0 && <Breadcrumbs crumbs={crumbs} />}
      <div
        className={cx(
          'grid items-start gap-x-4 gap-y-0.5',
          stacked ? 'sm:grid-cols-[minmax(0,1fr)_auto]' : besideClass[kind],
        )}
      >
        {/* As high as a button, so that a button that appears later moves nothing. */}
        <div className="flex min-h-control min-w-0 flex-wrap items-center gap-2">
          <h1
            className={cx(
              'overflow-clip text-20 font-semibold tracking-(--ls-title)',
              kind === 'name' ? 'wrap-anywhere' : 'wrap-break-word',
            )}
          >
            <bdi>{title}</bdi>
          </h1>
          {badge}
        </div>
        {(facts || facts === null) && (
          <div className={cx('tnum min-h-[1lh] min-w-0 text-muted sm:col-start-1', !stacked && 'max-sm:col-span-2')}>
            {facts}
          </div>
        )}
        {actions && (
          <div
            className={cx(
              'flex max-w-full flex-wrap items-center gap-2 sm:col-start-2 sm:row-span-2 sm:row-start-1',
              stacked ? 'max-sm:mt-2.5' : 'max-sm:col-start-2 max-sm:row-start-1 max-sm:justify-end',
            )}
          >
            {actions}
          </div>
        )}
      </div>
    </header>
  )
}

type Crumb = { label: string; href: string }

/** The path to this page, without the page itself. */
function Breadcrumbs({ crumbs }: { crumbs: readonly Crumb[] }) {
  const { words } = useUi()
  return (
    <nav aria-label={words.breadcrumbs} className="mb-2">
      <ol className="flex flex-wrap items-center gap-1.5 text-12 text-muted">
        {crumbs.map((crumb, index) => (
          <li key={crumb.href} className="flex min-w-0 items-center gap-1.5">
            {index > 0 && <Icon of={ChevronRight} size={12} flip />}
            <Link tone="door" href={crumb.href}>
              <bdi className="block max-w-60 truncate">{crumb.label}</bdi>
            </Link>
          </li>
        ))}
      </ol>
    </nav>
  )
}
