import type { OperatorStatus } from '@notifly/contracts/operator/operator'
import { ChartColumn, Table2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useDisplay } from '../../components/display/use-display.ts'
import { IconButton } from '../../ui/controls/IconButton.tsx'
import { Legend } from '../../ui/layout/Legend.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { DataTable } from '../../ui/table/DataTable.tsx'
import type { TableColumn } from '../../ui/table/table-types.ts'
import { useSpans } from './use-spans.ts'

type Minute = OperatorStatus['course'][number]

/** Minutes in a row of the table: sixty rows would be no overview. */
const ROW_MINUTES = 5

/** Messages a second over the last hour, and by channel over the last minute. */
export function RatePanel({ status }: { status: OperatorStatus }) {
  const { t } = useTranslation(['operator', 'common'])
  const { rate } = useSpans()
  const [isTable, setTable] = useState(false)
  const { course, rates } = status
  return (
    <Panel
      title={t('rate.title')}
      actions={
        <>
          <Legend
            items={[
              { id: 'sent', label: t('rate.sent'), tone: 1 },
              { id: 'failed', label: t('rate.failed'), tone: 'danger' },
            ]}
          />
          <IconButton
            icon={isTable ? ChartColumn : Table2}
            label={isTable ? t('rate.showChart') : t('rate.showTable')}
            size="sm"
            aria-pressed={isTable}
            onClick={() => setTable(!isTable)}
          />
        </>
      }
      footer={
        rates.length === 0
          ? t('rate.quiet')
          : rates
              .map(each => t('rate.channel', { channel: t(`common:channel.${each.channel}`), rate: rate(each.sent) }))
              .join(' · ')
      }
    >
      {isTable ? <RateTable course={course} /> : <RateChart course={course} />}
    </Panel>
  )
}

function RateTable({ course }: { course: readonly Minute[] }) {
  const { t } = useTranslation('operator')
  const { timeOfDay } = useDisplay()
  const { rate } = useSpans()
  const rows = averages(course).toReversed()
  const columns: TableColumn<Minute>[] = [
    { id: 'at', header: t('rate.minute'), cell: row => <span className="tnum">{timeOfDay(row.at)}</span> },
    { id: 'sent', header: t('rate.sent'), align: 'end', cell: row => rate(row.sent) },
    { id: 'failed', header: t('rate.failed'), align: 'end', cell: row => rate(row.failed) },
  ]
  return (
    <DataTable
      frameless
      dense
      label={t('rate.title')}
      columns={columns}
      rows={rows}
      rowId={row => String(row.at)}
      empty={<p className="py-16 text-center text-muted">{t('rate.nothing')}</p>}
    />
  )
}

/** Of each five minutes in which something left. */
function averages(course: readonly Minute[]): Minute[] {
  const rows: Minute[] = []
  for (let index = 0; index < course.length; index += ROW_MINUTES) {
    const part = course.slice(index, index + ROW_MINUTES)
    const mean = (of: (minute: Minute) => number): number => part.reduce((sum, each) => sum + of(each), 0) / part.length
    const row = { at: part[0]?.at ?? 0, sent: mean(each => each.sent), failed: mean(each => each.failed) }
    if (row.sent + row.failed > 0) rows.push(row)
  }
  return rows
}

const WIDTH = 600
const HEIGHT = 144
const GRID = [0, 0.5, 1] as const

/** Sixty bars, one a minute: what was sent, and on top of it what failed. Left to right in every language. */
export function RateChart({ course }: { course: OperatorStatus['course'] }) {
  const { t } = useTranslation('operator')
  const { timeOfDay } = useDisplay()
  const { rate } = useSpans()
  const top = niceTop(Math.max(...course.map(each => each.sent + each.failed)))
  const [first, last] = [course[0], course.at(-1)]
  if (top === 0 || first === undefined || last === undefined) {
    return <p className="grid h-48 place-items-center text-muted">{t('rate.nothing')}</p>
  }
  const step = WIDTH / course.length
  const most = Math.max(...course.map(each => each.sent))
  const summary = t('rate.summary', {
    most: rate(most),
    from: timeOfDay(first.at),
    to: timeOfDay(last.at),
    now: rate(last.sent),
  })
  return (
    <figure dir="ltr" className="tnum grid grid-cols-[auto_minmax(0,1fr)] gap-x-2 text-11 text-muted">
      <div aria-hidden className="flex h-36 flex-col-reverse justify-between text-end leading-none">
        {GRID.map(share => (
          <span key={share}>{rate(top * share)}</span>
        ))}
      </div>
      <svg
        role="img"
        aria-label={summary}
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        className="h-36 w-full overflow-visible"
      >
        {GRID.map(share => (
          <line
            key={share}
            x1={0}
            x2={WIDTH}
            y1={HEIGHT * (1 - share)}
            y2={HEIGHT * (1 - share)}
            vectorEffect="non-scaling-stroke"
            className="stroke-chart-grid"
          />
        ))}
        {course.map((minute, index) => (
          <Bar
            key={minute.at}
            minute={minute}
            x={index * step}
            width={step * 0.7}
            top={top}
            title={timeOfDay(minute.at)}
          />
        ))}
      </svg>
      <div aria-hidden className="col-start-2 mt-1.5 flex justify-between">
        <span>{timeOfDay(first.at)}</span>
        <span>{timeOfDay(last.at)}</span>
      </div>
    </figure>
  )
}

interface BarProps {
  minute: OperatorStatus['course'][number]
  x: number
  width: number
  top: number
  title: string
}

function Bar({ minute: { sent, failed }, x, width, top, title }: BarProps) {
  const { t } = useTranslation('operator')
  const { rate } = useSpans()
  const sentHeight = (sent / top) * HEIGHT
  const failedHeight = (failed / top) * HEIGHT
  return (
    <g>
      <title>{`${title} · ${t('rate.sent')} ${rate(sent)} · ${t('rate.failed')} ${rate(failed)}`}</title>
      {/* The whole column answers the pointer, however low its bar is. */}
      <rect x={x} y={0} width={width} height={HEIGHT} fill="transparent" />
      <rect x={x} y={HEIGHT - sentHeight} width={width} height={sentHeight} className="fill-chart-1" />
      <rect x={x} y={HEIGHT - sentHeight - failedHeight} width={width} height={failedHeight} className="fill-danger" />
    </g>
  )
}

/** The next of 1, 2, 5, 10, 20 ... */
function niceTop(value: number): number {
  if (value <= 0) return 0
  const power = 10 ** Math.floor(Math.log10(value))
  const size = [1, 2, 5, 10].find(each => each * power >= value) ?? 10
  return size * power
}
