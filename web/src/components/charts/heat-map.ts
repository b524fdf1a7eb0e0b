/** A grid of cells, darker for higher values, for the page and for pictures of it. */
import { type Picture, write } from './picture.ts'

export interface HeatRow {
  label: string
  /** Of the most, 0 to 1. */
  shares: readonly number[]
}

/** A cell with few must differ from an empty one: the least share of the colour in percent, and what is added up to the maximum. */
const LEAST_PERCENT = 15

/** How much of the first series' colour a cell has, in percent; 0 where there is none. */
export function percentOfColour(share: number): number {
  return share === 0 ? 0 : Math.round(LEAST_PERCENT + share * (100 - LEAST_PERCENT))
}

/** In pixels. */
const CELL = { width: 22, height: 22, gap: 2 }
const LABELS = 44
const HEAD = 20

/** `columns`: words above the cells, empty where there is none. */
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
