import { sql } from 'kysely'
import { type Paging, selectPage } from '../../db/pages.ts'
import type { Db } from '../../db/schema/tables.ts'

interface TemplateIds {
  applicationId: string
  templateId: string
}

interface Written {
  by: string
  now: Date
}

interface ListFilter extends Paging {
  applicationId: string
  type?: string | undefined
  search?: string | undefined
  tag?: string | undefined
  sort?: 'name' | '-name' | 'updated_on' | '-updated_on' | undefined
}

const withVersion = (db: Db, applicationId: string) =>
  db
    .selectFrom('template')
    .innerJoin('template_version as content', join =>
      join
        .onRef('content.application_id', '=', 'template.application_id')
        .onRef('content.template_id', '=', 'template.template_id')
        .onRef('content.version', '=', 'template.version'),
    )
    .where('template.application_id', '=', applicationId)

const COLUMNS = [
  'template.template_id',
  'template.type',
  'template.name',
  'template.version',
  'template.updated_at',
  'template.tags',
  'account.name as updated_by',
] as const

/** The first characters of an SMS or a notification; the text part of a mail is long and useless in a list. */
const excerpt = sql<string | null>`case when template.type = 'SMS' then left(content.content->>'text', 200)
  when template.type in ('Webpush', 'Mobilepush') then left(concat_ws(' · ', nullif(content.content->>'campaignTitle', ''), content.content->>'campaignMsg'), 200) end`

/** One page of templates with the subject of their newest version, or its first characters. */
export async function selectTemplates(db: Db, filter: ListFilter) {
  const { type, search, tag, sort = '-updated_on' } = filter
  const matching = withVersion(db, filter.applicationId)
    .$if(type !== undefined, query => query.where('template.type', '=', type ?? ''))
    .$if(tag !== undefined, query => query.where(sql<boolean>`template.tags @> array[${tag}]::text[]`))
    .$if(Boolean(search), query =>
      query.where(
        sql<boolean>`position(lower(${search}) in lower(template.name || ' ' || coalesce(content.content->>'subject', ${excerpt}, ''))) > 0`,
      ),
    )
  const direction = sort.startsWith('-') ? 'desc' : 'asc'
  const rows = matching
    .leftJoin('account', 'account.account_id', 'template.updated_by')
    .select([...COLUMNS, sql<string | null>`content.content->>'subject'`.as('subject'), excerpt.as('excerpt')])
    .orderBy(sort.endsWith('name') ? sql`lower(template.name)` : 'template.updated_at', direction)
    .orderBy('template.template_id', direction)
  return selectPage(rows, matching, filter)
}

/** A template with the content of its newest version. */
export function selectTemplate(db: Db, { applicationId, templateId }: TemplateIds) {
  return withVersion(db, applicationId)
    .leftJoin('account', 'account.account_id', 'template.updated_by')
    .where('template.template_id', '=', templateId)
    .select([...COLUMNS, 'content.content'])
    .executeTakeFirst()
}

/** The newest version's number, locked until the transaction ends. */
export function lockTemplate(db: Db, { applicationId, templateId }: TemplateIds) {
  return db
    .selectFrom('template')
    .where(eb => eb.and({ application_id: applicationId, template_id: templateId }))
    .select(['version', 'name', 'type'])
    .forUpdate()
    .executeTakeFirst()
}

export async function insertTemplate(
  db: Db,
  ids: TemplateIds,
  template: { type: string; name: string; content: object; tags: string[] },
  { by, now }: Written,
): Promise<void> {
  await db
    .insertInto('template')
    .values({
      application_id: ids.applicationId,
      template_id: ids.templateId,
      type: template.type,
      name: template.name,
      tags: template.tags,
      version: 1,
      created_by: by,
      created_at: now,
      updated_by: by,
      updated_at: now,
    })
    .execute()
  await insertVersion(db, ids, { version: 1, content: template.content }, { by, now })
}

/** Versions kept per template; nothing refers to an older one. */
const VERSIONS_KEPT = 100

/** Makes `content` the newest version; deletes the oldest one if there are too many. */
export async function insertNextVersion(
  db: Db,
  ids: TemplateIds,
  next: { version: number; name: string; content: object },
  { by, now }: Written,
): Promise<void> {
  await db
    .updateTable('template')
    .set({ name: next.name, version: next.version, updated_by: by, updated_at: now })
    .where(eb => eb.and({ application_id: ids.applicationId, template_id: ids.templateId }))
    .execute()
  await insertVersion(db, ids, next, { by, now })
  await db
    .deleteFrom('template_version')
    .where(eb => eb.and({ application_id: ids.applicationId, template_id: ids.templateId }))
    .where('version', '<=', next.version - VERSIONS_KEPT)
    .execute()
}

async function insertVersion(
  db: Db,
  ids: TemplateIds,
  { version, content }: { version: number; content: object },
  { by, now }: Written,
): Promise<void> {
  await db
    .insertInto('template_version')
    .values({
      application_id: ids.applicationId,
      template_id: ids.templateId,
      version,
      content: JSON.stringify(content),
      created_by: by,
      created_at: now,
    })
    .execute()
}

export async function selectVersions(db: Db, ids: TemplateIds, paging: Paging) {
  const matching = db
    .selectFrom('template_version')
    .where(eb => eb.and({ application_id: ids.applicationId, template_id: ids.templateId }))
  const rows = matching
    .leftJoin('account', 'account.account_id', 'template_version.created_by')
    .select(['version', 'template_version.created_at', 'account.name as created_by'])
    .orderBy('version', 'desc')
  return selectPage(rows, matching, paging)
}

export function selectVersion(db: Db, ids: TemplateIds, version: number) {
  return db
    .selectFrom('template_version')
    .leftJoin('account', 'account.account_id', 'template_version.created_by')
    .where(eb => eb.and({ application_id: ids.applicationId, template_id: ids.templateId, version }))
    .select(['version', 'content', 'template_version.created_at', 'account.name as created_by'])
    .executeTakeFirst()
}

/**
 * Campaigns that still need the template: a run copies its content when it begins, so those with a moment to come, and those that wait or
 * are paused without a run.
 */
export function selectCampaignsUsing(db: Db, { applicationId, templateId }: TemplateIds) {
  return db
    .selectFrom('campaign')
    .where('application_id', '=', applicationId)
    .where('status', 'in', ['scheduled', 'pending', 'paused', 'executing'])
    .where(
      sql<boolean>`(status = 'scheduled' or next_run_at is not null or not exists (
      select from run where run.application_id = campaign.application_id and run.campaign_id = campaign.campaign_id))`,
    )
    .where(
      sql<boolean>`(content->>'template_uuid' = ${templateId}
        or content->'ab_test'->'variants' @> jsonb_build_array(jsonb_build_object('template_uuid', ${templateId}::text)))`,
    )
    .select(['campaign_id', 'name'])
    .orderBy('name')
    .orderBy('campaign_id')
    .execute()
}

/** False if there is none. */
export async function deleteTemplateRow(db: Db, { applicationId, templateId }: TemplateIds): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('template')
    .where(eb => eb.and({ application_id: applicationId, template_id: templateId }))
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

/** Those of these addresses (in lower case) that belong to active members. */
export async function selectMemberAddresses(db: Db, organizationId: string, addresses: string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('member')
    .innerJoin('account', 'account.account_id', 'member.account_id')
    .where(eb => eb.and({ 'member.organization_id': organizationId, 'member.status': 'active' }))
    .where('account.email_key', 'in', addresses)
    .select('account.email_key')
    .execute()
  return rows.map(row => row.email_key)
}
