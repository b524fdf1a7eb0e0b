/** The A/B test of a campaign: whether it is complete, and which contents it compares. */
import {
  AB_HOURS,
  AB_SHARE,
  AB_VARIANTS,
  type AbContent,
  type AbSplit,
  type AbTest,
  splitAudience,
} from '@notifly/contracts/campaigns/ab-tests'
import type { Channel } from '@notifly/contracts/applications/applications'
import type { CampaignProblem } from '@notifly/contracts/campaigns/campaigns'
import type { FieldFailure } from '@notifly/contracts/errors'
import type { Schedule } from '@notifly/contracts/schedules/schedules'
import { sentence, type Sentence } from '@notifly/contracts/sentences/sentence'
import type { Db } from '../../../db/schema/tables.ts'
import type { NewTest } from '../../../engine/runs/runs.ts'
import { AppError, invalidField } from '../../../lib/app-error.ts'
import { usesRecipientTimeZone } from '../../schedules/schedules.ts'
import { reportsOpens } from '../channel-words.ts'
import {
  type Asked,
  type CompleteContent,
  completeContent,
  type ContentOf,
  checkContent,
  type CheckedMessage,
  type StoredContent,
} from './content.ts'

const SUBJECT = 'emailSubject'

type TestedContent = StoredContent & { ab_test: AbTest }

/** All faults of a test and its variants. Throws notFound, at its field, for a deleted template. */
export async function checkAbTest(db: Db, asked: Asked, own: TestedContent): Promise<Omit<CheckedMessage, 'gone'>> {
  const test = checkTest(own.ab_test, asked.channel)
  const variants = await completeVariants(db, asked, own)
  const problems: CampaignProblem[] = []
  const errors = 'errors' in test ? [...test.errors] : []
  for (const { no, field: at, complete, isSubjectOnly } of variants) {
    const judged = await checkContent(db, asked, complete)
    const isCommon = (field: string): boolean => field === 'reply_to' || (isSubjectOnly && field !== SUBJECT)
    // Faults that all variants share are reported once.
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
  errors.push(...duplicateVariantErrors(variants))
  const [one, ...more] = variants.map(({ complete: { content, templateName } }) => ({ content, templateName }))
  if ('errors' in test || one === undefined) return { message: null, problems, errors }
  const { part, metric, share, after_hours: afterHours } = test
  const planned: NewTest = { part, metric, share, afterHours, variants: [one, ...more] }
  return { message: { content: one.content, test: planned }, problems, errors }
}

interface Variant {
  /** Starts at 1. */
  no: number
  complete: CompleteContent
  /** Its field in the campaign. */
  field: string
  /** In a test of subjects all variants share the other content. */
  isSubjectOnly: boolean
}

/** The variants' contents, completed as the campaign's own content is. Throws notFound, at its field, for a deleted template. */
async function completeVariants(db: Db, which: ContentOf, own: TestedContent): Promise<Variant[]> {
  const { ab_test: test, ...plain } = own
  const isSubjectOnly = which.channel === 'email' && test.part !== 'content'
  const variants: Variant[] = []
  for (const [index, variant] of (test.variants ?? []).entries()) {
    const field = fieldOf(index)
    const complete = isSubjectOnly
      ? await withSubject(db, which, plain, variant)
      : await atField(field, () => completeContent(db, which, ownOf(which.channel, plain, variant)))
    variants.push({ no: index + 1, complete, field, isSubjectOnly })
  }
  return variants
}

/** The campaign's own content with another subject, which may still be empty. */
async function withSubject(db: Db, which: ContentOf, own: StoredContent, variant: string | AbContent) {
  const complete = await completeContent(db, which, own)
  const subject = typeof variant === 'string' ? variant.trim() : (variant.emailSubject ?? '').trim()
  return { ...complete, content: { ...complete.content, subject } }
}

/** A mail without a subject has its template's subject, or else the campaign's. */
function ownOf(channel: Channel, own: StoredContent, variant: string | AbContent): StoredContent {
  const parts = typeof variant === 'string' ? {} : variant
  if (channel !== 'email') return { ...own, template_uuid: null, ...parts }
  const { template_uuid = null, emailBody = '', emailSubject = '' } = parts
  const subject = emailSubject.trim() === '' && !template_uuid ? (own.emailSubject ?? '') : emailSubject
  return { ...own, template_uuid, emailBody, emailSubject: subject }
}

/** The content of one variant (from 1), as that of a campaign without a test. */
export function withoutTest(channel: Channel, own: StoredContent, no: number): StoredContent {
  const { ab_test: test, ...plain } = own
  const variant = test?.variants?.[no - 1]
  if (variant === undefined) return plain
  if (typeof variant === 'string') return { ...plain, emailSubject: variant }
  return ownOf(channel, plain, variant)
}

const fieldOf = (index: number): string => `ab_test.variants.${index}`

async function atField<T>(field: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof AppError) || error.error !== 'notFound') throw error
    const errors = (error.errors ?? []).map(each => ({ ...each, field: `${field}.${each.field}` }))
    throw new AppError('notFound', { ...error.sentence, errors })
  }
}

