/** SQL of runs whose details have had their time. The month of a run is in its id. */
import { sql, type Kysely } from 'kysely'
import type { Tables } from '../../db/schema/tables.ts'
import { uuidv7Floor } from '../../lib/uuid.ts'

type Db = Kysely<Tables>

export interface Month {
  start: Date
  end: Date
}

const isOfMonth = ({ start, end }: Month) =>
  sql<boolean>`run_id >= ${uuidv7Floor(start)} and run_id < ${uuidv7Floor(end)}`

/** A run that waits for its day, or was paused and forgotten, still needs its deliveries. */
export async function hasOpenRun(db: Db, month: Month): Promise<boolean> {
  const row = await db
    .selectFrom('run')
    .where('state', 'in', ['preparing', 'executing', 'paused', 'cancelling'])
    .where(isOfMonth(month))
    .select('run_id')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Says of every run of the month that its details are gone, before they are: no page may show an empty list as the truth. */
export async function markRemoved(db: Db, month: Month, now: Date): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('run')
    .set({ details_removed_at: now, counters_off: 0 })
    .where(isOfMonth(month))
    .where('details_removed_at', 'is', null)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** What else only served the sending: batches, and the copies of attachments. */
export async function deleteWorkOf(db: Db, month: Month): Promise<void> {
  for (const table of ['batch', 'run_attachment']) {
    // By the keys of the month's runs: the tables lead with the application and have no index that begins with the run.
    await sql`
      delete from ${sql.table(table)} t using run r
      where ${sql.ref('r.run_id')} >= ${uuidv7Floor(month.start)} and r.run_id < ${uuidv7Floor(month.end)}
        and t.application_id = r.application_id and t.run_id = r.run_id`.execute(db)
  }
}
