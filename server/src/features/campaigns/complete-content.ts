/** How each channel's campaigns are completed from what they name: templates of ours, or those that a provider keeps. */
import type { Channel } from '@notifly/contracts/applications'
import type { TemplateRow } from '@notifly/contracts/templates'
import type { Kysely } from 'kysely'
import type { EmailContent } from '../../channels/email/freeze.ts'
import type { Tables } from '../../db/schema/tables.ts'
import { AppError } from '../../lib/app-error.ts'
import { templateContent } from '../templates/templates.ts'
import { keptTemplate } from '../whatsapp-templates/whatsapp-templates.ts'
import type { CompleteContent, StoredContent } from './content.ts'

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
      content: { ...template?.content, ...parts },
      templateName: template?.name ?? null,
      placeOf: field => {
        const [part = ''] = field.split('.')
        return template !== null && !(part in parts) && part in template.content ? 'template_uuid' : field
      },
    }
  }
}

/** The template is WhatsApp's: what it asks for is known from our copy. */
async function completeWhatsapp(db: Db, applicationId: string, own: StoredContent): Promise<Completed> {
  const { template_name: name, language } = own
  const template = name && language ? await keptTemplate(db, applicationId, { name, language }) : undefined
  const content = { ...partsOf(own), ...(template !== undefined && { template }) }
  return { content, templateName: name ?? null, placeOf: field => field }
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
  const message = 'This template does not exist any more.'
  throw new AppError('notFound', { message, errors: [{ field: 'template_uuid', message }] })
}
