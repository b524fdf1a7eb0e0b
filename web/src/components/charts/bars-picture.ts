import type { ChartTone } from './chart-colours.ts'
import { type Picture, write } from './picture.ts'

export interface PictureBar {
  label: string
  /** Formatted value at the end of the row. */
  value: string
  /** Stacked parts, each as a share of the longest bar. */
  parts: readonly { share: number; tone: ChartTone }[]
}

/** Sizes in px. */
const ROW = 28
const LABELS = 150
const BARS = 300
const VALUES = 110
const GAP = 12
const THICK = 8

/** A bar chart with names on the left and values on the right. */
export function barsPicture(bars: readonly PictureBar[]): Pick<Picture, 'width' | 'height' | 'paint'> {
  const paint: Picture['paint'] = (context, colours) => {
    const font = `12px ${colours.font}`
    bars.forEach(({ label, value, parts }, row) => {
      const y = (row + 0.5) * ROW
      write(context, label, { y: y + 4, font, colour: colours.text, room: LABELS })
      let x = LABELS + GAP
      for (const { share, tone } of parts) {
        context.fillStyle = colours[`chart-${tone}`]
        context.fillRect(x, y - THICK / 2, share * BARS, THICK)
        x += share * BARS
      }
      write(context, value, {
        x: LABELS + GAP + BARS + GAP,
        y: y + 4,
        font,
        colour: colours['text-2'],
        room: VALUES,
      })
    })
  }
  return { width: LABELS + GAP + BARS + GAP + VALUES, height: Math.max(1, bars.length) * ROW, paint }
}
