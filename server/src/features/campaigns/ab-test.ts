/** The A/B test of a campaign: whether it is complete, and which contents it compares. */
import {
  AB_HOURS,
  AB_SHARE,
  AB_VARIANTS,
  type AbContent,
  type AbSplit,
  type AbTest,
  splitAudience,
} from '@notifly/contracts/ab-tests'
import type { Channel } from '@notifly/contracts/applications'
import type { FieldError } from '@notifly/contracts/errors'
import type { Schedule } from '@notifly/contracts/schedules'
import type { Kysely } from 'kysely'
import type { Tables } from '../../db/schema/tables.ts'
import { AppError, invalidField } from '../../lib/app-error.ts'
import { followsRecipients } from '../schedules/schedules.ts'
import { hearsOpens } from './channel-words.ts'
import { type CompleteContent, completeContent, type ContentOf, type StoredContent } from './content.ts'

type Db = Kysely<Tables>

export interface Variant {
  /** From 1. */
  no: number
  complete: CompleteContent
  /** Its place in the campaign. */
  field: string
  /** Of a test of subjects the rest of the content is everybody's. */
  isSubjectOnly: boolean
}

/**
 * What the variants say, completed as the campaign's own content would be; none without a test. Throws notFound, at its field,
 * for a template that is gone.
 */
export async function completeVariants(db: Db, which: ContentOf, own: StoredContent): Promise<Variant[]> {
  const { ab_test: test, ...plain } = own
  const isSubjectOnly = which.channel === 'email' && test?.part !== 'content'
  const variants: Variant[] = []
  for (const [index, variant] of (test?.variants ?? []).entries()) {
    const field = fieldOf(index)
    const complete = isSubjectOnly
      ? await withSubject(db, which, plain, variant)
      : await atField(field, () => completeContent(db, which, ownOf(which.channel, plain, variant)))
    variants.push({ no: index + 1, complete, field, isSubjectOnly })
  }
  return variants
}

/** The campaign's own content under another subject, which may be empty while it is written. */
async function withSubject(db: Db, which: ContentOf, own: StoredContent, variant: string | AbContent) {
  const complete = await completeContent(db, which, own)
  const subject = typeof variant === 'string' ? variant.trim() : (variant.emailSubject ?? '').trim()
  return { ...complete, content: { ...complete.content, subject } }
}

/** A mail without a subject has its template's, and without that the campaign's. */
function ownOf(channel: Channel, own: StoredContent, variant: string | AbContent): StoredContent {
  const parts = typeof variant === 'string' ? {} : variant
  if (channel !== 'email') return { ...own, template_uuid: null, ...parts }
  const { template_uuid = null, emailBody = '', emailSubject = '' } = parts
  const subject = emailSubject.trim() === '' && !template_uuid ? (own.emailSubject ?? '') : emailSubject
  return { ...own, template_uuid, emailBody, emailSubject: subject }
}

/** What one variant (from 1) says, as the content of a campaign that tests nothing. */
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
    throw new AppError('notFound', { message: error.message, errors })
  }
}

/** A test that may be launched. */
export interface CompleteTest {
  part: NonNullable<AbTest['part']>
  metric: NonNullable<AbTest['metric']>
  share: number
  after_hours: number
}

/** The test with everything that has to be chosen, or what is missing or out of its bounds. */
export function checkTest(test: AbTest, channel: Channel): CompleteTest | { errors: FieldError[] } {
  const { part, metric, share, after_hours, variants = [] } = test
  const isShare = typeof share === 'number' && share >= AB_SHARE.least && share <= AB_SHARE.most
  const isHours = typeof after_hours === 'number' && after_hours >= AB_HOURS.least && after_hours <= AB_HOURS.most
  const wrong = variants.flatMap((variant, index) =>
    (typeof variant === 'string') === (part === 'subject') ? [] : [{ field: fieldOf(index), message: KIND }],
  )
  const errors: (FieldError | false)[] = [
    part === undefined && { field: 'ab_test.part', message: 'Choose to test the subject or the content.' },
    part === 'subject' && channel !== 'email' && { field: 'ab_test.part', message: 'Only mails have a subject.' },
    metric === 'opened' &&
      !hearsOpens(channel) && {
        field: 'ab_test.metric',
        message: 'Choose clicks: nobody says here when a message is read.',
      },
    variants.length < AB_VARIANTS.least && { field: 'ab_test.variants', message: 'A test has 2 to 4 variants.' },
    ...(part === undefined ? [] : wrong),
    !isShare && { field: 'ab_test.share', message: 'Choose 5 to 50 percent of the audience.' },
    metric === undefined && { field: 'ab_test.metric', message: 'Choose opens or clicks.' },
    !isHours && { field: 'ab_test.after_hours', message: 'Choose 1 to 168 hours.' },
  ]
  const found = errors.filter(error => error !== false)
  if (found.length > 0 || part === undefined || metric === undefined || !isShare || !isHours) return { errors: found }
  return { part, metric, share, after_hours }
}

const KIND = 'A test of subjects has subjects as variants; a test of contents has templates or bodies.'

/** Two variants that say the same would compare nothing. */
export function twinErrors(variants: readonly Variant[]): FieldError[] {
  const words = ({ complete: { content }, isSubjectOnly }: Variant): string =>
    isSubjectOnly ? subjectOf(content) : JSON.stringify(content)
  return variants.flatMap((variant, index) => {
    const isSaid = textOf(variant) !== '' && variants.slice(0, index).some(other => words(other) === words(variant))
    return isSaid ? [{ field: variant.field, message: 'Two variants are the same. Change one, or remove it.' }] : []
  })
}

/** Those of which nothing is written yet say nothing twice. */
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

/** On clocks of their own people would be compared who got their mail at different times, or after the winner is known. */
export function clockErrors(test: AbTest | null, schedule: Schedule | null): FieldError[] {
  const isEachAtTheirTime =
    schedule?.campaign_start_date.type === 2 || (schedule !== null && followsRecipients(schedule))
  if (test === null || !isEachAtTheirTime) return []
  const message =
    'An A/B test compares mails that leave at the same time. Choose one time for everybody, or switch the test off.'
  return [{ field: 'ab_test', message }]
}

/** How a test would divide an audience; null while it is not known. */
export function splitOf(
  { variants = [], share }: AbTest,
  recipients: number,
): (AbSplit & { problem: string | null }) | null {
  if (variants.length < AB_VARIANTS.least || typeof share !== 'number') return null
  return { ...splitAudience(recipients, variants.length, share), problem: tooFew(variants.length, recipients) }
}

/** Throws invalidInput for an audience that has fewer people than the test has variants. */
export function demandEnough(test: AbTest | null | undefined, recipients: number): void {
  const problem = tooFew(test?.variants?.length ?? 0, recipients)
  if (problem !== null) throw invalidField('ab_test.variants', problem)
}

function tooFew(variants: number, recipients: number): string | null {
  if (recipients >= variants) return null
  return `A test of ${variants} variants needs at least ${variants} recipients, and this audience has ${recipients}.`
}
