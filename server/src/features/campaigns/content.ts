/** What a campaign says: its own parts, or those of its template where it has none, and what is wrong with them. */
import type { AbTest } from '@notifly/contracts/ab-tests'
import type { FieldError } from '@notifly/contracts/errors'
import type { Problem } from '@notifly/contracts/templates'
import type { Kysely } from 'kysely'
import type { Tables } from '../../db/schema/tables.ts'
import type { RunContent } from '../../delivery/runs/runs.ts'
import { AppError } from '../../lib/app-error.ts'
import { templateContent } from '../templates/templates.ts'

type Db = Kysely<Tables>

/** As stored in `campaign.content`. */
export interface StoredContent {
  emailSubject?: string | undefined
  emailBody?: string | undefined
  template_uuid?: string | null | undefined
  topic_uuid?: string | null | undefined
  from_name?: string | undefined
  reply_to?: string | undefined
  preheader?: string | undefined
  ab_test?: AbTest | null | undefined
}

/** The parts as they will be sent. */
export interface CompleteContent {
  subject: string
  html: string
  preheader: string
  text: string
  /** Whether the body is the template's. */
  fromTemplate: boolean
  templateName: string | null
}

/** A template gives what the campaign does not say itself. Throws notFound for a template of somebody else. */
export async function completeContent(db: Db, applicationId: string, own: StoredContent): Promise<CompleteContent> {
  const subject = own.emailSubject?.trim() ?? ''
  const preheader = own.preheader?.trim() ?? ''
  if (!own.template_uuid) {
    const none = { text: '', fromTemplate: false, templateName: null }
    return { subject, html: own.emailBody ?? '', preheader, ...none }
  }
  const template = await templateContent(db, applicationId, own.template_uuid)
  if (template === null) {
    const message = 'This template does not exist any more.'
    throw new AppError('notFound', { message, errors: [{ field: 'template_uuid', message }] })
  }
  const { content } = template
  return {
    subject: subject === '' ? (content.subject ?? '') : subject,
    html: content.html ?? '',
    preheader: preheader === '' ? (content.preheader ?? '') : preheader,
    text: content.text ?? '',
    fromTemplate: true,
    templateName: template.name,
  }
}

/** The problems that forbid sending, at the fields of the campaign. */
export function contentErrors(problems: readonly Problem[], { fromTemplate }: CompleteContent): FieldError[] {
  const field = (part: Problem['part']) => {
    if (part === 'subject') return 'emailSubject'
    if (part === 'preheader') return 'preheader'
    return fromTemplate ? 'template_uuid' : 'emailBody'
  }
  return problems
    .filter(problem => problem.severity === 'error')
    .map(({ part, message, line, column, tag, field: name }) => {
      const where = tag ?? name
      return { field: field(part), message, line, column, ...(where !== undefined && { tag: where }) }
    })
}

/** For the engine. */
export function runContent(content: CompleteContent, own: StoredContent): RunContent {
  return {
    subject: content.subject,
    preheader: content.preheader,
    html: content.html,
    ...(content.text.trim() !== '' && { text: content.text }),
    ...(own.from_name?.trim() && { fromName: own.from_name.trim() }),
    ...(own.reply_to?.trim() && { replyTo: own.reply_to.trim() }),
  }
}
