/** A grid of cells, darker for higher values, for the page and for exported pictures. */
import { type Picture, write } from './picture.ts'

export interface HeatRow {
  label: string
  /** Shares of the maximum, 0 to 1. */
  shares: readonly number[]
}

/** Minimum share of the colour in percent, so that a cell with few differs from an empty one. */
const LEAST_PERCENT = 15

/** The share of the first series' colour in a cell, in percent; 0 for an empty cell. */
export function percentOfColour(share: number): number {
  return share === 0 ? 0 : Math.round(LEAST_PERCENT + share * (100 - LEAST_PERCENT))
}

/** Sizes in px. */
const CELL = { width: 22, height: 22, gap: 2 }
const LABELS = 44
const HEAD = 20

/** `columns`: labels above the cells, empty strings for none. */
export function heatPicture(
  rows: readonly HeatRow[],
  columns: readonly string[],
): Pick<Picture, 'width' | 'height' | 'paint'> {
  const paint: Picture['paint'] = (context, colours) => {
    const font = `11px ${colours.font}`
    const colour = colours['chart-axis']
    columns.forEach((text, at) => write(context, text, { x: LABELS + at * CELL.width, y: 12, font, colour }))
    rows.forEach(({ label, shares }, row) => {
      const y = HEAD + row * CELL.height
      write(context, label, { y: y + 15, font, colour, room: LABELS - CELL.gap })
      shares.forEach((share, at) => {
        const percent = percentOfColour(share)
        context.fillStyle =
          percent === 0
            ? colours['chart-grid']
            : `color-mix(in srgb, ${colours['chart-1']} ${percent}%, ${colours.surface})`
        context.fillRect(LABELS + at * CELL.width, y, CELL.width - CELL.gap, CELL.height - CELL.gap)
      })
    })
  }
  return { width: LABELS + columns.length * CELL.width, height: HEAD + rows.length * CELL.height, paint }
}
