/** Templates as their authors write and read them. Every save creates a version; none is ever changed. */
import { tooLong } from '@notifly/contracts/sentences/of-issue'
import { sentence } from '@notifly/contracts/sentences/sentence'
import { SMS_SOURCE_MAX } from '@notifly/contracts/sms/sms'
import type {
  Problem,
  Template,
  TemplateContent,
  TemplateRow,
  TemplateVersion,
} from '@notifly/contracts/templates/templates'
import { isTaken } from '../../db/failures.ts'
import type { Db } from '../../db/schema/tables.ts'
import type { Deps } from '../../http/deps.ts'
import type { Page } from '../../http/route.ts'
import { AppError, invalidField, orNotFound } from '../../lib/app-error.ts'
import { epochSeconds } from '../../lib/clock.ts'
import { uuidv7 } from '../../lib/uuid.ts'
import { type CommandContext, openRequestsOn } from '../approvals/approvals.ts'
import { assertContentRoom } from '../quotas/quotas.ts'
import { type PartProblem, presentProblems } from './check-parts.ts'
import { type CompleteDeps, completedEmail, emailContentOf } from './email-content.ts'
import { isPush, pushContentOf, pushProblems, type PushTemplateType } from './push-content.ts'
import {
  deleteTemplateRow,
  insertNextVersion,
  insertTemplate,
  lockTemplate,
  selectCampaignsUsing,
  selectTemplate,
  selectTemplates,
  selectVersion,
  selectVersions,
} from './queries.ts'
import { assertNoErrors } from './templates.ts'

export interface TypedTemplate extends TemplateContent {
  type: 'Email' | 'SMS' | PushTemplateType
  name: string
}

export interface SavedTemplate {
  template_uuid: string
  version: number
  updated_on: number
  problems: Problem[]
}

interface ListQuery {
  page: number
  per_page: number
  search?: string | undefined
  tag?: string | undefined
  type?: string | undefined
  sort?: 'name' | '-name' | 'updated_on' | '-updated_on' | undefined
}

export async function listTemplates(db: Db, applicationId: string, query: ListQuery): Promise<Page<TemplateRow>> {
  const { rows, total } = await selectTemplates(db, { ...query, applicationId, perPage: query.per_page })
  const ids = rows.map(row => row.template_id)
  const requests = await openRequestsOn(db, applicationId, 'template', ids)
  return { rows: rows.map(row => presentRow(row, row, requests)), total }
}

/** Undefined if it is not ours; WhatsApp's templates are stored elsewhere. */
export async function readTemplate(
  deps: Pick<Deps, 'config' | 'database'>,
  applicationId: string,
  templateId: string,
): Promise<Template | undefined> {
  const db = deps.database.kysely
  const row = await selectTemplate(db, { applicationId, templateId })
  if (row === undefined) return undefined
  const content = row.content as TemplateContent
  const requests = await openRequestsOn(db, applicationId, 'template', [row.template_id])
  return {
    ...presentRow(row, { subject: content.subject ?? null, excerpt: null }, requests),
    ...content,
    problems: presentProblems((await judged({ ...deps, db }, applicationId, row.type, content)).problems),
  }
}

type Write = CommandContext

/** Throws invalidInput for content that cannot be parsed, or a name that is in use. */
export async function createTemplate(
  write: Write,
  { tags = [], ...typed }: TypedTemplate & { tags?: string[] | undefined },
): Promise<SavedTemplate> {
  const { db, actor, now } = write
  const { applicationId, accountId } = actor
  const { content, problems } = await completed(write, typed)
  const templateId = uuidv7()
  const template = { type: typed.type, name: typed.name, content, tags: [...new Set(tags)].toSorted() }
  await named(() => insertTemplate(db, { applicationId, templateId }, template, { by: accountId, now }))
  return { template_uuid: templateId, version: 1, updated_on: epochSeconds(now), problems: presentProblems(problems) }
}

/** Saves the next version. Throws notFound, invalidInput, and conflict if `edited` is no longer the newest. */
export async function updateTemplate(
  write: Write,
  templateId: string,
  { version: edited, ...typed }: TypedTemplate & { version?: number | undefined },
): Promise<SavedTemplate> {
  const { db, actor, now } = write
  const { applicationId, accountId } = actor
  const { content, problems } = await completed(write, typed)
  const newest = orNotFound(await lockTemplate(db, { applicationId, templateId }))
  if (newest.type !== typed.type) throw invalidField('type', sentence('templates.sms.type_stays'))
  if (edited !== undefined && edited !== newest.version) {
    const { version } = newest
    throw new AppError('conflict', { ...sentence('templates.savedMeanwhile', { version }), data: { version } })
  }
  const next = { version: newest.version + 1, name: typed.name, content }
  await named(() => insertNextVersion(db, { applicationId, templateId }, next, { by: accountId, now }))
  return {
    template_uuid: templateId,
    version: next.version,
    updated_on: epochSeconds(now),
    problems: presentProblems(problems),
  }
}

