/**
 * Adds what an MJML source leaves out and MJML would fill in badly: the language, alt text, images without a picture, and icons
 * that would come from other servers. It changes the masked source only, which no author sees; line numbers stay.
 */
import { iconPath, socialIcon } from '@notifly/contracts/templates/social-icons'
import type { HtmlAttribute } from '../liquid/html-layout.ts'
import type { Masked } from './mask-liquid.ts'
import type { MjmlElement } from './read-mjml.ts'

export interface CompletedSource {
  text: string
  /** Removes the stand-ins for missing parts from the compiled HTML. */
  finish(html: string): string
}

interface Piece {
  begin: number
  end: number
  text: string
}

/** `iconBase`: the address before the paths of our icons. */
export function completeSource(
  { text, offsetOf }: Masked,
  elements: readonly MjmlElement[],
  iconBase: string,
): CompletedSource {
  const source: Source = { text, offsetOf, iconBase, noAlt: unusedWord(text), defaults: defaultsOf(elements) }
  const pieces = elements.flatMap(element => piecesFor(element, source)).toSorted((a, b) => a.begin - b.begin)
  const out: string[] = []
  let at = 0
  for (const piece of pieces) {
    if (piece.begin < at) continue
    out.push(text.slice(at, piece.begin), piece.text)
    at = piece.end
  }
  out.push(text.slice(at))
  return { text: out.join(''), finish: html => withoutAuto(html.replaceAll(` alt="${source.noAlt}"`, '')) }
}

/** Images that show nothing: their source is empty, and the head sets no other one. */
export function imagesWithoutSource(elements: readonly MjmlElement[], source: string): MjmlElement[] {
  const defaults = defaultsOf(elements)
  return elements.filter(element => isImage(element) && isEmpty(source, element, 'src', defaults))
}

/** Images that neither have alt text nor are marked as decorative. */
export function imagesWithoutWords(elements: readonly MjmlElement[]): MjmlElement[] {
  const defaults = defaultsOf(elements)
  return elements.filter(
    element => isImage(element) && attributeOf(element, 'alt') === undefined && !defaults.has('alt'),
  )
}

/** MJML writes `height="auto"` for an image of unknown height, which is invalid HTML (4.8.17). */
function withoutAuto(html: string): string {
  const [start = '', ...images] = html.split('<img')
  const valid = images.map(piece => {
    const end = piece.indexOf('>')
    return piece.slice(0, end).replace(' height="auto"', '') + piece.slice(end)
  })
  return [start, ...valid].join('<img')
}

interface Source {
  text: string
  offsetOf: Masked['offsetOf']
  iconBase: string
  noAlt: string
  defaults: ReadonlySet<string>
}

/** Attributes that the head sets for some elements. MJML alone knows for which, so none is added here. */
function defaultsOf(elements: readonly MjmlElement[]): ReadonlySet<string> {
  const inHead = elements.filter(({ parent }) => parent === 'mj-attributes')
  return new Set(inHead.flatMap(({ attributes }) => attributes.map(({ name }) => name)))
}

function piecesFor(element: MjmlElement, source: Source): Piece[] {
  if (element.parent === 'mj-attributes') return []
  switch (element.name) {
    case 'mjml':
      return languagePieces(element, source)
    case 'mj-image':
    case 'mj-carousel-image':
      return imagePieces(element, source)
    case 'mj-social-element':
      return socialPieces(element, source)
    case 'mj-accordion':
      return [
        ...added(element, source, 'icon-wrapped-url', iconPath('more')),
        ...added(element, source, 'icon-unwrapped-url', iconPath('less')),
      ]
    case 'mj-carousel':
      return [
        ...added(element, source, 'left-icon', iconPath('previous')),
        ...added(element, source, 'right-icon', iconPath('next')),
      ]
    default:
      return []
  }
}

/** Languages written from right to left (Unicode CLDR, by their main scripts). */
const RIGHT_TO_LEFT = /^(?:ar|arc|ckb|dv|fa|he|ks|ps|sd|ug|ur|yi)(?:-|$)/i

function languagePieces(element: MjmlElement, { text, offsetOf }: Source): Piece[] {
  const lang = attributeOf(element, 'lang')
  const language = lang && text.slice(offsetOf(lang.begin), offsetOf(lang.end))
  if (!language || attributeOf(element, 'dir')) return []
  return [attributePiece(element, offsetOf, `dir="${RIGHT_TO_LEFT.test(language) ? 'rtl' : 'ltr'}"`)]
}

function imagePieces(element: MjmlElement, source: Source): Piece[] {
  const { text, offsetOf, noAlt, defaults } = source
  const [begin, end] = [offsetOf(element.begin), offsetOf(element.end)]
  if (isEmpty(text, moved(element, offsetOf), 'src', defaults)) {
    const closing = /^\s{0,1000}<\/mj-(?:carousel-)?image\s{0,100}>/.exec(text.slice(end, end + 1200))?.[0].length ?? 0
    const whole = text.slice(begin, end + closing)
    return [{ begin, end: end + closing, text: '\n'.repeat(whole.split('\n').length - 1) }]
  }
  if (attributeOf(element, 'alt') || defaults.has('alt')) return []
  return [attributePiece(element, offsetOf, `alt="${noAlt}"`)]
}

function socialPieces(element: MjmlElement, source: Source): Piece[] {
  const { text, offsetOf, iconBase, defaults } = source
  if (!isEmpty(text, moved(element, offsetOf), 'src', defaults)) return []
  const named = attributeOf(element, 'name')
  const { path, color } = socialIcon(named ? text.slice(offsetOf(named.begin), offsetOf(named.end)) : '')
  const hasColor = attributeOf(element, 'background-color') || defaults.has('background-color')
  const written = `src="${iconBase}${path}"${hasColor ? '' : ` background-color="${color}"`}`
  return [attributePiece(element, offsetOf, written)]
}

function added(element: MjmlElement, { offsetOf, iconBase, defaults }: Source, name: string, path: string): Piece[] {
  if (attributeOf(element, name) || defaults.has(name)) return []
  return [attributePiece(element, offsetOf, `${name}="${iconBase}${path}"`)]
}

/** Inserted right after the name of the tag. */
function attributePiece({ begin, name }: MjmlElement, offsetOf: Masked['offsetOf'], written: string): Piece {
  const at = offsetOf(begin) + 1 + name.length
  return { begin: at, end: at, text: ` ${written}` }
}

function isImage({ name, parent }: MjmlElement): boolean {
  return parent !== 'mj-attributes' && (name === 'mj-image' || name === 'mj-carousel-image')
}

function isEmpty(source: string, element: MjmlElement, name: string, defaults: ReadonlySet<string>): boolean {
  const found = attributeOf(element, name)
  return found === undefined ? !defaults.has(name) : source.slice(found.begin, found.end).trim() === ''
}

function attributeOf({ attributes }: MjmlElement, wanted: string): HtmlAttribute | undefined {
  return attributes.find(({ name }) => name === wanted)
}

/** The element at its place in the masked text. */
function moved(element: MjmlElement, offsetOf: Masked['offsetOf']): MjmlElement {
  const attributes = element.attributes.map(each => ({ ...each, begin: offsetOf(each.begin), end: offsetOf(each.end) }))
  return { ...element, attributes }
}

function unusedWord(text: string): string {
  let word = 'zqnoalt'
  while (text.includes(word)) word += 'q'
  return word
}
