/**
 * Checks a template as its author types it: what is not Liquid, what would not be safe at its place, and fields that no contact has.
 */
import { type Sentence, sentence } from '@notifly/contracts/sentences/sentence'
import type { Template } from 'liquidjs'
import { parseProblem, syntaxProblems } from './check-syntax.ts'
import { blockRanges, type Construct, readConstructs } from './constructs.ts'
import { AUTHOR_LIMITS, BLOCK_TAGS, BRANCH_TAGS, type TemplateLimits } from './engine.ts'
import { type PlaceReader, readPlaces, type TemplateKind } from './places.ts'
import { byPosition, positionAt, type Problem } from './problem.ts'
import { readReferences } from './references.ts'
import { closestMatch } from './suggest.ts'

export interface CheckOptions {
  /** Names of existing fields: the built-in columns, the merge fields, and what the sender adds (`unsubscribe_url`). */
  fields: Iterable<string>
  kind: TemplateKind
}

/**
 * Returns every problem found, in source order. Errors of syntax hide those that only a parsed template can show. An unknown field is an
 * error without a default filter and a warning with one; see refusesSaving for what keeps a template from being stored.
 */
export function checkTemplate(source: string, options: CheckOptions): { problems: Problem[] } {
  const { problems, templates } = checkStructure(source, options.kind)
  return { problems: [...problems, ...fieldProblems(source, templates, new Set(options.fields))].sort(byPosition) }
}

/** Checks everything but field names; returns the parsed template if it is valid Liquid. */
export function checkStructure(
  source: string,
  kind: TemplateKind,
  limits: TemplateLimits = AUTHOR_LIMITS,
): { problems: Problem[]; templates: Template[] } {
  if (source.length > limits.length) {
    const words = sentence('templates.liquid.tooLong', { length: source.length, limit: limits.length })
    return { problems: [{ severity: 'error', code: 'too_large', ...words, line: 1, column: 1 }], templates: [] }
  }
  let constructs: Construct[]
  try {
    constructs = readConstructs(source)
  } catch (error) {
    return { problems: [parseProblem(source, [], error)], templates: [] }
  }
  const tooMuch = excessProblem(source, constructs, limits)
  if (tooMuch !== undefined) return { problems: [tooMuch], templates: [] }
  const syntax = syntaxProblems(source, constructs)
  if (syntax.problems.length > 0) return syntax
  const places = readPlaces(source, constructs, kind)
  const problems = [
    ...placeProblems(source, constructs, places),
    ...branchProblems(source, constructs, places),
    ...(kind === 'subject' ? lineBreakProblems(source, constructs) : []),
  ]
  return { problems, templates: syntax.templates }
}

/** Exceeds what the checks below are made for. */
function excessProblem(
  source: string,
  constructs: readonly Construct[],
  { constructs: most, constructLength, constructsLength, depth, htmlTags, links }: TemplateLimits,
): Problem | undefined {
  const beyond = constructs[most]
  if (beyond) return excess(sentence('templates.tooManyConstructs', { limit: most }), source, beyond.begin)
  const long = constructs.find(({ begin, end }) => end - begin > constructLength)
  if (long) return excess(sentence('templates.longConstruct', { limit: constructLength }), source, long.begin)
  const inAll = beyondLength(constructs, constructsLength)
  if (inAll) return excess(sentence('templates.longConstructs', { limit: constructsLength }), source, inAll.begin)
  const deep = beyondDepth(constructs, depth)
  if (deep) return excess(sentence('templates.deepBlocks', { limit: depth }), source, deep.begin)
  const tag = beyondNth(source, /</g, htmlTags)
  if (tag !== undefined) return excess(sentence('templates.tooManyHtmlTags', { limit: htmlTags }), source, tag)
  const link = beyondNth(source, /href/gi, links)
  return link === undefined ? undefined : excess(sentence('templates.tooManyLinks', { limit: links }), source, link)
}

/** The first construct beyond the limit. */
function beyondLength(constructs: readonly Construct[], most: number): Construct | undefined {
  let length = 0
  return constructs.find(({ begin, end }) => (length += end - begin) > most)
}

