/** The content of an email in any mode, and the HTML of one that is written in MJML. */
import { sentence } from '@notifly/contracts/sentences/sentence'
import type { EmailContent, EmailMode } from '@notifly/contracts/templates/templates'
import type { Db } from '../../db/schema/tables.ts'
import type { Deps } from '../../http/deps.ts'
import { invalidField } from '../../lib/app-error.ts'
import { shortWork } from '../../lib/work-pool/pools.ts'
import { knownFields } from '../../people/fields/fields.ts'
import type { PartProblem } from './check-parts.ts'
import { contentProblems, COSTLY_PROBLEM, isMjml, MJML_WORK, unlessCostly } from './templates.ts'

export interface CompletedEmail {
  /** With its own HTML, or the HTML that was compiled from its MJML. */
  content: EmailContent
  problems: PartProblem[]
}

/** The mode of stored content that names none. */
const DEFAULT_MODE: EmailMode = 'html'

/** The parts of its mode. Throws invalidInput if it is empty, or holds invalid JSON. */
export function emailContentOf(typed: EmailContent): EmailContent {
  const { subject, preheader, mode = DEFAULT_MODE, mjml, document, html, text } = typed
  if (mode === 'mjml' && mjml === undefined) throw invalidField('mjml', sentence('templates.mjml.missing'))
  const isVisual = mode === 'visual'
  if (isVisual && document !== undefined && !isJson(document)) {
    throw invalidField('document', sentence('templates.document'))
  }
  const hasMjml = isMjml(typed)
  return {
    ...(subject !== undefined && { subject }),
    ...(preheader !== undefined && { preheader }),
    ...(mode !== DEFAULT_MODE && { mode }),
    ...(hasMjml && mjml !== undefined && { mjml }),
    ...(isVisual && document !== undefined && { document }),
    ...(!hasMjml && html !== undefined && { html }),
    ...(text !== undefined && { text }),
  }
}

export interface CompleteDeps extends Pick<Deps, 'config'> {
  db: Db
}

/** Never refused here: MJML that cannot be compiled has no HTML. */
export async function completedEmail(
  { config, db }: CompleteDeps,
  applicationId: string,
  content: EmailContent,
): Promise<CompletedEmail> {
  if (!isMjml(content)) return { content, problems: await contentProblems(db, applicationId, content) }
  const fields = await knownFields(db, applicationId)
  const { document: _, html: __, ...sources } = content
  const { publicUrl } = config
  const compiling = shortWork.run(MJML_WORK.compileEmail, applicationId, { content: sources, fields, publicUrl })
  const costly = { html: '', problems: [{ ...COSTLY_PROBLEM, part: 'mjml' as const }] }
  const { html, problems } = await unlessCostly(compiling, costly)
  return { content: { ...content, html }, problems }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
