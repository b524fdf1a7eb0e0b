import { cx } from '../cx.ts'

export type SparkbarProps = {
  values: readonly number[]
  /** The whole message in words; the bars only illustrate it. */
  label: string
  /** The bar that matters. */
  highlight?: number
  /** Words below, each under its bar. */
  ticks?: readonly { index: number; text: string; strong?: boolean }[]
  heightPx?: number
}

/** Small bars on one line, left to right in every language, such as recipients per hour of a day. */
export function Sparkbar({ values, label, highlight, ticks = [], heightPx = 48 }: SparkbarProps) {
  const top = Math.max(1, ...values)
  return (
    <div role="img" aria-label={label} dir="ltr">
      <div className="flex items-end gap-0.5 border-b border-line-strong" style={{ blockSize: `${heightPx}px` }}>
        {values.map((value, index) => (
          <span
            key={index}
            className={cx('flex-1 rounded-t-[2px]', index === highlight ? 'bg-chart-1' : 'bg-accent-line')}
            style={{ blockSize: `${(value / top) * 100}%`, minBlockSize: value > 0 ? '1px' : 0 }}
          />
        ))}
      </div>
      {ticks.length > 0 && (
        <div aria-hidden className="relative h-4 text-11 text-muted">
          {ticks.map(tick => (
            <span
              key={tick.index}
              className={cx('absolute -translate-x-1/2 whitespace-nowrap', tick.strong && 'font-semibold text-ink')}
              style={{ insetInlineStart: `${((tick.index + 0.5) / values.length) * 100}%` }}
            >
              {tick.text}
            </span>
          ))}
        </div>
      )}
    </div>
  )
}