function beyondDepth(constructs: readonly Construct[], most: number): Construct | undefined {
  const closing = new Set(BLOCK_TAGS.values())
  let depth = 0
  return constructs.find(({ name }) => {
    if (BLOCK_TAGS.has(name)) depth += 1
    else if (closing.has(name)) depth -= 1
    return depth > most
  })
}

/** Offset of the match after the given number of matches. */
function beyondNth(source: string, pattern: RegExp, most: number): number | undefined {
  let n = 0
  for (const { index } of source.matchAll(pattern)) {
    n += 1
    if (n > most) return index
  }
  return undefined
}

function excess(words: Sentence, source: string, offset: number): Problem {
  return { severity: 'error', code: 'syntax', ...words, ...positionAt(source, offset) }
}

/** Further ones of a kind do not help to find the first. */
const MOST_UNKNOWN = 100

function fieldProblems(source: string, templates: readonly Template[], known: ReadonlySet<string>): Problem[] {
  const unknown = readReferences(templates).filter(reference => !known.has(reference.field))
  const errors = unknown.filter(({ hasDefault }) => !hasDefault).slice(0, MOST_UNKNOWN)
  const warnings = unknown.filter(({ hasDefault }) => hasDefault).slice(0, MOST_UNKNOWN)
  const suggestions = new Map<string, string | undefined>()
  const suggestionFor = (field: string): string | undefined => {
    if (!suggestions.has(field)) suggestions.set(field, closestMatch(field, known))
    return suggestions.get(field)
  }
  return [...errors, ...warnings].map(({ field, begin, hasDefault }) => {
    const suggestion = suggestionFor(field)
    return {
      severity: hasDefault ? 'warning' : 'error',
      code: 'unknown_field',
      ...(suggestion
        ? sentence('templates.liquid.noFieldBut', { field, suggestion })
        : sentence('templates.liquid.noFieldCalled', { field })),
      ...positionAt(source, begin),
      field,
      ...(suggestion && { suggestion }),
    }
  })
}

function placeProblems(source: string, constructs: readonly Construct[], places: PlaceReader): Problem[] {
  return outsideHidden(constructs).flatMap(construct => {
    const place = construct.kind === 'output' ? places.placeOf(construct) : undefined
    if (place?.at !== 'forbidden') return []
    return [{ severity: 'error', code: place.code, ...place.sentence, ...positionAt(source, construct.begin) }]
  })
}

/**
 * Each branch of a block has to begin and end in the same piece of markup: only then is the place of an output the same whichever branches
 * are taken.
 */
function branchProblems(source: string, constructs: readonly Construct[], places: PlaceReader): Problem[] {
  const problems: Problem[] = []
  const open: { name: string; region: string }[] = []
  for (const { kind, name, begin } of outsideHidden(constructs)) {
    if (kind !== 'tag') continue
    const closes = [...BLOCK_TAGS.values()].includes(name)
    if (BLOCK_TAGS.has(name)) open.push({ name, region: places.regionOf(begin) })
    if (!closes && !BRANCH_TAGS.has(name)) continue
    const block = closes ? open.pop() : open.at(-1)
    if (!block || places.regionOf(begin) === block.region) continue
    const words = sentence('templates.liquid.splitMarkup', { tag: block.name })
    problems.push({ severity: 'error', code: 'split_markup', ...words, ...positionAt(source, begin), tag: name })
  }
  return problems
}

function lineBreakProblems(source: string, constructs: readonly Construct[]): Problem[] {
  const live = constructs.map(({ begin, end }) => ({ begin, end }))
  for (const { index } of source.matchAll(/[\r\n]/g)) {
    if (live.some(({ begin, end }) => begin < index && index < end)) continue
    const words = sentence('templates.liquid.lineBreak')
    return [{ severity: 'error', code: 'line_break', ...words, ...positionAt(source, index) }]
  }
  return []
}

/** Constructs whose output appears at their place: not those in comments and captured text. */
function outsideHidden(constructs: readonly Construct[]): Construct[] {
  const hidden = [...blockRanges(constructs, 'comment'), ...blockRanges(constructs, 'capture')]
  return constructs.filter(({ begin, end }) => !hidden.some(range => range.begin <= begin && end <= range.end))
}
