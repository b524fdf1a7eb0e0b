/** Checks a piece of MJML that is to be part of mails. For threads of the pool: it loads MJML. */
import { sentence } from '@notifly/contracts/sentences/sentence'
import { checkTemplate } from '../../lib/liquid/check.ts'
import { readConstructs } from '../../lib/liquid/constructs.ts'
import { positionAt, type Problem, refusesSaving } from '../../lib/liquid/problem.ts'
import { readMjml } from '../../lib/mjml/read-mjml.ts'
import { blankUnits, readUnits } from '../../lib/mjml/units.ts'
import { checkMjml } from './check-mjml.ts'
import { fieldsKnownTo, type PartProblem } from './check-parts.ts'

/** Problems that only a whole mail can have. */
const OF_WHOLE_MAILS: ReadonlySet<string> = new Set(['empty_subject', 'image_only', 'missing_unsubscribe', 'no_text'])
const OUTSIDE: ReadonlySet<string> = new Set(['mjml', 'mj-body', 'mj-head'])
/** All other elements are inside a column. */
const IN_BODY: ReadonlySet<string> = new Set(['mj-hero', 'mj-section', 'mj-wrapper'])

export async function checkBlockMjml(
  mjml: string,
  fields: readonly string[],
  publicUrl: string,
): Promise<PartProblem[]> {
  const { problems: ofLiquid } = checkTemplate(mjml, { fields: fieldsKnownTo(fields), kind: 'html' })
  const structure = refusesSaving(ofLiquid) ? [] : structureProblems(mjml)
  const first = [...ofLiquid, ...structure]
  if (refusesSaving(first)) return first.map(problem => ({ ...problem, part: 'mjml' }))
  const [before, after] = aroundOf(mjml)
  const { problems } = await checkMjml({ mjml: before + mjml + after }, fields, publicUrl)
  return problems.filter(({ code }) => !OF_WHOLE_MAILS.has(code)).map(problem => moved(problem, before.length))
}

function structureProblems(mjml: string): Problem[] {
  const { elements, problems } = layoutOf(mjml)
  const outside = elements.find(({ name }) => OUTSIDE.has(name))
  if (outside === undefined) return problems.filter(({ key }) => key !== 'templates.mjml.root')
  const words = sentence('templates.blocks.whole', { tag: outside.name })
  return [{ severity: 'error', code: 'mjml', ...words, ...positionAt(mjml, outside.begin), tag: outside.name }]
}

function layoutOf(mjml: string): ReturnType<typeof readMjml> {
  return readMjml(mjml, blankUnits(mjml, readUnits(mjml, readConstructs(mjml))))
}

/** Wrapped within the block's own lines, so that line numbers stay the same. */
function aroundOf(mjml: string): [before: string, after: string] {
  // Raw Liquid may stand anywhere: the elements around it tell where.
  const first = layoutOf(mjml).elements.find(({ name }) => name !== 'mj-raw')?.name ?? ''
  if (IN_BODY.has(first)) return ['<mjml><mj-body>', '</mj-body></mjml>']
  return ['<mjml><mj-body><mj-section><mj-column>', '</mj-column></mj-section></mj-body></mjml>']
}

function moved(problem: PartProblem, columns: number): PartProblem {
  return problem.line === 1 ? { ...problem, column: Math.max(1, problem.column - columns) } : problem
}
