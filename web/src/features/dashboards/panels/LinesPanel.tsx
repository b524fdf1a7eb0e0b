import type { Panel as ExportPanel } from '@notifly/contracts/dashboards/exports'
import { type ReactNode, Suspense, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { ChartTone } from '../../../components/charts/chart-colours.ts'
import { ChartPanel } from '../../../components/charts/ChartPanel.tsx'
import type { LineRows } from '../../../components/charts/line-parts.ts'
import { canvasPicture } from '../../../components/charts/picture.ts'
import { useDayPoints } from '../../../components/charts/use-day-points.ts'
import { useIsPhone } from '../../../ui/use-media-query.ts'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import { Link } from '../../../ui/layout/Link.tsx'
import { Legend } from '../../../ui/layout/Legend.tsx'
import type { Metric } from '../metrics.ts'
import { useAxisWords, useCaption, useLineSummary } from '../use-line-words.ts'
import { useFigureWords } from '../use-figure-words.ts'
import { useSavePanel } from '../view.ts'
import { LoadFailure } from './LoadFailure.tsx'
import { lazyView } from '../../../ui/lazy-view.tsx'

const LineChart = lazyView(async () => (await import('../../../components/charts/LineChart.tsx')).LineChart)

export interface PanelLine {
  id: string
  label: string
  tone: ChartTone
  values: readonly (number | null)[]
}

export interface LinesPanelProps {
  title: string
  definition?: string | undefined
  kind: Metric['kind']
  /** First moments of the days, in epoch seconds. */
  days: readonly number[]
  lines: readonly PanelLine[]
  /** Of the first line, in the period before. */
  before?: readonly (number | null)[] | undefined
  isLoaded?: boolean
  /** The server could not count them. */
  isUnread?: boolean
  panel: ExportPanel
  /** Numbers at the end of the head, and where one leads that does not say so itself. */
  meta?: ReactNode
  href?: string
}

/** Lines over the days of the range; over a single day their numbers. */
export function LinesPanel({
  title,
  definition,
  kind,
  days,
  lines,
  before,
  isLoaded = true,
  isUnread = false,
  panel,
  meta,
  href,
}: LinesPanelProps) {
  const { t } = useTranslation('dashboards')
  const { show } = useFigureWords()
  const canvas = useRef<HTMLCanvasElement>(null)
  const isPhone = useIsPhone()
  const caption = useCaption()
  const save = useSavePanel()
  const points = useDayPoints(days)
  const axis = useAxisWords(kind)
  const summary = useLineSummary({ title, kind, lines, points })
  const shown = (value: number) => show(value, kind)
  const rows: LineRows = { points, series: lines, before: before && { label: t('before'), values: before } }
  const columns = [...rows.series, ...(rows.before ? [rows.before] : [])]
  const isCompared = before !== undefined && lines.length === 1
  const legend = [
    ...lines.map(({ id, label, tone }) => ({ id, tone, label: isCompared ? t('this') : label })),
    ...(isCompared ? [{ id: 'before', label: t('before'), tone: 'prev' as const }] : []),
  ]
  const key = legend.length > 1 && <Legend lines items={legend} />
  return (
    <ChartPanel
      title={title}
      definition={definition}
      meta={
        <>
          {!isPhone && key}
          {meta && (
            <span className="tnum">
              {href ? (
                <Link tone="door" href={href}>
                  {meta}
                </Link>
              ) : (
                meta
              )}
            </span>
          )}
        </>
      }
      onCsv={() => save(panel)}
      sheet={{
        columns: [{ label: t('day') }, ...columns.map(({ label }) => ({ label, show: shown }))],
        rows: points.map(({ full }, at) => [full, ...columns.map(({ values }) => values[at] ?? null)]),
      }}
      picture={() => (canvas.current ? { ...canvasPicture(canvas.current), caption, legend } : undefined)}
    >
      {isPhone && key && <div className="mb-2">{key}</div>}
      {!isLoaded && <Skeleton height="13rem" />}
      {isUnread && <LoadFailure />}
      {isLoaded && !isUnread && points.length < 2 && <OneDay columns={columns} shown={shown} />}
      {isLoaded && points.length >= 2 && (
        <div className="h-52" dir="ltr">
          <Suspense fallback={<Skeleton height="13rem" />}>
            <LineChart rows={rows} words={axis} summary={summary} canvasRef={canvas} />
          </Suspense>
        </div>
      )}
    </ChartPanel>
  )
}

interface OneDayProps {
  columns: readonly Pick<PanelLine, 'label' | 'values'>[]
  shown: (value: number) => string
}

/** A day makes no line. */
function OneDay({ columns, shown }: OneDayProps) {
  return (
    <dl className="grid h-52 auto-rows-min grid-cols-[auto_auto] place-content-center gap-x-6 gap-y-2">
      {columns.map(({ label, values: [value] }) => (
        <div key={label} className="contents">
          <dt className="text-muted">{label}</dt>
          <dd className="tnum text-end font-semibold">{value === null || value === undefined ? '–' : shown(value)}</dd>
        </div>
      ))}
    </dl>
  )
}
