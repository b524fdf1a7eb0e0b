import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Icon } from './Icon.tsx'
import { Link } from './Link.tsx'

export type NameCellProps = {
  name: ReactNode
  /** The page or drawer of the row; the whole row leads there too. */
  href?: string | undefined
  /** Second line, muted. */
  sub?: ReactNode
  icon?: LucideIcon | undefined
  /** Colour of the icon, and what it means for screen readers: a channel. */
  iconClass?: string
  iconLabel?: string
  /** Instead of an icon: an avatar or mark. */
  mark?: ReactNode
}

/** The first cell of a row: what it is, and the link that the whole row follows. */
export function NameCell({ name, href, sub, icon, iconClass, iconLabel, mark }: NameCellProps) {
  return (
    <div className="flex min-w-0 items-center gap-3 max-sm:items-start">
      {mark ??
        (icon && (
          <span className={iconClass} title={iconLabel}>
            <Icon of={icon} className="max-sm:mt-0.5" />
            {iconLabel && <span className="sr-only">{iconLabel}</span>}
          </span>
        ))}
      <div className="min-w-0">
        <bdi className="block truncate">
          {href ? (
            <Link tone="door" href={href} data-row-link className="font-medium text-ink">
              {name}
            </Link>
          ) : (
            <span className="font-medium">{name}</span>
          )}
        </bdi>
        {sub && <div className="truncate text-12 text-muted">{sub}</div>}
      </div>
    </div>
  )
}

/** Two lines of a cell: a value and what goes with it. */
export function TwoLines({ children, sub }: { children: ReactNode; sub?: ReactNode }) {
  return (
    <>
      <div>{children}</div>
      {sub && <div className="text-12 text-muted">{sub}</div>}
    </>
  )
}

/** A value that may be missing: an en dash says so. */
export function OrDash({ children }: { children: ReactNode }) {
  const missing = children === null || children === undefined || children === ''
  return missing ? <span className="text-muted">–</span> : <>{children}</>
}
