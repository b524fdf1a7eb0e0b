import type { ReactNode } from 'react'
import { cx } from './cx.ts'

export type KeyValue = { id: string; label: ReactNode; value: ReactNode; strong?: boolean; indent?: boolean }

/** Names at the start, values at the end, one pair a line. */
export function KeyValues({
  items,
  lines,
  className,
}: {
  items: readonly KeyValue[]
  lines?: boolean
  className?: string
}) {
  return (
    <dl className={cx('tnum', className)}>
      {items.map(({ id, label, value, strong, indent }) => (
        <div
          key={id}
          className={cx(
            'flex items-baseline justify-between gap-4 py-1',
            lines && 'border-line not-last:border-b',
            strong && 'font-medium',
            indent && 'ps-3 text-12',
          )}
        >
          <dt className={cx('max-w-1/2 shrink-0 wrap-anywhere', !strong && 'text-muted')}>{label}</dt>
          <dd className="min-w-0 text-end text-balance wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
