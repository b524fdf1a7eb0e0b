/** Size of the drawing, in px. */
const WIDTH = 96
const HEIGHT = 28
const EDGE = 2

/** A small line between the minimum and maximum of a figure. It shows how the figure changes, not how large it is. */
export function Sparkline({ values }: { values: readonly (number | null)[] }) {
  const known = values.flatMap((value, at) => (value === null ? [] : [{ at, value }]))
  if (known.length < 2) return null
  const least = Math.min(...known.map(({ value }) => value))
  const most = Math.max(...known.map(({ value }) => value))
  const x = (at: number) => 1 + (at / (values.length - 1)) * (WIDTH - 2)
  const y = (value: number) =>
    most === least ? HEIGHT / 2 : EDGE + ((most - value) / (most - least)) * (HEIGHT - 2 * EDGE)
  const path = known.map(
    ({ at, value }, index) => `${index === 0 ? 'M' : 'L'}${x(at).toFixed(1)} ${y(value).toFixed(1)}`,
  )
  return (
    <svg aria-hidden viewBox={`0 0 ${WIDTH} ${HEIGHT}`} className="h-7 w-24 shrink-0 text-line-control">
      <path d={path.join('')} fill="none" stroke="currentColor" strokeWidth="1.5" strokeLinejoin="round" />
    </svg>
  )
}
