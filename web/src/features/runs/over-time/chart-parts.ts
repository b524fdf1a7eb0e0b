/**
 * Converts a run's course into Chart.js data: lines of 1.75 px, an area below the first, a dot at the end, and a dashed
 * forecast.
 */
import type { ChartData, ChartOptions, Plugin, TooltipItem } from 'chart.js'
import type { ChartColours } from '../../../components/charts/chart-colours.ts'
import {
  dashedSet,
  drawVerticalLine,
  type LineSet,
  lineSet,
  type Point,
  tickStyle,
  tooltipStyle,
} from '../../../components/charts/chart-style.ts'
import type { Course } from './course.ts'
import { isMidnight, type TimeTicks, timeTicks } from './time-ticks.ts'
import type { Moments } from '../../../components/display/use-moments.ts'

export interface ChartWords {
  names: Record<string, string>
  number: (value: number) => string
  abbreviated: (value: number) => string
  moments: Moments
}

export function chartData(course: Course, colours: ChartColours, { names }: ChartWords): ChartData<'line', Point[]> {
  const lines = course.series.map(({ id, tone, points }, index): LineSet =>
    lineSet({ label: names[id] ?? id, points, colour: colours[`chart-${tone}`], isFilled: index === 0 }),
  )
  const now = course.series[0]?.points.at(-1)
  if (course.expected && now) {
    const expectation = dashedSet(names['expected'] ?? '', [now, course.expected], colours)
    lines.push({ ...expectation, pointRadius: [0, 3] })
  }
  return { datasets: lines }
}

/** Width of the longest label, such as "10:02:15 AM", and the gap after it. */
const LABEL_PX = 84
const MOST_LABELS = 6

export function chartOptions(course: Course, colours: ChartColours, words: ChartWords): ChartOptions<'line'> {
  const { abbreviated, moments } = words
  const first = course.series[0]?.points[0]?.x ?? 0
  const last = course.expected?.x ?? course.series[0]?.points.at(-1)?.x ?? first
  let marked: TimeTicks = { at: [], unit: 'minute' }
  const ticks = tickStyle(colours)
  return {
    animation: false,
    responsive: true,
    maintainAspectRatio: false,
    interaction: { mode: 'nearest', axis: 'x', intersect: false },
    layout: { padding: { top: 16, right: 12 } },
    scales: {
      x: {
        type: 'linear',
        min: first,
        max: Math.max(last, first + 1000),
        grid: { display: false },
        border: { display: false },
        afterBuildTicks: axis => {
          const most = Math.floor((axis.width || axis.chart.width) / LABEL_PX)
          marked = timeTicks(axis.min, axis.max, Math.min(most, MOST_LABELS), moments.offsetMs(axis.min / 1000))
          axis.ticks = marked.at.map(value => ({ value }))
        },
        ticks: {
          ...ticks,
          autoSkip: false,
          maxRotation: 0,
          callback: value => tickText(Number(value) / 1000, marked.unit, moments),
        },
      },
      y: {
        beginAtZero: true,
        grid: { color: colours['chart-grid'], drawTicks: false },
        border: { display: false },
        ticks: { ...ticks, maxTicksLimit: 6, padding: 8, precision: 0, callback: value => abbreviated(Number(value)) },
      },
    },
    plugins: { legend: { display: false }, tooltip: tooltip(colours, words), ...marksOf(course, colours, words) },
  }
}

/** The label of a tick, as precise as its neighbours ask for. A day begins with its date. */
export function tickText(
  seconds: number,
  unit: TimeTicks['unit'],
  moments: Pick<Moments, 'day' | 'time' | 'timeWithSeconds' | 'offsetMs'>,
): string {
  if (unit === 'second') return moments.timeWithSeconds(seconds)
  const isDay = unit === 'day' || isMidnight(seconds * 1000, moments.offsetMs(seconds))
  return isDay ? moments.day(seconds) : moments.time(seconds)
}

/** Options of our own plugin, which the library's types don't include. */
function marksOf({ expected }: Course, colours: ChartColours, { number, moments, names }: ChartWords): object {
  const text = expected ? `${number(expected.y)} ${names['expectedBy'] ?? ''} ${moments.time(expected.x / 1000)}` : ''
  const font = `600 11px ${colours.font}`
  return { marks: { line: colours['chart-axis'], ink: colours.text, font, text } satisfies MarkOptions }
}

function tooltip(colours: ChartColours, { number, moments }: ChartWords) {
  return {
    ...tooltipStyle(colours),
    callbacks: {
      title: (items: TooltipItem<'line'>[]) => moments.exact((items[0]?.parsed.x ?? 0) / 1000),
      label: (item: TooltipItem<'line'>) => ` ${item.dataset.label ?? ''}  ${number(item.parsed.y ?? 0)}`,
    },
  }
}

interface MarkOptions {
  line: string
  ink: string
  font: string
  /** Label above the end of the forecast. */
  text: string
}

/** Draws a dashed line at the current time and a label at the forecast's end. */
export const marks: Plugin<'line', Partial<MarkOptions>> = {
  id: 'marks',
  afterDatasetsDraw: (chart, _args, { line, ink, font, text }) => {
    if (!text || line === undefined || ink === undefined || font === undefined) return
    const [now, end] = chart.getDatasetMeta(chart.data.datasets.length - 1).data
    if (!now || !end) return
    drawVerticalLine(chart, now.x, line, [2, 3])
    const { ctx } = chart
    ctx.save()
    ctx.font = font
    ctx.fillStyle = ink
    ctx.textAlign = 'right'
    ctx.fillText(text, end.x + 4, end.y - 8)
    ctx.restore()
  },
}
