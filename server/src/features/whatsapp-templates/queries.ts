import { sql } from 'kysely'
import { type Paging, selectPage } from '../../db/pages.ts'
import type { Db } from '../../db/schema/tables.ts'

export interface TemplateKey {
  applicationId: string
  templateId: string
}

export interface TemplateFields {
  name: string
  language: string
  category: string
  components: readonly object[]
}

interface NewTemplate extends TemplateFields {
  /** Each once, in alphabetical order. */
  tags: string[]
}

interface ListFilter extends Paging {
  applicationId: string
  statuses?: readonly string[] | undefined
  search?: string | undefined
  tag?: string | undefined
  sort?: 'name' | '-name' | 'updated_on' | '-updated_on' | undefined
}

/** One page of templates. */
export async function selectTemplates(db: Db, filter: ListFilter) {
  const { statuses, search, tag, sort = '-updated_on' } = filter
  const matching = db
    .selectFrom('whatsapp_template')
    .where('application_id', '=', filter.applicationId)
    .$if(statuses !== undefined, query => query.where('status', 'in', [...(statuses ?? [])]))
    .$if(tag !== undefined, query => query.where(sql<boolean>`tags @> array[${tag}]::text[]`))
    .$if(Boolean(search), query =>
      query.where(sql<boolean>`position(lower(${search}) in lower(name || ' ' || components::text)) > 0`),
    )
  const direction = sort.startsWith('-') ? 'desc' : 'asc'
  const rows = matching
    .selectAll()
    .orderBy(sort.endsWith('name') ? sql`lower(name)` : 'updated_at', direction)
    .orderBy('template_id', direction)
  return selectPage(rows, matching, filter)
}

export function selectTemplate(db: Db, { applicationId, templateId }: TemplateKey) {
  return db
    .selectFrom('whatsapp_template')
    .where(eb => eb.and({ application_id: applicationId, template_id: templateId }))
    .selectAll()
    .executeTakeFirst()
}

/** The same, locked until the transaction ends. */
export function lockTemplate(db: Db, { applicationId, templateId }: TemplateKey) {
  return db
    .selectFrom('whatsapp_template')
    .where(eb => eb.and({ application_id: applicationId, template_id: templateId }))
    .selectAll()
    .forUpdate()
    .executeTakeFirst()
}

export function selectNamed(db: Db, applicationId: string, named: { name: string; language: string }) {
  return db
    .selectFrom('whatsapp_template')
    .where(eb => eb.and({ application_id: applicationId, name: named.name, language: named.language }))
    .selectAll()
    .executeTakeFirst()
}

/** Stores a template that is being submitted to WhatsApp; false if there is one with that name and language. */
export async function insertTemplate(
  db: Db,
  { applicationId, templateId }: TemplateKey,
  { components, tags, ...fields }: NewTemplate,
  { by, now }: { by: string; now: Date },
): Promise<boolean> {
  const inserted = await db
    .insertInto('whatsapp_template')
    .values({
      application_id: applicationId,
      template_id: templateId,
      ...fields,
      status: 'SUBMITTING',
      components: JSON.stringify(components),
      tags,
      created_by: by,
      created_at: now,
      updated_at: now,
    })
    .onConflict(conflict => conflict.columns(['application_id', 'name', 'language']).doNothing())
    .returning('template_id')
    .execute()
  return inserted.length > 0
}

interface TemplateChange {
  status?: string
  reason?: string | null
  quality?: string
  category?: string
}

/** Stores that WhatsApp has accepted it. Keeps a decision that was reported meanwhile. */
export async function noteTaken(
  db: Db,
  { applicationId, templateId }: TemplateKey,
  taken: { id: string; status: string; category: string },
  now: Date,
): Promise<void> {
  const { id, status, category } = taken
  await db
    .updateTable('whatsapp_template')
    .set(eb => ({
      provider_id: id,
      seen_at: now,
      updated_at: now,
      category,
      status: eb.case().when('status', '=', 'SUBMITTING').then(status).else(eb.ref('status')).end(),
    }))
    .where(eb => eb.and({ application_id: applicationId, template_id: templateId }))
    .execute()
}

export async function updateTemplate(
  db: Db,
  { applicationId, templateId }: TemplateKey,
  change: TemplateChange,
  now: Date,
): Promise<void> {
  await db
    .updateTable('whatsapp_template')
    .set({ ...change, updated_at: now })
    .where(eb => eb.and({ application_id: applicationId, template_id: templateId }))
    .execute()
}

/**
 * Found by WhatsApp's id or, if that is not known yet, by name and language. Returns false for an unknown template, and for a report (`at`)
 * that is older than the last one: reports may arrive out of order.
 */
export async function updateReported(
  db: Db,
  applicationId: string,
  { id, name, language }: { id: string; name: string; language: string },
  change: TemplateChange,
  { at, now }: { at: Date; now: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('whatsapp_template')
    .set({ ...change, provider_id: id, updated_at: now, seen_at: now, reported_at: at })
    .where('application_id', '=', applicationId)
    .where(eb => eb.or([eb('reported_at', 'is', null), eb('reported_at', '<=', at)]))
    .where(eb =>
      eb.or([
        eb('provider_id', '=', id),
        eb.and([eb('provider_id', 'is', null), eb('name', '=', name), eb('language', '=', language)]),
      ]),
    )
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

export async function deleteTemplateRow(db: Db, { applicationId, templateId }: TemplateKey): Promise<void> {
  await db
    .deleteFrom('whatsapp_template')
    .where(eb => eb.and({ application_id: applicationId, template_id: templateId }))
    .execute()
}

/** Campaigns that will still send this template. */
export function selectCampaignsUsing(db: Db, applicationId: string, { name, language }: TemplateFields) {
  return db
    .selectFrom('campaign')
    .where(eb => eb.and({ application_id: applicationId, channel: 'whatsapp' }))
    .where('status', 'in', ['scheduled', 'pending', 'paused', 'executing'])
    .where(
      sql<boolean>`(status = 'scheduled' or next_run_at is not null or not exists (
        select from run where run.application_id = campaign.application_id and run.campaign_id = campaign.campaign_id))`,
    )
    .where(
      sql<boolean>`((content->>'template_name' = ${name} and content->>'language' = ${language})
        or content->'ab_test'->'variants' @>
          jsonb_build_array(jsonb_build_object('template_name', ${name}::text, 'language', ${language}::text)))`,
    )
    .select(['campaign_id', 'name'])
    .orderBy('name')
    .orderBy('campaign_id')
    .execute()
}
