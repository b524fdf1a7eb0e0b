/**
 * What a campaign says, as it will be sent: its own parts, or those of its template where it has none. Templates are ours, or those
 * that a provider keeps.
 */
import type { AbTest } from '@notifly/contracts/campaigns/ab-tests'
import type { Channel } from '@notifly/contracts/applications/applications'
import type { ALL_CONTENT_PARTS } from '@notifly/contracts/campaigns/content'
import { sentence } from '@notifly/contracts/sentences/sentence'
import type { TemplateRow } from '@notifly/contracts/templates/templates'
import type * as z from 'zod/mini'
import type { EmailContent } from '../../../channels/email/freeze.ts'
import { type AnyChannel, channelOf } from '../../../channels/registry.ts'
import type { Db } from '../../../db/schema/tables.ts'
import { AppError } from '../../../lib/app-error.ts'
import { type CampaignParts, templateContent } from '../../templates/templates.ts'
import { keptTemplate, MEDIA_DAYS, nameOfTemplate, uploadedAt } from '../../whatsapp-templates/whatsapp-templates.ts'

type ContentParts = Partial<z.infer<z.ZodMiniObject<Omit<typeof ALL_CONTENT_PARTS, 'attachments'>>>>

/** As stored in `campaign.content`: parts of the campaign's channel. */
export interface StoredContent extends ContentParts {
  topic_uuid?: string | null | undefined
  ab_test?: AbTest | null | undefined
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
  mobilepush: completeFromTemplate('Webpush'),
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
function partsOf({ template_uuid: _, topic_uuid: _topic, ab_test: _test, ...parts }: StoredContent): object {
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
