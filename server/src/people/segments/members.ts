/** Creates segments, and changes the members of static ones. A segment's count changes with its members, in the same transaction. */
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/schema/tables.ts'

export interface SegmentKey {
  applicationId: string
  segmentId: string
}

interface NewSegment extends SegmentKey {
  name: string
  /** null: a static one. */
  rules: object | null
  accountId: string
  now: Date
}

/** Returns false if another segment has the name (ignoring case). */
export async function insertSegment(db: Db, segment: NewSegment): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('segment')
    .values({
      application_id: segment.applicationId,
      segment_id: segment.segmentId,
      name: segment.name,
      kind: segment.rules === null ? 'static' : 'dynamic',
      rules: segment.rules === null ? null : JSON.stringify(segment.rules),
      created_by: segment.accountId,
      created_at: segment.now,
      updated_at: segment.now,
    })
    .onConflict(conflict => conflict.doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

/** Adds the contacts that `chosen` selects; existing members stay. Returns how many were added. */
export async function addMembers(
  db: Db,
  { applicationId, segmentId }: SegmentKey,
  chosen: RawBuilder<unknown>,
): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into segment_member (application_id, segment_id, contact_id)
    select ${applicationId}::uuid, ${segmentId}::uuid, chosen.contact_id from (${chosen}) as chosen(contact_id)
    on conflict do nothing`.execute(db)
  const added = Number(numAffectedRows ?? 0)
  await db
    .updateTable('segment')
    .set(eb => ({ contact_count: eb('contact_count', '+', added) }))
    .where(eb => eb.and({ application_id: applicationId, segment_id: segmentId }))
    .execute()
  return added
}

/** The same with contacts by id; unknown ids are left out. */
export function addContacts(db: Db, key: SegmentKey, contactIds: readonly string[]): Promise<number> {
  const chosen = sql`select contact_id from contact
    where application_id = ${key.applicationId} and contact_id = any(${[...contactIds]}::uuid[])`
  return addMembers(db, key, chosen)
}

/** The same with the members of another segment of the application. */
export function copyMembers(db: Db, from: SegmentKey, to: SegmentKey): Promise<number> {
  const chosen = sql`select contact_id from segment_member
    where application_id = ${from.applicationId} and segment_id = ${from.segmentId}`
  return addMembers(db, to, chosen)
}

/** Removes these contacts from a segment. Returns how many were in it. */
export async function removeContacts(
  db: Db,
  { applicationId, segmentId }: SegmentKey,
  contactIds: readonly string[],
): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from segment_member where application_id = ${applicationId} and segment_id = ${segmentId}
      and contact_id = any(${[...contactIds]}::uuid[])`.execute(db)
  const removed = Number(numAffectedRows ?? 0)
  await db
    .updateTable('segment')
    .set(eb => ({ contact_count: eb('contact_count', '-', removed) }))
    .where(eb => eb.and({ application_id: applicationId, segment_id: segmentId }))
    .execute()
  return removed
}

/** Removes all contacts from a segment. */
export async function dropMembers(db: Db, { applicationId, segmentId }: SegmentKey): Promise<void> {
  await db
    .deleteFrom('segment_member')
    .where(eb => eb.and({ application_id: applicationId, segment_id: segmentId }))
    .execute()
  await db
    .updateTable('segment')
    .set({ contact_count: 0 })
    .where(eb => eb.and({ application_id: applicationId, segment_id: segmentId }))
    .execute()
}

/** Removes these contacts from every segment. */
export async function dropMemberships(db: Db, applicationId: string, contactIds: readonly string[]): Promise<void> {
  await sql`
    with gone as (
      delete from segment_member where application_id = ${applicationId}
        and contact_id = any(${[...contactIds]}::uuid[])
      returning segment_id
    )
    update segment set contact_count = contact_count - gone.n
    from (select segment_id, count(*)::int as n from gone group by segment_id) gone
    where segment.application_id = ${applicationId} and segment.segment_id = gone.segment_id`.execute(db)
}
