/**
 * What a campaign says, as it will be sent, and what is wrong with it: its own parts, or those of its template where it has none.
 * Templates are ours, or those that a provider keeps.
 */
import type { AbTest } from '@notifly/contracts/campaigns/ab-tests'
import type { Channel } from '@notifly/contracts/applications/applications'
import type { CampaignProblem } from '@notifly/contracts/campaigns/campaigns'
import type { ALL_CONTENT_PARTS } from '@notifly/contracts/campaigns/content'
import type { Goal } from '@notifly/contracts/campaigns/goals'
import type { Utm } from '@notifly/contracts/campaigns/utm'
import type { FieldFailure } from '@notifly/contracts/errors'
import { inWords } from '@notifly/contracts/sentences/english'
import { sentence } from '@notifly/contracts/sentences/sentence'
import { EmailContent as TemplateEmail, type TemplateRow } from '@notifly/contracts/templates/templates'
import type * as z from 'zod/mini'
import type { EmailContent } from '../../../channels/email/email.ts'
import { type AnyChannel, channelOf } from '../../../channels/registry.ts'
import type { Db } from '../../../db/schema/tables.ts'
import type { NewTest } from '../../../engine/runs/runs.ts'
import { AppError, sentenceOf } from '../../../lib/app-error.ts'
import { type CampaignParts, sourceProblems, templateContent } from '../../templates/templates.ts'
import { keptTemplate, MEDIA_DAYS, nameOfTemplate, uploadedAt } from '../../whatsapp-templates/whatsapp-templates.ts'

type ContentParts = Partial<z.infer<z.ZodMiniObject<Omit<typeof ALL_CONTENT_PARTS, 'attachments'>>>>

/** As stored in `campaign.content`: parts of the campaign's channel. */
export interface StoredContent extends ContentParts {
  topic_uuid?: string | null | undefined
  ab_test?: AbTest | null | undefined
  utm?: Utm | null | undefined
  goal?: Goal | null | undefined
}

/** The parts as they will be sent. */
export interface CompleteContent {
  channel: AnyChannel
  /** What the channel takes. */
  content: object
  templateName: string | null
  /** What of it a provider keeps for a while only. */
  kept?: KeptFile
  /** The campaign's own field for one of the channel's content. */
  placeOf(field: string): string
}

/** A file that a provider keeps for a while only: a campaign must not go out when it is gone. */
export interface KeptFile {
  /** Where the content names it. */
  field: string
  /** Null where the upload is not known. */
  uploadedAt: Date | null
  days: number
}

export interface ContentOf {
  applicationId: string
  channel: Channel
}

/** A template gives what the campaign does not say itself. Throws notFound, at `template_uuid`, for a template that is gone. */
export async function completeContent(
  db: Db,
  { applicationId, channel }: ContentOf,
  own: StoredContent,
): Promise<CompleteContent> {
  return { channel: channelOf(channel), ...(await COMPLETERS[channel](db, applicationId, own)) }
}

type Completed = Omit<CompleteContent, 'channel'>

type Complete = (db: Db, applicationId: string, own: StoredContent) => Promise<Completed>

const COMPLETERS: Record<Channel, Complete> = {
  email: completeEmail,
  sms: completeFromTemplate('SMS'),
  whatsapp: completeWhatsapp,
  webpush: completeFromTemplate('Webpush'),
  mobilepush: completeFromTemplate('Mobilepush'),
}

async function completeEmail(db: Db, applicationId: string, own: StoredContent): Promise<Completed> {
  const template = await templateOf(db, applicationId, own.template_uuid, 'Email')
  const from = (template?.content ?? {}) as Partial<EmailContent>
  const first = (text: string | undefined, otherwise: string | undefined): string => {
    const said = text?.trim() ?? ''
    return said === '' ? (otherwise ?? '') : said
  }
  const text = from.text ?? ''
  const fromName = own.from_name?.trim() ?? ''
  const replyTo = own.reply_to?.trim() ?? ''
  const content: EmailContent = {
    subject: first(own.emailSubject, from.subject),
    preheader: first(own.preheader, from.preheader),
    html: template === null ? (own.emailBody ?? '') : (from.html ?? ''),
    ...(text.trim() !== '' && { text }),
    ...(fromName !== '' && { fromName }),
    ...(replyTo !== '' && { replyTo }),
    isFromTemplate: template !== null,
  }
  const body = template === null ? 'emailBody' : 'template_uuid'
  const places: Record<string, string> = { subject: 'emailSubject', preheader: 'preheader', replyTo: 'reply_to' }
  return { content, templateName: template?.name ?? null, placeOf: field => places[field] ?? body }
}

/** What the campaign says itself, and its template's words for the rest. */
function completeFromTemplate(type: TemplateRow['type']): Complete {
  return async (db, applicationId, own) => {
    const template = await templateOf(db, applicationId, own.template_uuid, type)
    const parts = partsOf(own)
    return {
      content: { ...(template !== null && withoutForeignId(template.content, parts)), ...parts },
      templateName: template?.name ?? null,
      placeOf: field => {
        const [part = ''] = field.split('.')
        return template !== null && !(part in parts) && part in template.content ? 'template_uuid' : field
      },
    }
  }
}

