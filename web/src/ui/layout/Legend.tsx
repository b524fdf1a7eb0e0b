import type { ReactNode } from 'react'
import { cx } from '../cx.ts'
import { Link } from './Link.tsx'
import { progressTones, type ProgressTone } from '../feedback/ProgressBar.tsx'

export type LegendItem = {
  id: string
  label: ReactNode
  value?: ReactNode
  href?: string | undefined
  /** A tone of the progress bar, or the index of a chart colour. */
  tone: ProgressTone | 1 | 2 | 3 | 4 | 5 | 6 | 'prev'
}

const series = {
  1: 'bg-chart-1',
  2: 'bg-chart-2',
  3: 'bg-chart-3',
  4: 'bg-chart-4',
  5: 'bg-chart-5',
  6: 'bg-chart-6',
  prev: 'bg-chart-prev',
} as const

/** Explains the colours of a bar or chart. Each number can link to its list. */
export function Legend({ items, lines }: { items: readonly LegendItem[]; lines?: boolean }) {
  return (
    <ul className="tnum flex flex-wrap gap-x-4 gap-y-1 text-12 text-ink-2">
      {items.map(({ id, label, value, href, tone }) => (
        <li key={id} className="flex items-center gap-1.5">
          <span
            aria-hidden
            className={cx(
              lines ? 'h-0.5 w-2.5 rounded-[1px]' : 'size-2 rounded-[2px]',
              typeof tone === 'number' || tone === 'prev' ? series[tone] : progressTones[tone],
            )}
          />
          {label}
          {value !== undefined &&
            (href ? (
              <Link tone="door" href={href} className="font-medium text-ink">
                {value}
              </Link>
            ) : (
              <span className="font-medium text-ink">{value}</span>
            ))}
        </li>
      ))}
    </ul>
  )
}
