import { arcsOf, AROUND, MIDDLE, RADIUS, SIZE, type Slice, STROKE } from './ring-arcs.ts'

export interface RingProps {
  slices: readonly Slice[]
  /** In the middle: a figure and its caption. */
  figure: string
  caption: string
  /** The chart in one sentence. */
  summary: string
}

/** Shares of a whole. The legend beside it shows the numbers. */
export function Ring({ slices, figure, caption, summary }: RingProps) {
  const arcs = arcsOf(slices)
  const lines = linesOf(caption)
  return (
    <svg viewBox={`0 0 ${SIZE} ${SIZE}`} role="img" aria-label={summary} className="size-33 shrink-0">
      <g transform={`rotate(-90 ${MIDDLE} ${MIDDLE})`} fill="none" strokeWidth={STROKE}>
        {arcs.length === 0 && <circle cx={MIDDLE} cy={MIDDLE} r={RADIUS} stroke="var(--c-neutral-soft)" />}
        {arcs.map(({ id, tone, length, begin }) => (
          <circle
            key={id}
            cx={MIDDLE}
            cy={MIDDLE}
            r={RADIUS}
            stroke={`var(--c-chart-${tone})`}
            strokeDasharray={`${length} ${AROUND}`}
            strokeDashoffset={-begin}
          />
        ))}
      </g>
      <text x={MIDDLE} y={MIDDLE} textAnchor="middle" fontSize="16" className="tnum fill-ink font-semibold">
        {figure}
      </text>
      <text y={MIDDLE + 16} textAnchor="middle" fontSize="11" className="fill-muted">
        {lines.map((line, index) => (
          <tspan key={line} x={MIDDLE} dy={index === 0 ? 0 : 13}>
            {line}
          </tspan>
        ))}
      </text>
    </svg>
  )
}

/** How many characters fit inside the ring. */
const LINE_MAX = 14

/** Splits a long caption into two lines, as close to its middle as possible. */
function linesOf(caption: string): string[] {
  if (caption.length <= LINE_MAX) return [caption]
  const cut = (line: string) => (line.length <= LINE_MAX ? line : `${line.slice(0, LINE_MAX - 1).trimEnd()}…`)
  const fromMiddle = (at: number) => Math.abs(at - caption.length / 2)
  const [at] = [...caption.matchAll(/ /g)].map(({ index }) => index).toSorted((a, b) => fromMiddle(a) - fromMiddle(b))
  return at === undefined ? [cut(caption)] : [cut(caption.slice(0, at)), cut(caption.slice(at + 1))]
}
