import { type ReactNode, Suspense, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { ChartPanel } from '../../../components/charts/ChartPanel.tsx'
import type { LineRows, LineSeries } from '../../../components/charts/line-parts.ts'
import { canvasPicture } from '../../../components/charts/picture.ts'
import type { DayPoint } from '../../../components/charts/use-day-points.ts'
import { Legend } from '../../../ui/layout/Legend.tsx'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import { useChartSummary, useCountWords } from './use-channel-lines.ts'
import { lazyView } from '../../../ui/lazy-view.tsx'

const LineChart = lazyView(async () => (await import('../../../components/charts/LineChart.tsx')).LineChart)

export interface DayLine extends LineSeries {
  /** Where its sum leads; undefined: nowhere. */
  href: string | undefined
}

export interface LinesPanelProps {
  title: string
  definition: string
  points: readonly DayPoint[]
  series: readonly DayLine[]
  /** Said where all of it is nothing. */
  none: string
  /** Above the chart: what it shows. */
  choice?: ReactNode
}

/** Counts by day, one line each. A single day makes no line: its numbers are the table. */
export function LinesPanel({ title, definition, points, series, none, choice }: LinesPanelProps) {
  const { t } = useTranslation('engagement')
  const canvas = useRef<HTMLCanvasElement>(null)
  const words = useCountWords()
  const summaryOf = useChartSummary()
  const rows: LineRows = { points, series }
  const legend = series.map(({ id, label, tone, values, href }) => ({
    id,
    tone,
    label,
    href,
    value: words.format(values.reduce<number>((sum, value) => sum + (value ?? 0), 0)),
  }))
  const isEmpty = series.every(({ values }) => values.every(value => value === 0))
  return (
    <ChartPanel
      title={title}
      definition={definition}
      sheet={{
        columns: [{ label: t('day') }, ...series.map(({ label }) => ({ label, show: words.format }))],
        rows: points.map(({ full }, at) => [full, ...series.map(({ values }) => values[at] ?? null)]),
        heads: points.map(({ day }) => day),
      }}
      picture={() =>
        canvas.current
          ? {
              ...canvasPicture(canvas.current),
              caption: `${points[0]?.full ?? ''} – ${points.at(-1)?.full ?? ''}`,
              legend: series.map(({ label, tone }) => ({ label, tone })),
            }
          : undefined
      }
    >
      <div className="mb-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <Legend lines items={legend} />
        {choice}
      </div>
      {isEmpty || points.length < 2 ? (
        <p className="grid h-44 place-items-center text-center text-muted">{isEmpty ? none : t('oneDay')}</p>
      ) : (
        <div className="h-44" dir="ltr">
          <Suspense fallback={<Skeleton height="11rem" />}>
            <LineChart rows={rows} words={words} summary={summaryOf(title, rows)} canvasRef={canvas} />
          </Suspense>
        </div>
      )}
    </ChartPanel>
  )
}
