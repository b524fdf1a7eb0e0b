import { sql } from 'kysely'
import { countRows } from '../../db/pages.ts'
import type { Db } from '../../db/schema/tables.ts'

/** The reader of views. */
export interface Reader {
  applicationId: string
  accountId: string
}

export interface ViewKey extends Reader {
  viewId: string
}

/** The reader's own views and the shared ones, sorted by name. */
export function selectViews(db: Db, { applicationId, accountId }: Reader, list: string) {
  return db
    .selectFrom('saved_view as v')
    .leftJoin('account as a', join => join.onRef('a.account_id', '=', 'v.account_id').on('a.erased_at', 'is', null))
    .where('v.application_id', '=', applicationId)
    .where('v.list', '=', list)
    .where(eb => eb.or([eb('v.account_id', '=', accountId), eb('v.is_shared', '=', true)]))
    .select(['v.view_id', 'v.account_id', 'v.name', 'v.query', 'v.is_shared', 'a.name as account_name'])
    .orderBy(sql`lower(v.name)`)
    .orderBy('v.view_id')
    .execute()
}

/** Until the transaction ends the person adds no other view, so that the count stays right. */
export async function countOwn(db: Db, { applicationId, accountId }: Reader, list: string): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`views ${applicationId} ${accountId}`}, 0))`.execute(db)
  return countRows(
    db.selectFrom('saved_view').where(eb => eb.and({ application_id: applicationId, account_id: accountId, list })),
  )
}

interface NewView extends ViewKey {
  list: string
  name: string
  query: Record<string, string>
  isShared: boolean
  now: Date
}

/** Returns false if the person has a view with that name. */
export async function insertView(db: Db, view: NewView): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('saved_view')
    .values({
      application_id: view.applicationId,
      view_id: view.viewId,
      account_id: view.accountId,
      list: view.list,
      name: view.name,
      query: JSON.stringify(view.query),
      is_shared: view.isShared,
      created_at: view.now,
    })
    .onConflict(conflict => conflict.doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

interface ViewChange {
  name?: string | undefined
  query?: Record<string, string> | undefined
  shared?: boolean | undefined
}

/** Returns false for a view that is not the person's. Throws PostgreSQL's error for a name that is taken. */
export async function changeView(db: Db, key: ViewKey, { name, query, shared }: ViewChange): Promise<boolean> {
  const { rows } = await sql`
    update saved_view set name = coalesce(${name ?? null}, name), is_shared = coalesce(${shared ?? null}, is_shared),
      query = coalesce(${query === undefined ? null : JSON.stringify(query)}::jsonb, query)
    where application_id = ${key.applicationId} and account_id = ${key.accountId} and view_id = ${key.viewId}
    returning view_id`.execute(db)
  return rows.length === 1
}

export async function removeView(db: Db, key: ViewKey): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('saved_view')
    .where(eb => eb.and({ application_id: key.applicationId, account_id: key.accountId, view_id: key.viewId }))
    .executeTakeFirstOrThrow()
  return numDeletedRows === 1n
}
