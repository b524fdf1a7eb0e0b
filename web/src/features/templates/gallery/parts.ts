/** What the designs are made of: MJML in the brand, words of the catalogue `gallery`. The catalogue's texts are ours: HTML as it is. */
import { BUTTON_SHAPES } from '@notifly/contracts/brand/brand'
import { inHtml } from '../../../components/email/image-tag.ts'
import { type BlockLook, groupOf, inside, newBlock, newDocument, PAGE_LINK } from '../visual/model/new-blocks.ts'
import { darkStyle } from './dark-style.ts'
import type { Palette } from './palette.ts'

/** What a design is written with. */
export interface DesignLook extends BlockLook {
  colors: Palette
  /** Words of this design, or of `shared`. */
  say: (key: string) => string
}

/** One row of a design; what is behind it decides its corners and its look in dark mode. */
export interface Row {
  columns: readonly string[]
  tone: 'card' | 'band' | 'page'
  padding: string
  /** Drawn once for each entry of this list. */
  each?: string
}

type Align = 'left' | 'center' | 'right'

/** Columns side by side, below each other on a phone. */
export function row(columns: readonly string[], padding = '8px 12px'): Row {
  return { columns, tone: 'card', padding }
}

/** The same on the brand's main colour. */
export function band(columns: readonly string[], padding = '36px 12px'): Row {
  return { columns, tone: 'band', padding }
}

/** Columns that stay side by side on a phone. */
export function sideBySide(columns: readonly string[], padding = '8px 12px'): Row {
  return row([`<mj-group>\n${inside(columns)}\n</mj-group>`], padding)
}

export function column(blocks: readonly string[], attributes = ''): string {
  return `<mj-column${attributes && ` ${attributes}`}>\n${inside(blocks)}\n</mj-column>`
}

/** A column on a soft ground. */
export function panel({ colors }: DesignLook, blocks: readonly string[], attributes = ''): string {
  return column(
    blocks,
    `background-color="${colors.tint}" border-radius="8px" padding="14px 0" css-class="tint"${attributes && ` ${attributes}`}`,
  )
}

interface TextLook {
  align?: Align
  color?: string
  size?: number
  weight?: number
  /** Its class in dark mode. */
  dark?: 'quiet' | 'accent' | 'kept'
  padding?: string
  spacing?: string
}

export function text(html: string, look: TextLook = {}): string {
  return textOf(`<p style="margin: 0">${html}</p>`, look)
}

export function heading(html: string, level: 1 | 2 | 3, look: TextLook = {}): string {
  const size = look.size ?? [30, 22, 17][level - 1]
  const tag = `h${level}`
  const inner = `<${tag} style="margin: 0; font-size: inherit; font-weight: 700">${html}</${tag}>`
  return textOf(inner, { ...look, ...(size !== undefined && { size }) }, level === 3 ? '1.4' : '1.2')
}

/** The small line above a headline. */
export function eyebrow(html: string, color: string, look: TextLook = {}): string {
  return text(html, { size: 14, weight: 600, spacing: '0.4px', padding: '6px 25px 0', color, ...look })
}

function textOf(html: string, look: TextLook, lineHeight?: string): string {
  const { align, color, size, weight, dark, padding, spacing } = look
  const attributes = [
    align && `align="${align}"`,
    color && `color="${color}"`,
    size && `font-size="${size}px"`,
    weight && `font-weight="${weight}"`,
    spacing && `letter-spacing="${spacing}"`,
    lineHeight && `line-height="${lineHeight}"`,
    padding && `padding="${padding}"`,
    dark && `css-class="${dark}"`,
  ].filter(Boolean)
  return `<mj-text${attributes.map(each => ` ${String(each)}`).join('')}>${html}</mj-text>`
}

export function quiet({ colors }: DesignLook, html: string, look: TextLook = {}): string {
  return text(html, { color: colors.quiet, size: 14, dark: 'quiet', ...look })
}

export function button(label: string, align: Align = 'left', href = PAGE_LINK): string {
  return `<mj-button href="${href}" align="${align}" padding="16px 25px">${label}</mj-button>`
}

/** On the brand's main colour. */
export function bandButton({ colors }: DesignLook, label: string, align: Align = 'left', href = PAGE_LINK): string {
  return `<mj-button href="${href}" align="${align}" padding="16px 25px" background-color="${colors.onPrimary}" color="${colors.primary}" css-class="on-band">${label}</mj-button>`
}

/** One of several answers. */
export function softButton({ colors }: DesignLook, label: string, attributes = '', href = PAGE_LINK): string {
  return `<mj-button href="${href}" background-color="${colors.tint}" color="${colors.accent}" css-class="soft"${attributes && ` ${attributes}`}>${label}</mj-button>`
}

export function divider(): string {
  return '<mj-divider border-width="1px" border-color="#d9dde3" padding="8px 25px" css-class="line" />'
}

export function link({ colors }: DesignLook, label: string): string {
  return `<a href="${PAGE_LINK}" style="color: ${colors.link}">${label}</a>`
}

