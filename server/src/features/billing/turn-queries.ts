/** SQL of turns. The database's clock counts: it is the same for all. */
import { sql } from 'kysely'
import type { Db } from '../../db/schema/tables.ts'

/** Whether it is `holder`'s now. */
export async function takeTurn(db: Db, organizationId: string, holder: string, forSeconds: number): Promise<boolean> {
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

export async function leaveTurn(db: Db, organizationId: string, holder: string): Promise<void> {
  await db
    .deleteFrom('billing_turn')
    .where(eb => eb.and({ organization_id: organizationId, holder }))
    .execute()
}

/** Holds the turn until the transaction ends; false when it has passed to another. */
export async function lockTurn(tx: Db, organizationId: string, holder: string): Promise<boolean> {
  const row = await tx
    .selectFrom('billing_turn')
    .where(eb => eb.and({ organization_id: organizationId, holder }))
    .select('holder')
    .forUpdate()
    .executeTakeFirst()
  return row !== undefined
}
