/** Front door of WhatsApp templates: our copy of WhatsApp's list, and writing to it. */
import { english, inWords } from '@notifly/contracts/sentences/english'
import { sentence } from '@notifly/contracts/sentences/sentence'
import type { WhatsappComponent } from '@notifly/contracts/whatsapp-templates/components'
import type { Template, TemplateRow } from '@notifly/contracts/templates/templates'
import {
  EDITABLE_STATUSES,
  SENDABLE_STATUSES,
  type WhatsappTemplate,
} from '@notifly/contracts/whatsapp-templates/whatsapp-templates'
import { type StoredTemplate, templateBlocker } from '../../channels/whatsapp/faults.ts'
import type { Db } from '../../db/schema/tables.ts'
import type { Page } from '../../http/route.ts'
import { enqueue, longQueue } from '../../jobs/jobs.ts'
import { AppError, invalidField, orNotFound } from '../../lib/app-error.ts'
import { epochSeconds } from '../../lib/clock.ts'
import { readWords } from '../../lib/stored-words.ts'
import { uuidv7 } from '../../lib/uuid.ts'
import { type CommandContext, openRequestsOn } from '../approvals/approvals.ts'
import { requiredAccount } from './account.ts'
import { selectMedia } from './media-queries.ts'
import * as queries from './queries.ts'
import { DELETE_TEMPLATE, EDIT_TEMPLATE, SUBMIT_TEMPLATE } from './submit.ts'
import { TEMPLATE_NEWS, type TemplateNews } from '../../channels/whatsapp/cloud-api/reports.ts'
import type { NewsListener } from '../hooks/hooks.ts'
import { SYNC_TEMPLATES } from './sync.ts'

export { MEDIA_DAYS } from './media.ts'
export { openSessionOnReply } from './sessions.ts'

type Row = NonNullable<Awaited<ReturnType<typeof queries.selectTemplate>>>

/** What a campaign needs to know about its template; null if there is none. */
export async function findStoredTemplate(
  db: Db,
  applicationId: string,
  named: { name: string; language: string },
): Promise<StoredTemplate | null> {
  const row = await queries.selectNamed(db, applicationId, named)
  return row === undefined ? null : { status: row.status, components: row.components as WhatsappComponent[] }
}

/** The same as rows of the list of all templates. */
export async function listRows(db: Db, applicationId: string, query: ListQuery): Promise<Page<TemplateRow>> {
  const { rows, total } = await listTemplates(db, applicationId, query)
  return { rows: rows.map(rowOf), total }
}

/** One of them with the text of its body; undefined if there is none. */
export async function readRow(db: Db, applicationId: string, templateId: string): Promise<Template | undefined> {
  const row = await queries.selectTemplate(db, { applicationId, templateId })
  if (row === undefined) return undefined
  const template = present(row, await openRequestsOn(db, applicationId, 'whatsapp-template', [templateId]))
  return { ...rowOf(template), text: bodyOf(template), problems: [] }
}

function rowOf(template: WhatsappTemplate): TemplateRow {
  const { uuid, name, updated_on, tags, approval_uuid: approvalId } = template
  const excerpt = bodyOf(template).slice(0, EXCERPT_LETTERS)
  // Who changed it, and how often, is WhatsApp's to know.
  const common = { uuid, type: 'Whatsapp', name, excerpt, version: 1, updated_on, updated_by: null } as const
  return { ...common, ...(tags && { tags }), ...(approvalId !== undefined && { approval_uuid: approvalId }) }
}

const EXCERPT_LETTERS = 200

function bodyOf({ components }: WhatsappTemplate): string {
  return components.find(({ type }) => type === 'BODY')?.text ?? ''
}

/** WhatsApp's name for one of our templates; null if there is none. */
export async function nameOfTemplate(
  db: Db,
  applicationId: string,
  templateId: string,
): Promise<{ name: string; language: string } | null> {
  const row = await queries.selectTemplate(db, { applicationId, templateId: templateId.toLowerCase() })
  return row === undefined ? null : { name: row.name, language: row.language }
}

/** When a file was uploaded; null if it was not uploaded here. */
export async function uploadedAt(db: Db, applicationId: string, mediaId: string): Promise<Date | null> {
  return (await selectMedia(db, applicationId, mediaId))?.uploaded_at ?? null
}

interface ListQuery {
  page: number
  per_page: number
  search?: string | undefined
  status?: string | undefined
  tag?: string | undefined
  sort?: 'name' | '-name' | 'updated_on' | '-updated_on' | undefined
}

export async function listTemplates(
  db: Db,
  applicationId: string,
  { status, per_page: perPage, ...query }: ListQuery,
): Promise<Page<WhatsappTemplate>> {
  const statuses = status === undefined ? undefined : status === 'sendable' ? SENDABLE_STATUSES : [status]
  const { rows, total } = await queries.selectTemplates(db, { ...query, applicationId, perPage, statuses })
  const ids = rows.map(row => row.template_id)
  const requests = await openRequestsOn(db, applicationId, 'whatsapp-template', ids)
  return { rows: rows.map(row => present(row, requests)), total }
}

/** Throws notFound. */
export async function readTemplate(db: Db, applicationId: string, templateId: string): Promise<WhatsappTemplate> {
  const row = orNotFound(await queries.selectTemplate(db, { applicationId, templateId }))
  return present(row, await openRequestsOn(db, applicationId, 'whatsapp-template', [templateId]))
}

