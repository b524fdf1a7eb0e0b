/** What is wrong with the sources of a message; found in a thread, since their authors decide how long it takes. */
import { sentence } from '@notifly/contracts/sentences/sentence'
import type { EmailContent } from '@notifly/contracts/templates/templates'
import type { Source } from '../../channels/channel.ts'
import type { Db } from '../../db/schema/tables.ts'
import { AppError, sentenceOf } from '../../lib/app-error.ts'
import { refusesSaving } from '../../lib/liquid/problem.ts'
import { shortWork } from '../../lib/work-pool/pools.ts'
import { knownFields } from '../../people/fields/fields.ts'
import type { PartProblem, SourceProblem } from './check-parts.ts'
import { COSTLY_PROBLEM, TEMPLATE_WORK, unlessCostly } from './template-threads.ts'

/** Every problem of a content; it is never refused here. */
export async function contentProblems(db: Db, applicationId: string, content: EmailContent): Promise<PartProblem[]> {
  const fields = await knownFields(db, applicationId)
  const found = shortWork.run(TEMPLATE_WORK.checkEmail, applicationId, { content, fields })
  return unlessCostly(found, [{ ...COSTLY_PROBLEM, part: heaviestPart(content) }])
}

/** The problems of a content's Liquid sources, each with the field of its source. */
export async function sourceProblems(
  db: Db,
  applicationId: string,
  sources: readonly Source[],
): Promise<SourceProblem[]> {
  if (sources.length === 0) return []
  const fields = await knownFields(db, applicationId)
  const found = shortWork.run(TEMPLATE_WORK.checkSources, applicationId, { sources, fields })
  const [heaviest] = sources.toSorted((a, b) => b.source.length - a.source.length)
  return unlessCostly(found, [{ ...COSTLY_PROBLEM, source: heaviest?.field ?? '' }])
}

/** The part to blame when a mail as a whole costs too much: in all but strange cases its body. */
export function heaviestPart({ html = '', text = '' }: EmailContent): PartProblem['part'] {
  return text.length > html.length ? 'text' : 'html'
}

/** Throws invalidInput with the place of each error when a part is no Liquid; unknown fields pass. */
export function refuseBroken(problems: readonly PartProblem[]): void {
  const broken = problems.filter(problem => refusesSaving([problem]))
  if (broken.length === 0) return
  const errors = broken.map(({ part, place, line, column, tag, ...words }) => ({
    field: place ?? part,
    ...sentenceOf(words),
    line,
    column,
    ...(tag !== undefined && { tag }),
  }))
  throw new AppError('invalidInput', { ...sentence('templates.unreadable'), errors })
}
