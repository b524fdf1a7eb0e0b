import { ChevronRight } from 'lucide-react'
import { Icon } from './Icon.tsx'
import { Link } from './Link.tsx'
import { useUi } from '../UiProvider.tsx'

export type Crumb = { label: string; href: string }

/** The way to this page, without the page itself. */
export function Breadcrumbs({ crumbs }: { crumbs: readonly Crumb[] }) {
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
