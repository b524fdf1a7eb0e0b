/**
 * Compiles MJML to HTML. Liquid is hidden from MJML and restored in the output; problems are reported at their place in the source. Loading
 * MJML takes most of a second: only threads of the pool should import this.
 */
import { type Sentence, sentence } from '@notifly/contracts/sentences/sentence'
import './without-storage.ts'
import mjml2html from 'mjml-browser'
import { readConstructs } from '../liquid/constructs.ts'
import { byPosition, positionAt, type Problem } from '../liquid/problem.ts'
import { completeSource, imagesWithoutSource } from './complete-source.ts'
import { maskLiquid, type Restored } from './mask-liquid.ts'
import { BODY_CONTAINERS } from './elements.ts'
import { type MjmlElement, readMjml } from './read-mjml.ts'
import { problemsOfReports } from './reports.ts'
import { blankUnits, readUnits, type Unit } from './units.ts'

export interface CompiledMjml {
  /** Empty if the source cannot be compiled. */
  html: string
  problems: Problem[]
  elements: readonly MjmlElement[]
  /** Returns the offset in the source of the Liquid at an offset of the HTML; undefined if there is none. */
  sourceOf(htmlOffset: number): number | undefined
}

/** The longest HTML that an email's content may have. */
const HTML_MAX = 2_000_000
const MOST_LEFT_OUT = 100

/** Compiles a source without errors of Liquid syntax. `iconBase`: the address before the paths of our icons. */
export async function compileMjml(source: string, iconBase: string): Promise<CompiledMjml> {
  const units = readUnits(source, readConstructs(source))
  const { elements, problems, betweenChildrenOf } = readMjml(source, blankUnits(source, units))
  const broken = { html: '', elements, sourceOf: () => undefined }
  if (problems.some(({ severity }) => severity === 'error'))
    return { ...broken, problems: problems.toSorted(byPosition) }
  const masked = maskLiquid(source, units, ({ begin }) => BODY_CONTAINERS.has(betweenChildrenOf(begin) ?? ''))
  const complete = completeSource(masked, elements, iconBase)
  const compiled = await compile(complete.text)
  if (compiled.failed !== undefined)
    return { ...broken, problems: [...problems, atTheBeginning('mjml', compiled.failed)] }
  const hasLiquid = (begin: number, end: number) => units.some(unit => begin <= unit.begin && unit.end <= end)
  const reported = problemsOfReports(compiled.errors, { source, masked, elements, hasLiquid })
  const restored = masked.restore(complete.finish(compiled.html))
  const empty = imagesWithoutSource(elements, source)
  const sent = units.filter(unit => !empty.some(({ begin, end }) => begin <= unit.begin && unit.end <= end))
  const all = [...problems, ...reported, ...leftOut(source, sent, restored)].sort(byPosition)
  if (restored.html.length > HTML_MAX) {
    const words = sentence('templates.mjml.large', { length: restored.html.length, limit: HTML_MAX })
    return { ...broken, problems: [...all, atTheBeginning('too_large', words)] }
  }
  return { html: restored.html, problems: all, elements, sourceOf: offset => sourceOf(restored, offset) }
}

type Compiled =
  { html: string; errors: Awaited<ReturnType<typeof mjml2html>>['errors']; failed?: undefined } | { failed: Sentence }

async function compile(text: string): Promise<Compiled> {
  try {
    // No external style sheet is loaded except those that the author names by mj-font.
    return await mjml2html(text, { validationLevel: 'soft', keepComments: true, ignoreIncludes: true, fonts: {} })
  } catch (error) {
    // It has no error class of its own: unreadable input throws anything.
    return {
      failed: sentence('templates.mjml.failed', { reason: error instanceof Error ? error.message : String(error) }),
    }
  } finally {
    refusePollution()
  }
}

/** A thread serves one application after the other. An error thrown here ends it. */
function refusePollution(): void {
  if (Object.keys(Object.prototype).length > 0) throw new Error('MJML has changed what all objects inherit')
}

function atTheBeginning(code: Problem['code'], words: Sentence): Problem {
  return { severity: 'error', code, ...words, line: 1, column: 1 }
}

/** MJML omits text between elements and unused parts silently; half of a block would be worse than none. */
function leftOut(source: string, units: readonly Unit[], { places }: Restored): Problem[] {
  const shown = new Set(places.map(({ unit }) => unit))
  return units
    .filter(unit => !shown.has(unit) && unit.kind !== 'mark' && unit.name !== 'comment')
    .slice(0, MOST_LEFT_OUT)
    .map(({ kind, name, begin }) => ({
      severity: kind === 'output' ? 'warning' : 'error',
      code: 'left_out',
      ...sentence('templates.mjml.leftOut'),
      ...positionAt(source, begin),
      ...(name !== '' && { tag: name }),
    }))
}

function sourceOf({ places }: Restored, offset: number): number | undefined {
  const place = places.find(({ begin, end }) => begin <= offset && offset < end)
  return place && place.unit.begin + offset - place.begin
}
