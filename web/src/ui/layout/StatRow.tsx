import type { CSSProperties, ReactNode } from 'react'
import { Link } from './Link.tsx'

export type Stat = {
  id: string
  label: ReactNode
  /** Already formatted; an en dash if there is no value. */
  value: ReactNode
  /** The list behind the number. */
  href?: string | undefined
  detail?: ReactNode
  /** What the number counts, as a tooltip. */
  definition?: string | undefined
}

/**
 * Numbers side by side in one frame, each linked to its list; two per row on a phone. The lines between cells are the
 * grid's background in its 1 px gaps, so they fit any number of cells and columns.
 */
export function StatRow({ stats, label }: { stats: readonly Stat[]; label: string }) {
  return (
    <ul
      aria-label={label}
      className={
        'grid grid-cols-2 gap-px overflow-clip rounded-3 border border-line bg-line ' +
        'sm:grid-cols-[repeat(var(--stat-columns),minmax(0,1fr))] max-sm:*:last:odd:col-span-2'
      }
      style={{ '--stat-columns': stats.length } as CSSProperties}
    >
      {stats.map(stat => (
        <li key={stat.id} data-tip={stat.definition} className="flex min-w-0 gap-3 bg-surface px-4 py-3">
          <div className="min-w-0 flex-1">
            <p className="truncate text-12 font-medium text-muted">{stat.label}</p>
            <p className="tnum mt-0.5 text-20 font-semibold tracking-(--ls-title)">
              {stat.href ? (
                <Link tone="door" href={stat.href}>
                  {stat.value}
                </Link>
              ) : (
                stat.value
              )}
            </p>
            {stat.definition && <p className="sr-only">{stat.definition}</p>}
            {stat.detail && <p className="tnum line-clamp-2 text-12 text-muted">{stat.detail}</p>}
          </div>
        </li>
      ))}
    </ul>
  )
}
