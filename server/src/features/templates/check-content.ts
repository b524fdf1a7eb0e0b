/** What is wrong with an email's sources, part by part. */
import type { EmailContent, Problem } from '@notifly/contracts/templates'
import type { Kysely } from 'kysely'
import type { Source } from '../../channels/channel.ts'
import type { Tables } from '../../db/schema/tables.ts'
import { AppError } from '../../lib/app-error.ts'
import { inspectEmailHtml } from '../../lib/email-html/inspect.ts'
import { SENDER_FIELDS } from '../../lib/email-html/links.ts'
import { checkTemplate } from '../../lib/liquid/check.ts'
import type { TemplateKind } from '../../lib/liquid/places.ts'
import { type Problem as PartProblem, refusesSaving } from '../../lib/liquid/problem.ts'
import { knownFields } from '../audience/audience.ts'

type Part = Problem['part']

const KINDS: Record<Part, TemplateKind> = { subject: 'subject', preheader: 'text', html: 'html', text: 'text' }
const PARTS = Object.keys(KINDS) as Part[]

/** Every problem of a content, in the order in which its parts are read; content is never refused here. */
export async function contentProblems(
  db: Kysely<Tables>,
  applicationId: string,
  content: EmailContent,
): Promise<Problem[]> {
  const fields = await knownFields(db, applicationId)
  return checkContent(
    content,
    fields.map(field => field.name),
  )
}

/** As `contentProblems`, for contacts with these fields. */
export function checkContent(content: EmailContent, fields: readonly string[]): Problem[] {
  const known = [...fields, ...SENDER_FIELDS]
  return PARTS.flatMap(part =>
    checkSource(content[part] ?? '', KINDS[part], known).map(problem => ({ ...problem, part })),
  )
}

/** The problems of a content's Liquid sources, each with the field of its source. */
export async function sourceProblems(
  db: Kysely<Tables>,
  applicationId: string,
  sources: readonly Source[],
): Promise<(PartProblem & { source: string })[]> {
  const fields = await knownFields(db, applicationId)
  const known = [...fields.map(field => field.name), ...SENDER_FIELDS]
  return sources.flatMap(({ field, source, kind }) =>
    checkSource(source, kind, known).map(problem => ({ ...problem, source: field })),
  )
}

function checkSource(source: string, kind: TemplateKind, fields: readonly string[]): PartProblem[] {
  const { problems } = checkTemplate(source, { fields, kind })
  const isReadable = kind === 'html' && source.trim() !== '' && !refusesSaving(problems)
  return isReadable ? [...problems, ...inspectEmailHtml(source)] : problems
}

/** Whether a part cannot be rendered at all. */
export function isBroken(problems: readonly Problem[], part: Part): boolean {
  return refusesSaving(problems.filter(problem => problem.part === part) as PartProblem[])
}

/** Throws invalidInput with the place of each error when a part is no Liquid; unknown fields pass. */
export function refuseBroken(problems: readonly Problem[]): void {
  const broken = problems.filter(problem => refusesSaving([problem as PartProblem]))
  if (broken.length === 0) return
  const errors = broken.map(({ part, place, message, line, column, tag, code }) => ({
    field: place ?? part,
    message,
    key: code,
    line,
    column,
    ...(tag !== undefined && { tag }),
  }))
  throw new AppError('invalidInput', { message: 'The template cannot be read. Mend the places named.', errors })
}
