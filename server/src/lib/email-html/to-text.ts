/** Makes the text part of an email from its HTML template: a template again, with the same merge fields. */
import { convert, type FormatCallback } from 'html-to-text'
import { readConstructs } from '../liquid/constructs.ts'

// Private-use characters pass through the conversion as ordinary letters.
const OPEN = '\uE000'
const CLOSE = '\uE001'

const MAX_DEPTH = 300

const imageText: FormatCallback = (element, _walk, builder) => {
  const alt = (element.attribs as Record<string, string> | undefined)?.alt
  if (alt) builder.addInline(alt)
}

/**
 * Returns readable text: links as `text [address]`, images as their alternative text, no line wrapping. Constructs are carried over as they
 * are, except that those between table rows, where HTML has no text, are kept by becoming ordinary text.
 */
export function toText(html: string): string {
  const constructs = readConstructs(html)
  let marked = ''
  let at = 0
  constructs.forEach(({ begin, end }, index) => {
    marked += html.slice(at, begin).replaceAll(OPEN, '').replaceAll(CLOSE, '') + OPEN + index + CLOSE
    at = end
  })
  marked += html.slice(at).replaceAll(OPEN, '').replaceAll(CLOSE, '')
  const text = convert(marked, {
    wordwrap: false,
    // More than any email program shows; the converter is recursive.
    limits: { maxDepth: MAX_DEPTH, ellipsis: '' },
    formatters: { imageText },
    selectors: [
      { selector: 'img', format: 'imageText' },
      { selector: 'a', options: { hideLinkHrefIfSameAsText: true, noAnchorUrl: true } },
      ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map(selector => ({ selector, options: { uppercase: false } })),
      { selector: 'table', format: 'block' },
      { selector: 'tr', format: 'block' },
      { selector: 'style', format: 'skip' },
      { selector: 'script', format: 'skip' },
      { selector: 'title', format: 'skip' },
    ],
  })
  // Braces written as entities are text; left alone they would become a construct.
  const inert = text.replace(/\{(?=[{%])/g, '{ ')
  const restored = inert.replace(new RegExp(`${OPEN}(\\d+)${CLOSE}`, 'g'), (_, index: string) => {
    const construct = constructs[Number(index)]
    return construct ? html.slice(construct.begin, construct.end) : ''
  })
  return restored
    .split('\n')
    .map(withoutTrailingBlanks)
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

/** Scans from the end, so that blanks inside a line are not tried as trailing ones. */
function withoutTrailingBlanks(line: string): string {
  let end = line.length
  while (end > 0 && (line[end - 1] === ' ' || line[end - 1] === '\t')) end -= 1
  return line.slice(0, end)
}
