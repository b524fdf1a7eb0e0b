/** The columns of contact_slot which fields took when contacts had values of theirs already. */
import { sql } from 'kysely'
import type { Db } from '../../db/schema/tables.ts'

export interface OpenSlot {
  name: string
  type: string
  slot: number
}

/** Fields whose column is not complete yet. */
export async function selectOpenSlots(db: Db, applicationId: string): Promise<OpenSlot[]> {
  const rows = await db
    .selectFrom('merge_field')
    .where('application_id', '=', applicationId)
    .where('slot', 'is not', null)
    .where('slot_ready', '=', false)
    .select(['name', 'type', 'slot'])
    .execute()
  return rows.map(({ name, type, slot }) => ({ name, type, slot: slot ?? 0 }))
}

/** The transaction that asks, as a number that later transactions exceed. */
export async function currentTransaction(db: Db): Promise<string> {
  const { rows } = await sql<{ id: string }>`select pg_current_xact_id()::text as id`.execute(db)
  return rows[0]?.id ?? '0'
}

/** Whether all writers that began before that transaction have committed: they did not know the new columns. */
export async function areEarlierDone(db: Db, transactionId: string): Promise<boolean> {
  const { rows } = await sql<{ done: boolean }>`
    select pg_snapshot_xmin(pg_current_snapshot()) >= ${transactionId}::xid8 as done`.execute(db)
  return rows[0]?.done === true
}

/** Fills the columns of the next contacts. Answers the last of them; undefined when there are no more. */
export async function fillSlots(
  db: Db,
  applicationId: string,
  open: readonly OpenSlot[],
  after: string,
  limit: number,
): Promise<string | undefined> {
  const columns = sql.join(open.map(({ type, slot }) => sql.ref(`${type}_${slot}`)))
  const present = sql.join(open.map(({ type, slot }) => sql.ref(`s.${type}_${slot}`)))
  const values = sql.join(open.map(({ name, type }) => sql`${sql.raw(`field_${type}`)}(c.merge_fields, ${name}::text)`))
  const { rows } = await sql<{ last: string | null }>`
    with part as materialized (
      select contact_id, merge_fields from contact
      where application_id = ${applicationId} and contact_id > ${after} order by contact_id limit ${limit}
    ), filled as (
      update contact_slot s set (${columns}) = row (${values}) from part c
      where s.application_id = ${applicationId} and s.contact_id = c.contact_id
        and (${present}) is distinct from (${values})
    )
    select max(contact_id::text) as last from part`.execute(db)
  return rows[0]?.last ?? undefined
}

/** Opens the columns to rules; those that changed hands meanwhile stay closed. */
export async function openSlots(db: Db, applicationId: string, filled: readonly OpenSlot[]): Promise<void> {
  for (const { name, type, slot } of filled) {
    await db
      .updateTable('merge_field')
      .set({ slot_ready: true })
      .where(eb => eb.and({ application_id: applicationId, name, type, slot }))
      .execute()
  }
}
