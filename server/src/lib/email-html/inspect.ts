/** What is valid but will hurt: told to the author while writing, refused nowhere. */
import { sentence } from '@notifly/contracts/sentences/sentence'
import { maskConstructs, readConstructs } from '../liquid/constructs.ts'
import { readHtmlLayout } from '../liquid/html-layout.ts'
import { positionAt, type Problem } from '../liquid/problem.ts'
import { hasUnsubscribeLink } from './links.ts'

/** Gmail shows the first 102 KB of a mail's HTML and hides the rest behind a link (support.google.com/mail/thread/6135436). */
const GMAIL_CLIP_BYTES = 102 * 1024

const MOST_OF_A_KIND = 100

/** Lists warnings about a mail's HTML template, in source order. The template must be free of syntax errors. */
export function inspectEmailHtml(html: string): Problem[] {
  const constructs = readConstructs(html)
  const layout = readHtmlLayout(maskConstructs(html, constructs))
  const problems: Problem[] = layout.tags
    .filter(
      ({ element, closing, attributes }) =>
        element === 'img' && !closing && !attributes.some(({ name }) => name === 'alt'),
    )
    .slice(0, MOST_OF_A_KIND)
    .map(({ begin }) => ({
      severity: 'warning',
      code: 'image_without_alt',
      ...sentence('templates.html.imageWithoutAlt'),
      ...positionAt(html, begin),
    }))
  const sizeBytes = Buffer.byteLength(html)
  if (sizeBytes > GMAIL_CLIP_BYTES) {
    const words = sentence('templates.html.clipped', {
      size: Math.ceil(sizeBytes / 1024),
      limit: GMAIL_CLIP_BYTES / 1024,
    })
    problems.push({ severity: 'warning', code: 'too_large', ...words, ...positionAt(html, html.length) })
  }
  if (!hasUnsubscribeLink(html)) {
    const words = sentence('templates.html.noUnsubscribe', { address: '{{ unsubscribe_url }}' })
    problems.push({ severity: 'warning', code: 'missing_unsubscribe', ...words, ...positionAt(html, html.length) })
  }
  return problems
}
