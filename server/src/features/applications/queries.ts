import { sql } from 'kysely'
import type { Db } from '../../db/schema/tables.ts'

/** Applications of all organizations in which the account is active. Every read of this feature starts here. */
function accessible(db: Db, accountId: string) {
  return db
    .selectFrom('application')
    .innerJoin('organization', 'organization.organization_id', 'application.organization_id')
    .innerJoin('member', 'member.organization_id', 'application.organization_id')
    .where('member.account_id', '=', accountId)
    .where('member.status', '=', 'active')
    .where('application.deleted_at', 'is', null)
    .where('organization.deleted_at', 'is', null)
}

/** The one with that id, or the oldest. */
export function selectAccessibleApplication(db: Db, accountId: string, applicationId?: string) {
  return accessible(db, accountId)
    .$if(applicationId !== undefined, query => query.where('application.application_id', '=', applicationId ?? ''))
    .select(['application.application_id', 'application.organization_id'])
    .orderBy('application.created_at')
    .orderBy('application.application_id')
    .limit(1)
    .executeTakeFirst()
}

interface ApplicationFilter {
  accountId: string
  applicationId?: string | undefined
  organizationId?: string | undefined
  search?: string | undefined
  page: number
  perPage: number
}

/** By name. */
export async function selectApplications(db: Db, filter: ApplicationFilter) {
  const { applicationId, organizationId, search } = filter
  const matching = accessible(db, filter.accountId)
    .$if(applicationId !== undefined, query => query.where('application.application_id', '=', applicationId ?? ''))
    .$if(organizationId !== undefined, query => query.where('application.organization_id', '=', organizationId ?? ''))
    .$if(Boolean(search), query => query.where(sql<boolean>`position(lower(${search}) in lower(application.name)) > 0`))
  const rows = await matching
    .selectAll('application')
    .select('organization.name as organization_name')
    .orderBy(sql`lower(application.name)`)
    .orderBy('application.application_id')
    .limit(filter.perPage)
    .offset((filter.page - 1) * filter.perPage)
    .execute()
  const { total } = await matching.select(eb => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  return { rows, total }
}

/** All of them, by name, for the list of cards. */
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

export interface ApplicationFields {
  name: string
  timezone?: string | undefined
  quiet_from?: string | undefined
  quiet_to?: string | undefined
  /** Per channel, as it is stored. */
  frequency_cap?: StoredCaps | undefined
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
      timezone: fields.timezone ?? 'UTC',
      logo: fields.logo ?? null,
      created_at: now,
      updated_at: now,
    })
    .execute()
}

/** What can be changed of an application, held against concurrent changes until the transaction ends. */
export function lockApplicationFields(db: Db, ids: { applicationId: string; organizationId: string }) {
  return db
    .selectFrom('application')
    .where('application_id', '=', ids.applicationId)
    .where('organization_id', '=', ids.organizationId)
    .where('deleted_at', 'is', null)
    .select(['name', 'timezone', 'quiet_from', 'quiet_to', 'frequency_cap', 'logo'])
    .forUpdate()
    .executeTakeFirst()
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
      updated_at: now,
    })
    .where('application_id', '=', ids.applicationId)
    .where('organization_id', '=', ids.organizationId)
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
    .where('application_id', '=', ids.applicationId)
    .where('organization_id', '=', ids.organizationId)
    .execute()
}

/** Whether an application was deleted by then. */
export async function isDoomed(db: Db, applicationId: string, deletedBefore: Date): Promise<boolean> {
  const row = await db
    .selectFrom('application')
    .where('application_id', '=', applicationId)
    .where('deleted_at', '<=', deletedBefore)
    .select('application_id')
    .executeTakeFirst()
  return row !== undefined
}
