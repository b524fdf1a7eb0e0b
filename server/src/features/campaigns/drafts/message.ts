/** What a campaign sends, complete and judged: its own content, or the variants of its test. */
import type { CampaignProblem } from '@notifly/contracts/campaigns/campaigns'
import type { FieldFailure } from '@notifly/contracts/errors'
import { inWords } from '@notifly/contracts/sentences/english'
import { sentence } from '@notifly/contracts/sentences/sentence'
import { EmailContent } from '@notifly/contracts/templates/templates'
import type { Db } from '../../../db/schema/tables.ts'
import type { NewTest } from '../../../engine/runs/runs.ts'
import { AppError, sentenceOf } from '../../../lib/app-error.ts'
import { sourceProblems } from '../../templates/templates.ts'
import { checkTest, completeVariants, twinErrors } from './ab-test.ts'
import { type CompleteContent, completeContent, type ContentOf, type KeptFile, type StoredContent } from './content.ts'

export interface PlannedMessage {
  /** As the channel takes it; of a test that of its first variant. */
  content: object
  test: NewTest | null
}

interface Asked extends ContentOf {
  /** The channel's settings, where it has some: a part of its rules depends on them. */
  settings?: unknown
  /** When the campaign is sent, where that is known already. */
  sending?: Sending
}

export interface Sending {
  now: Date
  /** The last time; null where there is always another one. */
  last: Date | null
}

export interface JudgedContent {
  /** Errors and warnings of its Liquid sources, each with its place. */
  problems: CampaignProblem[]
  /** What keeps it from being sent, each at the campaign's own field. */
  errors: FieldFailure[]
}

export interface JudgedMessage extends JudgedContent {
  /** Null for a test that is not complete, and where a template is gone. */
  message: PlannedMessage | null
  /** Templates that do not exist any more, at their fields; nothing else is known of the message then. */
  gone: FieldFailure[]
}

/** Everything that is wrong with what would be sent. */
export async function judgeMessage(db: Db, asked: Asked, own: StoredContent): Promise<JudgedMessage> {
  try {
    if (own.ab_test) return { gone: [], ...(await judgeTest(db, asked, own)) }
    const complete = await completeContent(db, asked, own)
    const judged = await judgeContent(db, asked, complete)
    return { gone: [], message: { content: complete.content, test: null }, ...judged }
  } catch (error) {
    if (!(error instanceof AppError) || error.error !== 'notFound') throw error
    return { message: null, problems: [], errors: [], gone: error.errors ?? [] }
  }
}

const SUBJECT = 'emailSubject'

async function judgeTest(db: Db, asked: Asked, own: StoredContent): Promise<Omit<JudgedMessage, 'gone'>> {
  const test = checkTest(own.ab_test ?? {}, asked.channel)
  const variants = await completeVariants(db, asked, own)
  const problems: CampaignProblem[] = []
  const errors = 'errors' in test ? [...test.errors] : []
  for (const { no, field: at, complete, isSubjectOnly } of variants) {
    const judged = await judgeContent(db, asked, complete)
    const isCommon = (field: string): boolean => field === 'reply_to' || (isSubjectOnly && field !== SUBJECT)
    // What all have in common is told once.
    if (no === 1) {
      problems.push(...judged.problems.filter(({ place }) => isCommon(place)))
      errors.push(...judged.errors.filter(({ field }) => isCommon(field)))
    }
    problems.push(...judged.problems.filter(({ place }) => !isCommon(place)).map(each => ({ ...each, variant: no })))
    errors.push(
      ...judged.errors
        .filter(({ field }) => !isCommon(field))
        .map(each => ({ ...each, field: isSubjectOnly ? at : `${at}.${each.field}` })),
    )
  }
  errors.push(...twinErrors(variants))
  const [one, ...more] = variants.map(({ complete: { content, templateName } }) => ({ content, templateName }))
  if ('errors' in test || one === undefined) return { message: null, problems, errors }
  const { part, metric, share, after_hours: afterHours } = test
  const planned: NewTest = { part, metric, share, afterHours, variants: [one, ...more] }
  return { message: { content: one.content, test: planned }, problems, errors }
}

/** Of a content as a whole: every place that could not be rendered, and what it lacks. */
export async function judgeContent(
  db: Db,
  { applicationId, settings, sending }: Pick<Asked, 'applicationId' | 'settings' | 'sending'>,
  { channel, content, kept, placeOf }: CompleteContent,
): Promise<JudgedContent> {
  const found = await sourceProblems(db, applicationId, channel.sources(content))
  const problems = found.map(({ source, ...problem }) => ({
    ...problem,
    ...inWords(problem),
    part: partOf(source),
    place: placeOf(source),
  }))
  const broken = problems
    .filter(problem => problem.severity === 'error')
    .map(({ place, line, column, tag, field: name, ...words }) => {
      const where = tag ?? name
      return { field: place, ...sentenceOf(words), line, column, ...(where !== undefined && { tag: where }) }
    })
  const faults = channel.faults(content, settings).map(fault => ({ ...fault, field: placeOf(fault.field) }))
  return { problems, errors: [...broken, ...faults, ...(kept && sending ? keptFileFaults(kept, sending) : [])] }
}

/** The parts of a mail have their own names; everything else is a text. */
function partOf(field: string): CampaignProblem['part'] {
  return field in EmailContent.shape ? (field as CampaignProblem['part']) : 'text'
}

const DAY_MS = 86_400_000

/** None where the file lasts. One of which nothing is known may have been uploaded just now. */
function keptFileFaults({ field, uploadedAt, days }: KeptFile, { now, last }: Sending): FieldFailure[] {
  if (last === null) return [{ field, ...sentence('whatsappTemplates.missing.mediaRecurs', { days }) }]
  const goneAt = (uploadedAt ?? now).getTime() + days * DAY_MS
  if (last.getTime() < goneAt) return []
  return [{ field, ...sentence('whatsappTemplates.missing.mediaGone', { days }) }]
}
