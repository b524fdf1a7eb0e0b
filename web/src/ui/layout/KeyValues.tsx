import type { ReactNode } from 'react'
import { cx } from '../cx.ts'

export type KeyValue = { id: string; label: ReactNode; value: ReactNode; strong?: boolean; indent?: boolean }

export interface KeyValuesProps {
  items: readonly KeyValue[]
  lines?: boolean
  /** Aligns the values at the start of one column, for texts. */
  texts?: boolean
  className?: string
}

/** Names at the start and values at the end, one pair per line. */
export function KeyValues({ items, lines, texts, className }: KeyValuesProps) {
  return (
    <dl className={cx('tnum', className)}>
      {items.map(({ id, label, value, strong, indent }) => (
        <div
          key={id}
          className={cx(
            'gap-4 py-1',
            texts
              ? 'grid grid-cols-[minmax(0,7fr)_minmax(0,13fr)] sm:grid-cols-[minmax(0,1fr)_minmax(0,3fr)]'
              : 'flex items-baseline justify-between',
            lines && 'border-line not-last:border-b',
            strong && 'font-medium',
            indent && 'ps-3 text-12',
          )}
        >
          <dt className={cx('wrap-anywhere', !texts && 'max-w-3/5 shrink-0', !strong && 'text-muted')}>{label}</dt>
          <dd className={cx('min-w-0 wrap-anywhere', !texts && 'text-end text-balance')}>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
