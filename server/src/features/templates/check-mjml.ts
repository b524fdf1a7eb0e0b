/** Checks a mail that is written in MJML, and compiles it to HTML. For threads of the pool: it loads MJML. */
import type { EmailContent } from '@notifly/contracts/templates/templates'
import type { Finding } from '../../lib/email-html/finding.ts'
import { findingsIn, imageWithoutAlt, imageWithoutSource, inspectImages, placed } from '../../lib/email-html/inspect.ts'
import { checkTemplate } from '../../lib/liquid/check.ts'
import { placeholderProblems } from '../../lib/liquid/placeholders.ts'
import { byPosition, offsetAt, positionAt, type Problem, refusesSaving } from '../../lib/liquid/problem.ts'
import { imagesWithoutSource, imagesWithoutWords } from '../../lib/mjml/complete-source.ts'
import { type CompiledMjml, compileMjml } from '../../lib/mjml/compile-mjml.ts'
import { checkParts, fieldsKnownTo, type PartProblem } from './check-parts.ts'

export interface CompiledEmail {
  /** Empty if the MJML cannot be compiled. */
  html: string
  problems: PartProblem[]
}

/** All problems of an email in MJML, in the order of its parts. `fields`: those that contacts have. */
export async function checkMjml(
  content: EmailContent,
  fields: readonly string[],
  publicUrl: string,
): Promise<CompiledEmail> {
  const { mjml = '', html: _, ...others } = content
  const { html, problems } = await checkBody(mjml, fieldsKnownTo(fields), publicUrl)
  const [inText, before] = [
    checkParts({ text: others.text }, fields),
    checkParts({ ...others, mjml, text: '' }, fields),
  ]
  return { html, problems: [...before, ...problems.map(problem => ({ ...problem, part: 'mjml' as const })), ...inText] }
}

async function checkBody(
  mjml: string,
  fields: readonly string[],
  publicUrl: string,
): Promise<{ html: string; problems: Problem[] }> {
  const { problems: ofLiquid } = checkTemplate(mjml, { fields, kind: 'html' })
  if (refusesSaving(ofLiquid)) return { html: '', problems: ofLiquid }
  const compiled = await compileMjml(mjml, publicUrl)
  const all = [...ofLiquid, ...compiled.problems]
  if (compiled.html === '') return { html: '', problems: all.sort(byPosition) }
  // What is safe depends on where MJML puts a value: text of the source may end up in a style sheet.
  const { problems: ofHtml } = checkTemplate(compiled.html, { fields, kind: 'html' })
  const further = ofHtml.map(problem => moved(problem, mjml, compiled)).filter(problem => !isAmong(ofLiquid, problem))
  const broken = refusesSaving([...all, ...further])
  const warnings = broken ? [] : [...placeholderProblems(mjml, 'html'), ...findingsOf(mjml, compiled)]
  return { html: broken ? '' : compiled.html, problems: [...all, ...further, ...warnings].sort(byPosition) }
}

/** Maps a place in the HTML to the one in the MJML. */
function moved(problem: Problem, mjml: string, { html, sourceOf }: CompiledMjml): Problem {
  return { ...problem, ...positionAt(mjml, sourceOf(offsetAt(html, problem)) ?? 0) }
}

function isAmong(problems: readonly Problem[], { code, key, line, column }: Problem): boolean {
  return problems.some(
    other => other.code === code && other.key === key && other.line === line && other.column === column,
  )
}

const MOST_IMAGES = 100

function findingsOf(mjml: string, { html, elements, sourceOf }: CompiledMjml): Problem[] {
  const end = mjml.lastIndexOf('</mj-body')
  const offsetOf = ({ at, quote }: Finding): number => {
    const quoted = quote ? mjml.indexOf(quote) : -1
    return quoted === -1 ? (sourceOf(at) ?? (end === -1 ? mjml.length : end)) : quoted
  }
  const empty = imagesWithoutSource(elements, mjml)
  const mute = imagesWithoutWords(elements).filter(image => !empty.includes(image))
  const images = [
    ...empty.map(({ begin }) => imageWithoutSource(begin)),
    ...mute.map(({ begin }) => imageWithoutAlt(begin)),
    ...inspectImages(mjml),
  ]
  return [
    ...images.slice(0, MOST_IMAGES).map(each => placed(each, mjml, each.at)),
    ...findingsIn(html).map(finding => placed(finding, mjml, offsetOf(finding))),
  ]
}
