/**
 * Where tags, attribute values, comments, styles and scripts of an HTML source begin and end. Only ranges are reported, nothing is
 * rebuilt, so callers can change single values and leave every other byte alone. Tags inside Outlook's conditional comments count: there
 * they are markup.
 */
import { QuoteType, Tokenizer, type TokenizerCallbacks } from 'htmlparser2'

export interface HtmlAttribute {
  /** In lower case. */
  name: string
  /** Range of the value without its quotes; empty if there is none. */
  begin: number
  end: number
  quoted: boolean
}

export interface HtmlTag {
  /** In lower case. */
  element: string
  closing: boolean
  begin: number
  /** Just after the closing bracket. */
  end: number
  attributes: HtmlAttribute[]
  /** Inside a conditional comment. */
  conditional: boolean
}

export interface HtmlSpan {
  kind: 'comment' | 'script' | 'style'
  begin: number
  end: number
}

export interface HtmlLayout {
  tags: HtmlTag[]
  spans: HtmlSpan[]
}

/** Reads the layout of a whole document or fragment. Tags come in source order. */
export function readHtmlLayout(html: string): HtmlLayout {
  const layout: HtmlLayout = { tags: [], spans: [] }
  readRange(html, 0, html.length, layout, false)
  layout.tags.sort((a, b) => a.begin - b.begin)
  return layout
}

/** Follows the tokenizer through one range; offsets are those of the whole source. */
class LayoutReader implements TokenizerCallbacks {
  private readonly html: string
  private readonly from: number
  private readonly to: number
  private readonly layout: HtmlLayout
  private readonly conditional: boolean
  private open: HtmlTag | undefined
  private attribute: HtmlAttribute | undefined
  private rawText: HtmlSpan | undefined

  constructor(html: string, from: number, to: number, layout: HtmlLayout, conditional: boolean) {
    this.html = html
    this.from = from
    this.to = to
    this.layout = layout
    this.conditional = conditional
  }

  onopentagname(start: number, end: number): void {
    this.open = this.addTag(start - 1, this.word(start, end), false)
  }

  onattribname(start: number, end: number): void {
    const at = this.from + end
    this.attribute = { name: this.word(start, end), begin: at, end: at, quoted: false }
    this.open?.attributes.push(this.attribute)
  }

  onattribdata(start: number, end: number): void {
    if (this.attribute) Object.assign(this.attribute, { begin: this.from + start, end: this.from + end })
  }

  onattribend(quote: QuoteType): void {
    if (this.attribute) this.attribute.quoted = quote === QuoteType.Double || quote === QuoteType.Single
    this.attribute = undefined
  }

  onopentagend(end: number): void {
    if (!this.open) return
    this.open.end = this.from + end + 1
    const { element } = this.open
    if (element === 'script' || element === 'style') {
      this.rawText = { kind: element, begin: this.open.end, end: this.to }
      this.layout.spans.push(this.rawText)
    }
    this.open = undefined
  }

  onselfclosingtag(end: number): void {
    if (this.open) this.open.end = this.from + end + 1
    this.open = undefined
  }

  onclosetag(start: number, end: number): void {
    const tag = this.addTag(start - 2, this.word(start, end), true)
    tag.end = this.html.indexOf('>', this.from + end) + 1 || this.to
    if (this.rawText) this.rawText.end = tag.begin
    this.rawText = undefined
  }

  oncomment(start: number, end: number, offset: number): void {
    const begin = this.from + start
    const stop = this.from + end - offset
    const condition = /^\s*\[if[^\]]*\]>/i.exec(this.html.slice(begin, stop))
    if (condition && !this.conditional) readRange(this.html, begin + condition[0].length, stop, this.layout, true)
    else this.onunseen(start, end - offset)
  }

  oncdata(start: number, end: number): void {
    this.onunseen(start, end)
  }

  ondeclaration(start: number, end: number): void {
    this.onunseen(start, end)
  }

  onprocessinginstruction(start: number, end: number): void {
    this.onunseen(start, end)
  }

  // Text and entities need no range.
  onattribentity(): void {}
  ontext(): void {}
  ontextentity(): void {}
  onend(): void {}

  private onunseen(start: number, end: number): void {
    this.layout.spans.push({ kind: 'comment', begin: this.from + start, end: this.from + end })
  }

  private addTag(start: number, element: string, closing: boolean): HtmlTag {
    const { conditional } = this
    const tag = { element, closing, begin: this.from + start, end: this.to, attributes: [], conditional }
    this.layout.tags.push(tag)
    return tag
  }

  private word(start: number, end: number): string {
    return this.html.slice(this.from + start, this.from + end).toLowerCase()
  }
}

function readRange(html: string, from: number, to: number, layout: HtmlLayout, conditional: boolean): void {
  const tokenizer = new Tokenizer({ decodeEntities: false }, new LayoutReader(html, from, to, layout, conditional))
  tokenizer.write(html.slice(from, to))
  tokenizer.end()
}

/** Returns the source at the same length with every comment blanked, conditional ones including their contents. */
export function blankComments(html: string): string {
  const pieces: string[] = []
  let at = 0
  for (let begin = html.indexOf('<!--'); begin !== -1; begin = html.indexOf('<!--', at)) {
    const close = html.indexOf('-->', begin + 2)
    const end = close === -1 ? html.length : close + 3
    pieces.push(
      html.slice(at, begin),
      html.slice(begin, end).replace(/[^\n]+/g, blanks => ' '.repeat(blanks.length)),
    )
    at = end
  }
  return [...pieces, html.slice(at)].join('')
}
