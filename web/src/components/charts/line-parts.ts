/** Converts rows of days into Chart.js data. Points are numbered; the label of a point is that of its row. */
import type { ChartOptions, TooltipItem } from 'chart.js'
import type { ChartColours, ChartTone } from './chart-colours.ts'
import type { Drawing } from './ChartCanvas.tsx'
import { dashedSet, lineSet, type Point, tickStyle, tooltipStyle } from './chart-style.ts'
import { evenTicks } from './even-ticks.ts'

export interface LineSeries {
  id: string
  label: string
  tone: ChartTone
  /** One per point; null if unknown. */
  values: readonly (number | null)[]
}

export interface LineRows {
  /** Labels of each point: `full` for its tooltip, `short` for the axis. */
  points: readonly { full: string; short: string }[]
  series: readonly LineSeries[]
  /** The previous period, for the first series. */
  before?: { label: string; values: readonly (number | null)[] } | undefined
}

export interface LineWords {
  /** Values are whole numbers only. */
  isWhole?: boolean
  format: (value: number) => string
  /** Short format for the axis. */
  formatAxis: (value: number) => string
}

/** Width of the longest label, and the gap after it. */
const LABEL_PX = 76
const MOST_LABELS = 6

export function lineDrawing(rows: LineRows, colours: ChartColours, words: LineWords): Drawing {
  const { series, before } = rows
  const lines = series.map(({ label, tone, values }, index) =>
    lineSet({ label, points: pointsOf(values), colour: colours[`chart-${tone}`], isFilled: index === 0 }),
  )
  if (before) lines.push(dashedSet(before.label, pointsOf(before.values), colours))
  return {
    data: { datasets: lines.map(line => ({ ...line, spanGaps: true })) },
    options: options(rows, colours, words),
  }
}

const pointsOf = (values: readonly (number | null)[]): Point[] => values.map((y, x) => ({ x, y }))

function options({ points }: LineRows, colours: ChartColours, words: LineWords): ChartOptions<'line'> {
  const ticks = tickStyle(colours)
  return {
    animation: false,
    responsive: true,
    maintainAspectRatio: false,
    interaction: { mode: 'index', axis: 'x', intersect: false },
    layout: { padding: { top: 8, right: 8 } },
    scales: {
      x: {
        type: 'linear',
        min: 0,
        max: Math.max(1, points.length - 1),
        grid: { display: false },
        border: { display: false },
        afterBuildTicks: axis => {
          const most = Math.floor((axis.width || axis.chart.width) / LABEL_PX)
          axis.ticks = evenTicks(points.length, Math.min(most, MOST_LABELS)).map(value => ({ value }))
        },
        ticks: {
          ...ticks,
          align: 'inner',
          autoSkip: false,
          maxRotation: 0,
          callback: value => points[Number(value)]?.short ?? '',
        },
      },
      y: {
        beginAtZero: true,
        grid: { color: colours['chart-grid'], drawTicks: false },
        border: { display: false },
        ticks: {
          ...ticks,
          ...(words.isWhole === true && { precision: 0 }),
          maxTicksLimit: 6,
          padding: 8,
          callback: value => words.formatAxis(Number(value)),
        },
      },
    },
    plugins: {
      legend: { display: false },
      tooltip: {
        ...tooltipStyle(colours),
        callbacks: {
          title: (items: TooltipItem<'line'>[]) => points[items[0]?.dataIndex ?? 0]?.full ?? '',
          label: (item: TooltipItem<'line'>) =>
            ` ${item.dataset.label ?? ''}  ${item.parsed.y === null ? '–' : words.format(item.parsed.y)}`,
        },
      },
    },
  }
}