/** Stores a template and submits it to WhatsApp once the transaction commits. Throws conflict, and invalidInput for a name in use. */
export async function createTemplate(
  { deps, db, actor, now }: CommandContext,
  { tags = [], ...typed }: queries.TemplateFields & { tags?: string[] | undefined },
): Promise<{ template_uuid: string; status: string }> {
  const { applicationId, accountId } = actor
  await requiredAccount(deps, applicationId)
  const templateId = uuidv7()
  const template = { ...typed, tags: [...new Set(tags)].toSorted() }
  const isNew = await queries.insertTemplate(db, { applicationId, templateId }, template, { by: accountId, now })
  if (!isNew) throw invalidField('name', sentence('whatsappTemplates.nameTaken'))
  await enqueue(db, SUBMIT_TEMPLATE, { applicationId, templateId }, { key: `${SUBMIT_TEMPLATE} ${templateId}` })
  return { template_uuid: templateId, status: 'SUBMITTING' }
}

/**
 * Submits a changed template; the present content stays until WhatsApp accepts the change. Throws notFound, conflict while WhatsApp does
 * not allow changes, and invalidInput for another name or language, or another category of an approved one.
 */
export async function updateTemplate(
  { deps, db, actor: { applicationId } }: CommandContext,
  templateId: string,
  { name, language, category, components }: queries.TemplateFields,
): Promise<{ template_uuid: string; status: string }> {
  const key = { applicationId, templateId }
  const row = orNotFound(await queries.lockTemplate(db, key))
  if (row.provider_id === null || !EDITABLE_STATUSES.includes(row.status)) {
    throw new AppError('conflict', sentence('whatsappTemplates.notEditable'))
  }
  if (name !== row.name) throw invalidField('name', sentence('whatsappTemplates.keepsName'))
  if (language !== row.language) throw invalidField('language', sentence('whatsappTemplates.keepsLanguage'))
  if (category !== row.category && row.status === 'APPROVED') {
    throw invalidField('category', sentence('whatsappTemplates.keepsCategory'))
  }
  await requiredAccount(deps, applicationId)
  await enqueue(db, EDIT_TEMPLATE, { ...key, category, components })
  return { template_uuid: templateId, status: 'SUBMITTING' }
}

/** Throws notFound, and conflict with the list of unsent campaigns that use it. */
export async function deleteTemplate(
  { deps, db, actor: { applicationId }, now }: CommandContext,
  templateId: string,
): Promise<void> {
  const key = { applicationId, templateId }
  const row = orNotFound(await queries.lockTemplate(db, key))
  await demandUnused(db, row)
  // WhatsApp knows nothing of it.
  if (row.provider_id === null && row.status === 'REFUSED') return queries.deleteTemplateRow(db, key)
  await requiredAccount(deps, applicationId)
  await queries.updateTemplate(db, key, { status: 'PENDING_DELETION' }, now)
  await enqueue(db, DELETE_TEMPLATE, key, { key: `${DELETE_TEMPLATE} ${templateId}` })
}

async function demandUnused(db: Db, row: Row): Promise<void> {
  const { name, language, category } = row
  const campaigns = await queries.selectCampaignsUsing(db, row.application_id, {
    name,
    language,
    category,
    components: [],
  })
  if (campaigns.length === 0) return
  const names = campaigns.map(campaign => campaign.name).join(', ')
  const data = { campaigns: campaigns.map(each => ({ uuid: each.campaign_id, name: each.name })) }
  throw new AppError('conflict', { ...sentence('templates.inUse', { names }), data })
}

function present(row: Row, requests: ReadonlyMap<string, string>): WhatsappTemplate {
  const components = row.components as WhatsappComponent[]
  const approvalId = requests.get(row.template_id)
  const reason = row.reason === null ? null : readWords(row.reason)
  const obstacle = templateBlocker({ status: row.status, components })
  return {
    uuid: row.template_id,
    name: row.name,
    language: row.language,
    category: row.category,
    status: row.status,
    reason: reason === null ? null : inWords(reason).message,
    reason_sentence: typeof reason === 'string' ? null : reason,
    quality: row.quality,
    components,
    obstacle: obstacle && english(obstacle),
    obstacle_sentence: obstacle,
    updated_on: epochSeconds(row.updated_at),
    ...(row.tags.length > 0 && { tags: row.tags }),
    ...(approvalId !== undefined && { approval_uuid: approvalId }),
  }
}

// What WhatsApp reports about templates: decided, paused, written anew, read badly, of another category.

/** What a report lacks is read from the list; so is a template that we do not have, or have later news of. */
export const applyTemplateNews: NewsListener = async ({ database, clock }, { applicationId, news }) => {
  if (news.topic !== TEMPLATE_NEWS) return
  const { id, name, language, isRewritten, ...change } = news.value as TemplateNews
  const db = database.kysely
  const moments = { at: news.at, now: clock.now() }
  const isKept =
    !isRewritten && (await queries.updateReported(db, applicationId, { id, name, language }, change, moments))
  // A member may have changed it before WhatsApp decided.
  if (isKept && change.status === undefined) return
  await enqueue(
    db,
    SYNC_TEMPLATES,
    { applicationId },
    { key: `${SYNC_TEMPLATES} ${applicationId}`, queue: longQueue(applicationId) },
  )
}
