/** How each channel's campaigns are completed from what they name: templates of ours, or those that a provider keeps. */
import type { Channel } from '@notifly/contracts/applications/applications'
import { sentence } from '@notifly/contracts/sentences/sentence'
import type { TemplateRow } from '@notifly/contracts/templates/templates'
import type { Kysely } from 'kysely'
import type { EmailContent } from '../../../channels/email/freeze.ts'
import type { Tables } from '../../../db/schema/tables.ts'
import { AppError } from '../../../lib/app-error.ts'
import { type CampaignParts, templateContent } from '../../templates/templates.ts'
import { keptTemplate, MEDIA_DAYS, nameOfTemplate, uploadedAt } from '../../whatsapp-templates/whatsapp-templates.ts'
import type { CompleteContent, StoredContent } from './stored-content.ts'

type Db = Kysely<Tables>

type Completed = Omit<CompleteContent, 'channel'>

/** Throws notFound for a template of somebody else. */
type Complete = (db: Db, applicationId: string, own: StoredContent) => Promise<Completed>

export const COMPLETERS: Record<Channel, Complete> = {
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
