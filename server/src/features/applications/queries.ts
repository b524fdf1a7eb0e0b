import type { Utm } from '@notifly/contracts/campaigns/utm'
import { sql } from 'kysely'
import { type Paging, selectPage } from '../../db/pages.ts'
import type { Db } from '../../db/schema/tables.ts'

/** Applications of all organizations in which the account is an active member. Every read of this feature is based on it. */
function accessible(db: Db, accountId: string) {
  return db
    .selectFrom('application')
    .innerJoin('organization', 'organization.organization_id', 'application.organization_id')
    .innerJoin('member', 'member.organization_id', 'application.organization_id')
    .where(eb => eb.and({ 'member.account_id': accountId, 'member.status': 'active' }))
    .where('application.deleted_at', 'is', null)
    .where('organization.deleted_at', 'is', null)
}

/** The application with that id, or the oldest. */
export function selectAccessibleApplication(db: Db, accountId: string, applicationId?: string) {
  return accessible(db, accountId)
    .$if(applicationId !== undefined, query => query.where('application.application_id', '=', applicationId ?? ''))
    .select(['application.application_id', 'application.organization_id'])
    .orderBy('application.created_at')
    .orderBy('application.application_id')
    .limit(1)
    .executeTakeFirst()
}

interface ApplicationFilter extends Paging {
  accountId: string
  applicationId?: string | undefined
  organizationId?: string | undefined
  search?: string | undefined
}

/** Sorted by name. */
export async function selectApplications(db: Db, filter: ApplicationFilter) {
  const { applicationId, organizationId, search } = filter
  const matching = accessible(db, filter.accountId)
    .$if(applicationId !== undefined, query => query.where('application.application_id', '=', applicationId ?? ''))
    .$if(organizationId !== undefined, query => query.where('application.organization_id', '=', organizationId ?? ''))
    .$if(Boolean(search), query => query.where(sql<boolean>`position(lower(${search}) in lower(application.name)) > 0`))
  const rows = matching
    .selectAll('application')
    .select('organization.name as organization_name')
    .orderBy(sql`lower(application.name)`)
    .orderBy('application.application_id')
  return selectPage(rows, matching, filter)
}

/** All of them, sorted by name, for the list of cards. */
export function selectAllApplications(db: Db, accountId: string) {
  return accessible(db, accountId)
    .select([
      'application.application_id',
      'application.name',
      'application.organization_id',
      'organization.name as organization_name',
    ])
    .orderBy(sql`lower(application.name)`)
    .orderBy('application.application_id')
    .execute()
}

export type StoredCaps = Record<string, { messages: number; hours: number }>

interface ApplicationFields {
  name: string
  timezone?: string | undefined
  quiet_from?: string | undefined
  quiet_to?: string | undefined
  /** Per channel, as it is stored. */
  frequency_cap?: StoredCaps | undefined
  undo_seconds?: number | undefined
  utm?: Utm | null | undefined
  logo?: string | null | undefined
}

export async function insertApplication(
  db: Db,
  ids: { applicationId: string; organizationId: string },
  fields: ApplicationFields,
  now: Date,
): Promise<void> {
  await db
    .insertInto('application')
    .values({
      application_id: ids.applicationId,
      organization_id: ids.organizationId,
      ...fields,
      frequency_cap: JSON.stringify(fields.frequency_cap ?? {}),
      utm: fields.utm ? JSON.stringify(fields.utm) : null,
      timezone: fields.timezone ?? 'UTC',
      logo: fields.logo ?? null,
      created_at: now,
      updated_at: now,
    })
    .execute()
}

/** The editable fields of an application, locked until the transaction ends. */
export function lockApplicationFields(db: Db, ids: { applicationId: string; organizationId: string }) {
  return db
    .selectFrom('application')
    .where(eb => eb.and({ application_id: ids.applicationId, organization_id: ids.organizationId }))
    .where('deleted_at', 'is', null)
    .select(['name', 'timezone', 'quiet_from', 'quiet_to', 'frequency_cap', 'undo_seconds', 'utm', 'logo'])
    .forUpdate()
    .executeTakeFirst()
}

