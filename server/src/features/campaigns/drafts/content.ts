/**
 * A campaign's content as it will be sent, and its faults: its own parts, and those of its template for the rest. Templates are ours or a
 * provider's.
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
import {
  findStoredTemplate,
  MEDIA_DAYS,
  nameOfTemplate,
  uploadedAt,
} from '../../whatsapp-templates/whatsapp-templates.ts'

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
  /** The content in the channel's form. */
  content: object
  templateName: string | null
  /** Parts that the provider keeps for a limited time only. */
  kept?: KeptFile
  /** The campaign's field for a field of the channel's content. */
  placeOf(field: string): string
}

/** A file that the provider keeps for a limited time only: the campaign must leave before it is deleted. */
export interface KeptFile {
  /** Its place in the content. */
  field: string
  /** Null if the upload is unknown. */
  uploadedAt: Date | null
  days: number
}

export interface ContentOf {
  applicationId: string
  channel: Channel
}

/** The template fills in what the campaign does not say itself. Throws notFound, at `template_uuid`, for a deleted template. */
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

/** The campaign's own parts, and the template's for the rest. */
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

/** A template's DLT id belongs to the template's text: with another text the network drops the message. */
function withoutForeignId(content: CampaignParts, { smsBody: own }: { smsBody?: string }): CampaignParts {
  const { dlt_template_id: _, ...rest } = content
  return own === undefined || own.trim() === content.smsBody?.trim() ? content : rest
}

/** A WhatsApp template, whose parameters are known from our copy. Referred to by its name and language, or by our id. */
async function completeWhatsapp(db: Db, applicationId: string, own: StoredContent): Promise<Completed> {
  const chosen = own.template_uuid ? await templateNamed(db, applicationId, own.template_uuid) : null
  const { name, language } = chosen ?? { name: own.template_name, language: own.language }
  const template = name && language ? await findStoredTemplate(db, applicationId, { name, language }) : undefined
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

/** Without empty parts and fields that are not content. */
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

// The faults of a content.

export interface PlannedMessage {
  /** In the channel's form; for a test that of its first variant. */
  content: object
  test: NewTest | null
}

export interface Asked extends ContentOf {
  /** The channel's settings, if it has any: some of its rules depend on them. */
  settings?: unknown
  /** When the campaign is sent, if that is known. */
  sending?: Sending
  /** The campaign was launched before and this is one of its runs: faults that did not prevent the launch are ignored. */
  isDue?: boolean
}

interface Sending {
  now: Date
  /** The last time; null if there is no last one. */
  last: Date | null
}

interface CheckedContent {
  /** Errors and warnings of its Liquid sources, each with its place. */
  problems: CampaignProblem[]
  /** What prevents sending, each fault at the campaign's own field. */
  errors: FieldFailure[]
}

export interface CheckedMessage extends CheckedContent {
  /** Null for an incomplete test, and if a template was deleted. */
  message: PlannedMessage | null
  /** Deleted templates, at their fields; then nothing else is known of the message. */
  gone: FieldFailure[]
}

/** For a whole content: every place that could not be rendered, and what is missing. */
export async function checkContent(
  db: Db,
  { applicationId, settings, sending, isDue = false }: Pick<Asked, 'applicationId' | 'settings' | 'sending' | 'isDue'>,
  { channel, content, kept, placeOf }: CompleteContent,
): Promise<CheckedContent> {
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

/** Recipients who see no images, or have the mail read aloud, get nothing from an image without alt text. */
function imageFaults(problems: readonly CampaignProblem[]): FieldFailure[] {
  const mute = problems.find(({ code }) => code === 'image_without_alt')
  return mute === undefined ? [] : [{ field: mute.place, ...sentence('campaigns.imageWithoutAlt') }]
}

/** Parts of a mail have their own names; all others are texts. */
function problemPart(field: string): CampaignProblem['part'] {
  return field in TemplateEmail.shape ? (field as CampaignProblem['part']) : 'text'
}

const DAY_MS = 86_400_000

/** None if the file has no end. An unknown file may have been uploaded just now. */
function keptFileFaults({ field, uploadedAt, days }: KeptFile, { now, last }: Sending): FieldFailure[] {
  if (last === null) return [{ field, ...sentence('whatsappTemplates.missing.mediaRecurs', { days }) }]
  const goneAt = (uploadedAt ?? now).getTime() + days * DAY_MS
  if (last.getTime() < goneAt) return []
  return [{ field, ...sentence('whatsappTemplates.missing.mediaGone', { days }) }]
}
