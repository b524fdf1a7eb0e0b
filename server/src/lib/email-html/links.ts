/**
 * Finds the links of an email's template and replaces each address with a merge field, so that every recipient gets a tracked one. Nothing
 * else of the source changes, not a byte: it is edited by ranges, never parsed and printed again.
 */
import { MAIL_FIELDS } from '@notifly/contracts/templates/sender-fields'
import { Parser } from 'htmlparser2'
import { blockRanges, type Construct, maskConstructs, readConstructs } from '../liquid/constructs.ts'
import { type HtmlAttribute, type HtmlLayout, type HtmlTag, readHtmlLayout } from '../liquid/html-layout.ts'

/** Prefix of the field that replaces a tracked address; the link's index follows. */
export const LINK_FIELD_PREFIX = 'notifly_link_'

export interface TrackedLink {
  /** Index among the tracked links. */
  index: number
  /** The address as a template of kind `url`, its HTML entities decoded. */
  url: string
  /** Name of the field that replaces it. */
  field: string
  /** The address is a single field of the contact: a link only for contacts with an address in it. */
  isField?: true
}

const LINK_ELEMENTS: ReadonlySet<string> = new Set(['a', 'area'])

/**
 * Replaces each trackable address by `{{ notifly_link_N }}`. Left alone: anything but web addresses (mailto:, tel:, #...), elements with
 * `data-notrack`, addresses built from the sender's own fields (the unsubscribe link), and those that need names which exist only inside
 * the template (loop variables, assigned ones). The template must be free of syntax errors. `first` is the first link's index.
 */
export function trackLinks(html: string, first = 0): { html: string; links: TrackedLink[] } {
  const constructs = readConstructs(html)
  const layout = readHtmlLayout(maskConstructs(html, constructs))
  const locals = localNames(constructs)
  const hidden = [...blockRanges(constructs, 'comment'), ...blockRanges(constructs, 'capture')]
  const links: TrackedLink[] = []
  const pieces: string[] = []
  let at = 0
  for (const tag of layout.tags) {
    const address = addressOf(tag)
    if (!address || isHidden(hidden, address)) continue
    const inside = constructs.filter(({ begin, end }) => address.begin <= begin && end <= address.end)
    if (!isTrackable(html.slice(address.begin, address.end), inside, locals)) continue
    const index = first + links.length
    const field = `${LINK_FIELD_PREFIX}${index}`
    links.push({ index, url: decodeAddress(html, address, inside), field })
    const quote = address.quoted ? '' : '"'
    pieces.push(html.slice(at, address.begin), `${quote}{{ ${field} }}${quote}`)
    at = address.end
  }
  pieces.push(html.slice(at))
  return { html: pieces.join(''), links }
}

/** The numbers of the tracked links in a source that `trackLinks` has written, each once. */
export function linkNumbers(html: string): number[] {
  return [...new Set([...html.matchAll(LINK_FIELDS)].map(([, no]) => Number(no)))]
}

const LINK_FIELDS = new RegExp(`${LINK_FIELD_PREFIX}(\\d{1,4})`, 'g')

/** Whether the email has a link to the recipient's own unsubscribe page. */
export function hasUnsubscribeLink(html: string): boolean {
  const constructs = readConstructs(html)
  const layout = readHtmlLayout(maskConstructs(html, constructs))
  return layout.tags.some(tag => {
    const address = addressOf(tag)
    if (!address) return false
    return constructs.some(
      ({ begin, end, content }) =>
        address.begin <= begin && end <= address.end && readsField(content, 'unsubscribe_url'),
    )
  })
}

/** Offset before the closing body tag, or the end of a source without one. */
export function endOfBody(html: string, layout: HtmlLayout): number {
  const last = layout.tags.findLast(({ element, closing }) => closing && (element === 'body' || element === 'html'))
  const body = layout.tags.findLast(({ element, closing }) => closing && element === 'body')
  return (body ?? last)?.begin ?? html.length
}

function addressOf(tag: HtmlTag): HtmlAttribute | undefined {
  const isLink = LINK_ELEMENTS.has(tag.element) || (tag.conditional && tag.element.startsWith('v:'))
  if (tag.closing || !isLink || tag.attributes.some(({ name }) => name === 'data-notrack')) return undefined
  const address = tag.attributes.find(({ name }) => name === 'href')
  return address && address.end > address.begin ? address : undefined
}

function isTrackable(value: string, inside: readonly Construct[], locals: ReadonlySet<string>): boolean {
  const isWeb = /^\s*(?:https?:\/\/|\{\{|\{%)/i.test(value)
  const own = inside.some(({ content }) => MAIL_FIELDS.some(field => readsField(content, field)))
  const local = inside.some(({ content }) => [...locals].some(name => readsField(content, name)))
  return isWeb && !own && !local
}

function readsField(content: string, field: string): boolean {
  return new RegExp(`(?<![\\w.'"-])${escapePattern(field)}(?![\\w-])`).test(content)
}

function escapePattern(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}

function localNames(constructs: readonly Construct[]): Set<string> {
  const names = new Set<string>()
  for (const { kind, content } of constructs) {
    const name = kind === 'tag' ? /^(?:assign|capture|for)\s+['"]?([^\s=,'"]+)/.exec(content)?.[1] : undefined
    if (name) names.add(name)
    if (content.startsWith('for')) names.add('forloop')
  }
  return names
}

/** Comments are not sent; captured markup is escaped when it is printed, so an address in it is text. */
function isHidden(hidden: readonly { begin: number; end: number }[], address: HtmlAttribute): boolean {
  return hidden.some(({ begin, end }) => begin < address.begin && address.end < end)
}

/** Entities belong to the markup, not to the address; inside Liquid there are none. */
function decodeAddress(html: string, address: HtmlAttribute, inside: readonly Construct[]): string {
  let url = ''
  let at = address.begin
  for (const { begin, end } of inside) {
    url += decodeEntities(html.slice(at, begin)) + html.slice(begin, end)
    at = end
  }
  return (url + decodeEntities(html.slice(at, address.end))).trim()
}

function decodeEntities(value: string): string {
  let decoded = ''
  const parser = new Parser({ onattribute: (_name, text) => (decoded = text) })
  parser.end(`<a href="${value.replaceAll('"', '&quot;')}">`)
  return decoded
}

// Adds what the recipient does not see: the open pixel and, on request, more.

/** The field that becomes the pixel's address. */
export const OPEN_PIXEL_FIELD = 'notifly_open'

/** Inserts the open pixel just before the end of the body. `unseen`: markup to insert before it, the hidden link that exposes bots. */
export function addOpenPixel(html: string, unseen = ''): string {
  const at = endOfBody(html, readHtmlLayout(maskConstructs(html, readConstructs(html))))
  const style = 'display:block;width:1px;height:1px;border:0'
  const pixel = `<img src="{{ ${OPEN_PIXEL_FIELD} }}" width="1" height="1" alt="" style="${style}">`
  return html.slice(0, at) + unseen + pixel + html.slice(at)
}
