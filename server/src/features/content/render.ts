/** Renders Markdown as a page: its title, and its sections with their headings as HTML that cannot run anything. */
import { Lexer, marked, Parser, type Token, type Tokens } from 'marked'
import sanitizeHtml from 'sanitize-html'

export interface Text {
  title: string
  /** From the front matter: the day on which the text was last changed. */
  updated: Date | undefined
  /** HTML before the first heading of the second level. */
  intro: string
  parts: Part[]
}

/** The section below a heading of the second level. */
export interface Part {
  id: string
  /** Without markup. */
  heading: string
  headingHtml: string
  /** Of an entry of the changelog, as YYYY-MM-DD. */
  day: string | undefined
  html: string
}

/** A text that cannot be a page. Its message says what to do, for the operator who wrote the file. */
export class TextError extends Error {}

/** Rewrites the address of a link or an image. */
export type AddressOf = (address: string) => string

const FRONT_MATTER = /^---\r?\nupdated: (\d{4}-\d{2}-\d{2})\r?\n---\r?\n/
const DATED = /^(\d{4}-\d{2}-\d{2}): (\S.*)$/s

/** Reads a file of the content folders. Throws TextError. */
export function renderText(source: string, addressOf: AddressOf): Text {
  const front = FRONT_MATTER.exec(source)
  const tokens = marked.lexer(source.slice(front?.[0].length ?? 0)).filter(({ type }) => type !== 'space')
  const [first, ...rest] = tokens
  if (!isHeading(first, 1)) throw new TextError('begins with its title, as in "# About us"')
  const starts = rest.flatMap((token, index) => (isHeading(token, 2) ? [index] : []))
  const clean = (some: Token[]) => sanitizeHtml(Parser.parse(some), rulesOf(addressOf))
  const parts = starts.map((start, index) => {
    const heading = rest[start] as Tokens.Heading
    const [, day, words] = DATED.exec(heading.text) ?? []
    const inline = words === undefined ? heading.tokens : Lexer.lexInline(words)
    return {
      day: day === undefined ? undefined : realDay(day),
      heading: plainText(inline),
      headingHtml: sanitizeHtml(Parser.parseInline(inline), rulesOf(addressOf)),
      html: clean(rest.slice(start + 1, starts[index + 1])),
    }
  })
  return {
    title: plainText(first.tokens),
    updated: front?.[1] === undefined ? undefined : new Date(realDay(front[1])),
    intro: clean(rest.slice(0, starts[0])),
    parts: withIds(parts),
  }
}

function isHeading(token: Token | undefined, depth: number): token is Tokens.Heading {
  return token?.type === 'heading' && (token as Tokens.Heading).depth === depth
}

/** Returns the day as written. Throws TextError if there is no such day. */
function realDay(day: string): string {
  const time = Date.parse(day)
  if (Number.isNaN(time) || !new Date(time).toISOString().startsWith(day)) {
    throw new TextError(`names ${day}, which is no day`)
  }
  return day
}

function plainText(tokens: readonly Token[]): string {
  return tokens
    .map(token => {
      const { type, tokens: inner, text = '' } = token as { type: string; tokens?: Token[]; text?: string }
      if (type === 'html') return ''
      return inner === undefined ? text : plainText(inner)
    })
    .join('')
}

/** Ids that the dashboard uses itself. */
const TAKEN = ['main', 'root']

/**
 * Adds an id to each section. That of an entry is its day; of several entries on a day, the oldest keeps the plain day, so that links stay
 * valid when an entry is added on top.
 */
function withIds(parts: Omit<Part, 'id'>[]): Part[] {
  const used = new Map(TAKEN.map(id => [id, 1]))
  const numbered = (id: string): string => {
    const count = (used.get(id) ?? 0) + 1
    used.set(id, count)
    return count === 1 ? id : `${id}-${count}`
  }
  return parts
    .toReversed()
    .map(part => ({ ...part, id: numbered(part.day ?? slugOf(part.heading)) }))
    .toReversed()
}

/** Letters and digits of any script; marks belong to their letters. */
function slugOf(heading: string): string {
  const words = heading
    .normalize('NFC')
    .toLowerCase()
    .match(/[\p{L}\p{M}\p{N}]+/gu)
  return words === null ? 'part' : words.join('-')
}

const TEXT_TAGS = ['p', 'br', 'hr', 'a', 'strong', 'b', 'em', 'i', 'del', 'code', 'kbd', 'sub', 'sup', 'img']
const BLOCK_TAGS = ['h3', 'h4', 'ul', 'ol', 'li', 'dl', 'dt', 'dd', 'pre', 'blockquote']
const TABLE_TAGS = ['table', 'thead', 'tbody', 'tr', 'th', 'td']

/** Allowed HTML, including that which Markdown produces: no script, style, form, frame, handler or id. */
function rulesOf(addressOf: AddressOf): sanitizeHtml.IOptions {
  const rewritten = (name: 'href' | 'src') => (tagName: string, attribs: sanitizeHtml.Attributes) => {
    const address = attribs[name]
    return { tagName, attribs: { ...attribs, ...(address !== undefined && { [name]: addressOf(address) }) } }
  }
  return {
    allowedTags: [...TEXT_TAGS, ...BLOCK_TAGS, ...TABLE_TAGS],
    allowedAttributes: {
      a: ['href', 'title'],
      img: ['src', 'alt', 'title', 'width', 'height'],
      ol: ['start'],
      th: ['align', 'scope'],
      td: ['align'],
    },
    allowedSchemes: ['https', 'http', 'mailto', 'tel'],
    // The dashboard's content policy lets no other pictures in.
    allowedSchemesByTag: { img: ['https'] },
    allowProtocolRelative: false,
    transformTags: { a: rewritten('href'), img: rewritten('src') },
  }
}
