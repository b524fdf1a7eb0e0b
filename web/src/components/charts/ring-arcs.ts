/** Positions of the slices on a ring, for the page and for exported pictures. */
import type { ChartTone } from './chart-colours.ts'

export interface Slice {
  id: string
  label: string
  value: number
  tone: ChartTone | 'rest'
}

export const SIZE = 132
export const MIDDLE = SIZE / 2
export const RADIUS = 52
export const STROKE = 18
export const AROUND = 2 * Math.PI * RADIUS
/** The gap between slices, and the minimum length of a visible slice. */
const GAP = 1.5
const LEAST = 1

/** Start and length of each slice. Slices below the minimum length take the difference from the others. */
export function arcsOf(slices: readonly Slice[]): (Slice & { begin: number; length: number })[] {
  const shown = slices.filter(({ value }) => value > 0)
  const total = shown.reduce((sum, { value }) => sum + value, 0)
  if (total === 0) return []
  const gap = shown.length > 1 ? GAP : 0
  const room = AROUND - shown.length * gap
  const lengths = shown.map(({ value }) => Math.max(LEAST, (value / total) * room))
  const scale = room / lengths.reduce((sum, length) => sum + length, 0)
  let begin = 0
  return shown.map((slice, index) => {
    const length = (lengths[index] ?? 0) * scale
    const arc = { ...slice, begin, length }
    begin += length + gap
    return arc
  })
}
