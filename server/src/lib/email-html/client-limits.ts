/** Features of an email's HTML that common email programs ignore. */
import { IGNORED_ELEMENTS, IGNORED_PROPERTIES } from '@notifly/contracts/templates/client-limits'
import type { ClientLimit } from '@notifly/contracts/templates/templates'
import { maskConstructs, readConstructs } from '../liquid/constructs.ts'
import { blankComments, type HtmlTag, readHtmlLayout } from '../liquid/html-layout.ts'
import { declarationsOf } from './styles.ts'

type Clients = ClientLimit['clients']

const OUTLOOK: Clients = ['outlook']
const GMAIL: Clients = ['gmail']
const BOTH: Clients = ['outlook', 'gmail']

/** Values that have no effect. */
const INITIAL: ReadonlySet<string> = new Set(['', '0', '0px', '1', 'none', 'static', 'relative', 'normal', 'initial'])

const VALUES: readonly [feature: string, pattern: RegExp, clients: Clients][] = [
  ['display: flex', /^(?:inline-)?flex$/, OUTLOOK],
  ['display: grid', /^(?:inline-)?grid$/, OUTLOOK],
  ['linear-gradient()', /(?:linear|radial|conic)-gradient\(/, OUTLOOK],
  ['var()', /var\(/, BOTH],
]

const LONGEST_SOURCE = 2100

const SOURCES: readonly [feature: string, pattern: RegExp, clients: Clients][] = [
  ['data: URL', /^data:/i, BOTH],
  ['SVG image', /^[^?#]{1,2000}\.svg(?:$|[?#])/i, GMAIL],
  ['WebP image', /^[^?#]{1,2000}\.webp(?:$|[?#])/i, OUTLOOK],
]

const SHEETS: readonly [feature: string, pattern: RegExp, clients: Clients][] = [
  ['@font-face', /@font-face\b/gi, BOTH],
  ['@keyframes', /@keyframes\b/gi, BOTH],
]

/** Returns them in the order in which they occur. The template must be free of syntax errors. */
export function clientLimits(html: string): ClientLimit[] {
  const markup = blankComments(maskConstructs(html, readConstructs(html)))
  const { tags, spans } = readHtmlLayout(markup)
  const found = new Map<string, ClientLimit>()
  const note = (feature: string, clients: Clients, count = 1): void => {
    const before = found.get(feature)?.count ?? 0
    found.set(feature, { feature, clients, count: before + count })
  }
  for (const tag of tags) if (!tag.closing) noteTag(tag, markup, note)
  for (const { kind, begin, end } of spans) {
    if (kind !== 'style') continue
    const sheet = markup.slice(begin, end)
    for (const [feature, pattern, clients] of SHEETS) {
      const count = sheet.match(pattern)?.length ?? 0
      if (count > 0) note(feature, clients, count)
    }
  }
  return [...found.values()]
}

function noteTag(
  { element, attributes }: HtmlTag,
  markup: string,
  note: (feature: string, clients: Clients) => void,
): void {
  const ofElement = IGNORED_ELEMENTS[element]
  if (ofElement !== undefined) note(`<${element}>`, ofElement)
  for (const { name, begin, end } of attributes) {
    const value = markup.slice(begin, end)
    const source = name === 'src' ? value.slice(0, LONGEST_SOURCE) : ''
    for (const [feature, pattern, clients] of SOURCES) if (pattern.test(source)) note(feature, clients)
    if (name === 'style') noteStyle(declarationsOf(value), note)
  }
}

function noteStyle(styles: ReadonlyMap<string, string>, note: (feature: string, clients: Clients) => void): void {
  // What is hidden from all is hidden from these.
  if (styles.get('display') === 'none') return
  for (const [property, value] of styles) {
    const clients = IGNORED_PROPERTIES[property]
    if (clients !== undefined && !INITIAL.has(value)) note(property, clients)
    for (const [feature, pattern, ignoring] of VALUES) if (pattern.test(value)) note(feature, ignoring)
  }
}