/** Whether the organization has no other application. */
export async function isLastApplication(
  db: Db,
  ids: { applicationId: string; organizationId: string },
): Promise<boolean> {
  const other = await db
    .selectFrom('application')
    .where('organization_id', '=', ids.organizationId)
    .where('application_id', '<>', ids.applicationId)
    .where('deleted_at', 'is', null)
    .select('application_id')
    .limit(1)
    .executeTakeFirst()
  return other === undefined
}

/** Fields that are undefined stay as they are. */
export async function updateApplicationRow(
  db: Db,
  ids: { applicationId: string; organizationId: string },
  fields: ApplicationFields,
  now: Date,
): Promise<void> {
  await db
    .updateTable('application')
    .set({
      ...fields,
      frequency_cap: fields.frequency_cap === undefined ? undefined : JSON.stringify(fields.frequency_cap),
      utm: fields.utm && JSON.stringify(fields.utm),
      updated_at: now,
    })
    .where(eb => eb.and({ application_id: ids.applicationId, organization_id: ids.organizationId }))
    .execute()
}

/** Hides it from now on. */
export async function markApplicationDeleted(
  db: Db,
  ids: { applicationId: string; organizationId: string },
  now: Date,
): Promise<void> {
  await db
    .updateTable('application')
    .set({ deleted_at: now })
    .where(eb => eb.and({ application_id: ids.applicationId, organization_id: ids.organizationId }))
    .execute()
}

/** Whether an application was deleted before that time. */
export async function isDueForDeletion(db: Db, applicationId: string, deletedBefore: Date): Promise<boolean> {
  const row = await db
    .selectFrom('application')
    .where('application_id', '=', applicationId)
    .where('deleted_at', '<=', deletedBefore)
    .select('application_id')
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Tables with data of applications: those with a required column `application_id`. Read from the database's catalogue, so that no table is
 * forgotten. Tables that others refer to come last.
 */
export async function selectDataTables(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select c.relname as name
    from pg_attribute a
    join pg_class c on c.oid = a.attrelid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and a.attname = 'application_id' and a.attnotnull and not a.attisdropped and c.relname <> 'application'
    order by (select count(*) from pg_constraint k where k.confrelid = c.oid and k.confdeltype = 'a'), c.relname`.execute(
    db,
  )
  return rows.map(row => row.name)
}

export async function deleteDataOf(db: Db, table: string, applicationId: string): Promise<void> {
  await sql`delete from ${sql.table(table)} where application_id = ${applicationId}`.execute(db)
}

/** Deletes the application and the rows that give access to it from outside. */
export async function deleteWithAccess(db: Db, applicationId: string): Promise<void> {
  await db.transaction().execute(async tx => {
    await tx.deleteFrom('report').where('application_id', '=', applicationId).execute()
    // Deleting those has written a part of their sum.
    await deleteDataOf(tx, 'report_bytes', applicationId)
    await tx.deleteFrom('bearer').where('application_id', '=', applicationId).execute()
    await tx.updateTable('session').set({ application_id: null }).where('application_id', '=', applicationId).execute()
    await tx.deleteFrom('application').where('application_id', '=', applicationId).execute()
  })
}

export function selectConfigurations(db: Db, applicationIds: string[]) {
  return db
    .selectFrom('channel_configuration')
    .where('application_id', 'in', applicationIds)
    .select(['application_id', 'channel', 'failing_since'])
    .execute()
}

export function selectInventory(db: Db, applicationId: string) {
  return db
    .selectNoFrom(eb => [
      eb
        .selectFrom('segment')
        .where('application_id', '=', applicationId)
        .select(count => count.fn.countAll<number>().as('n'))
        .as('segments'),
      eb
        .selectFrom('suppression')
        .where('application_id', '=', applicationId)
        .select(count => count.fn.countAll<number>().as('n'))
        .as('suppressed'),
      eb
        .selectFrom('template')
        .where('application_id', '=', applicationId)
        .select(count => count.fn.countAll<number>().as('n'))
        .as('templates'),
      eb
        .selectFrom('member')
        .innerJoin('application', 'application.organization_id', 'member.organization_id')
        .where('application.application_id', '=', applicationId)
        .where('member.status', '=', 'active')
        .select(count => count.fn.countAll<number>().as('n'))
        .as('members'),
    ])
    .executeTakeFirstOrThrow()
}
