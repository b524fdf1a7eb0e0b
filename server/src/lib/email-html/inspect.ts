/** What is valid but will hurt: told to the author while writing, refused nowhere. */
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
      message: 'This image has no alternative text: readers without images see nothing. Decoration takes alt="".',
      ...positionAt(html, begin),
    }))
  const sizeBytes = Buffer.byteLength(html)
  if (sizeBytes > GMAIL_CLIP_BYTES) {
    const message = `The HTML has ${Math.ceil(sizeBytes / 1024)} KB; Gmail cuts mails off after 102 KB.`
    problems.push({ severity: 'warning', code: 'too_large', message, ...positionAt(html, html.length) })
  }
  if (!hasUnsubscribeLink(html)) {
    const message = 'There is no unsubscribe link. Add one with the address {{ unsubscribe_url }}.'
    problems.push({ severity: 'warning', code: 'missing_unsubscribe', message, ...positionAt(html, html.length) })
  }
  return problems
}
