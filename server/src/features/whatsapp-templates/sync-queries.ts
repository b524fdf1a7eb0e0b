import { sql } from 'kysely'
import type { ListedTemplate } from '../../channels/whatsapp/cloud-api/templates.ts'
import type { Db } from '../../db/schema/tables.ts'
import { uuidv7 } from '../../lib/uuid.ts'

export function selectSync(db: Db, applicationId: string) {
  return db.selectFrom('whatsapp_sync').where('application_id', '=', applicationId).selectAll().executeTakeFirst()
}

/** Locks the application's sync until the transaction ends, and creates its row if needed. */
export async function lockSync(db: Db, applicationId: string): Promise<void> {
  await sql`insert into whatsapp_sync (application_id) values (${applicationId})
    on conflict (application_id) do update set application_id = excluded.application_id`.execute(db)
}

/** Stores the result of a sync; a failed one keeps the time of the last good one. */
export async function noteSync(
  db: Db,
  applicationId: string,
  { accountId, failure, at }: { accountId: string; failure: string | null; at: Date },
): Promise<void> {
  await db
    .updateTable('whatsapp_sync')
    .set({ failure, ...(failure === null && { synced_at: at, account_id: accountId }) })
    .where('application_id', '=', applicationId)
    .execute()
}

/** Requests a sync; false if one was requested within the time given. */
export async function requestSync(db: Db, applicationId: string, now: Date, withinMs: number): Promise<boolean> {
  const since = new Date(now.getTime() - withinMs)
  const { rows } = await sql`
    insert into whatsapp_sync (application_id, requested_at) values (${applicationId}, ${now})
    on conflict (application_id) do update set requested_at = excluded.requested_at
      where whatsapp_sync.requested_at is null or whatsapp_sync.requested_at < ${since}
    returning 1`.execute(db)
  return rows.length > 0
}

/**
 * Makes the copy equal to the list. Templates are matched by WhatsApp's id, else by name and language, which is how a template written here
 * gets its id. Deletes what the list no longer has, except templates that WhatsApp has not accepted yet. `readAt`: before the list was
 * requested, so that templates created meanwhile stay.
 */
export async function replaceList(
  db: Db,
  applicationId: string,
  templates: readonly ListedTemplate[],
  readAt: Date,
): Promise<void> {
  const list = JSON.stringify(templates.map(template => ({ ...template, own_id: uuidv7() })))
  // A template may have been deleted at WhatsApp and made anew there under its name, with another id.
  await sql`
    update whatsapp_template t set provider_id = l.id
    from jsonb_to_recordset(${list}::jsonb) as l(id text, name text, language text)
    where t.application_id = ${applicationId} and t.name = l.name and t.language = l.language
      and t.provider_id is distinct from l.id`.execute(db)
  await sql`
    insert into whatsapp_template as t (
      application_id, template_id, provider_id, name, language, category, status, reason, quality, components,
      created_at, updated_at, seen_at)
    select ${applicationId}, l.own_id, l.id, l.name, l.language, l.category, l.status, l.reason, l.quality,
      l.components, ${readAt}, ${readAt}, ${readAt}
    from jsonb_to_recordset(${list}::jsonb) as l(
      own_id uuid, id text, name text, language text, category text, status text, reason text, quality text,
      components jsonb)
    on conflict (application_id, name, language) do update set
      category = excluded.category, status = excluded.status, reason = excluded.reason, quality = excluded.quality,
      components = excluded.components, seen_at = excluded.seen_at,
      updated_at = case
        when (t.category, t.status, t.reason, t.quality, t.components)
          is distinct from (excluded.category, excluded.status, excluded.reason, excluded.quality, excluded.components)
        then excluded.updated_at else t.updated_at end`.execute(db)
  await sql`
    delete from whatsapp_template
    where application_id = ${applicationId} and provider_id is not null and seen_at < ${readAt}`.execute(db)
}

/** How many templates there are, and whether WhatsApp still has to decide about one. */
export async function countTemplates(db: Db, applicationId: string): Promise<{ all: number; undecided: number }> {
  const row = await db
    .selectFrom('whatsapp_template')
    .where('application_id', '=', applicationId)
    .select(eb => [
      eb.fn.countAll<number>().as('all'),
      eb.fn
        .countAll<number>()
        .filterWhere('status', 'in', ['PENDING', 'IN_APPEAL', 'PENDING_DELETION'])
        .as('undecided'),
    ])
    .executeTakeFirstOrThrow()
  return row
}
