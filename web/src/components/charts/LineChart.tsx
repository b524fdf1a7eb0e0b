// Loaded lazily together with Chart.js, when a chart is shown.
import type { RefObject } from 'react'
import { ChartCanvas } from './ChartCanvas.tsx'
import { lineDrawing, type LineRows, type LineWords } from './line-parts.ts'

export interface LineChartProps {
  rows: LineRows
  words: LineWords
  /** The chart in one sentence. */
  summary: string
  canvasRef?: RefObject<HTMLCanvasElement | null>
}

/** Lines over days or hours. */
export function LineChart({ rows, words, summary, canvasRef }: LineChartProps) {
  return <ChartCanvas summary={summary} canvasRef={canvasRef} draw={colours => lineDrawing(rows, colours, words)} />
}
