/** What a campaign sends, complete and checked: its own content, or the variants of its test. */
import type { CampaignProblem } from '@notifly/contracts/campaigns'
import type { FieldError } from '@notifly/contracts/errors'
import { isEmail, MESSAGES } from '@notifly/contracts/fields'
import type { Problem } from '@notifly/contracts/templates'
import type { Kysely } from 'kysely'
import type { Tables } from '../../db/schema/tables.ts'
import type { NewTest, RunContent } from '../../delivery/runs/runs.ts'
import { AppError } from '../../lib/app-error.ts'
import { contentProblems } from '../templates/templates.ts'
import { checkTest, completeVariants, twinErrors, type Variant } from './ab-test.ts'
import { type CompleteContent, completeContent, contentErrors, runContent, type StoredContent } from './content.ts'

type Db = Kysely<Tables>

export interface PlannedMessage {
  /** Of a test that of its first variant. */
  content: RunContent
  test: NewTest | null
}

/** Throws notFound for a template that the application does not have. */
export async function planMessage(
  db: Db,
  applicationId: string,
  own: StoredContent,
): Promise<{ message: PlannedMessage | null; errors: FieldError[] }> {
  const replyTo = own.reply_to?.trim() ?? ''
  const sender = replyTo !== '' && !isEmail(replyTo) ? [{ field: 'reply_to', message: MESSAGES.email }] : []
  if (own.ab_test) return planTest(db, applicationId, own, sender)
  const content = await completeContent(db, applicationId, own)
  const errors = [...(await ownErrors(db, applicationId, content)), ...sender]
  return { message: { content: runContent(content, own), test: null }, errors }
}

async function planTest(db: Db, applicationId: string, own: StoredContent, others: FieldError[]) {
  const test = checkTest(own.ab_test ?? {})
  const variants = await completeVariants(db, applicationId, own)
  const errors = 'errors' in test ? [...test.errors] : []
  const [first] = variants
  if (first?.isSubjectOnly === true) {
    const common = await ownErrors(db, applicationId, first.content)
    errors.push(...common.filter(({ field }) => field !== 'emailSubject'))
  }
  for (const variant of variants) errors.push(...(await variantErrors(db, applicationId, variant)))
  errors.push(...twinErrors(variants), ...others)
  const [one, ...more] = variants.map(({ content }) => ({
    content: runContent(content, own),
    templateName: content.templateName,
  }))
  if ('errors' in test || one === undefined) return { message: null, errors }
  const { part, metric, share, after_hours: afterHours } = test
  const planned: NewTest = { part, metric, share, afterHours, variants: [one, ...more] }
  return { message: { content: one.content, test: planned }, errors }
}

/** Of a content as a whole: subject, body, and every place that could not be rendered. */
async function ownErrors(db: Db, applicationId: string, content: CompleteContent): Promise<FieldError[]> {
  const errors = contentErrors(await contentProblems(db, applicationId, content), content)
  const bodyField = content.fromTemplate ? 'template_uuid' : 'emailBody'
  if (content.subject.trim() === '') errors.push({ field: 'emailSubject', message: MESSAGES.required })
  if (content.html.trim() === '') {
    const message = content.fromTemplate ? 'This template has no content yet.' : 'Write a body or choose a template.'
    errors.push({ field: bodyField, message })
  }
  return errors
}

async function variantErrors(db: Db, applicationId: string, variant: Variant): Promise<FieldError[]> {
  const errors = await ownErrors(db, applicationId, variant.content)
  const { field, isSubjectOnly } = variant
  if (!isSubjectOnly) return errors.map(error => ({ ...error, field: `${field}.${error.field}` }))
  return errors.filter(error => error.field === 'emailSubject').map(error => ({ ...error, field }))
}

/** Everything that is wrong with what would be sent; a template that is gone has no problems of its own. */
export async function messageProblems(db: Db, applicationId: string, own: StoredContent): Promise<CampaignProblem[]> {
  try {
    if (!own.ab_test) return await contentProblems(db, applicationId, await completeContent(db, applicationId, own))
    return await testProblems(db, applicationId, own)
  } catch (error) {
    if (error instanceof AppError && error.error === 'notFound') return []
    throw error
  }
}

async function testProblems(db: Db, applicationId: string, own: StoredContent): Promise<CampaignProblem[]> {
  const variants = await completeVariants(db, applicationId, own)
  const found: CampaignProblem[] = []
  const isOfSubject = ({ part }: Problem): boolean => part === 'subject'
  for (const { no, content, isSubjectOnly } of variants) {
    const problems = await contentProblems(db, applicationId, content)
    if (isSubjectOnly && no === 1) found.push(...problems.filter(problem => !isOfSubject(problem)))
    const its = isSubjectOnly ? problems.filter(isOfSubject) : problems
    found.push(...its.map(problem => ({ ...problem, variant: no })))
  }
  return found
}
