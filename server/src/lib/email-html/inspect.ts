/** Warnings for authors: what is valid but will hurt. Nothing is refused for them. */
import { sentence } from '@notifly/contracts/sentences/sentence'
import { maskConstructs, readConstructs } from '../liquid/constructs.ts'
import { readHtmlLayout } from '../liquid/html-layout.ts'
import { positionAt, type Problem } from '../liquid/problem.ts'
import { contrastOf, hexOf } from './colours.ts'
import type { Finding } from './finding.ts'
import { hasUnsubscribeLink } from './links.ts'
import { spamInSubject, spamWords } from './spam-words.ts'
import { readVisible, type VisibleHtml, type VisibleText } from './visible.ts'

/** Gmail shows the first 102 KB of an email's HTML and hides the rest behind a link (support.google.com/mail/thread/6135436). */
const GMAIL_CLIP_BYTES = 102 * 1024

const MOST_OF_A_KIND = 100

/** Lists warnings about an email's HTML template, which must be free of syntax errors. */
export function inspectEmailHtml(html: string): Problem[] {
  return [...inspectImages(html), ...findingsIn(html)].map(finding => placed(finding, html, finding.at))
}

/** The same without warnings that need the source of the HTML. */
export function findingsIn(html: string): Finding[] {
  const visible = readVisible(html)
  const findings = [...lowContrast(visible), ...spamWords(visible.page), ...imagesInPlaceOfText(html, visible)]
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

/** Lists show about this many characters of a subject on a screen, and half as many on a phone. */
const SUBJECT_SHOWN = 60

/** Lists warnings about a subject, which must be free of syntax errors. */
export function inspectSubject(subject: string): Problem[] {
  const constructs = readConstructs(subject)
  const live = constructs.reduce((length, { begin, end }) => length + end - begin, 0)
  const length = subject.trim().length - live
  const findings = spamInSubject(maskConstructs(subject, constructs))
  if (length > SUBJECT_SHOWN) {
    const words = sentence('templates.subject.long', { length, limit: SUBJECT_SHOWN })
    findings.push({ severity: 'warning', code: 'long_subject', ...words, at: 0 })
  }
  return findings.map(finding => placed(finding, subject, finding.at))
}

/** Finds images without a source or without alt text, in HTML or in the HTML of an MJML source. */
export function inspectImages(html: string): Finding[] {
  const images = readHtmlLayout(maskConstructs(html, readConstructs(html))).tags.filter(
    ({ element, closing }) => element === 'img' && !closing,
  )
  return images
    .flatMap(image => {
      const words = image.attributes.find(({ name }) => name === 'alt')
      if (valueOf(html, image, 'src').trim() === '') return [imageWithoutSource(image.begin)]
      return words === undefined ? [imageWithoutAlt(image.begin)] : []
    })
    .slice(0, MOST_OF_A_KIND)
}

export function imageWithoutSource(at: number): Finding {
  return { severity: 'warning', code: 'image_without_source', ...sentence('templates.html.imageWithoutSource'), at }
}

export function imageWithoutAlt(at: number): Finding {
  return { severity: 'warning', code: 'image_without_alt', ...sentence('templates.html.imageWithoutAlt'), at }
}

/** Converts a finding to a problem at an offset of the source. */
export function placed({ at: _at, quote: _quote, ...finding }: Finding, source: string, offset: number): Problem {
  return { ...finding, ...positionAt(source, offset) }
}

/** Minimum contrast of text, and of large text (WCAG 2.2, 1.4.3). */
const CONTRAST = 4.5
const CONTRAST_OF_LARGE = 3
const LARGE_PX = 24
const LARGE_BOLD_PX = 18.66
const MOST_CONTRASTS = 5
const QUOTE_LENGTH = 40

/** Each pair of colours once, at its first text. */
function lowContrast({ texts }: VisibleHtml): Finding[] {
  const pairs = new Map<string, Finding>()
  for (const text of texts) {
    const { colour, background } = text
    if (colour === null || background === null || pairs.size === MOST_CONTRASTS) continue
    const [ratio, needed] = [contrastOf(colour, background), neededFor(text)]
    const pair = `${hexOf(colour)} ${hexOf(background)}`
    // As it is shown: a ratio that rounds to the minimum is enough.
    if (Number(ratio.toFixed(1)) >= needed || pairs.has(pair)) continue
    const words = sentence('templates.html.contrast', {
      colour: hexOf(colour),
      background: hexOf(background),
      ratio: ratio.toFixed(1),
      needed: String(needed),
    })
    const quote = text.text.slice(0, QUOTE_LENGTH)
    pairs.set(pair, { severity: 'warning', code: 'low_contrast', ...words, at: text.at, quote })
  }
  return [...pairs.values()]
}

function neededFor({ sizePx, isBold }: VisibleText): number {
  return sizePx >= LARGE_PX || (isBold && sizePx >= LARGE_BOLD_PX) ? CONTRAST_OF_LARGE : CONTRAST
}

/** Shorter text is a footer at most. */
const TEXT_LEAST = 60

function imagesInPlaceOfText(html: string, { page, images }: VisibleHtml): Finding[] {
  const [first] = images
  if (first === undefined) return []
  const letters = page.replace(/\s+/g, '').length
  if (letters >= TEXT_LEAST) return []
  const isMute = letters === 0 && !images.some(image => hasAlt(html, image))
  const key = isMute ? 'templates.html.noText' : 'templates.html.imageOnly'
  return [
    {
      severity: 'warning',
      code: isMute ? 'no_text' : 'image_only',
      ...sentence(key),
      at: first.begin,
      quote: valueOf(html, first, 'src'),
    },
  ]
}

type Image = VisibleHtml['images'][number]

function hasAlt(html: string, image: Image): boolean {
  return valueOf(html, image, 'alt').trim() !== ''
}

function valueOf(html: string, { attributes }: Image, wanted: string): string {
  const found = attributes.find(({ name }) => name === wanted)
  return found === undefined ? '' : html.slice(found.begin, found.end)
}
