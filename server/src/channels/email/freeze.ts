/**
 * The content of a run of mails: what the campaign said, completed once with everything that no recipient changes. Footer, tracked
 * links, pixel and text part are worked out here, so that workers only fill in fields.
 */
import {
  endOfBody,
  hasUnsubscribeLink,
  trackLinks,
  type TrackedLink,
  addOpenPixel,
} from '../../lib/email-html/links.ts'
import { toText } from '../../lib/email-html/to-text.ts'
import { escapeHtml } from '../../lib/liquid/writers.ts'
import { compileTemplate } from '../../lib/liquid/compile.ts'
import { maskConstructs, readConstructs } from '../../lib/liquid/constructs.ts'
import { readHtmlLayout } from '../../lib/liquid/html-layout.ts'
import { TRAP_LINK_NO } from '../../lib/delivery-token.ts'

/** Liquid sources and sender of an e-mail campaign. */
export interface EmailContent {
  subject: string
  preheader?: string
  html: string
  /** Written from the HTML when absent. */
  text?: string
  /** The configuration's name when absent. */
  fromName?: string
  replyTo?: string
  /** The body is a template's: what is missing has to be mended there. */
  isFromTemplate?: boolean
}

/** What `run.content` holds: sources whose links, footer and pixel are in place. */
export interface FrozenEmail {
  subject: string
  html: string
  text: string
  fromName?: string
  replyTo?: string
  /** Behind the @ of each Message-ID, the same for every attempt. */
  messageIdDomain: string
}

export const TRAP_FIELD = 'notifly_trap'

/** Completes and checks a content. Throws TemplateInvalid. `firstLinkNo`: contents of one run share the numbers of links. */
export function freezeContent(
  content: EmailContent,
  messageIdDomain: string,
  firstLinkNo = 0,
): { content: FrozenEmail; links: TrackedLink[] } {
  // Checked first: the edits below expect a source without errors.
  compileTemplate(content.subject, 'subject')
  compileTemplate(content.html, 'html')
  const complete = withPreheader(withUnsubscribe(content.html), content.preheader ?? '')
  const tracked = trackLinks(complete, firstLinkNo)
  const frozen: FrozenEmail = {
    subject: content.subject,
    html: addOpenPixel(tracked.html, TRAP),
    text: textPart(content),
    messageIdDomain,
    ...(content.fromName !== undefined && content.fromName !== '' && { fromName: content.fromName }),
    ...(content.replyTo !== undefined && content.replyTo !== '' && { replyTo: content.replyTo }),
  }
  compileTemplate(frozen.html, 'html')
  compileTemplate(frozen.text, 'text')
  return { content: frozen, links: tracked.links.filter(link => link.index < TRAP_LINK_NO) }
}

// Hidden from readers and screen readers; only machines that open every link follow it.
const TRAP = `<a href="{{ ${TRAP_FIELD} }}" style="display:none" tabindex="-1" aria-hidden="true" rel="nofollow"></a>`

/** Every campaign can be left (RFC 8058 asks for it, and so do the large providers): one without a link gets a line. */
function withUnsubscribe(html: string): string {
  if (hasUnsubscribeLink(html)) return html
  const style = 'margin:24px 0 0;font:12px/1.5 sans-serif;color:#5f6368;text-align:center'
  const line = `<p style="${style}"><a href="{{ unsubscribe_url }}" style="color:#5f6368">Unsubscribe</a></p>`
  return insertAt(html, endOfBody(html, readHtmlLayout(maskConstructs(html, readConstructs(html)))), line)
}

/** What mail clients show behind the subject: the first text of the body, hidden in the mail itself. */
function withPreheader(html: string, preheader: string): string {
  if (preheader.trim() === '') return html
  const layout = readHtmlLayout(maskConstructs(html, readConstructs(html)))
  const body = layout.tags.find(({ element, closing }) => element === 'body' && !closing)
  const style = 'display:none;max-height:0;overflow:hidden;mso-hide:all'
  return insertAt(html, body?.end ?? 0, `<div style="${style}">${escapeAround(preheader)}</div>`)
}

function textPart(content: EmailContent): string {
  const text = content.text?.trim() ? content.text : toText(content.html)
  return /\bunsubscribe_url\b/.test(text) ? text : `${text}\n\n--\nUnsubscribe: {{ unsubscribe_url }}\n`
}

/** The source is plain text with merge fields: its text is escaped, its constructs stay. */
function escapeAround(source: string): string {
  let escaped = ''
  let at = 0
  for (const { begin, end } of readConstructs(source)) {
    escaped += escapeHtml(source.slice(at, begin)) + source.slice(begin, end)
    at = end
  }
  return escaped + escapeHtml(source.slice(at))
}

function insertAt(text: string, at: number, piece: string): string {
  return text.slice(0, at) + piece + text.slice(at)
}
