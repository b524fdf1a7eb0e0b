export type SparklineProps = {
  values: readonly number[]
  label: string
  widthPx?: number
  heightPx?: number
}

/** The course of a number in a stat cell; no axis, so the label says what it shows. Left to right in every language. */
export function Sparkline({ values, label, widthPx = 96, heightPx = 28 }: SparklineProps) {
  const low = Math.min(...values)
  const span = Math.max(...values) - low || 1
  const step = (widthPx - 2) / Math.max(1, values.length - 1)
  const points = values.map((value, index) => {
    const y = heightPx - 2 - ((value - low) / span) * (heightPx - 4)
    return `${(1 + index * step).toFixed(1)},${y.toFixed(1)}`
  })
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${widthPx} ${heightPx}`}
      width={widthPx}
      height={heightPx}
      className="shrink-0 text-chart-prev max-sm:hidden"
    >
      <polyline
        points={points.join(' ')}
        fill="none"
        stroke="currentColor"
        strokeWidth="1.25"
        strokeLinejoin="round"
        strokeLinecap="round"
      />
    </svg>
  )
}
