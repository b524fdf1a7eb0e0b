/** A run's course as Chart.js wants it: lines of 1.75, an area below the first, an end dot, a dashed expectation. */
import type { Chart, ChartData, ChartDataset, ChartOptions, Plugin, TooltipItem } from 'chart.js'
import { faded, type ChartColours } from './chart-colours.ts'
import type { Course, Point } from './course.ts'
import { type TimeTicks, timeTicks } from './time-ticks.ts'
import type { Moments } from '../../../components/display/use-moments.ts'

export interface ChartWords {
  names: Record<string, string>
  number: (value: number) => string
  abbreviated: (value: number) => string
  moments: Moments
}

type LineSet = ChartDataset<'line', Point[]>

export function chartData(course: Course, colours: ChartColours, { names }: ChartWords): ChartData<'line', Point[]> {
  const lines = course.series.map(({ id, tone, points }, index): LineSet => {
    const colour = colours[`chart-${tone}`]
    const last = points.length - 1
    return {
      label: names[id] ?? id,
      data: points,
      borderColor: colour,
      borderWidth: 1.75,
      borderJoinStyle: 'round',
      pointRadius: points.map((_, at) => (at === last ? 2.5 : 0)),
      pointBackgroundColor: colour,
      pointBorderWidth: 0,
      pointHoverRadius: 3,
      clip: false,
      fill: index === 0,
      backgroundColor: faded(colour, 0.08),
    }
  })
  const now = course.series[0]?.points.at(-1)
  if (course.expected && now) lines.push(expectation(now, course.expected, colours, names['expected'] ?? ''))
  return { datasets: lines }
}

function expectation(from: Point, to: Point, colours: ChartColours, label: string): LineSet {
  return {
    label,
    data: [from, to],
    borderColor: colours['chart-prev'],
    borderWidth: 1.25,
    borderDash: [3, 3],
    pointRadius: [0, 3],
    pointHoverRadius: 3,
    pointBackgroundColor: colours['chart-prev'],
    pointBorderWidth: 0,
    clip: false,
  }
}

/** Room for the longest label, "10:02:15 AM" or its like, and the gap after it. */
const LABEL_PX = 84
const MOST_LABELS = 6

export function chartOptions(course: Course, colours: ChartColours, words: ChartWords): ChartOptions<'line'> {
  const { abbreviated, moments } = words
  const first = course.series[0]?.points[0]?.x ?? 0
  const last = course.expected?.x ?? course.series[0]?.points.at(-1)?.x ?? first
  let marked: TimeTicks = { at: [], unit: 'minute' }
  const ticks = { color: colours['chart-axis'], font: { size: 11, family: colours.font } }
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

/** Short runs need seconds, long ones days: no two ticks say the same. */
function tickText(seconds: number, unit: TimeTicks['unit'], moments: Moments): string {
  if (unit === 'second') return moments.timeWithSeconds(seconds)
  return unit === 'day' ? moments.day(seconds) : moments.time(seconds)
}

/** Options of our own plugin, which the library's types do not know. */
function marksOf({ expected }: Course, colours: ChartColours, { number, moments, names }: ChartWords): object {
  const text = expected ? `${number(expected.y)} ${names['expectedBy'] ?? ''} ${moments.time(expected.x / 1000)}` : ''
  const font = `600 11px ${colours.font}`
  return { marks: { line: colours['chart-axis'], ink: colours.text, font, text } satisfies MarkOptions }
}

function tooltip(colours: ChartColours, { number, moments }: ChartWords) {
  return {
    mode: 'index' as const,
    intersect: false,
    backgroundColor: colours.raised,
    borderColor: colours.border,
    borderWidth: 1,
    titleColor: colours.text,
    bodyColor: colours['text-2'],
    titleFont: { size: 12, family: colours.font },
    bodyFont: { size: 12, family: colours.font },
    padding: 10,
    cornerRadius: 6,
    boxWidth: 8,
    boxHeight: 8,
    boxPadding: 4,
    caretSize: 0,
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
  /** Shown above the end of the expectation. */
  text: string
}

/** A line from top to bottom where the pointer is, a dashed one at the present, and words at the expected end. */
export const marks: Plugin<'line', Partial<MarkOptions>> = {
  id: 'marks',
  afterDatasetsDraw: (chart, _args, { line, ink, font, text }) => {
    if (line === undefined) return
    const [active] = chart.tooltip?.getActiveElements() ?? []
    if (active) drawUpright(chart, active.element.x, line, [])
    if (!text || ink === undefined || font === undefined) return
    const [now, end] = chart.getDatasetMeta(chart.data.datasets.length - 1).data
    if (!now || !end) return
    drawUpright(chart, now.x, line, [2, 3])
    const { ctx } = chart
    ctx.save()
    ctx.font = font
    ctx.fillStyle = ink
    ctx.textAlign = 'right'
    ctx.fillText(text, end.x + 4, end.y - 8)
    ctx.restore()
  },
}

function drawUpright({ ctx, chartArea }: Chart, at: number, colour: string, dash: number[]): void {
  const x = Math.round(at) + 0.5
  ctx.save()
  ctx.strokeStyle = colour
  ctx.globalAlpha = 0.5
  ctx.lineWidth = 1
  ctx.setLineDash(dash)
  ctx.beginPath()
  ctx.moveTo(x, chartArea.top)
  ctx.lineTo(x, chartArea.bottom)
  ctx.stroke()
  ctx.restore()
}