/** A test that may be launched. */
interface CompleteTest {
  part: NonNullable<AbTest['part']>
  metric: NonNullable<AbTest['metric']>
  share: number
  after_hours: number
}

/** The complete test, or what is missing or out of bounds. */
function checkTest(test: AbTest, channel: Channel): CompleteTest | { errors: FieldFailure[] } {
  const { part, metric, share, after_hours, variants = [] } = test
  const isShare = typeof share === 'number' && share >= AB_SHARE.least && share <= AB_SHARE.most
  const isHours = typeof after_hours === 'number' && after_hours >= AB_HOURS.least && after_hours <= AB_HOURS.most
  const wrong = variants.flatMap((variant, index) =>
    (typeof variant === 'string') === (part === 'subject')
      ? []
      : [{ field: fieldOf(index), ...sentence('abTests.kind') }],
  )
  const errors: (FieldFailure | false)[] = [
    part === undefined && { field: 'ab_test.part', ...sentence('abTests.part') },
    part === 'subject' && channel !== 'email' && { field: 'ab_test.part', ...sentence('abTests.mailsOnly') },
    metric === 'opened' && !reportsOpens(channel) && { field: 'ab_test.metric', ...sentence('abTests.clicks') },
    variants.length < AB_VARIANTS.least && { field: 'ab_test.variants', ...sentence('abTests.count') },
    ...(part === undefined ? [] : wrong),
    !isShare && { field: 'ab_test.share', ...sentence('abTests.share') },
    metric === undefined && { field: 'ab_test.metric', ...sentence('abTests.metric') },
    !isHours && { field: 'ab_test.after_hours', ...sentence('abTests.hours') },
  ]
  const found = errors.filter(error => error !== false)
  if (found.length > 0 || part === undefined || metric === undefined || !isShare || !isHours) return { errors: found }
  return { part, metric, share, after_hours }
}

/** Two variants with the same content would compare nothing. */
function duplicateVariantErrors(variants: readonly Variant[]): FieldFailure[] {
  const words = ({ complete: { content }, isSubjectOnly }: Variant): string =>
    isSubjectOnly ? subjectOf(content) : JSON.stringify(content)
  return variants.flatMap((variant, index) => {
    const isSaid = textOf(variant) !== '' && variants.slice(0, index).some(other => words(other) === words(variant))
    return isSaid ? [{ field: variant.field, ...sentence('abTests.twins') }] : []
  })
}

/** Variants that are still empty do not count as the same. */
function textOf({ complete: { channel, content }, isSubjectOnly }: Variant): string {
  if (isSubjectOnly) return subjectOf(content).trim()
  const body = channel.sources(content).filter(({ field }) => field !== 'subject' && field !== 'preheader')
  return body
    .map(({ source }) => source)
    .join('')
    .trim()
}

function subjectOf(content: object): string {
  return 'subject' in content ? String(content.subject) : ''
}

/** With recipients' time zones, variants would be compared over different hours, or sent after the winner is known. */
export function clockErrors(schedule: Schedule | null): FieldFailure[] {
  const isEachAtTheirTime =
    schedule?.campaign_start_date.type === 2 || (schedule !== null && usesRecipientTimeZone(schedule))
  return isEachAtTheirTime ? [{ field: 'ab_test', ...sentence('abTests.clocks') }] : []
}

/** How a test would divide an audience; null while that is unknown. */
export function splitOf(
  { variants = [], share }: AbTest,
  recipients: number,
): (AbSplit & { problem: Sentence | null }) | null {
  if (variants.length < AB_VARIANTS.least || typeof share !== 'number') return null
  return { ...splitAudience(recipients, variants.length, share), problem: tooFew(variants.length, recipients) }
}

/** Throws invalidInput if the audience has fewer people than the test has variants. */
export function assertEnoughRecipients({ variants = [] }: AbTest, recipients: number): void {
  const problem = tooFew(variants.length, recipients)
  if (problem !== null) throw invalidField('ab_test.variants', problem)
}

function tooFew(variants: number, recipients: number): Sentence | null {
  if (recipients >= variants) return null
  return sentence('abTests.tooFew', { variants, least: variants, recipients })
}