/** Throws notFound, and conflict with the list of campaigns that are still to begin and use it. Past runs have their own copy. */
export async function deleteTemplate({ db, actor: { applicationId } }: Write, templateId: string): Promise<void> {
  if ((await lockTemplate(db, { applicationId, templateId })) === undefined) throw new AppError('notFound')
  const campaigns = await selectCampaignsUsing(db, { applicationId, templateId })
  if (campaigns.length > 0) {
    const names = campaigns.map(campaign => campaign.name).join(', ')
    const data = { campaigns: campaigns.map(({ campaign_id, name }) => ({ uuid: campaign_id, name })) }
    throw new AppError('conflict', { ...sentence('templates.inUse', { names }), data })
  }
  await deleteTemplateRow(db, { applicationId, templateId })
}

/** Newest first. Throws notFound for an unknown template. */
export async function listVersions(
  db: Db,
  applicationId: string,
  templateId: string,
  { page, per_page: perPage }: { page: number; per_page: number },
): Promise<Page<TemplateVersion>> {
  const { rows, total } = await selectVersions(db, { applicationId, templateId }, { page, perPage })
  if (total === 0) throw new AppError('notFound')
  return { rows: rows.map(presentVersion), total }
}

/** Throws notFound. */
export async function readVersion(
  db: Db,
  applicationId: string,
  templateId: string,
  version: number,
): Promise<TemplateVersion & TemplateContent> {
  const row = orNotFound(await selectVersion(db, { applicationId, templateId }, version))
  return { ...presentVersion(row), ...(row.content as TemplateContent) }
}

/** Makes a copy of an earlier version the newest one. Throws notFound. */
export async function restoreVersion(
  { db, actor, now }: Write,
  templateId: string,
  version: number,
): Promise<{ template_uuid: string; version: number }> {
  const { applicationId, accountId } = actor
  const newest = await lockTemplate(db, { applicationId, templateId })
  const restored = await selectVersion(db, { applicationId, templateId }, version)
  if (newest === undefined || restored === undefined) throw new AppError('notFound')
  const next = { version: newest.version + 1, name: newest.name, content: restored.content as TemplateContent }
  await insertNextVersion(db, { applicationId, templateId }, next, { by: accountId, now })
  return { template_uuid: templateId, version: next.version }
}

/** Runs a write whose name may turn out to be in use. */
async function named<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write()
  } catch (error) {
    if (!isTaken(error, 'template_name')) throw error
    throw invalidField('name', sentence('templates.nameTaken'))
  }
}

/** The content to store. Throws invalidInput if it cannot be parsed, and if there is no room for it. */
async function completed(write: Write, typed: TypedTemplate): Promise<Completed> {
  const { content, problems } = await judged(reach(write), write.actor.applicationId, typed.type, contentOf(typed))
  assertNoErrors(problems)
  await assertContentRoom(write, content)
  return { content, problems }
}

/** What a request shows: the content with the HTML for approvers. */
export async function frozenTemplate<Typed extends TypedTemplate>(write: Write, typed: Typed): Promise<Typed> {
  if (typed.type !== 'Email') return typed
  const { html } = (await judged(reach(write), write.actor.applicationId, typed.type, contentOf(typed))).content
  return { ...typed, html: html ?? typed.html }
}

/** The parts of its type. Throws invalidInput for content that can never be sent, whatever a campaign adds. */
function contentOf(typed: TypedTemplate): TemplateContent {
  const { type, text, dlt_template_id: dltId } = typed
  if (type === 'SMS') {
    if ((text ?? '').length > SMS_SOURCE_MAX) throw invalidField('text', tooLong('text', SMS_SOURCE_MAX))
    return { text: text ?? '', ...(dltId && { dlt_template_id: dltId }) }
  }
  return isPush(type) ? pushContentOf(type, typed) : emailContentOf(typed)
}

function reach({ deps: { config }, db }: Write): CompleteDeps {
  return { config, db }
}

interface Completed {
  content: TemplateContent
  problems: PartProblem[]
}

async function judged(
  deps: CompleteDeps,
  applicationId: string,
  type: string,
  content: TemplateContent,
): Promise<Completed> {
  if (!isPush(type)) return completedEmail(deps, applicationId, content)
  return { content, problems: await pushProblems(deps.db, { applicationId, type }, content) }
}

interface Row {
  template_id: string
  type: string
  name: string
  version: number
  updated_at: Date
  updated_by: string | null
  tags: string[]
}

function presentRow(
  row: Row,
  { subject, excerpt }: { subject: string | null; excerpt: string | null },
  requests: ReadonlyMap<string, string>,
): TemplateRow {
  const approvalId = requests.get(row.template_id)
  return {
    uuid: row.template_id,
    type: row.type as TemplateRow['type'],
    name: row.name,
    version: row.version,
    updated_on: epochSeconds(row.updated_at),
    updated_by: row.updated_by,
    ...(subject !== null && { subject }),
    ...(excerpt !== null && { excerpt }),
    ...(row.tags.length > 0 && { tags: row.tags }),
    ...(approvalId !== undefined && { approval_uuid: approvalId }),
  }
}

function presentVersion(row: { version: number; created_at: Date; created_by: string | null }): TemplateVersion {
  return { version: row.version, created_on: epochSeconds(row.created_at), created_by: row.created_by }
}
