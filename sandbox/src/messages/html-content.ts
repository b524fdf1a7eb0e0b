import { Parser } from 'htmlparser2'

// Extracts links, images and plain text from the HTML of a mail. The result is never shown as HTML.

export interface HtmlLink {
  href: string
  text: string
  /** The reader can't see it; only bots follow such links. */
  hidden: boolean
}

export interface HtmlContent {
  links: HtmlLink[]
  /** Addresses of the images, in order. */
  images: string[]
  text: string
}

const NOT_CONTENT = new Set(['style', 'script', 'head', 'title'])
const BREAKS_LINE = /^(?:br|p|div|tr|table|h[1-4]|li|ul|ol|hr|section)$/
const HIDDEN_STYLE = /display\s*:\s*none|visibility\s*:\s*hidden|font-size\s*:\s*0(?![.\d])|opacity\s*:\s*0(?![.\d])/i

/** Links, images and text of an HTML document. */
export function readHtml(html: string): HtmlContent {
  const content: HtmlContent = { links: [], images: [], text: '' }
  const open = [{ isHidden: false, isContent: true }]
  const above = () => open.at(-1) ?? { isHidden: false, isContent: true }
  let link: HtmlLink | undefined
  const parser = new Parser({
    onopentag(name, { href, src, style = '', hidden }) {
      const isHidden = above().isHidden || hidden !== undefined || HIDDEN_STYLE.test(style)
      const isContent = above().isContent && !NOT_CONTENT.has(name)
      open.push({ isHidden, isContent })
      if (!isContent) return
      if (BREAKS_LINE.test(name)) content.text += '\n'
      if (name === 'img' && src) content.images.push(src.trim())
      if (name !== 'a') return
      link = href ? { href: href.trim(), text: '', hidden: isHidden } : undefined
      if (link) content.links.push(link)
    },
    ontext(data) {
      const { isHidden, isContent } = above()
      const words = isContent ? data.replace(/\s+/g, ' ') : ''
      if (link) link.text += words
      if (!isHidden) content.text += words
    },
    onclosetag(name, isImplied) {
      if (open.pop()?.isContent && !isImplied && BREAKS_LINE.test(name)) content.text += '\n'
      if (name === 'a') link = undefined
    },
  })
  parser.end(html)
  content.text = tidy(content.text)
  return content
}

/** The http and https addresses in a plain text, without duplicates. */
export function readTextLinks(text: string): string[] {
  const found = text.match(/https?:\/\/[^\s<>"']+/gi) ?? []
  return [...new Set(found.map(url => url.replace(/(?<![).,;:!?\]])[).,;:!?\]]+$/, '')))]
}

function tidy(text: string): string {
  return text
    .replace(/[ \t\n]+/g, run => (run.includes('\n') ? run.replaceAll(/[ \t]/g, '') : ' '))
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}
