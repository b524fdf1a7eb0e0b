/** What a campaign sends, complete and checked: its own content, or the variants of its test. */
import type { CampaignProblem } from '@notifly/contracts/campaigns/campaigns'
import type { FieldFailure } from '@notifly/contracts/errors'
import { inWords } from '@notifly/contracts/sentences/english'
import { EmailContent } from '@notifly/contracts/templates/templates'
import type { Kysely } from 'kysely'
import type { Tables } from '../../../db/schema/tables.ts'
import type { NewTest } from '../../../engine/runs/runs.ts'
import { AppError, sentenceOf } from '../../../lib/app-error.ts'
import type { Problem } from '../../../lib/liquid/problem.ts'
import { sourceProblems } from '../../templates/templates.ts'
import { checkTest, completeVariants, twinErrors } from './ab-test.ts'
import { completeContent, type ContentOf } from './content.ts'
import type { CompleteContent, StoredContent } from './stored-content.ts'
import { keptFileFaults, type Sending } from './kept-files.ts'

type Db = Kysely<Tables>

type PlacedProblem = Problem & Pick<CampaignProblem, 'part' | 'place' | 'variant'>

export interface PlannedMessage {
  /** As the channel takes it; of a test that of its first variant. */
  content: object
  test: NewTest | null
}

interface Asked extends ContentOf {
  /** The channel's settings, where it has some: a part of its rules depends on them. */
  settings?: unknown
  /** Where that is known already. */
  sending?: Sending
}

/** Throws notFound for a template that the application does not have. */
export async function planMessage(
  db: Db,
  asked: Asked,
  own: StoredContent,
): Promise<{ message: PlannedMessage | null; errors: FieldFailure[] }> {
  if (own.ab_test) return planTest(db, asked, own)
  const complete = await completeContent(db, asked, own)
  const errors = await contentErrors(db, asked, complete)
  return { message: { content: complete.content, test: null }, errors }
}

async function planTest(db: Db, asked: Asked, own: StoredContent) {
  const test = checkTest(own.ab_test ?? {}, asked.channel)
  const variants = await completeVariants(db, asked, own)
  const errors = 'errors' in test ? [...test.errors] : []
  const [first] = variants
  // What all have in common is told once.
  const isCommon = ({ field }: FieldFailure): boolean =>
    field === 'reply_to' || (first?.isSubjectOnly === true && field !== SUBJECT)
  if (first !== undefined) errors.push(...(await contentErrors(db, asked, first.complete)).filter(isCommon))
  for (const variant of variants) {
    const its = (await contentErrors(db, asked, variant.complete)).filter(error => !isCommon(error))
    errors.push(
      ...its.map(error => ({
        ...error,
        field: variant.isSubjectOnly ? variant.field : `${variant.field}.${error.field}`,
      })),
    )
  }
  errors.push(...twinErrors(variants))
  const [one, ...more] = variants.map(({ complete: { content, templateName } }) => ({ content, templateName }))
  if ('errors' in test || one === undefined) return { message: null, errors }
  const { part, metric, share, after_hours: afterHours } = test
  const planned: NewTest = { part, metric, share, afterHours, variants: [one, ...more] }
  return { message: { content: one.content, test: planned }, errors }
}

const SUBJECT = 'emailSubject'

/** Of a content as a whole: what it lacks, and every place that could not be rendered. */
export async function contentErrors(
  db: Db,
  { applicationId, settings, sending }: Pick<Asked, 'applicationId' | 'settings' | 'sending'>,
  complete: CompleteContent,
): Promise<FieldFailure[]> {
  const { channel, content, kept, placeOf } = complete
  const problems = await placedProblems(db, applicationId, complete)
  const broken = problems
    .filter(problem => problem.severity === 'error')
    .map(({ place, line, column, tag, field: name, ...words }) => {
      const where = tag ?? name
      return { field: place, ...sentenceOf(words), line, column, ...(where !== undefined && { tag: where }) }
    })
  const faults = channel.faults(content, settings).map(fault => ({ ...fault, field: placeOf(fault.field) }))
  return [...broken, ...faults, ...(kept && sending ? keptFileFaults(kept, sending) : [])]
}

/** Everything that is wrong with what would be sent; a template that is gone has no problems of its own. */
export async function messageProblems(db: Db, which: ContentOf, own: StoredContent): Promise<CampaignProblem[]> {
  try {
    const problems = own.ab_test
      ? await testProblems(db, which, own)
      : await placedProblems(db, which.applicationId, await completeContent(db, which, own))
    return problems.map(problem => ({ ...problem, ...inWords(problem) }))
  } catch (error) {
    if (error instanceof AppError && (error.error === 'notFound' || error.error === 'conflict')) return []
    throw error
  }
}

async function testProblems(db: Db, which: ContentOf, own: StoredContent): Promise<PlacedProblem[]> {
  const variants = await completeVariants(db, which, own)
  const found: PlacedProblem[] = []
  const isOfSubject = ({ place }: PlacedProblem): boolean => place === SUBJECT
  for (const { no, complete, isSubjectOnly } of variants) {
    const problems = await placedProblems(db, which.applicationId, complete)
    if (isSubjectOnly && no === 1) found.push(...problems.filter(problem => !isOfSubject(problem)))
    const its = isSubjectOnly ? problems.filter(isOfSubject) : problems
    found.push(...its.map(problem => ({ ...problem, variant: no })))
  }
  return found
}

async function placedProblems(
  db: Db,
  applicationId: string,
  { channel, content, placeOf }: CompleteContent,
): Promise<PlacedProblem[]> {
  const problems = await sourceProblems(db, applicationId, channel.sources(content))
  return problems.map(({ source, ...problem }) => ({ ...problem, part: partOf(source), place: placeOf(source) }))
}

/** The parts of a mail have their own names; everything else is a text. */
function partOf(field: string): CampaignProblem['part'] {
  return field in EmailContent.shape ? (field as CampaignProblem['part']) : 'text'
}
