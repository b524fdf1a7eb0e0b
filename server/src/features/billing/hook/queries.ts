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

/** Whether the provider has told anything lately. */
export async function hasEvents(db: Db): Promise<boolean> {
  return (await db.selectFrom('payment_event').select('event_id').limit(1).executeTakeFirst()) !== undefined
}

export async function forgetEvents(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('payment_event').where('received_at', '<', before).execute()
}
