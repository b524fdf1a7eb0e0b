// Loaded with Chart.js, when a run's page is shown.
import { Chart, Filler, LinearScale, LineController, LineElement, PointElement, Tooltip } from 'chart.js'
import { useEffect, useRef } from 'react'
import { useDisplay } from '../../../components/display/use-display.ts'
import { chartColours, watchTheme } from './chart-colours.ts'
import { chartData, chartOptions, marks, type ChartWords } from './chart-parts.ts'
import type { Course } from './course.ts'
import { useMoments } from '../../../components/display/use-moments.ts'

Chart.register(Filler, LinearScale, LineController, LineElement, PointElement, Tooltip)

export interface TimeChartProps {
  course: Course
  names: Record<string, string>
  /** The whole chart in one sentence. */
  summary: string
}

/** Lines over time on a canvas, in the colours of the theme; new points move it without a flicker. */
export function TimeChart({ course, names, summary }: TimeChartProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const chart = useRef<Chart<'line'> | undefined>(undefined)
  const { number, abbreviated } = useDisplay()
  const moments = useMoments()
  const words: ChartWords = { names, number, abbreviated, moments }
  const latest = useRef({ course, words })

  useEffect(() => {
    latest.current = { course, words }
    draw(chart.current, canvas.current, latest.current)
  })

  useEffect(() => {
    const element = canvas.current
    if (!element) return
    const drawn = new Chart(element, {
      type: 'line',
      data: { datasets: [] },
      options: {},
      plugins: [marks],
    })
    chart.current = drawn
    draw(drawn, element, latest.current)
    const stop = watchTheme(() => draw(drawn, element, latest.current))
    return () => {
      stop()
      drawn.destroy()
      chart.current = undefined
    }
  }, [])

  return <canvas ref={canvas} role="img" aria-label={summary} />
}

function draw(
  chart: Chart<'line'> | undefined,
  element: HTMLCanvasElement | null,
  { course, words }: { course: Course; words: ChartWords },
): void {
  if (!chart || !element) return
  const colours = chartColours(element)
  chart.data = chartData(course, colours, words)
  chart.options = chartOptions(course, colours, words)
  chart.update('none')
}
