// Reads from the HTML of a mail what its reader would meet: links, images and plain text. A walk over the tags is enough: mails
// are not repaired the way a browser repairs them, and nothing here is ever shown as HTML.

export interface HtmlLink {
  href: string
  text: string
  /** The reader cannot see it: only machines follow such links. */
  hidden: boolean
}

export interface HtmlContent {
  links: HtmlLink[]
  /** Addresses of the images, in order. */
  images: string[]
  text: string
}

// What is never closed goes to the end, so that no part of a text is looked at twice.
const TOKEN =
  /<!--[^]*?(?:-->|$)|<(\/?)([a-z][a-z0-9]*)(?![a-z0-9])((?:"[^"]*(?:"|$)|'[^']*(?:'|$)|[^'">])*)(?:>|$)|[^<]+|</gi
const NOT_CONTENT = /<(style|script|head|title)\b[^>]*(?:>|$)[^]*?(?:<\/\1\s*>|$)/gi
const VOID = new Set(['area', 'base', 'br', 'col', 'hr', 'img', 'input', 'link', 'meta', 'source', 'wbr'])
const BREAKS_LINE = new Set([
  'br',
  'p',
  'div',
  'tr',
  'table',
  'h1',
  'h2',
  'h3',
  'h4',
  'li',
  'ul',
  'ol',
  'hr',
  'section',
])
const HIDDEN_STYLE = /display\s*:\s*none|visibility\s*:\s*hidden|font-size\s*:\s*0(?![.\d])|opacity\s*:\s*0(?![.\d])/i
const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }

interface OpenTag {
  name: string
  hidden: boolean
}

/** Links, images and text of an HTML document. */
export function readHtml(html: string): HtmlContent {
  const content: HtmlContent = { links: [], images: [], text: '' }
  const open: OpenTag[] = []
  let link: HtmlLink | undefined
  let text = ''
  for (const [token, slash, tag, attributes = ''] of html.replace(NOT_CONTENT, '').matchAll(TOKEN)) {
    const hidden = open.at(-1)?.hidden ?? false
    if (!tag) {
      const words = token.startsWith('<!') ? '' : decodeEntities(token).replace(/\s+/g, ' ')
      if (link) link.text += words
      if (!hidden) text += words
      continue
    }
    const name = tag.toLowerCase()
    if (BREAKS_LINE.has(name)) text += '\n'
    if (slash) {
      closeTag(open, name)
      if (name === 'a') link = undefined
      continue
    }
    const hides = hidden || isHiding(attributes)
    if (!VOID.has(name)) open.push({ name, hidden: hides })
    if (name === 'img') addImage(content, attributes)
    if (name !== 'a') continue
    const href = attribute(attributes, 'href')
    link = href ? { href, text: '', hidden: hides } : undefined
    if (link) content.links.push(link)
  }
  content.text = tidy(text)
  return content
}

/** The http and https addresses in plain text, each once. */
export function readTextLinks(text: string): string[] {
  const found = text.match(/https?:\/\/[^\s<>"']+/gi) ?? []
  return [...new Set(found.map(url => url.replace(/(?<![).,;:!?\]])[).,;:!?\]]+$/, '')))]
}

function isHiding(attributes: string): boolean {
  return (
    HIDDEN_STYLE.test(attribute(attributes, 'style') ?? '') || /(^|\s)hidden(\s|=|\/|$)/i.test(unquoted(attributes))
  )
}

function unquoted(attributes: string): string {
  return attributes.replace(/"[^"]*"|'[^']*'/g, '')
}

function addImage(content: HtmlContent, attributes: string): void {
  const src = attribute(attributes, 'src')
  if (src) content.images.push(src)
}

function closeTag(open: OpenTag[], name: string): void {
  const at = open.findLastIndex(tag => tag.name === name)
  if (at >= 0) open.length = at
}

function attribute(attributes: string, name: string): string | undefined {
  const match = new RegExp(`(?:^|\\s)${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s"'>]+))`, 'i').exec(attributes)
  const value = match && (match[1] ?? match[2] ?? match[3])
  return value === undefined || value === null ? undefined : decodeEntities(value).trim()
}

function decodeEntities(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]+));/gi, (whole, decimal, hex, name) => {
    if (name) return ENTITIES[name.toLowerCase()] ?? whole
    const point = decimal ? Number.parseInt(decimal, 10) : Number.parseInt(hex, 16)
    return point <= 0x10ffff ? String.fromCodePoint(point) : whole
  })
}

function tidy(text: string): string {
  return text
    .replace(/[ \t\n]+/g, run => (run.includes('\n') ? run.replaceAll(/[ \t]/g, '') : run))
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}