/** A template's DLT id is that of its own text: with another one the network drops the message. */
function withoutForeignId(content: CampaignParts, { smsBody: own }: { smsBody?: string }): CampaignParts {
  const { dlt_template_id: _, ...rest } = content
  return own === undefined || own.trim() === content.smsBody?.trim() ? content : rest
}

/** The template is WhatsApp's: what it asks for is known from our copy. Named by its name and language, or by our id. */
async function completeWhatsapp(db: Db, applicationId: string, own: StoredContent): Promise<Completed> {
  const chosen = own.template_uuid ? await templateNamed(db, applicationId, own.template_uuid) : null
  const { name, language } = chosen ?? { name: own.template_name, language: own.language }
  const template = name && language ? await keptTemplate(db, applicationId, { name, language }) : undefined
  const naming = chosen !== null && { template_name: name, language }
  const content = { ...partsOf(own), ...naming, ...(template !== undefined && { template }) }
  const media = own.parameters?.header?.media?.trim() ?? ''
  const kept = /^\d+$/.test(media) && {
    kept: {
      field: 'parameters.header.media',
      uploadedAt: await uploadedAt(db, applicationId, media),
      days: MEDIA_DAYS,
    },
  }
  return { content, templateName: name ?? null, placeOf: field => field, ...kept }
}

async function templateNamed(db: Db, applicationId: string, templateId: string) {
  const named = await nameOfTemplate(db, applicationId, templateId)
  if (named !== null) return named
  throw goneTemplate()
}

/** Without what is empty, and what is not content. */
function partsOf({
  template_uuid: _,
  topic_uuid: _topic,
  ab_test: _test,
  utm: _utm,
  goal: _goal,
  ...parts
}: StoredContent): object {
  return Object.fromEntries(Object.entries(parts).filter(([, value]) => !isEmpty(value)))
}

function isEmpty(value: unknown): boolean {
  if (value === undefined || value === null) return true
  if (Array.isArray(value)) return value.length === 0
  return typeof value === 'string' && value.trim() === ''
}

async function templateOf(
  db: Db,
  applicationId: string,
  templateId: string | null | undefined,
  type: TemplateRow['type'],
) {
  if (!templateId) return null
  const template = await templateContent(db, applicationId, templateId, type)
  if (template !== null) return template
  throw goneTemplate()
}

function goneTemplate(): AppError {
  const words = sentence('campaigns.templateGone')
  return new AppError('notFound', { ...words, errors: [{ field: 'template_uuid', ...words }] })
}

// What is wrong with it.

export interface PlannedMessage {
  /** As the channel takes it; of a test that of its first variant. */
  content: object
  test: NewTest | null
}

export interface Asked extends ContentOf {
  /** The channel's settings, where it has some: a part of its rules depends on them. */
  settings?: unknown
  /** When the campaign is sent, where that is known already. */
  sending?: Sending
  /** It was launched before, and this is one of its turns: what was good enough then is so now. */
  isDue?: boolean
}

interface Sending {
  now: Date
  /** The last time; null where there is always another one. */
  last: Date | null
}

interface JudgedContent {
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

/** Of a content as a whole: every place that could not be rendered, and what it lacks. */
export async function judgeContent(
  db: Db,
  { applicationId, settings, sending, isDue = false }: Pick<Asked, 'applicationId' | 'settings' | 'sending' | 'isDue'>,
  { channel, content, kept, placeOf }: CompleteContent,
): Promise<JudgedContent> {
  const found = await sourceProblems(db, applicationId, channel.sources(content))
  const problems = found.map(({ source, ...problem }) => ({
    ...problem,
    ...inWords(problem),
    part: problemPart(source),
    place: placeOf(source),
  }))
  const broken = problems
    .filter(problem => problem.severity === 'error')
    .map(({ place, line, column, tag, field: name, ...words }) => {
      const where = tag ?? name
      return { field: place, ...sentenceOf(words), line, column, ...(where !== undefined && { tag: where }) }
    })
  const faults = channel.faults(content, settings).map(fault => ({ ...fault, field: placeOf(fault.field) }))
  const mute = isDue ? [] : imageFaults(problems)
  const gone = kept && sending ? keptFileFaults(kept, sending) : []
  return { problems, errors: [...broken, ...faults, ...mute, ...gone] }
}

/** Recipients who see no images, or hear the mail read out, get nothing from an image without alt text. */
function imageFaults(problems: readonly CampaignProblem[]): FieldFailure[] {
  const mute = problems.find(({ code }) => code === 'image_without_alt')
  return mute === undefined ? [] : [{ field: mute.place, ...sentence('campaigns.imageWithoutAlt') }]
}

/** The parts of a mail have their own names; everything else is a text. */
function problemPart(field: string): CampaignProblem['part'] {
  return field in TemplateEmail.shape ? (field as CampaignProblem['part']) : 'text'
}

const DAY_MS = 86_400_000

/** None where the file lasts. One of which nothing is known may have been uploaded just now. */
function keptFileFaults({ field, uploadedAt, days }: KeptFile, { now, last }: Sending): FieldFailure[] {
  if (last === null) return [{ field, ...sentence('whatsappTemplates.missing.mediaRecurs', { days }) }]
  const goneAt = (uploadedAt ?? now).getTime() + days * DAY_MS
  if (last.getTime() < goneAt) return []
  return [{ field, ...sentence('whatsappTemplates.missing.mediaGone', { days }) }]
}
