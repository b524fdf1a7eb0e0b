/** What is valid but will hurt: told to the author while writing, refused nowhere. */
import { sentence } from '@notifly/contracts/sentences/sentence'
import { maskConstructs, readConstructs } from '../liquid/constructs.ts'
import { readHtmlLayout } from '../liquid/html-layout.ts'
import { positionAt, type Problem } from '../liquid/problem.ts'
import { hasUnsubscribeLink } from './links.ts'

/** A problem at an offset of the HTML. */
export interface Finding extends Omit<Problem, 'line' | 'column'> {
  at: number
  /** What of it another source has, too, from which the HTML was made. */
  quote?: string
}

/** Gmail shows the first 102 KB of a mail's HTML and hides the rest behind a link (support.google.com/mail/thread/6135436). */
const GMAIL_CLIP_BYTES = 102 * 1024

const MOST_OF_A_KIND = 100

/** Lists warnings about a mail's HTML template, in source order. The template must be free of syntax errors. */
export function inspectEmailHtml(html: string): Problem[] {
  return [...imagesWithoutAlt(html), ...findingsIn(html)].map(finding => placed(finding, html, finding.at))
}

/** The same, but for what the source of the HTML has to be asked. */
export function findingsIn(html: string): Finding[] {
  const findings: Finding[] = []
  const sizeBytes = Buffer.byteLength(html)
  if (sizeBytes > GMAIL_CLIP_BYTES) {
    const words = sentence('templates.html.clipped', {
      size: Math.ceil(sizeBytes / 1024),
      limit: GMAIL_CLIP_BYTES / 1024,
    })
    findings.push({ severity: 'warning', code: 'too_large', ...words, at: html.length })
  }
  if (!hasUnsubscribeLink(html)) {
    const words = sentence('templates.html.noUnsubscribe', { address: '{{ unsubscribe_url }}' })
    findings.push({ severity: 'warning', code: 'missing_unsubscribe', ...words, at: html.length })
  }
  return findings
}

/** Of HTML, or of the HTML in a source of MJML. */
export function imagesWithoutAlt(html: string): Finding[] {
  return readHtmlLayout(maskConstructs(html, readConstructs(html)))
    .tags.filter(
      ({ element, closing, attributes }) =>
        element === 'img' && !closing && !attributes.some(({ name }) => name === 'alt'),
    )
    .slice(0, MOST_OF_A_KIND)
    .map(({ begin }) => imageWithoutAlt(begin))
}

export function imageWithoutAlt(at: number): Finding {
  return { severity: 'warning', code: 'image_without_alt', ...sentence('templates.html.imageWithoutAlt'), at }
}

/** As a problem of a source, at an offset of it. */
export function placed({ at: _at, quote: _quote, ...finding }: Finding, source: string, offset: number): Problem {
  return { ...finding, ...positionAt(source, offset) }
}
