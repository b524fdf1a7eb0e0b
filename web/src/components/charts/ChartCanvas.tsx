// Loaded lazily together with Chart.js, when a chart is shown.
import {
  Chart,
  type ChartConfiguration,
  Filler,
  LinearScale,
  LineController,
  LineElement,
  type Plugin,
  PointElement,
  Tooltip,
} from 'chart.js'
import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { type ChartColours, chartColours, watchTheme } from './chart-colours.ts'
import { hairline, type Point } from './chart-style.ts'

Chart.register(Filler, LinearScale, LineController, LineElement, PointElement, Tooltip)

type LineChart = Chart<'line', Point[]>
export type Drawing = Pick<ChartConfiguration<'line', Point[]>, 'data' | 'options'>

export interface ChartCanvasProps {
  draw: (colours: ChartColours) => Drawing
  /** The chart in one sentence. */
  summary: string
  /** Set to the canvas, so that the caller can export a picture of it. */
  canvasRef?: RefObject<HTMLCanvasElement | null> | undefined
  /** An additional plugin; must not change while the chart is shown. */
  plugin?: Plugin<'line', object>
}

/**
 * A line chart on a canvas, in the theme's colours. New points are added without flicker. Arrow keys move from point to
 * point.
 */
export function ChartCanvas({ draw, summary, canvasRef, plugin }: ChartCanvasProps) {
  const own = useRef<HTMLCanvasElement>(null)
  const canvas = canvasRef ?? own
  const chart = useRef<LineChart | undefined>(undefined)
  const latest = useRef(draw)
  const [spoken, setSpoken] = useState('')

  useEffect(() => {
    latest.current = draw
    redraw(chart.current, canvas.current, draw)
  })

  useEffect(() => {
    const element = canvas.current
    if (!element) return
    const drawn: LineChart = new Chart(element, {
      type: 'line',
      data: { datasets: [] },
      options: {},
      plugins: [hairline as Plugin<'line'>, ...(plugin ? [plugin as Plugin<'line'>] : [])],
    })
    chart.current = drawn
    redraw(drawn, element, latest.current)
    const stop = watchTheme(() => redraw(drawn, element, latest.current))
    return () => {
      stop()
      drawn.destroy()
      chart.current = undefined
    }
  }, [canvas, plugin])

  const onKeyDown = (event: KeyboardEvent) => {
    if (!chart.current || event.altKey || event.ctrlKey || event.metaKey) return
    const at = pointAfter(chart.current, event.key)
    if (at === undefined) return
    event.preventDefault()
    setSpoken(show(chart.current, at))
  }
  return (
    <>
      <canvas
        ref={canvas}
        role="img"
        aria-label={summary}
        tabIndex={0}
        onKeyDown={onKeyDown}
        onBlur={() => chart.current && show(chart.current, undefined)}
        className="rounded-1 outline-offset-2"
      />
      <span role="status" className="sr-only">
        {spoken}
      </span>
    </>
  )
}

function redraw(chart: LineChart | undefined, element: HTMLCanvasElement | null, draw: ChartCanvasProps['draw']): void {
  if (!chart || !element) return
  const { data, options } = draw(chartColours(element))
  chart.data = data
  chart.options = options ?? {}
  chart.update('none')
}

/** The index that a key moves to, from the selected point. */
function pointAfter(chart: LineChart, key: string): number | undefined {
  const last = (chart.data.datasets[0]?.data.length ?? 0) - 1
  const at = chart.tooltip?.getActiveElements()[0]?.index
  switch (key) {
    case 'ArrowRight':
      return Math.min(last, (at ?? -1) + 1)
    case 'ArrowLeft':
      return Math.max(0, (at ?? last + 1) - 1)
    case 'Home':
      return 0
    case 'End':
      return last
    default:
      return undefined
  }
}

/** Selects a point on all lines, or none. Returns the text of its tooltip. */
function show(chart: LineChart, index: number | undefined): string {
  const sets = index === undefined ? [] : chart.data.datasets
  const active = sets.flatMap(({ data }, datasetIndex) =>
    index !== undefined && index < data.length ? [{ datasetIndex, index }] : [],
  )
  const place = index === undefined ? undefined : chart.getDatasetMeta(0).data[index]
  chart.setActiveElements(active)
  chart.tooltip?.setActiveElements(active, { x: place?.x ?? 0, y: place?.y ?? 0 })
  chart.update('none')
  const { title = [], body = [] } = chart.tooltip ?? {}
  return [...title, ...body.flatMap(({ lines }) => lines.map(line => line.trim()))].join(', ')
}
