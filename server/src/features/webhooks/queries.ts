/** SQL of webhooks as their team configures them. */
import { sql } from 'kysely'
import type { WebhookStatus } from '@notifly/contracts/webhooks/webhooks'
import { countRows, type Paging, selectPage } from '../../db/pages.ts'
import type { Db } from '../../db/schema/tables.ts'

export interface WebhookKey {
  applicationId: string
  webhookId: string
}

export interface WebhookFields {
  name: string
  url: string
  description: string
  platforms: string[]
  events: number[]
  batch: number
}

export interface WebhookFilter extends Paging {
  applicationId: string
  webhookId?: string | undefined
  search?: string | undefined
}

export type WebhookRow = Awaited<ReturnType<typeof selectWebhooks>>['rows'][number]

/** With the name of their creator, newest first, without secrets. */
export async function selectWebhooks(db: Db, filter: WebhookFilter) {
  const { applicationId, webhookId, search } = filter
  const matching = db
    .selectFrom('webhook')
    .where('webhook.application_id', '=', applicationId)
    .$if(webhookId !== undefined, query => query.where('webhook_id', '=', webhookId ?? ''))
    .$if(Boolean(search), query =>
      query.where(
        sql<boolean>`position(lower(${search}) in lower(concat_ws(' ', webhook.name, url, description))) > 0`,
      ),
    )
  const rows = matching
    .leftJoin('account', 'account.account_id', 'webhook.created_by')
    .select([
      'webhook_id',
      'webhook.name',
      'url',
      'description',
      'platforms',
      'events',
      'batch',
      'webhook.status',
      'old_secret_until',
      'failures',
      'failing_since',
      'rests_until',
      'last_success_at',
      'off_since',
      'webhook.created_at',
      'webhook.updated_at',
      'account.name as created_by',
    ])
    .orderBy('webhook.created_at', 'desc')
    .orderBy('webhook_id', 'desc')
  return selectPage(rows, matching, filter)
}

/** How many the application has; concurrent creations wait. */
export async function lockCount(db: Db, applicationId: string): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended('webhooks ' || ${applicationId}, 0))`.execute(db)
  return countRows(db.selectFrom('webhook').where('application_id', '=', applicationId))
}

export interface NewWebhook extends WebhookKey, WebhookFields {
  /** Sealed. */
  secret: string
  createdBy: string
}

/** Returns false if another webhook of the application has the name (ignoring case). */
export async function insertWebhook(db: Db, { applicationId, webhookId, ...row }: NewWebhook, now: Date) {
  const { createdBy, ...rest } = row
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('webhook')
    .values({
      application_id: applicationId,
      webhook_id: webhookId,
      ...rest,
      created_by: createdBy,
      created_at: now,
      updated_at: now,
    })
    .onConflict(conflict => conflict.doNothing())
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

export type LockedWebhook = NonNullable<Awaited<ReturnType<typeof lockWebhook>>>

export function lockWebhook(db: Db, { applicationId, webhookId }: WebhookKey) {
  return db
    .selectFrom('webhook')
    .where(eb => eb.and({ application_id: applicationId, webhook_id: webhookId }))
    .select([
      'name',
      'url',
      'description',
      'platforms',
      'events',
      'batch',
      'status',
      'secret',
      'old_secret',
      'old_secret_until',
    ])
    .forUpdate()
    .executeTakeFirst()
}

/** Turning one on resets its failures. Throws if another one has the name. */
export async function updateWebhookRow(
  db: Db,
  { applicationId, webhookId }: WebhookKey,
  change: WebhookFields & { status: WebhookStatus; isTurnedOn: boolean; updatedBy: string },
  now: Date,
): Promise<void> {
  const { isTurnedOn, updatedBy, ...row } = change
  await db
    .updateTable('webhook')
    .set({ ...row, updated_by: updatedBy, updated_at: now })
    .$if(isTurnedOn, query => query.set({ failures: 0, failing_since: null, rests_until: null }))
    .set({ off_since: row.status === 'active' ? null : sql<Date>`coalesce(off_since, ${now})` })
    .where(eb => eb.and({ application_id: applicationId, webhook_id: webhookId }))
    .execute()
}

/** The present secret also signs until `until`. */
export async function replaceWebhookSecret(
  db: Db,
  { applicationId, webhookId }: WebhookKey,
  secret: string,
  until: Date,
): Promise<void> {
  await db
    .updateTable('webhook')
    .set({ secret, old_secret: sql<string>`secret`, old_secret_until: until })
    .where(eb => eb.and({ application_id: applicationId, webhook_id: webhookId }))
    .execute()
}

export async function deleteWebhookRow(db: Db, { applicationId, webhookId }: WebhookKey): Promise<void> {
  await db
    .deleteFrom('webhook')
    .where(eb => eb.and({ application_id: applicationId, webhook_id: webhookId }))
    .execute()
}

/** Ids of the events that a webhook gets. Undefined for an unknown one. */
export async function selectEvents(db: Db, { applicationId, webhookId }: WebhookKey): Promise<number[] | undefined> {
  const row = await db
    .selectFrom('webhook')
    .where(eb => eb.and({ application_id: applicationId, webhook_id: webhookId }))
    .select('events')
    .executeTakeFirst()
  return row?.events
}

/** How many endpoints of the application get each event. */
export async function countByEvent(db: Db, applicationId: string): Promise<Map<number, number>> {
  const { rows } = await sql<{ event: number; n: number }>`
    select e as event, count(*)::int as n from webhook, unnest(events) as e
    where application_id = ${applicationId} and status = 'active' group by e`.execute(db)
  return new Map(rows.map(({ event, n }) => [event, n]))
}
