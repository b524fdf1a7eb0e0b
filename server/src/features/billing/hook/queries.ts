/** SQL of what the provider told. */
import type { Db } from '../../../db/schema/tables.ts'
import type { RemoteEvent } from '../provider.ts'

/** False for one that came before. */
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

/** What is still to be acted on. */
export async function selectUnapplied(
  db: Db,
  gateway: number,
  eventId: string,
): Promise<RemoteEvent['about'] | undefined> {
  const row = await db
    .selectFrom('payment_event')
    .where(eb => eb.and({ gateway, event_id: eventId }))
    .where('applied_at', 'is', null)
    .select('about')
    .executeTakeFirst()
  return row?.about as RemoteEvent['about'] | undefined
}

export async function markApplied(db: Db, gateway: number, eventId: string, now: Date): Promise<void> {
  await db
    .updateTable('payment_event')
    .where(eb => eb.and({ gateway, event_id: eventId }))
    .set({ applied_at: now })
    .execute()
}

export async function forgetEvents(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('payment_event').where('received_at', '<', before).execute()
}
