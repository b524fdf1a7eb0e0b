/** Streams the XML of workbooks as tags and texts, without a tree. Skips what is not an element (comments, declarations). */
import { damaged } from './zip.ts'

export interface XmlHandler {
  /** `attributes` is what follows the name in the tag. Names come without their prefix. */
  open: (name: string, attributes: string) => void
  close: (name: string) => void
  text?: (text: string) => void
}

/** No tag, comment or text of a workbook is longer. */
const PENDING_MAX = 4 * 1_048_576

/** Accepts XML in pieces that may end anywhere. Reads each character once, however long a tag is and wherever the pieces end. */
export class XmlScanner {
  private readonly handler: XmlHandler
  /** Text without markup, or markup that is not complete; all of it has been looked through. */
  private rest = ''
  /** The quote that is open at the end of `rest`, in a tag. */
  private quote = 0

  constructor(handler: XmlHandler) {
    this.handler = handler
  }

  /** Throws ImportFileError for what cannot be XML. */
  write(piece: string): void {
    const xml = this.rest + piece
    let at = 0
    let from = this.rest.length
    while (at < xml.length) {
      const isMarkup = xml.charCodeAt(at) === LESS
      const end = isMarkup ? this.markupEnd(xml, at, from) : xml.indexOf('<', from)
      if (end === -1) break
      if (isMarkup) this.take(xml, at, end)
      else this.handler.text?.(decodeEntities(xml.slice(at, end)))
      at = end
      from = end
      this.quote = 0
    }
    this.rest = xml.slice(at)
    if (this.rest.length > PENDING_MAX) throw damaged()
  }

  /** Throws ImportFileError when the text ends inside a tag. */
  end(): void {
    if (this.rest.trim() !== '') throw damaged()
  }

  /** Behind the markup that begins at `start` and has been looked through up to `from`; -1 while it is not complete. */
  private markupEnd(xml: string, start: number, from: number): number {
    if (xml.charCodeAt(start + 1) === BANG) {
      if (xml.length < start + 9) return -1
      if (xml.startsWith('<!--', start)) return after(xml, '-->', Math.max(start + 4, from - 2))
      if (xml.startsWith('<![CDATA[', start)) return after(xml, ']]>', Math.max(start + 9, from - 2))
      // Entities of its own are what makes a small text a large one; no workbook declares any.
      throw damaged()
    }
    let { quote } = this
    for (let at = Math.max(from, start + 1); at < xml.length; at++) {
      const code = xml.charCodeAt(at)
      // A value of an attribute may hold the sign that ends a tag.
      if (quote === 0) {
        if (code === GREATER) return at + 1
        if (code === DOUBLE_QUOTE || code === SINGLE_QUOTE) quote = code
      } else if (code === quote) quote = 0
    }
    this.quote = quote
    return -1
  }

  private take(xml: string, start: number, end: number): void {
    const second = xml.charCodeAt(start + 1)
    if (second === SLASH) this.handler.close(localName(xml.slice(start + 2, end - 1).trim()))
    else if (second === BANG) {
      if (xml.startsWith('<![CDATA[', start)) this.handler.text?.(xml.slice(start + 9, end - 3))
    } else if (second !== QUESTION) {
      const isEmpty = xml.charCodeAt(end - 2) === SLASH
      const tag = xml.slice(start + 1, isEmpty ? end - 2 : end - 1)
      const space = tag.search(/\s/)
      const name = localName(space === -1 ? tag : tag.slice(0, space))
      this.handler.open(name, space === -1 ? '' : tag.slice(space))
      if (isEmpty) this.handler.close(name)
    }
  }
}

const BANG = 33
const DOUBLE_QUOTE = 34
const SINGLE_QUOTE = 39
const SLASH = 47
const LESS = 60
const GREATER = 62
const QUESTION = 63

function after(xml: string, mark: string, from: number): number {
  const at = xml.indexOf(mark, from)
  return at === -1 ? -1 : at + mark.length
}

function localName(name: string): string {
  const colon = name.indexOf(':')
  return colon === -1 ? name : name.slice(colon + 1)
}

/** Returns a function that reads one attribute, by its name without prefix, from the attributes passed to `open`. */
export function attribute(name: string): (attributes: string) => string | undefined {
  const pattern = new RegExp(`\\s(?:[\\w.-]+:)?${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`)
  return attributes => {
    const found = pattern.exec(attributes)
    return found === null ? undefined : decodeEntities(found[1] ?? found[2] ?? '')
  }
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

function decodeEntities(text: string): string {
  if (!text.includes('&')) return text
  return text.replace(
    /&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|([a-z]+));/gi,
    (whole, hex?: string, decimal?: string, name?: string) => {
      if (name !== undefined) return ENTITIES[name] ?? whole
      const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)
      return code <= 0x10ffff ? String.fromCodePoint(code) : whole
    },
  )
}

/** Decodes characters that XML cannot contain and workbooks write as _x000D_ (ECMA-376-1, 22.9.2.19). */
export function unescapeText(text: string): string {
  if (!text.includes('_x')) return text
  return text.replace(/_x([0-9a-f]{4})_/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
}
