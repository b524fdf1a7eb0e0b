/**
 * Finds images whose address consists of merge fields, and recipients for whom these are empty: such an image shows nothing, and some
 * programs request the email itself. Renders only what decides it: blocks, what they set, and the addresses. So a loop over a contact's
 * orders finds the one without a picture, and thousands of contacts are checked in the time of a single email.
 */
import { compileTemplate, render } from '../liquid/compile.ts'
import { blockRanges, type Construct, maskConstructs, readConstructs } from '../liquid/constructs.ts'
import { readHtmlLayout } from '../liquid/html-layout.ts'
import { RenderError } from '../liquid/render-error.ts'
import type { Fields } from '../liquid/slots.ts'

export interface LiveImage {
  /** Offset in the source. */
  at: number
  /** The first field of its address, or the loop variable. */
  field: string
}

export interface LiveImages {
  images: readonly LiveImage[]
  /** Indexes in `images` of those without an address for these fields. */
  emptyFor(fields: Fields): readonly number[]
}

const IMAGES: ReadonlySet<string> = new Set(['img', 'mj-image', 'mj-carousel-image'])
/** An email has fewer. */
const MOST_IMAGES = 100
// Delimit the result for each image. A value that contains them would only spoil the advice.
const [BEGIN, MIDDLE, END] = ['\u0001', '\u0002', '\u0003']

/** For HTML or MJML that compiles; null if no image has such an address. */
export function readLiveImages(source: string): LiveImages | null {
  const constructs = readConstructs(source)
  const found = liveImages(source, constructs)
  if (found.length === 0) return null
  const compiled = compileTemplate(deciding(source, constructs, found), 'text')
  return {
    images: found.map(({ at, field }) => ({ at, field })),
    emptyFor: fields => {
      try {
        return emptyIn(render(compiled, fields))
      } catch (error) {
        // Told of the mail as a whole.
        if (error instanceof RenderError) return []
        throw error
      }
    },
  }
}

interface Found extends LiveImage {
  /** Of its address. */
  begin: number
  end: number
}

function liveImages(source: string, constructs: readonly Construct[]): Found[] {
  const masked = maskConstructs(source, constructs)
  const outputs = constructs.filter(({ kind }) => kind === 'output')
  return readHtmlLayout(masked)
    .tags.filter(({ element, closing }) => IMAGES.has(element) && !closing)
    .flatMap(({ begin: at, attributes }) => {
      const address = attributes.find(({ name }) => name === 'src')
      if (address === undefined) return []
      const { begin, end } = address
      const inside = outputs.filter(output => begin <= output.begin && output.end <= end)
      if (inside.length === 0 || !isNothingElse(source, constructs, address)) return []
      return [{ at, begin, end, field: /^[\w.-]*/.exec(inside[0]?.content ?? '')?.[0] ?? '' }]
    })
    .slice(0, MOST_IMAGES)
}

/** Whether nothing is visible but what is filled in. */
function isNothingElse(
  source: string,
  constructs: readonly Construct[],
  { begin, end }: { begin: number; end: number },
): boolean {
  let at = begin
  for (const construct of constructs) {
    if (construct.end <= begin || construct.begin >= end) continue
    if (source.slice(at, construct.begin).trim() !== '') return false
    at = construct.end
  }
  return source.slice(at, end).trim() === ''
}

/** The source without anything that does not affect these images. */
function deciding(source: string, constructs: readonly Construct[], images: readonly Found[]): string {
  const captured = blockRanges(constructs, 'capture')
  const isWithin = (ranges: readonly { begin: number; end: number }[], { begin, end }: Construct) =>
    ranges.some(range => range.begin <= begin && end <= range.end)
  const tags = constructs.filter(
    construct => construct.kind === 'tag' && !isWithin(captured, construct) && !isWithin(images, construct),
  )
  const pieces = [
    ...tags.map(({ begin, end }) => ({ begin, text: source.slice(begin, end) })),
    ...captured.map(({ begin, end }) => ({ begin, text: source.slice(begin, end) })),
    ...images.map(({ begin, end }, index) => ({
      begin,
      text: `${BEGIN}${index}${MIDDLE}${source.slice(begin, end)}${END}`,
    })),
  ]
  return pieces
    .toSorted((a, b) => a.begin - b.begin)
    .map(({ text }) => text)
    .join('')
}

function emptyIn(text: string): number[] {
  const empty = new Set<number>()
  for (const piece of text.split(BEGIN).slice(1)) {
    const [index = '', address = ''] = piece.split(MIDDLE)
    if (address.split(END)[0]?.trim() === '') empty.add(Number(index))
  }
  return [...empty]
}
