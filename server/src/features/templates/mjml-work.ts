/** The work on templates that needs MJML, which is slow to load: threads that see no MJML do not load it. */
import type { EmailContent } from '@notifly/contracts/templates/templates'
import { readConstructs } from '../../lib/liquid/constructs.ts'
import { positionAt } from '../../lib/liquid/problem.ts'
import { checkBlockMjml } from './check-block.ts'
import { checkMjml, type CompiledEmail } from './check-mjml.ts'
import type { PartProblem } from './check-parts.ts'
import { type Checked, emptyImages, fillReadable, type PreviewedContent, type PreviewedEmail } from './template-work.ts'

/** The address of this installation: mails load its icons. */
interface Reached {
  publicUrl: string
}

export function compileEmail({ content, fields, publicUrl }: Checked<EmailContent> & Reached): Promise<CompiledEmail> {
  return checkMjml(content, fields, publicUrl)
}

interface CheckedBlock extends Reached {
  mjml: string
  fields: readonly string[]
}

export function checkBlock({ mjml, fields, publicUrl }: CheckedBlock): Promise<PartProblem[]> {
  return checkBlockMjml(mjml, fields, publicUrl)
}

export interface PreviewedMjml extends PreviewedContent {
  /** The compiled HTML, before fields were filled in. */
  html_source: string
}

/** The parts of the mail that can be rendered, filled in, and all problems. */
export async function previewMjml(input: PreviewedEmail & Reached): Promise<PreviewedMjml> {
  const { content, fields, values, tags, publicUrl } = input
  const { html, problems } = await checkMjml(content, fields, publicUrl)
  const empty = html === '' ? [] : emptyImages(content.mjml ?? '', 'mjml', values)
  const rendered = fillReadable({ ...content, html }, [...problems, ...empty], { values, tags })
  return {
    ...rendered,
    html_source: html,
    problems: rendered.problems.map(problem => inMjml(problem, content.mjml ?? '')),
  }
}

/** Problems of the HTML that occurred while values were filled in. */
function inMjml(problem: PartProblem, mjml: string): PartProblem {
  const { part, field = '' } = problem
  if (part !== 'html') return problem
  const construct = readConstructs(mjml).find(({ content }) => field !== '' && content.includes(field))
  return { ...problem, part: 'mjml', ...positionAt(mjml, construct?.begin ?? 0) }
}