/** A number in a circle beside its words. */
export function step(look: DesignLook, number: number, title: string, words: string): Row {
  const { colors } = look
  const circle = `<span style="display: inline-block; width: 34px; height: 34px; line-height: 34px; border-radius: 17px; text-align: center; font-weight: 700; background-color: ${colors.primary}; color: ${colors.onPrimary}">${number}</span>`
  return sideBySide([
    column([text(circle, { padding: '10px 0 10px 25px' })], 'width="18%"'),
    column(
      [heading(title, 3, { padding: '12px 25px 2px 8px' }), text(words, { padding: '0 25px 10px 8px' })],
      'width="82%"',
    ),
  ])
}

/** A value at the end of its line. */
export function line(label: string, value: string, look: TextLook = {}): Row {
  return sideBySide(
    [
      column([text(label, { padding: '4px 8px 4px 25px', ...look })], 'width="64%"'),
      column([text(value, { align: 'right', padding: '4px 25px 4px 0', ...look })], 'width="36%"'),
    ],
    '0 12px',
  )
}

/** A code to take along, between the words around it. */
export function coupon(look: DesignLook, label: string, code: string, note: string): Row {
  const center = { align: 'center', padding: '2px 25px' } as const
  const blocks = [
    quiet(look, label, center),
    text(`<strong>${code}</strong>`, {
      ...center,
      size: 28,
      spacing: '3px',
      color: look.colors.accent,
      dark: 'accent',
    }),
    quiet(look, note, center),
  ]
  return row([panel(look, blocks, `border="2px dashed ${look.colors.accent}"`)], '20px 36px 8px')
}

/** Stands for a picture that the author may choose; a mail without one shows nothing in its place. */
export function picture(): string {
  return '<mj-image src="" padding="8px 25px" />'
}

/** "Hello Ana," */
export function hello({ say }: DesignLook): string {
  return text(say('shared.hello'))
}

/** The design's rows between the logo and the footer. `isPublic`: one that people show around has its link at the top, too. */
export function mailOf(look: DesignLook, rows: readonly Row[], isPublic: boolean): string {
  const { brand, colors } = look
  const isSquare = brand?.button === BUTTON_SHAPES[0]
  const printed = [
    rowSource(markRow(look, isPublic), colors),
    ...rows.map((each, at) => rowSource(each, colors, isSquare ? '' : cornersOf(at, rows.length))),
    newBlock('footer', look).replace('<mj-section', '<mj-section css-class="page" padding="20px 12px 28px"'),
  ]
  return newDocument(look, printed).replace('  </mj-head>', `${inside([inside(headOf(colors))])}\n  </mj-head>`)
}

function cornersOf(at: number, count: number): string {
  const [top, bottom] = [at === 0 ? '12px' : '0', at === count - 1 ? '12px' : '0']
  return top === '0' && bottom === '0' ? '' : `${top} ${top} ${bottom} ${bottom}`
}

function rowSource({ columns, tone, padding, each }: Row, colors: Palette, corners = ''): string {
  const ground = { card: '', band: colors.primary, page: colors.background }[tone]
  const attributes = [
    ground && `background-color="${ground}"`,
    `padding="${padding}"`,
    corners && `border-radius="${corners}"`,
    `css-class="${tone}"`,
  ].filter(Boolean)
  const section = `<mj-section ${attributes.join(' ')}>\n${inside(columns)}\n</mj-section>`
  return each === undefined ? section : groupOf(`for item in ${each}`, 'endfor', section)
}

/** The logo, or the name where there is none. */
function markRow({ brand, colors, word, say }: DesignLook, isPublic: boolean): Row {
  const name = brand ? brand.company || brand.name : say('shared.company')
  const logo = brand?.logo
  const mark = logo
    ? `<mj-image src="${inHtml(logo.address)}" alt="${inHtml(logo.alt || name)}" width="${Math.min(150, logo.width)}px" align="left" css-class="logo" />`
    : heading(inHtml(name), 3, { size: 18, color: colors.markInk, padding: '10px 0 10px 25px' })
  const look = { tone: 'page', padding: '20px 12px 10px' } as const
  if (!isPublic) return { ...look, columns: [column([mark])] }
  const ink = colors.markInk
  const address = `<a href="{{ view_in_browser_url }}" style="color: ${ink}">${inHtml(word('inBrowser'))}</a>`
  const view = text(address, { align: 'right', size: 13, color: ink, padding: '10px 25px 10px 0' })
  const middle = 'vertical-align="middle"'
  return { ...sideBySide([column([mark], `width="55%" ${middle}`), column([view], `width="45%" ${middle}`)]), ...look }
}

function headOf(colors: Palette): readonly string[] {
  return [
    '<mj-attributes>\n  <mj-section css-class="card" />\n  <mj-button css-class="cta" />\n</mj-attributes>',
    '<mj-raw>\n  <meta name="color-scheme" content="light dark" />\n  <meta name="supported-color-schemes" content="light dark" />\n</mj-raw>',
    `<mj-style>\n${inside(darkStyle(colors))}\n</mj-style>`,
  ]
}
