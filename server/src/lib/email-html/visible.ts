/** The visible text of an email's HTML, with the styles that the markup itself sets. */
import { maskConstructs, readConstructs } from '../liquid/constructs.ts'
import { blankComments, type HtmlTag, readHtmlLayout } from '../liquid/html-layout.ts'
import { type Colour, colourOf } from './colours.ts'
import { declarationsOf, declaresColours } from './styles.ts'

export interface VisibleText {
  text: string
  at: number
  /** Null if unknown: a field, an image or a style sheet decides. */
  colour: Colour | null
  background: Colour | null
  sizePx: number
  isBold: boolean
}

export interface VisibleHtml {
  texts: VisibleText[]
  images: readonly HtmlTag[]
  /** The HTML with everything but visible text blanked: the same length, fields as letters. */
  page: string
}

type Shown = Omit<VisibleText, 'text' | 'at'> & { element: string; isHidden: boolean }

const VOID: ReadonlySet<string> = new Set('area base br col embed hr img input link meta source track wbr'.split(' '))
const UNSEEN: ReadonlySet<string> = new Set(['head', 'script', 'style', 'title', 'noscript'])
const HEADING_PX: Readonly<Record<string, number>> = { h1: 32, h2: 24, h3: 18.72 }
const BOLD: ReadonlySet<string> = new Set(['b', 'strong', 'th', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6'])
const LINK: Colour = [0, 0, 238]

/** The template must be free of syntax errors. */
export function readVisible(html: string): VisibleHtml {
  const markup = blankComments(maskConstructs(html, readConstructs(html)))
  const { tags, spans } = readHtmlLayout(markup)
  const isStyled = spans.some(({ kind, begin, end }) => kind === 'style' && declaresColours(markup.slice(begin, end)))
  const open: Shown[] = [plain(isStyled)]
  const texts: VisibleText[] = []
  const page: string[] = []
  let at = 0
  const takeText = (end: number): void => {
    const { element: _, isHidden, ...shown } = open.at(-1) ?? plain(isStyled)
    const text = markup.slice(at, end)
    page.push(isHidden ? ' '.repeat(text.length) : text)
    const begin = text.search(/\S/)
    if (!isHidden && begin !== -1) texts.push({ ...shown, text: text.trim(), at: at + begin })
  }
  for (const tag of tags) {
    if (tag.begin < at) continue
    takeText(tag.begin)
    page.push(' '.repeat(tag.end - tag.begin))
    at = tag.end
    follow(open, tag, markup, isStyled)
  }
  takeText(markup.length)
  return { texts, page: page.join(''), images: tags.filter(({ element, closing }) => element === 'img' && !closing) }
}

function follow(open: Shown[], tag: HtmlTag, markup: string, isStyled: boolean): void {
  const { element, closing, end } = tag
  if (closing) {
    const from = open.findLastIndex(shown => shown.element === element)
    if (from > 0) open.length = from
  } else if (!VOID.has(element) && markup[end - 2] !== '/' && open.length < DEEPEST) {
    open.push(shownIn(open.at(-1) ?? plain(isStyled), tag, markup, isStyled))
  }
}

/** Deeper elements get the look of this depth. */
const DEEPEST = 500

function plain(isStyled: boolean): Shown {
  const [colour, background]: (Colour | null)[] = isStyled
    ? [null, null]
    : [
        [0, 0, 0],
        [255, 255, 255],
      ]
  return {
    element: '',
    colour: colour ?? null,
    background: background ?? null,
    sizePx: 16,
    isBold: false,
    isHidden: false,
  }
}

function shownIn(outside: Shown, { element, attributes }: HtmlTag, markup: string, isStyled: boolean): Shown {
  const valueOf = (wanted: string): string | undefined => {
    const found = attributes.find(({ name }) => name === wanted)
    return found && markup.slice(found.begin, found.end)
  }
  const styles = declarationsOf(valueOf('style') ?? '')
  const styledElsewhere = isStyled && attributes.some(({ name }) => name === 'class' || name === 'id')
  const inherited = {
    colour: styledElsewhere ? null : element === 'a' ? (isStyled ? null : LINK) : outside.colour,
    background: styledElsewhere ? null : outside.background,
  }
  return {
    element,
    colour: chosen(styles.get('color') ?? valueOf('color'), inherited.colour),
    background:
      valueOf('background') === undefined ? backgroundOf(styles, valueOf('bgcolor'), inherited.background) : null,
    sizePx: sizeOf(styles.get('font-size')) ?? HEADING_PX[element] ?? outside.sizePx,
    isBold: weightOf(styles.get('font-weight')) ?? (BOLD.has(element) || outside.isBold),
    isHidden: outside.isHidden || UNSEEN.has(element) || hides(styles),
  }
}

function chosen(said: string | undefined, inherited: Colour | null): Colour | null {
  return said === undefined || said === 'inherit' || said === 'transparent' ? inherited : (colourOf(said) ?? null)
}

function backgroundOf(
  styles: ReadonlyMap<string, string>,
  attribute: string | undefined,
  inherited: Colour | null,
): Colour | null {
  const image = styles.get('background-image') ?? 'none'
  const whole = styles.get('background')
  if (image !== 'none' || /url\(|gradient/.test(whole ?? '')) return null
  const words = whole?.match(/rgb\([^()]*\)|[#\w]+/g)?.find(word => colourOf(word) !== undefined)
  const isNone = whole === 'none' || whole === 'transparent'
  return chosen(styles.get('background-color') ?? words ?? (isNone ? undefined : whole) ?? attribute, inherited)
}

function sizeOf(said: string | undefined): number | undefined {
  const [, amount, unit] = /^([\d.]{1,8})(px|pt)$/.exec(said ?? '') ?? []
  return amount === undefined ? undefined : Number(amount) * (unit === 'pt' ? 4 / 3 : 1)
}

function weightOf(said: string | undefined): boolean | undefined {
  if (said === undefined) return undefined
  return said.startsWith('bold') || Number(said) >= 700
}

function hides(styles: ReadonlyMap<string, string>): boolean {
  return (
    styles.get('display') === 'none' ||
    styles.get('visibility') === 'hidden' ||
    styles.get('mso-hide') === 'all' ||
    Number(styles.get('opacity') ?? 1) === 0 ||
    /^0(?:px)?$/.test(styles.get('max-height') ?? '')
  )
}
