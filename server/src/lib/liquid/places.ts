/**
 * Where in its document an output is, and what that place allows. A value that is harmless in a paragraph is not harmless in an address, so
 * each output is written by the rule of its place (see writers.ts).
 */
import { type Sentence, sentence } from '@notifly/contracts/sentences/sentence'
import { type Construct, maskConstructs } from './constructs.ts'
import { type HtmlLayout, readHtmlLayout } from './html-layout.ts'

/** html: an email body; text: a text part or SMS; subject: one header line; url: the target of one link, outside any markup. */
export type TemplateKind = 'html' | 'subject' | 'text' | 'url'

export type Place =
  | { at: 'line' | 'markup' | 'style' | 'text' | 'unquoted' }
  /** `start`: what decides the address's scheme: this output, this one or another before it, or text that is already there. */
  | { at: 'url'; start: 'fixed' | 'own' | 'shared'; markup: boolean; quoted: boolean }
  | { at: 'forbidden'; code: 'unsafe_place' | 'unsafe_url'; sentence: Sentence }

const URL_ATTRIBUTES: ReadonlySet<string> = new Set(
  'action background cite data formaction href longdesc poster src srcset xlink:href'.split(' '),
)

/** Starts of an address after which no value can change its scheme: an allowed one, or a relative address. */
const FIXED_START = /^(?:(?:https?|mailto|tel|sms|cid):|data:image\/|[^:]*[/?#])/i
const ANY_SCHEME = /^[a-z][a-z0-9+.-]*:/i

export interface PlaceReader {
  placeOf(output: Construct): Place
  /** Identifies the piece of markup around an offset. Branches of one block must not cross pieces. */
  regionOf(offset: number): string
}

/** Prepares the look-up of places for one template. */
export function readPlaces(source: string, constructs: readonly Construct[], kind: TemplateKind): PlaceReader {
  switch (kind) {
    case 'text':
      return { placeOf: () => ({ at: 'text' }), regionOf: () => 'text' }
    case 'subject':
      return { placeOf: () => ({ at: 'line' }), regionOf: () => 'text' }
    case 'url':
      return {
        placeOf: output => urlPlace({ source, constructs, begin: 0, markup: false, quoted: true }, output),
        regionOf: () => 'text',
      }
    case 'html':
      return htmlPlaces(source, constructs)
  }
}

function htmlPlaces(source: string, constructs: readonly Construct[]): PlaceReader {
  const layout = readHtmlLayout(maskConstructs(source, constructs))
  return {
    placeOf: output => htmlPlace(source, constructs, layout, output),
    regionOf: offset => regionOf(layout, offset),
  }
}

function htmlPlace(source: string, constructs: readonly Construct[], layout: HtmlLayout, output: Construct): Place {
  const span = layout.spans.find(({ begin, end }) => begin <= output.begin && output.begin < end)
  if (span?.kind === 'script') return forbidden(sentence('templates.liquid.inScript'))
  if (span) return { at: span.kind === 'style' ? 'style' : 'markup' }
  const tag = tagAt(layout, output.begin)
  if (!tag) return { at: 'markup' }
  const attribute = tag.attributes.find(({ begin, end }) => begin <= output.begin && output.end <= end)
  if (!attribute) return forbidden(sentence('templates.liquid.asName'))
  const { name, begin, quoted } = attribute
  if (name.startsWith('on')) return forbidden(sentence('templates.liquid.inHandler', { name }))
  if (URL_ATTRIBUTES.has(name)) return urlPlace({ source, constructs, begin, markup: true, quoted }, output)
  if (name === 'style' && quoted) return { at: 'style' }
  return { at: quoted ? 'markup' : 'unquoted' }
}

interface UrlSpot {
  source: string
  constructs: readonly Construct[]
  /** Offset at which the address starts. */
  begin: number
  markup: boolean
  quoted: boolean
}

function urlPlace(spot: UrlSpot, output: Construct): Place {
  const first = spot.constructs.find(construct => construct.begin >= spot.begin) ?? output
  const lead = spot.source.slice(spot.begin, first.begin).trimStart()
  const place = { at: 'url', markup: spot.markup, quoted: spot.quoted } as const
  if (FIXED_START.test(lead)) return { ...place, start: 'fixed' }
  if (ANY_SCHEME.test(lead)) {
    return { at: 'forbidden', code: 'unsafe_url', sentence: sentence('templates.liquid.address') }
  }
  return { ...place, start: lead === '' && first === output ? 'own' : 'shared' }
}

function forbidden(words: Sentence): Place {
  return { at: 'forbidden', code: 'unsafe_place', sentence: words }
}

function tagAt(layout: HtmlLayout, offset: number): HtmlLayout['tags'][number] | undefined {
  return layout.tags.find(({ begin, end }) => begin < offset && offset < end)
}

function regionOf(layout: HtmlLayout, offset: number): string {
  const span = layout.spans.find(({ begin, end }) => begin <= offset && offset < end)
  if (span) return `${span.kind} ${span.begin}`
  const tag = tagAt(layout, offset)
  if (!tag) return 'text'
  const attribute = tag.attributes.find(({ begin, end }) => begin <= offset && offset < end)
  return attribute ? `attribute ${attribute.begin}` : `tag ${tag.begin}`
}
