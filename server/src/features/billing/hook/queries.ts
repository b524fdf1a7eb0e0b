/** SQL of the provider's events. */
import type { Db } from '../../../db/schema/tables.ts'
import type { RemoteEvent } from '../../../lib/payments/provider.ts'

/** False for an event that arrived before. */
export async function insertEvent(db: Db, gateway: number, event: RemoteEvent, now: Date): Promise<boolean> {
  const row = await db
    .insertInto('payment_event')
    .values({
      gateway,
      event_id: event.id,
      name: event.name,
      about: JSON.stringify(event.about),
      received_at: now,
    })
    .onConflict(conflict => conflict.columns(['gateway', 'event_id']).doNothing())
    .returning('event_id')
    .executeTakeFirst()
  return row !== undefined
}

/** Time of the provider's last event, if it is still stored. */
export async function selectLastEvent(db: Db): Promise<Date | null> {
  const row = await db
    .selectFrom('payment_event')
    .select('received_at')
    .orderBy('received_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.received_at ?? null
}

/** Deletes the oldest events before that moment, at most `most`. Returns how many. */
export async function deleteEvents(db: Db, before: Date, most: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('payment_event')
    .where(eb =>
      eb(
        eb.refTuple('gateway', 'event_id'),
        'in',
        eb
          .selectFrom('payment_event')
          .select(['gateway', 'event_id'])
          .where('received_at', '<', before)
          .orderBy('received_at')
          .limit(most)
          .$asTuple('gateway', 'event_id'),
      ),
    )
    .executeTakeFirst()
  return Number(numDeletedRows)
}
