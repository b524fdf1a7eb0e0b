import type { LucideIcon } from 'lucide-react'
import { createContext, useContext, type ReactNode } from 'react'
import { Icon } from '../layout/Icon.tsx'
import { Link } from '../layout/Link.tsx'
import { useIsPhone } from '../use-media-query.ts'

export type NameCellProps = {
  name: ReactNode
  /** The row's page or drawer; clicking anywhere in the row opens it. */
  href?: string | undefined
  /** Second line, muted. */
  sub?: ReactNode
  icon?: LucideIcon | undefined
  /** Colour of the icon, and its meaning for screen readers, such as a channel. */
  iconClass?: string
  iconLabel?: string
  /** Replaces the icon, such as an avatar. */
  mark?: ReactNode
}

/** True inside a card of the phone layout, where name, badge and second line share a grid. */
export const CardContext = createContext(false)

/** The first cell of a row: its name, with the link that the whole row follows. */
export function NameCell({ name, href, sub, icon, iconClass, iconLabel, mark }: NameCellProps) {
  const inCard = useContext(CardContext)
  const sign =
    mark ??
    (icon && (
      <span className={iconClass} title={iconLabel}>
        <Icon of={icon} className={inCard ? 'mt-0.5' : undefined} />
        {iconLabel && <span className="sr-only">{iconLabel}</span>}
      </span>
    ))
  // The block around the bdi keeps the page's alignment; with the bdi alone, the name's script would decide it. Its padding leaves
  // room for the focus ring, which it would cut.
  const title = (
    <div className="-m-1 truncate p-1">
      <bdi className="font-medium">
        {href ? (
          <Link tone="door" href={href} data-row-link className="text-ink">
            {name}
          </Link>
        ) : (
          name
        )}
      </bdi>
    </div>
  )
  if (inCard) {
    return (
      <div data-name-cell className="contents">
        {sign && <div className="col-start-1 row-start-1 me-3">{sign}</div>}
        <div className="col-start-2 row-start-1 min-w-0 text-14">{title}</div>
        {sub && <div className="col-[2/-1] row-start-2 truncate text-12 text-muted">{sub}</div>}
      </div>
    )
  }
  return (
    <div className="flex min-w-0 items-center gap-3">
      {sign}
      <div className="min-w-0">
        {title}
        {sub && <div className="truncate text-12 text-muted">{sub}</div>}
      </div>
    </div>
  )
}

/** Two lines of a cell, a value and its detail; on a phone they share one line. */
export function TwoLines({ children, sub }: { children: ReactNode; sub?: ReactNode }) {
  const phone = useIsPhone()
  if (phone) {
    return (
      <span>
        {children}
        {sub && <> · {sub}</>}
      </span>
    )
  }
  return (
    <>
      <div className="truncate">{children}</div>
      {sub && <div className="truncate text-12 text-muted">{sub}</div>}
    </>
  )
}

/** A value that may be missing: shows an en dash, except on a card, where the dash would have no header. */
export function ValueOrDash({ children }: { children: ReactNode }) {
  const missing = children === null || children === undefined || children === ''
  if (!missing) return <>{children}</>
  return (
    <span data-missing className="text-muted">
      –
    </span>
  )
}
