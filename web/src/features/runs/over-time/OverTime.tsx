import type { RunProgress } from '@notifly/contracts/runs/deliveries'
import { ChartLine, Table2 } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useDisplay } from '../../../components/display/use-display.ts'
import { IconButton } from '../../../ui/controls/IconButton.tsx'
import { Segmented } from '../../../ui/controls/Segmented.tsx'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import { Legend, type LegendItem } from '../../../ui/layout/Legend.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { useIsPhone } from '../../../ui/use-media-query.ts'
import { type Course, courseOf, isOneStep, type Span, spansOf } from './course.ts'
import { useMoments } from '../../../components/display/use-moments.ts'
import { lazyView } from '../../../ui/lazy-view.tsx'

const TimeChart = lazyView(async () => (await import('./TimeChart.tsx')).TimeChart)

const SPANS: readonly Span[] = ['sending', 'hours', 'days']

/** The run over time: as a chart, as a sentence for screen readers, and on request as a table. */
export function OverTime({ run }: { run: RunProgress }) {
  const { t } = useTranslation('delivery')
  const [isTable, setTable] = useState(false)
  const isPhone = useIsPhone()
  const spans = spansOf(run)
  const [chosen, setChosen] = useState<Span>()
  const span = chosen !== undefined && spans.includes(chosen) ? chosen : spans[0]
  const course = courseOf(run, { span })
  const legend: LegendItem[] = course.series.map(({ id, word, tone }) => ({ id, label: t(`stats.${word}`), tone }))
  // A phone has no room for the label at the expected point.
  if (course.expected && !isPhone) legend.push({ id: 'expected', label: t('course.expected'), tone: 'prev' })
  return (
    <Panel
      title={t('course.title')}
      meta={isPhone && <Legend items={legend} lines />}
      actions={
        <>
          {!isPhone && <Legend items={legend} lines />}
          {spans.length > 1 && (
            <Segmented
              size="sm"
              aria-label={t('course.span')}
              value={span}
              onChange={setChosen}
              segments={SPANS.filter(each => spans.includes(each)).map(value => ({
                value,
                label: t(`course.spans.${value}`),
              }))}
            />
          )}
          <IconButton
            icon={isTable ? ChartLine : Table2}
            label={isTable ? t('course.showChart') : t('course.showTable')}
            size="sm"
            aria-pressed={isTable}
            onClick={() => setTable(!isTable)}
          />
        </>
      }
    >
      {isTable ? (
        <OverTimeTable course={course} />
      ) : (
        <Lines course={course} span={span} sent={run.sent} isOver={run.ended_on !== null} />
      )}
    </Panel>
  )
}

interface LinesProps {
  course: Course
  span: Span
  /** Messages handed over so far. */
  sent: number
  isOver: boolean
}

function Lines({ course, span, sent, isOver }: LinesProps) {
  const { t } = useTranslation('delivery')
  const summary = useSummary(course)
  // Everything happened within one second, so there is no line to draw.
  const isPoint = course.series.every(({ points }) => points[0]?.x === points.at(-1)?.x)
  // The next poll provides a second point.
  if (isPoint && !isOver && sent > 0) return <Skeleton height="12rem" />
  if (isPoint || (isOver && isOneStep(course))) return <InWords course={course} span={span} sent={sent} />
  const names = Object.fromEntries(course.series.map(({ id, word }) => [id, t(`stats.${word}`)]))
  return (
    <div className="h-48" dir="ltr">
      <Suspense fallback={<Skeleton height="12rem" />}>
        <TimeChart
          course={course}
          names={{ ...names, expected: t('course.expected'), expectedBy: t('course.expectedBy') }}
          summary={summary}
        />
      </Suspense>
    </div>
  )
}

/** Replaces a line of only two points: how long sending took, and the results so far. */
function InWords({ course: { series }, span, sent }: Pick<LinesProps, 'course' | 'span' | 'sent'>) {
  const { t, i18n } = useTranslation('delivery')
  const { number } = useDisplay()
  const points = series[0]?.points ?? []
  const seconds = Math.round(((points.at(-1)?.x ?? 0) - (points[0]?.x ?? 0)) / 1000)
  const unit = seconds < 120 ? ('second' as const) : ('minute' as const)
  const time = new Intl.NumberFormat(i18n.language, { style: 'unit', unit, unitDisplay: 'long' }).format(
    unit === 'second' ? seconds : Math.round(seconds / 60),
  )
  const count = points.at(-1)?.y || sent
  const isSending = span === 'sending'
  const figures = series.map(line => ({ ...line, y: line.points.at(-1)?.y ?? 0 }))
  const listed = isSending ? figures.slice(1) : figures
  const lead = (() => {
    if (!isSending) return figures.every(({ y }) => y === 0) ? t('course.noneYet') : null
    if (count === 0) return t('course.nothing')
    return seconds <= 1 ? t('course.short', { count }) : t('course.step', { count, time })
  })()
  const parts = listed.filter(({ y }) => y > 0).map(({ word, y }) => `${t(`stats.${word}`)} ${number(y)}`)
  return (
    <div className="flex h-48 flex-col items-center justify-center gap-1 text-center text-muted">
      {lead !== null && <p>{lead}</p>}
      {parts.length > 0 && <p className="tnum text-ink-2">{parts.join(' · ')}</p>}
    </div>
  )
}

function useSummary(course: Course): string {
  const { t } = useTranslation('delivery')
  const moments = useMoments()
  const { number } = useDisplay()
  const parts = course.series.map(({ word, points }) => `${t(`stats.${word}`)} ${number(points.at(-1)?.y ?? 0)}`)
  const [first] = course.series
  const from = first?.points[0]?.x ?? 0
  const to = first?.points.at(-1)?.x ?? from
  const until = course.expected
    ? ` ${t('course.summaryExpected', { total: course.expected.y, time: moments.time(course.expected.x / 1000) })}`
    : ''
  const span = { from: moments.dayAndTime(from / 1000), to: moments.dayAndTime(to / 1000), parts: parts.join(', ') }
  return t('course.summary', span) + until
}

/** The chart's data as a table, newest first. */
function OverTimeTable({ course }: { course: Course }) {
  const { t } = useTranslation('delivery')
  const moments = useMoments()
  const { number } = useDisplay()
  const rows = (course.series[0]?.points ?? []).map((point, index) => ({ atMs: point.x, index })).reverse()
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the region scrolls, so that keys must reach it
    <div className="h-48 overflow-y-auto" tabIndex={0} role="region" aria-label={t('course.table')}>
      <table className="tnum w-full text-12">
        <thead className="text-muted">
          <tr>
            <th scope="col" className="py-1 text-start font-medium">
              {t('course.time')}
            </th>
            {course.series.map(({ id, word }) => (
              <th key={id} scope="col" className="py-1 text-end font-medium">
                {t(`stats.${word}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ atMs, index }) => (
            <tr key={index} className="border-t border-line">
              <th scope="row" className="py-1 text-start font-regular">
                {moments.exact(atMs / 1000)}
              </th>
              {course.series.map(({ id, points }) => (
                <td key={id} className="py-1 text-end">
                  {number(points[index]?.y ?? 0)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
