// Loaded lazily together with Chart.js, when a run's page is shown.
import { ChartCanvas } from '../../../components/charts/ChartCanvas.tsx'
import { useDisplay } from '../../../components/display/use-display.ts'
import { useMoments } from '../../../components/display/use-moments.ts'
import { chartData, chartOptions, marks, type ChartWords } from './chart-parts.ts'
import type { Course } from './course.ts'

export interface TimeChartProps {
  course: Course
  names: Record<string, string>
  /** The chart in one sentence. */
  summary: string
}

/** A line chart of a run over time. */
export function TimeChart({ course, names, summary }: TimeChartProps) {
  const { number, abbreviated } = useDisplay()
  const moments = useMoments()
  const words: ChartWords = { names, number, abbreviated, moments }
  return (
    <ChartCanvas
      summary={summary}
      plugin={marks}
      draw={colours => ({
        data: chartData(course, colours, words),
        options: chartOptions(course, colours, words),
      })}
    />
  )
}
