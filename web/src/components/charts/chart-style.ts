/**
 * The style of every line chart: lines of 1.75 px, an area with 8 % opacity below the first, a dot at the end, and
 * dashes for the line of comparison.
 */
import type { Chart, ChartDataset, Plugin, TooltipOptions } from 'chart.js'
import { type ChartColours, faded } from './chart-colours.ts'

export interface Point {
  x: number
  /** Null if unknown. */
  y: number | null
}

export type LineSet = ChartDataset<'line', Point[]>

export interface LineOptions {
  label: string
  points: readonly Point[]
  colour: string
  /** Tints the area below; for the first line only. */
  isFilled?: boolean
}

export function lineSet({ label, points, colour, isFilled = false }: LineOptions): LineSet {
  const last = points.findLastIndex(({ y }) => y !== null)
  return {
    label,
    data: [...points],
    borderColor: colour,
    borderWidth: 1.75,
    borderJoinStyle: 'round',
    pointRadius: points.map((_, at) => (at === last ? 2.5 : 0)),
    pointBackgroundColor: colour,
    pointBorderWidth: 0,
    pointHoverRadius: 3,
    clip: false,
    fill: isFilled,
    backgroundColor: faded(colour, 0.08),
  }
}

/** The line that the first one is compared with, such as the previous period or a forecast. */
export function dashedSet(label: string, points: readonly Point[], colours: ChartColours): LineSet {
  return {
    label,
    data: [...points],
    borderColor: colours['chart-prev'],
    borderWidth: 1.25,
    borderDash: [3, 3],
    pointRadius: 0,
    pointHoverRadius: 3,
    pointBackgroundColor: colours['chart-prev'],
    pointBorderWidth: 0,
    clip: false,
  }
}

export function tickStyle(colours: ChartColours) {
  return { color: colours['chart-axis'], font: { size: 11, family: colours.font } }
}

/** A tooltip that lists all lines at a point. */
export function tooltipStyle(colours: ChartColours): Partial<TooltipOptions<'line'>> {
  return {
    mode: 'index',
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
  }
}

/** A vertical line at the point under the pointer or selected by keyboard. */
export const hairline: Plugin<'line'> = {
  id: 'hairline',
  afterDatasetsDraw: chart => {
    const [active] = chart.tooltip?.getActiveElements() ?? []
    const colour = chart.options.scales?.['x']?.ticks?.color
    if (active && typeof colour === 'string') drawVerticalLine(chart, active.element.x, colour, [])
  },
}

export function drawVerticalLine({ ctx, chartArea }: Chart, at: number, colour: string, dash: number[]): void {
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
