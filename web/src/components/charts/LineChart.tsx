// Loaded with Chart.js, where a chart is shown.
import type { RefObject } from 'react'
import { ChartCanvas } from './ChartCanvas.tsx'
import { lineDrawing, type LineRows, type LineWords } from './line-parts.ts'

export interface LineChartProps {
  rows: LineRows
  words: LineWords
  /** The whole chart in one sentence. */
  summary: string
  canvasRef?: RefObject<HTMLCanvasElement | null>
}

/** Lines over a row of days or hours. */
export function LineChart({ rows, words, summary, canvasRef }: LineChartProps) {
  return <ChartCanvas summary={summary} canvasRef={canvasRef} draw={colours => lineDrawing(rows, colours, words)} />
}
