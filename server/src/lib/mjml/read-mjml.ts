/**
 * The structure of an MJML source: its elements with their places, and faults that MJML itself ignores or fails on. Uses the HTML
 * tokenizer, in one pass.
 */
import { type Sentence, sentence } from '@notifly/contracts/sentences/sentence'
import { blankComments, type HtmlAttribute, type HtmlTag, readHtmlLayout } from '../liquid/html-layout.ts'
import { positionAt, type Problem } from '../liquid/problem.ts'
import { ELEMENTS, ENDING_ELEMENTS } from './elements.ts'

export interface MjmlElement {
  /** In lower case. */
  name: string
  /** Empty for the outermost element. */
  parent: string
  begin: number
  end: number
  attributes: readonly HtmlAttribute[]
}

/** A range directly inside an element, between its children. */
interface Gap {
  begin: number
  end: number
  parent: string
}

export interface MjmlLayout {
  /** Elements of MJML, and unknown ones in their place; not the HTML in texts. */
  elements: MjmlElement[]
  problems: Problem[]
  /** Returns the element that directly contains an offset, between its children; undefined elsewhere, and inside comments. */
  betweenChildrenOf(offset: number): string | undefined
}

/** MJML writes about a kilobyte per element, and an email has at most two million characters. */
const MOST_ELEMENTS = 3000
/** MJML itself has eight levels. */
const DEEPEST = 30
/** Reading them takes quadratic time. */
const MOST_ATTRIBUTES = 100
const MOST_OF_A_KIND = 100

/** MJML looks names up in plain objects, which inherit these. */
const UNUSABLE_NAMES: ReadonlySet<string> = new Set(Object.getOwnPropertyNames(Object.prototype).map(lower))

/** `blanked`: the source at its length, with blanks instead of Liquid. */
export function readMjml(source: string, blanked: string): MjmlLayout {
  const { tags, spans } = readHtmlLayout(blanked)
  const reader = new StructureReader(source, blanked)
  for (const tag of tags) if (!tag.conditional) reader.read(tag)
  reader.finish()
  const comments = spans.filter(({ kind }) => kind === 'comment').toSorted((a, b) => a.begin - b.begin)
  const inComment = (offset: number): boolean => {
    const before = lastBefore(comments, offset)
    return before !== undefined && offset < before.end
  }
  const { elements, gaps } = reader
  const strays = gaps.map(gap => strayText(source, blanked, gap, inComment)).filter(stray => stray !== undefined)
  return {
    elements,
    problems: [...reader.problems, ...strays.slice(0, MOST_OF_A_KIND)],
    betweenChildrenOf(offset) {
      const gap = lastBefore(gaps, offset)
      return gap !== undefined && offset < gap.end && !inComment(offset) ? gap.parent : undefined
    },
  }
}

class StructureReader {
  readonly elements: MjmlElement[] = []
  readonly gaps: Gap[] = []
  readonly problems: Problem[] = []
  private readonly open: MjmlElement[] = []
  private roots = 0
  private excess: Sentence | undefined
  private readonly source: string
  private readonly blanked: string

  constructor(source: string, blanked: string) {
    this.source = source
    this.blanked = blanked
  }

  read(tag: HtmlTag): void {
    const inside = this.open.at(-1)
    if (inside !== undefined && ENDING_ELEMENTS.has(inside.name)) {
      if (!tag.closing || tag.element !== inside.name) return
    }
    this.endGap(tag.begin)
    if (tag.closing) this.close(tag)
    else this.enter(tag)
    const parent = this.open.at(-1)
    if (parent !== undefined && !ENDING_ELEMENTS.has(parent.name))
      this.gaps.push({ begin: tag.end, end: this.blanked.length, parent: parent.name })
  }

  finish(): void {
    for (const element of this.open.toReversed()) this.neverClosed(element)
    const isWhole = this.elements[0]?.name === 'mjml' && this.elements.some(({ name }) => name === 'mj-body')
    if (!isWhole) this.report('mjml', sentence('templates.mjml.root'), 0)
  }

