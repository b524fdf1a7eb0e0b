/** SQL of bulk actions: what they do, their progress, and the contacts still to process. */
import { sql } from 'kysely'
import { countRows } from '../../../db/pages.ts'
import type { Db } from '../../../db/schema/tables.ts'
import { type ContactFilter, contactMatches } from '../queries.ts'

export interface BulkKey {
  applicationId: string
  bulkId: string
}

export interface NewBulkRow extends BulkKey {
  action: string
  segmentId: string | null
  channels: readonly string[]
  reason: string | null
  accountId: string
  now: Date
}

/** Stores an action with the contacts that match and were not added after `until`. Returns their number. */
export async function insertBulk(db: Db, bulk: NewBulkRow, filter: ContactFilter, until: Date): Promise<number> {
  const { applicationId, bulkId } = bulk
  const { numAffectedRows } = await sql`
    insert into bulk_contact (application_id, bulk_id, contact_id)
    select c.application_id, ${bulkId}::uuid, c.contact_id from contact c
    where ${contactMatches(filter)} and c.added_at <= ${until}`.execute(db)
  const total = Number(numAffectedRows ?? 0)
  await db
    .insertInto('bulk_action')
    .values({
      application_id: applicationId,
      bulk_id: bulkId,
      action: bulk.action,
      state: 'running',
      total,
      segment_id: bulk.segmentId,
      channels: [...bulk.channels],
      reason: bulk.reason,
      created_by: bulk.accountId,
      created_at: bulk.now,
    })
    .execute()
  return total
}

export async function countRunning(db: Db, applicationId: string): Promise<number> {
  return countRows(
    db.selectFrom('bulk_action').where(eb => eb.and({ application_id: applicationId, state: 'running' })),
  )
}

/** Locks a running action until the transaction ends; undefined if it has ended, or is gone with its application. */
export function lockRunning(db: Db, { applicationId, bulkId }: BulkKey) {
  return db
    .selectFrom('bulk_action')
    .where(eb => eb.and({ application_id: applicationId, bulk_id: bulkId, state: 'running' }))
    .selectAll()
    .forUpdate()
    .executeTakeFirst()
}

export type RunningBulk = NonNullable<Awaited<ReturnType<typeof lockRunning>>>

/** Takes the next contacts off the list of those still to process. */
export async function takeContacts(db: Db, { applicationId, bulkId }: BulkKey, limit: number): Promise<string[]> {
  const { rows } = await sql<{ contact_id: string }>`
    delete from bulk_contact where application_id = ${applicationId} and bulk_id = ${bulkId}
      and contact_id = any(array(select contact_id from bulk_contact
        where application_id = ${applicationId} and bulk_id = ${bulkId} order by contact_id limit ${limit}))
    returning contact_id`.execute(db)
  return rows.map(row => row.contact_id)
}

export async function addProgress(db: Db, key: BulkKey, done: number, changed: number): Promise<void> {
  await db
    .updateTable('bulk_action')
    .set(eb => ({ done: eb('done', '+', done), changed: eb('changed', '+', changed) }))
    .where(eb => eb.and({ application_id: key.applicationId, bulk_id: key.bulkId }))
    .execute()
}

/** Ends a running action; the remaining contacts stay as they are. */
export async function endBulk(db: Db, key: BulkKey, state: 'done' | 'stopped', now: Date): Promise<void> {
  const ids = { application_id: key.applicationId, bulk_id: key.bulkId }
  await db
    .deleteFrom('bulk_contact')
    .where(eb => eb.and(ids))
    .execute()
  await db
    .updateTable('bulk_action')
    .set({ state, ended_at: now })
    .where(eb => eb.and(ids))
    .execute()
}

/** Deletes actions that ended before that time. */
export async function deleteEnded(db: Db, applicationId: string, before: Date): Promise<void> {
  await db
    .deleteFrom('bulk_action')
    .where('application_id', '=', applicationId)
    .where('ended_at', '<', before)
    .execute()
}

function ofApplication(db: Db, applicationId: string) {
  return db
    .selectFrom('bulk_action as b')
    .leftJoin('segment as s', join =>
      join.onRef('s.application_id', '=', 'b.application_id').onRef('s.segment_id', '=', 'b.segment_id'),
    )
    .where('b.application_id', '=', applicationId)
    .select([
      'b.bulk_id',
      'b.action',
      'b.state',
      'b.total',
      'b.done',
      'b.changed',
      'b.channels',
      'b.created_at',
      'b.ended_at',
      's.segment_id',
      's.name as segment_name',
    ])
}

export function selectBulk(db: Db, { applicationId, bulkId }: BulkKey) {
  return ofApplication(db, applicationId).where('b.bulk_id', '=', bulkId).executeTakeFirst()
}

export type BulkRow = NonNullable<Awaited<ReturnType<typeof selectBulk>>>

/** Running actions, and those that ended after that time, newest first. */
export function selectBulks(db: Db, applicationId: string, endedAfter: Date, limit: number): Promise<BulkRow[]> {
  return ofApplication(db, applicationId)
    .where(eb => eb.or([eb('b.state', '=', 'running'), eb('b.ended_at', '>', endedAfter)]))
    .orderBy('b.bulk_id', 'desc')
    .limit(limit)
    .execute()
}
