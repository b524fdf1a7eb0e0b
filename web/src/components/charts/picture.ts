/** A chart as a picture to download: title, caption, the chart and its legend. */
import { type ChartColours, chartColours, type ChartTone } from './chart-colours.ts'
import { arcsOf, AROUND, MIDDLE, RADIUS, SIZE, type Slice, STROKE } from './ring-arcs.ts'

export interface Picture {
  title: string
  /** Such as the days and the campaign. */
  caption: string
  legend: readonly { label: string; tone: ChartTone | 'prev' | 'rest' }[]
  /** In CSS px. */
  width: number
  height: number
  paint: (context: CanvasRenderingContext2D, colours: ChartColours) => void
}

/** Twice the page's resolution, for slides and print. */
const SCALE = 2
const EDGE = 24
const HEAD = 52
const LEGEND_LINE = 22
const LEAST_WIDTH = 420

/** A PNG in the page's current colours. Null if the browser can't create one. */
export function pictureOf(picture: Picture, beside: HTMLElement): Promise<Blob | null> {
  const colours = chartColours(beside)
  const canvas = document.createElement('canvas')
  const context = canvas.getContext('2d')
  if (context === null) return Promise.resolve(null)
  const width = Math.max(LEAST_WIDTH, picture.width)
  const font = `12px ${colours.font}`
  context.font = font
  const lines = legendLines(picture, context, width)
  canvas.width = (width + 2 * EDGE) * SCALE
  canvas.height = (HEAD + picture.height + 12 + lines.length * LEGEND_LINE + 2 * EDGE) * SCALE
  context.scale(SCALE, SCALE)
  context.fillStyle = colours.surface
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.translate(EDGE, EDGE)
  write(context, picture.title, { y: 14, font: `600 16px ${colours.font}`, colour: colours.text })
  write(context, picture.caption, { y: 34, font, colour: colours['chart-axis'] })
  context.save()
  context.translate(0, HEAD)
  picture.paint(context, colours)
  context.restore()
  lines.forEach((line, row) => {
    const y = HEAD + picture.height + 12 + (row + 0.5) * LEGEND_LINE
    for (const { label, tone, x } of line) {
      context.fillStyle = colours[`chart-${tone}`]
      context.fillRect(x, y - 4, 8, 8)
      write(context, label, { x: x + 14, y: y + 4, font, colour: colours['text-2'] })
    }
  })
  return new Promise(done => canvas.toBlob(done, 'image/png'))
}

interface Writing {
  x?: number
  y: number
  font: string
  colour: string
  /** Maximum width in px; longer text is condensed. */
  room?: number
}

/** `y` is the baseline. */
export function write(
  context: CanvasRenderingContext2D,
  text: string,
  { x = 0, y, font, colour, room }: Writing,
): void {
  context.font = font
  context.fillStyle = colour
  context.fillText(text, x, y, room)
}

/** The legend, wrapped into lines. */
function legendLines({ legend }: Picture, context: CanvasRenderingContext2D, width: number) {
  const lines: (Picture['legend'][number] & { x: number })[][] = []
  let x = 0
  for (const entry of legend) {
    const room = 14 + context.measureText(entry.label).width + 20
    if (lines.length === 0 || x + room > width + 20) {
      lines.push([])
      x = 0
    }
    lines.at(-1)?.push({ ...entry, x })
    x += room
  }
  return lines
}

/** A picture of a canvas on the page. */
export function canvasPicture(canvas: HTMLCanvasElement): Pick<Picture, 'width' | 'height' | 'paint'> {
  const { clientWidth: width, clientHeight: height } = canvas
  return { width, height, paint: context => context.drawImage(canvas, 0, 0, width, height) }
}

/** A picture of a ring chart; its numbers are in the legend. */
export function ringPicture(
  slices: readonly Slice[],
  figure: string,
  caption: string,
): Pick<Picture, 'width' | 'height' | 'paint'> {
  const paint: Picture['paint'] = (context, colours) => {
    context.lineWidth = STROKE
    for (const { tone, begin, length } of arcsOf(slices)) {
      const from = (begin / AROUND) * 2 * Math.PI - Math.PI / 2
      context.strokeStyle = colours[`chart-${tone}`]
      context.beginPath()
      context.arc(MIDDLE, MIDDLE, RADIUS, from, from + (length / AROUND) * 2 * Math.PI)
      context.stroke()
    }
    context.textAlign = 'center'
    write(context, figure, { x: MIDDLE, y: MIDDLE, font: `600 16px ${colours.font}`, colour: colours.text })
    write(context, caption, {
      x: MIDDLE,
      y: MIDDLE + 16,
      font: `11px ${colours.font}`,
      colour: colours['chart-axis'],
    })
  }
  return { width: SIZE, height: SIZE, paint }
}