  private enter({ element: name, begin, end, attributes }: HtmlTag): void {
    const element = { name, parent: this.open.at(-1)?.name ?? '', begin, end, attributes }
    this.elements.push(element)
    if (this.open.length === 0) this.roots += 1
    if (this.open.length === 0 && this.roots === 2) this.report('mjml', sentence('templates.mjml.root'), begin)
    if (name === 'mj-include') this.report('mjml_include', sentence('templates.mjml.include'), begin, name)
    const unusable = this.unusableName(element)
    if (unusable !== undefined) this.report('mjml', sentence('templates.mjml.name', { name: unusable }), begin, name)
    if (this.blanked[end - 2] !== '/') this.open.push(element)
    this.refuseExcess(element)
  }

  private unusableName({ name, attributes }: MjmlElement): string | undefined {
    const named = attributes.filter(attribute => attribute.name === 'name' || attribute.name === 'mj-class')
    const classes = named.flatMap(({ begin, end }) => this.source.slice(begin, end).split(/\s+/))
    return [name, ...attributes.map(attribute => attribute.name), ...classes].find(word =>
      UNUSABLE_NAMES.has(lower(word)),
    )
  }

  private refuseExcess({ begin, attributes }: MjmlElement): void {
    if (this.excess !== undefined) return
    if (this.elements.length > MOST_ELEMENTS) this.excess = sentence('templates.mjml.tooMany', { limit: MOST_ELEMENTS })
    else if (this.open.length > DEEPEST) this.excess = sentence('templates.mjml.deep', { limit: DEEPEST })
    else if (attributes.length > MOST_ATTRIBUTES)
      this.excess = sentence('templates.mjml.attributes', { limit: MOST_ATTRIBUTES })
    if (this.excess !== undefined) this.report('too_large', this.excess, begin)
  }

  private close({ element, begin }: HtmlTag): void {
    const at = this.open.findLastIndex(({ name }) => name === element)
    if (at === -1) {
      this.report('mjml', sentence('templates.mjml.strayClose', { tag: element }), begin, element)
      return
    }
    for (const unclosed of this.open.splice(at).slice(1).toReversed()) this.neverClosed(unclosed)
  }

  private neverClosed({ name, begin }: MjmlElement): void {
    this.report('mjml', sentence('templates.mjml.neverClosed', { tag: name }), begin, name)
  }

  private endGap(offset: number): void {
    const gap = this.gaps.at(-1)
    if (gap?.end === this.blanked.length) gap.end = offset
  }

  private report(code: Problem['code'], words: Sentence, offset: number, tag?: string): void {
    if (this.problems.length >= MOST_OF_A_KIND) return
    const place = positionAt(this.source, offset)
    this.problems.push({ severity: 'error', code, ...words, ...place, ...(tag !== undefined && { tag }) })
  }
}

/** Text that MJML omits silently. */
function strayText(
  source: string,
  blanked: string,
  { begin, end, parent }: Gap,
  inComment: (offset: number) => boolean,
): Problem | undefined {
  const inner = blankComments(blanked.slice(begin, end)).replace(DECLARATIONS, each => ' '.repeat(each.length))
  const at = inner.search(/\S/)
  if (at === -1 || inComment(begin + at) || !ELEMENTS.includes(parent)) return undefined
  const words = sentence('templates.mjml.text', { tag: parent })
  return { severity: 'warning', code: 'left_out', ...words, ...positionAt(source, begin + at), tag: parent }
}

const DECLARATIONS = /<[!?][^<>]*>/g

function lastBefore<Range extends { begin: number }>(ranges: readonly Range[], offset: number): Range | undefined {
  let [first, last] = [0, ranges.length]
  while (first < last) {
    const middle = (first + last) >> 1
    if ((ranges[middle]?.begin ?? 0) <= offset) first = middle + 1
    else last = middle
  }
  return ranges[first - 1]
}

function lower(name: string): string {
  return name.toLowerCase()
}
