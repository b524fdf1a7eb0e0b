/** SQL of turns. All processes go by the database's clock. */
import { sql } from 'kysely'
import type { Db } from '../../db/schema/tables.ts'

/** Whether `holder` has the turn now. */
export async function acquireTurn(
  db: Db,
  organizationId: string,
  holder: string,
  forSeconds: number,
): Promise<boolean> {
  const until = sql<Date>`clock_timestamp() + make_interval(secs => ${forSeconds})`
  const row = await db
    .insertInto('billing_turn')
    .values({ organization_id: organizationId, holder, held_until: until })
    .onConflict(conflict =>
      conflict
        .column('organization_id')
        .doUpdateSet({ holder, held_until: until })
        .where(sql<boolean>`billing_turn.held_until < clock_timestamp()`),
    )
    .returning('holder')
    .executeTakeFirst()
  return row !== undefined
}

export async function releaseTurn(db: Db, organizationId: string, holder: string): Promise<void> {
  await db
    .deleteFrom('billing_turn')
    .where(eb => eb.and({ organization_id: organizationId, holder }))
    .execute()
}

/** Keeps the turn until the transaction ends; false if another process has it. */
export async function lockTurn(tx: Db, organizationId: string, holder: string): Promise<boolean> {
  const row = await tx
    .selectFrom('billing_turn')
    .where(eb => eb.and({ organization_id: organizationId, holder }))
    .select('holder')
    .forUpdate()
    .executeTakeFirst()
  return row !== undefined
}
