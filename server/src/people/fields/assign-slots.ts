/**
 * Assigns a new field, or one whose type changed, the first free column of its type in contact_slot, where no trigger does it
 * (withTriggers).
 */
import { sql } from 'kysely'
import type { Db } from '../../db/schema/tables.ts'

/** How many columns of each type contact_slot has. */
const COLUMNS: Readonly<Record<string, number>> = { text: 20, number: 20, date: 10, boolean: 10 }

/** Runs `write`, which writes these fields in the caller's transaction, and assigns their columns. */
export async function assignSlots<T>(
  db: Db,
  { applicationId, names }: { applicationId: string; names: readonly string[] },
  write: () => Promise<T>,
): Promise<T> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`field slots ${applicationId}`}, 0))`.execute(db)
  const before = await selectTypes(db, applicationId)
  const result = await write()
  const after = await selectTypes(db, applicationId)
  const isEmpty = !(await hasContacts(db, applicationId))
  // In the order in which they were written, like a trigger.
  for (const name of names) {
    const type = after.get(name)?.type
    if (type === undefined || type === before.get(name)?.type) continue
    const slot = firstFree(after, type, name)
    await db
      .updateTable('merge_field')
      .set({ slot, slot_ready: slot !== null && !before.has(name) && isEmpty })
      .where(eb => eb.and({ application_id: applicationId, name }))
      .execute()
    after.set(name, { type, slot })
  }
  return result
}

interface Standing {
  type: string
  slot: number | null
}

async function selectTypes(db: Db, applicationId: string): Promise<Map<string, Standing>> {
  const rows = await db
    .selectFrom('merge_field')
    .where('application_id', '=', applicationId)
    .select(['name', 'type', 'slot'])
    .execute()
  return new Map(rows.map(({ name, type, slot }) => [name, { type, slot }]))
}

async function hasContacts(db: Db, applicationId: string): Promise<boolean> {
  const row = await db
    .selectFrom('contact')
    .where('application_id', '=', applicationId)
    .select('contact_id')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Null if all are taken. */
function firstFree(fields: ReadonlyMap<string, Standing>, type: string, name: string): number | null {
  const others = [...fields].filter(([other, field]) => other !== name && field.type === type)
  const taken = new Set(others.map(([, { slot }]) => slot))
  for (let slot = 1; slot <= (COLUMNS[type] ?? 0); slot++) if (!taken.has(slot)) return slot
  return null
}
